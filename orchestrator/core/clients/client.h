#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/manifest.h"
#include "core/model/trial.h"

namespace pacer {

/// What a load client is asked to do once.
struct LoadTask {
  std::string host;
  int port = 0;
  std::string path;
  int threads = 1;
  int connections = 1;
  int pipeline = 1;
  Duration duration{};
  std::string script;       ///< absolute path of pipeline.lua; only wrk uses it
  std::string expect_file;  ///< the right answer's body; only pacer-load uses it, empty: none
  /// Exactly so many instead of the duration, for `at_most`; wrk has no such thing.
  std::optional<std::uint64_t> requests{};
  Duration at_most{};
};

/// Exact counts out of a client.
struct LoadResult {
  std::uint64_t requests = 0;  ///< responses of any status
  std::uint64_t duration_us = 0;
  std::uint64_t bytes = 0;
  std::uint64_t opening_us = 0;  ///< spent on opening connections before the time began
  struct Errors {
    std::uint64_t connect = 0;  ///< connections that could not be opened
    std::uint64_t read = 0;     ///< unannounced closes and resets
    std::uint64_t write = 0;
    std::uint64_t status = 0;   ///< responses with a wrong status; wrk: those over 399
    std::uint64_t body = 0;     ///< responses with a wrong body; wrk does not look
    std::uint64_t timeout = 0;  ///< answers later than the client's own limit
    std::uint64_t total() const { return connect + read + write + status + body + timeout; }
  } errors;
  bool out_of_time = false;  ///< a load by number whose limit came first
  std::uint64_t started_us = 0;  ///< when the time began, by CLOCK_MONOTONIC; 0: not known
  std::vector<std::uint64_t> right_by_second;  ///< right answers; empty: not known
};

/// The client ended without figures that can be used, and why.
struct LoadFailure {
  std::string why;
};

struct ClientOutput {
  std::string out;
  std::string err;
  int exit_code = 0;
  int signal = 0;
};

/// A load client: Trial → argv, output → values. Rows stand in core/clients/table.cpp.
struct Client {
  std::string_view name;
  std::string_view program;
  std::string_view help;
  Duration resolution;   ///< durations must be a multiple of it
  bool counts_requests;  ///< can load with an exact number of requests
  Argv (*argv)(const LoadTask&);
  std::variant<LoadResult, LoadFailure> (*parse)(const ClientOutput&, const LoadTask&);
};

const std::vector<Client>& clients();
/// Throws Error (with "did you mean") where there is none of that name.
const Client& client_named(std::string_view name);
/// Throws Error where the client cannot do what the settings ask.
void check_client(const Settings& settings);

}  // namespace pacer
