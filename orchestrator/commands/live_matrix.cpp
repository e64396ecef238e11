#include "commands/live_matrix.h"

#include "base/text_table.h"
#include "core/model/workload.h"

namespace pacer {
namespace {

using State = WorkloadResult::State;

std::string cell(State state) {
  switch (state) {
    case State::kProven:
      return "ok";
    case State::kFailed:
      return "FAIL";
    case State::kNotServed:
      return "-";
    case State::kNotAsked:
      return "?";
  }
  return "";
}

}  // namespace

std::string state_name(State state) {
  switch (state) {
    case State::kProven:
      return "ok";
    case State::kFailed:
      return "failed";
    case State::kNotServed:
      return "not served";
    case State::kNotAsked:
      return "not asked";
  }
  return "";
}

std::string live_matrix(const std::vector<LiveCheck>& checks) {
  std::vector<TextTable::Column> columns{{"framework"}};
  for (const auto& name : workload_names()) columns.push_back({name});
  TextTable table(columns);
  bool any_unasked = false;
  for (const auto& check : checks) {
    std::vector<std::string> cells{check.framework};
    for (const auto& result : check.workloads) {
      cells.push_back(cell(result.state));
      any_unasked = any_unasked || result.state == State::kNotAsked;
    }
    table.add_row(cells);
  }
  return table.render() + (any_unasked ? "?: not asked for, as the server was not up\n" : "");
}

}  // namespace pacer
