#include "core/ranking/values.h"

namespace pacer {

std::optional<double> positive_value(const Sample& sample, const char* key) {
  const auto found = sample.values.find(key);
  if (!is_measured(sample) || found == sample.values.end()) return std::nullopt;
  return found->second > 0 ? std::optional(found->second) : std::nullopt;
}

ValuesByRound values_by_round(const std::vector<Sample>& samples, const std::string& framework,
                              const char* key) {
  ValuesByRound values;
  for (const auto& sample : samples) {
    if (sample.trial.framework != framework) continue;
    if (const auto value = positive_value(sample, key)) values[sample.trial.round] = *value;
  }
  return values;
}

ValuesByFramework values_by_framework(const std::vector<Sample>& samples, const char* key) {
  std::map<int, std::size_t> rounds;
  for (const auto& sample : samples) rounds.emplace(sample.trial.round, 0);
  std::size_t next = 0;
  for (auto& [round, index] : rounds) index = next++;
  ValuesByFramework values;
  for (const auto& sample : samples) {
    auto& row = values[sample.trial.framework];
    row.resize(rounds.size());
    if (const auto value = positive_value(sample, key)) {
      row[rounds.at(sample.trial.round)] = value;
    }
  }
  return values;
}

}  // namespace pacer
