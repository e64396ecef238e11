#include "core/plan/kinds.h"

#include <fmt/format.h>

#include "core/plan/check.h"
#include "core/plan/limits.h"

namespace pacer {
namespace {

using yaml::Node;
using yaml::ProblemList;

constexpr const char* kCpuPattern = "^(auto|shared|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)$";

std::optional<CpuChoice> read_cpu_choice(const Node& node, const std::string& field,
                                         ProblemList& problems) {
  const std::string what = "auto, shared or a list like 0-1,4";
  const auto text = yaml::scalar(node, field, what, problems);
  if (!text) return std::nullopt;
  auto choice = parse_cpu_choice(*text);
  if (!choice) {
    yaml::report(problems, node,
                 fmt::format("{} must be {}, not {}", field, what, yaml::describe(node)));
  }
  return choice;
}

/// Each item of a list as `kind` reads it.
std::optional<std::vector<int>> read_items(const std::vector<Node>& items,
                                           const yaml::Kind<int>& kind, const std::string& field,
                                           ProblemList& problems) {
  std::vector<int> numbers;
  for (const auto& item : items) {
    const auto number = kind.read(item, field, problems);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::vector<int>> read_latency_rates(const Node& node, const std::string& field,
                                                   ProblemList& problems) {
  const auto* items = yaml::list(node, field, "a list of requests a second",
                                 "write it like [1000, 5000]", problems);
  if (items == nullptr) return std::nullopt;
  return read_items(*items, yaml::integer(kLatencyRate), field, problems);
}

std::optional<std::optional<int>> read_threads(const Node& node, const std::string& field,
                                               ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar && node.text == "auto") return std::optional<int>();
  const auto number = yaml::integer(kThreads).read(node, field, problems);
  if (number) return std::optional(*number);
  problems.back().hint = "auto takes the largest divisor of the connections that the CPUs allow";
  return std::nullopt;
}

}  // namespace

yaml::Kind<std::optional<int>> threads_or_auto() {
  return {fmt::format("auto, or whole number from {} to {}", kThreads.min, kThreads.max),
          fmt::format(R"({{"anyOf": [{{"const": "auto"}}, {}]}})", yaml::integer(kThreads).schema),
          read_threads};
}

yaml::Kind<std::vector<int>> one_or_list(const yaml::Range& range) {
  const auto number = yaml::integer(range);
  return {fmt::format("{}, or a list of up to {}", number.name, kMostSettings),
          fmt::format(R"({{"anyOf": [{0}, {{"type": "array", "minItems": 1, "maxItems": {1}, )"
                      R"("uniqueItems": true, "items": {0}}}]}})",
                      number.schema, kMostSettings),
          [number](const Node& node, const std::string& field,
                   ProblemList& problems) -> std::optional<std::vector<int>> {
            if (node.kind == Node::Kind::kList) {
              return read_items(node.items, number, field, problems);
            }
            const auto one = number.read(node, field, problems);
            return one ? std::optional(std::vector<int>{*one}) : std::nullopt;
          }};
}

yaml::Kind<std::vector<int>> latency_rates() {
  const auto rate = yaml::integer(kLatencyRate);
  return {fmt::format("list of up to {}, each a {}", kMostLatencyRates, rate.name),
          fmt::format(R"({{"type": "array", "minItems": 1, "maxItems": {}, "items": {}}})",
                      kMostLatencyRates, rate.schema),
          read_latency_rates};
}

yaml::Kind<CpuChoice> cpu_choice() {
  return {"auto, shared or a list like 0-1,4",
          fmt::format(R"({{"type": ["string", "integer"], "minimum": 0, "pattern": "{}"}})",
                      kCpuPattern),
          read_cpu_choice};
}

yaml::Kind<BuildOrder> build_order() {
  const auto names = yaml::choice("build order", {"first", "batched"});
  return {names.name, names.schema,
          [names](const Node& node, const std::string& field,
                  ProblemList& problems) -> std::optional<BuildOrder> {
            const auto name = names.read(node, field, problems);
            if (!name) return std::nullopt;
            return *name == "first" ? BuildOrder::kFirst : BuildOrder::kBatched;
          }};
}

yaml::Kind<std::string> client_name() {
  auto kind = yaml::choice("client", client_names());
  kind.read = yaml::text().read;
  return kind;
}

yaml::Kind<std::string> load_workload() {
  auto kind = yaml::choice("workload", loadable_workloads());
  kind.read = yaml::text().read;
  return kind;
}

}  // namespace pacer
