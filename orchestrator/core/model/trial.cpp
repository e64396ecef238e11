#include "core/model/trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace pacer {

SettingKey setting_key(const Settings& settings) {
  return {settings.connections, settings.pipeline};
}

std::vector<std::string> setting_names(const std::vector<Settings>& settings) {
  const auto differs = [&](int Settings::*member) {
    return std::any_of(settings.begin(), settings.end(), [&](const Settings& one) {
      return one.*member != settings.front().*member;
    });
  };
  std::vector<std::string> names;
  for (const auto& one : settings) {
    std::vector<std::string> parts;
    if (differs(&Settings::connections)) {
      parts.push_back(
          fmt::format("{} connection{}", one.connections, one.connections == 1 ? "" : "s"));
    }
    if (differs(&Settings::pipeline)) parts.push_back(fmt::format("depth {}", one.pipeline));
    names.push_back(join(parts, ", "));
  }
  return names;
}

Duration longest_load(const Settings& settings) {
  return settings.requests ? settings.at_most : settings.duration;
}

int count_open_loops(const Settings& settings) {
  return static_cast<int>(settings.latency_rates.size()) +
         (settings.latency_capacity_percent ? 1 : 0);
}

}  // namespace pacer
