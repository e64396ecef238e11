#include "load/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/edit_distance.h"
#include "base/error.h"

namespace pacer::load {
namespace {

constexpr int kMaxThreads = 1024;
constexpr int kMaxConnections = 1'000'000;
constexpr int kMaxDepth = 10'000;
constexpr std::uint64_t kMaxRate = 100'000'000;
constexpr const char* kAdvice = "`pacer-load --help` shows what it takes";

constexpr const char* kDescription =
    "Loads an HTTP/1.1 server, checks every answer, and measures throughput (closed loop) or "
    "latency at a fixed rate (open loop, --rate).";

constexpr const char* kFooter =
    R"(Every answer is checked: status, framing, and the body against --expect FILE or, without it,
against that of one request made before the time begins. Each request is timed on its own.

Closed loop (no --rate): every connection keeps --pipeline requests on their way. That measures what
the server can do at most; its latencies hide what a server that stalls would have delayed.
Open loop (--rate): request k is due k / rate seconds after the start, whatever the server does, and
is timed from then on. That is what users at this rate would see.

Exit codes:
  0    everything asked for was measured, and every answer was right
  1    there were errors, or the rate was not sustained
  2    wrong usage, or the server cannot be reached: nothing was measured
  130  interrupted; what was measured so far is printed

Examples:
  pacer-load http://127.0.0.1:8080/
  pacer-load -t4 -c128 -d30s http://127.0.0.1:8080/
  pacer-load -t4 -c128 -d30s --pipeline 16 http://127.0.0.1:8080/
  pacer-load -c16 -d10s --rate 5000 http://127.0.0.1:8080/          # percentiles to believe
  pacer-load -c100 --requests 10000000 http://127.0.0.1:8080/
  pacer-load -c100 --requests 100000 --at-most 2m http://127.0.0.1:8080/
  pacer-load --body order.json -H 'Content-Type: application/json' --expect answer.json URL
  pacer-load --json http://127.0.0.1:8080/ | jq .latency_us.p99

From wrk:
  -t -c -d -H --timeout       the same; times need their unit (-d30s), numbers have none
  -s pipeline.lua ... -- / 16 --pipeline 16, with the path in the URL
  a script that sends a body  --method, --body FILE, -H
  a script with done()        --json: exact counts, percentiles and the histogram
  --latency                   percentiles are always printed; --rate makes those of users
  Requests/sec                throughput: only right answers count, so a 302 or a wrong body is an
                              error here
  (no such thing)             --requests N, --sliding, --expect FILE)";

Duration duration_of(const std::string& text, const char* option) {
  const auto duration = parse_duration(text);
  if (!duration || *duration <= Duration::zero()) {
    throw Error(fmt::format("'{}' is not a duration", text), option, "like 500ms, 10s or 2m");
  }
  return *duration;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

[[noreturn]] void refuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto rest = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || rest.empty()) {
    throw Error(error.what(), "", kAdvice);
  }
  const auto& word = rest.front();
  throw Error(unknown_word(word.starts_with('-') ? "option" : "argument", word, option_names(app)),
              "", kAdvice);
}

void check_header(const std::string& header) {
  const auto colon = header.find(':');
  const bool named = colon != std::string::npos && colon > 0;
  if (!named || header.find_first_of("\r\n") != std::string::npos) {
    throw Error(fmt::format("'{}' is not a header", header), "-H", "like 'Accept: text/plain'");
  }
}

void check(const Options& options) {
  if (options.threads > 0 && options.connections % options.threads != 0) {
    throw Error(
        fmt::format("{} connections cannot be shared equally among {} threads", options.connections,
                    options.threads),
        "-t",
        fmt::format("take {} or another divisor of {}",
                    default_threads(options.connections, options.threads), options.connections));
  }
  if (options.sliding && options.rate_per_s) {
    throw Error("--sliding is of the closed loop, --rate makes an open one", "",
                "leave one of them out");
  }
  if (options.spin && !options.rate_per_s) {
    throw Error("--spin serves the schedule of --rate", "", "leave it out, or give a --rate");
  }
  if (options.at_most && !options.requests) {
    throw Error("--at-most is the limit of --requests", "", "leave it out, or give --requests");
  }
  for (const auto& header : options.headers) check_header(header);
}

struct Texts {
  std::string duration = "10s";
  std::string at_most;
  std::string timeout = "10s";
};

void add_load(CLI::App& app, Options& options, Texts& texts) {
  app.add_option("URL", options.url, "http://host:port/path")->required()->type_name("");
  app.add_option("-t,--threads", options.threads,
                 "Threads; each has its own connections, so they must divide -c (default: as many "
                 "as the CPUs allow)")
      ->check(CLI::Range(1, kMaxThreads))
      ->type_name("N");
  app.add_option("-c,--connections", options.connections, "Connections over all threads (64)")
      ->check(CLI::Range(1, kMaxConnections))
      ->type_name("N");
  auto* duration = app.add_option("-d,--duration", texts.duration, "How long (10s)");
  duration->type_name("TIME");
  app.add_option("-n,--requests", options.requests, "Exactly N requests, however long they take")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 53))
      ->excludes(duration)
      ->type_name("N");
  app.add_option("--at-most", texts.at_most, "With --requests: give up after so long")
      ->type_name("TIME");
  app.add_option("-p,--pipeline", options.depth,
                 "Requests that are on their way at once on a connection (1)")
      ->check(CLI::Range(1, kMaxDepth))
      ->type_name("N");
  app.add_flag("--sliding", options.sliding,
               "Answer by answer another request is sent; without it the whole batch must be "
               "answered first, as in wrk");
  app.add_option("-R,--rate", options.rate_per_s,
                 "Open loop: N requests a second over all connections, on a fixed schedule")
      ->check(CLI::Range(std::uint64_t{1}, kMaxRate))
      ->type_name("N");
  app.add_flag("--spin", options.spin,
               "With --rate: keep a CPU busy, so that no request is late because a timer was");
  app.add_option("--timeout", texts.timeout, "For connecting, and for an answer (10s)")
      ->type_name("TIME");
}

void add_request(CLI::App& app, Options& options) {
  app.add_option("--method", options.method, "GET, or POST where there is a body")
      ->type_name("NAME");
  app.add_option("-H,--header", options.headers, "'Name: value', besides Host (repeatable)")
      ->type_name("LINE")
      ->allow_extra_args(false);
  app.add_option("--body", options.body_file, "The file's bytes are the request's body")
      ->type_name("FILE");
  app.add_option("--expect", options.expect_file, "The file's bytes are the right answer's body")
      ->type_name("FILE");
  app.add_option("--status", options.status, "The right answer's status (200)")
      ->check(CLI::Range(200, 999))
      ->type_name("N");
  app.add_flag("--json", options.json, "Print the result as JSON, with the histogram");
  app.add_flag("--latency", options.latency, "Accepted as in wrk: latencies are always printed");
  app.add_flag("--allow-remote", options.allow_remote,
               "Also load a server that is not on this machine: only one of your own");
}

}  // namespace

int default_threads(int connections, int cpus) {
  int threads = std::clamp(cpus, 1, connections);
  while (connections % threads != 0) --threads;
  return threads;
}

std::optional<Options> parse_options(const std::vector<std::string>& arguments, std::string& text) {
  CLI::App app(kDescription, "pacer-load");
  app.set_version_flag("--version", std::string("pacer-load ") + PACER_VERSION);
  app.footer(kFooter);
  Options options;
  Texts texts;
  add_load(app, options, texts);
  add_request(app, options);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    text = app.help();
    return std::nullopt;
  } catch (const CLI::CallForVersion& version) {
    text = std::string(version.what()) + "\n";
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    refuse(app, error);
  }
  options.duration = duration_of(texts.duration, "-d");
  if (!texts.at_most.empty()) options.at_most = duration_of(texts.at_most, "--at-most");
  options.timeout = duration_of(texts.timeout, "--timeout");
  check(options);
  return options;
}

}  // namespace pacer::load
