#include "core/model/outcome.h"

#include <array>

#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

constexpr std::array<const char*, 10> kStageNames{"build", "gate",    "start",   "ready", "verify",
                                                  "warm",  "measure", "latency", "check", "stop"};

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace

std::string stage_name(Stage stage) { return kStageNames.at(static_cast<std::size_t>(stage)); }

Stage stage_named(const std::string& name) {
  for (std::size_t i = 0; i < kStageNames.size(); ++i) {
    if (name == kStageNames[i]) return static_cast<Stage>(i);
  }
  throw Error("unknown stage '" + name + "'");
}

std::string outcome_name(const Outcome& outcome) {
  return std::visit(
      Overloaded{[](const Measured&) { return "measured"; },
                 [](const Skipped&) { return "skipped"; }, [](const Failed&) { return "failed"; },
                 [](const Invalid&) { return "invalid"; }},
      outcome);
}

std::string outcome_reason(const Outcome& outcome) {
  return std::visit(
      Overloaded{[](const Measured&) { return std::string(); },
                 [](const Skipped& skipped) { return skipped.why; },
                 [](const Failed& failed) { return stage_name(failed.stage) + ": " + failed.why; },
                 [](const Invalid& invalid) { return join(invalid.reasons, "; "); }},
      outcome);
}

int severity(const Outcome& outcome) {
  if (std::holds_alternative<Failed>(outcome)) return 3;
  if (std::holds_alternative<Invalid>(outcome)) return 2;
  return std::holds_alternative<Skipped>(outcome) ? 1 : 0;
}

}  // namespace pacer
