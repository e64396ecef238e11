#include "core/model/workload.h"

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"

namespace pacer {

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> kTable{
      {"hello", "GET", "/", "text/plain", "Hello, World!", "13 bytes of plain text", true},
      {"count", "GET", "/count", "text/plain", "",
       "one line `PID N`: the process and how often its hello handler ran", false},
      {"echo", "POST", "/echo", "", "", "the bytes of the request, sent back", false},
      {"wait", "GET", "/wait?ms=50", "text/plain", "",
       "an answer after N ms that holds up no other request", false},
      {"products", "GET", "/products", "application/json", "",
       "100 products in memory: list, create, read, replace, delete", false},
  };
  return kTable;
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const auto& workload : workloads()) names.emplace_back(workload.name);
  return names;
}

const Workload& workload_named(std::string_view name) {
  for (const auto& workload : workloads()) {
    if (workload.name == name) return workload;
  }
  throw Error(unknown_word("workload", name, workload_names()));
}

std::string request_bytes(const Workload& workload, std::string_view host, int port) {
  return fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\n\r\n", workload.method, workload.path, host,
                     port);
}

}  // namespace pacer
