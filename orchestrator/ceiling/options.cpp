#include "ceiling/options.h"

#include <charconv>

namespace pacer::ceiling {
namespace {

constexpr int kMaxPort = 65535;
constexpr int kMaxThreads = 1024;
constexpr int kMaxExtraWork_percent = 1000;

int number(const std::string& name, const std::string& text, int least, int most) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || value < least || value > most) {
    throw OptionError(name + " must be a number from " + std::to_string(least) + " to " +
                      std::to_string(most) + ", not '" + text + "'");
  }
  return value;
}

void set(Options& options, const std::string& name, const std::string& value) {
  if (name == "--port") {
    options.port = number(name, value, 0, kMaxPort);
  } else if (name == "--threads") {
    options.threads = number(name, value, 1, kMaxThreads);
  } else if (name == "--work") {
    options.extra_work_percent = number(name, value, 0, kMaxExtraWork_percent);
  } else if (value.empty()) {
    throw OptionError("--host must not be empty");
  } else {
    options.host = value;
  }
}

bool takes_value(const std::string& name) {
  return name == "--port" || name == "--host" || name == "--threads" || name == "--work";
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments, const Defaults& defaults) {
  Options options;
  options.threads = defaults.threads;
  if (defaults.host != nullptr && *defaults.host != '\0') options.host = defaults.host;
  if (defaults.port != nullptr && *defaults.port != '\0') {
    options.port = number("PORT", defaults.port, 0, kMaxPort);
  }
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const auto equals = arguments[at].find('=');
    const auto name = arguments[at].substr(0, equals);
    if (name == "--help" || name == "-h") {
      options.help = true;
    } else if (name == "--version") {
      options.version = true;
    } else if (!takes_value(name)) {
      throw OptionError("unknown option '" + arguments[at] + "'");
    } else if (equals != std::string::npos) {
      set(options, name, arguments[at].substr(equals + 1));
    } else if (at + 1 < arguments.size()) {
      set(options, name, arguments[++at]);
    } else {
      throw OptionError(name + " needs a value");
    }
  }
  return options;
}

std::string help_text() {
  return R"(pacer-ceiling: answers every GET / with the same few bytes, as fast as the kernel
allows. It is Pacer's control: no framework can be faster here with the same client.

usage: pacer-ceiling [--port N] [--host A] [--threads N] [--work N]

  --port N      port to listen on (default $PORT, else 8080; 0: any free one)
  --host A      address to listen on (default $HOST, else 127.0.0.1)
  --threads N   worker threads (default: one for each CPU it may use)
  --work N      burn N percent more CPU time than answering takes (default 0): a
                server that is known to be dearer by so much
  --help        this text
  --version     version

GET / answers "Hello, World!", GET /count answers "PID N": the process and how often it
has answered GET /. SIGTERM and SIGINT end it.

example: pacer-ceiling --port 8080 & wrk -t2 -c64 -d5s http://127.0.0.1:8080/
)";
}

}  // namespace pacer::ceiling
