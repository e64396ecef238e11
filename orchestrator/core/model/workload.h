#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// One kind of request of the server contract (docs/contract.md).
struct Workload {
  std::string_view name;  ///< as in a manifest's `serves` and a plan's `workload`
  std::string_view method;
  std::string_view path;
  std::string_view content_type;  ///< the media type that is expected, without parameters
  std::string_view body;          ///< the exact body; empty where it varies
  std::string_view help;
  bool loadable;  ///< may a plan put it under load?
};

const std::vector<Workload>& workloads();
/// Throws Error (with "did you mean") where there is none of that name.
const Workload& workload_named(std::string_view name);
std::vector<std::string> workload_names();

/// The one request that every probe, warm-up and load of a trial sends, byte for byte, so that a
/// server cannot tell them apart.
std::string request_bytes(const Workload& workload, std::string_view host, int port);

}  // namespace pacer
