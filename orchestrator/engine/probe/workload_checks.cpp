#include "engine/probe/workload_checks.h"

#include "base/error.h"
#include "engine/probe/count.h"
#include "engine/probe/echo.h"
#include "engine/probe/products.h"
#include "engine/probe/wait.h"

namespace pacer {
namespace {

void count(const Target& target, bool one_process) {
  if (const auto wrong = check_count(target, one_process); !wrong.empty()) throw Error(wrong);
}

void echo(const Target& target, bool) { check_echo(target); }

void wait(const Target& target, bool) { check_wait(target); }

}  // namespace

const std::vector<WorkloadCheck>& workload_checks() {
  static const std::vector<WorkloadCheck> kTable{
      {"count", count},
      {"echo", echo},
      {"wait", wait},
      {"products", check_products},
  };
  return kTable;
}

}  // namespace pacer
