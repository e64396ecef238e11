#include "load/program.h"

#include <fmt/format.h>
#include <sched.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "load/address.h"
#include "load/load.h"
#include "load/reference.h"
#include "load/report_text.h"
#include "load/url.h"

namespace pacer::load {
namespace {

constexpr std::int64_t kNsPerUs = 1000;

int allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
}

std::string read_file(const std::string& path, const char* option) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::string part(1u << 16, '\0');
  while (file) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<std::size_t>(file.gcount()));
  }
  // The end of a file is no fault; one that does not open, or a folder, is.
  if (file.eof()) return text;
  throw Error(fmt::format("cannot read {}: {}", path, std::strerror(errno)), option);
}

int exit_code(const Report& report) {
  if (report.interrupted) return static_cast<int>(ExitCode::kInterrupted);
  return static_cast<int>(report.clean() ? ExitCode::kOk : ExitCode::kFailed);
}

}  // namespace

Settings make_settings(Options& options) {
  const auto url = parse_url(options.url);
  const auto body = options.body_file.empty() ? "" : read_file(options.body_file, "--body");
  if (options.method.empty()) options.method = options.body_file.empty() ? "GET" : "POST";
  if (options.threads == 0) options.threads = default_threads(options.connections, allowed_cpus());
  Settings settings;
  settings.threads = options.threads;
  settings.connections = options.connections;
  settings.depth = options.depth;
  settings.sliding = options.sliding;
  settings.duration_ns = options.duration.count() * kNsPerUs;
  settings.requests = options.requests;
  if (options.at_most) settings.at_most_ns = options.at_most->count() * kNsPerUs;
  settings.rate_per_s = options.rate_per_s;
  settings.spin = options.spin;
  settings.timeout_ns = options.timeout.count() * kNsPerUs;
  settings.request = make_request(url, options.method, options.headers, body);
  settings.expectation.status = options.status;
  settings.expectation.to_head = options.method == "HEAD";
  settings.address = first_answering(resolve(url, options.allow_remote), settings.timeout_ns);
  settings.expectation.body = options.expect_file.empty()
                                  ? fetch_reference(settings)
                                  : read_file(options.expect_file, "--expect");
  return settings;
}

int run_program(const std::vector<std::string>& arguments, const std::atomic<bool>& stop) {
  std::string text;
  auto options = parse_options(arguments, text);
  if (!options) {
    fmt::print("{}", text);
    return static_cast<int>(ExitCode::kOk);
  }
  const auto settings = make_settings(*options);
  const auto report = run_load(settings, stop);
  fmt::print("{}", options->json ? report_json(report, *options) : report_text(report, *options));
  return exit_code(report);
}

}  // namespace pacer::load
