#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"

namespace pacer::load {

/// What was asked for on the command line, checked as far as that is possible without a network.
struct Options {
  std::string url;
  int threads = 0;  ///< 0: as many as the CPUs allow and the connections divide into
  int connections = 64;
  int depth = 1;
  bool sliding = false;
  Duration duration = std::chrono::seconds(10);
  std::optional<std::uint64_t> requests;
  std::optional<Duration> at_most;  ///< how long those may take
  std::optional<std::uint64_t> rate_per_s;
  bool spin = false;
  Duration timeout = std::chrono::seconds(10);
  std::string method;  ///< empty: GET, or POST with a body
  std::vector<std::string> headers;
  std::string body_file;
  std::string expect_file;
  int status = 200;
  bool json = false;
  bool latency = false;  ///< changes nothing
  bool allow_remote = false;
};

/// Nothing where --help or --version was asked for, and answered in `text`. Throws Error.
std::optional<Options> parse_options(const std::vector<std::string>& arguments, std::string& text);

/// The most threads (up to `cpus`) among which the connections can be shared equally.
int default_threads(int connections, int cpus);

}  // namespace pacer::load
