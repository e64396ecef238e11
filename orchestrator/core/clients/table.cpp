#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"
#include "core/clients/client.h"
#include "core/clients/pacer_load.h"
#include "core/clients/wrk.h"

namespace pacer {

const std::vector<Client>& clients() {
  static const std::vector<Client> kTable{
      {"wrk", "wrk", "closed loop, through pipeline.lua", std::chrono::seconds(1), false, wrk_argv,
       parse_wrk},
      {"pacer-load", "pacer-load", "closed loop; checks every answer", std::chrono::milliseconds(1),
       true, closed_loop_argv, parse_closed_loop},
  };
  return kTable;
}

const Client& client_named(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& client : clients()) {
    if (client.name == name) return client;
    names.emplace_back(client.name);
  }
  throw Error(unknown_word("client", name, names));
}

void check_client(const Settings& settings) {
  const auto& client = client_named(settings.client);
  const auto check = [&](Duration value, const char* what) {
    if (value % client.resolution == Duration::zero()) return;
    throw Error(
        fmt::format("{} {} cannot be given to {}, which counts in steps of {}", what,
                    format_duration(value), client.name, format_duration(client.resolution)),
        "", "take a whole number of seconds");
  };
  if (!settings.requests) check(settings.duration, "a duration of");
  check(settings.warmup, "a warm-up of");
}

}  // namespace pacer
