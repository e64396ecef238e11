#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands/rows.h"
#include "core/manifest/schema.h"

namespace pacer {

Action add_schema(CLI::App&, Context&) {
  return [] {
    fmt::print("{}", manifest_schema());
    return 0;
  };
}

}  // namespace pacer
