#include "commands/doctor.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "base/text_table.h"
#include "commands/rows.h"
#include "core/formats/json_document.h"
#include "engine/toolchains/toolchain.h"

namespace pacer {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDataVersion = 1;
constexpr int kVerdictWidth = 10;
constexpr int kNameWidth = 20;

struct ToolRow {
  std::string name;
  std::vector<Found> found;
  std::vector<std::string> unusable;
  std::string remedy;  ///< only where nothing is found
};

std::vector<ToolRow> look_at(Toolchains& tools) {
  std::vector<ToolRow> rows;
  for (const auto& name : toolchain_names()) {
    ToolRow row{name, tools.installed(name), tools.unusable(name), ""};
    if (row.found.empty()) row.remedy = remedy_for({name, Requirement::Relation::kAny, ""});
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string_view style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kGood:
      return "\x1b[32m";
    case Verdict::kAttention:
      return "\x1b[33m";
    case Verdict::kBad:
      break;
  }
  return "\x1b[31m";
}

/// Behind the verdict and the name, or, for what follows on further lines, the verdict alone: the
/// commands among it need the room.
void print_wrapped(const std::string& first, const std::string& text, int indent,
                   const DoctorOptions& options, std::ostream& out) {
  std::string before = first;
  for (const auto& line : wrap(text, std::max(20, options.width - indent))) {
    fmt::print(out, "{}{}\n", before, line);
    before = std::string(static_cast<std::size_t>(indent), ' ');
  }
}

void print_findings(const std::vector<Finding>& findings, const DoctorOptions& options,
                    std::ostream& out) {
  constexpr int kIndent = kVerdictWidth + 1;
  const std::string blank(kIndent, ' ');
  for (const auto& finding : findings) {
    auto verdict = fmt::format("{:<{}}", verdict_name(finding.verdict), kVerdictWidth);
    if (options.color) verdict = fmt::format("{}{}\x1b[0m", style_of(finding.verdict), verdict);
    const auto head = fmt::format("{} {:<{}} ", verdict, finding.name, kNameWidth);
    print_wrapped(head, finding.value, kIndent + kNameWidth + 1, options, out);
    print_wrapped(blank, finding.effect, kIndent, options, out);
    if (!finding.remedy.empty()) {
      print_wrapped(blank + "-> ", finding.remedy, kIndent + 3, options, out);
    }
  }
}

/// What fits beside the other columns.
std::string cell(const std::string& text, const DoctorOptions& options) {
  constexpr int kOtherColumns = 25;
  return join(wrap(text, std::max(20, options.width - kOtherColumns)), "\n");
}

void print_tools(const std::vector<ToolRow>& rows, const DoctorOptions& options,
                 std::ostream& out) {
  TextTable table({{"toolchain"}, {"version"}, {"where, or what to do"}});
  for (const auto& row : rows) {
    for (const auto& found : row.found) {
      table.add_row({row.name, found.version, cell(found.location, options)});
    }
    for (const auto& trouble : row.unusable) {
      table.add_row({row.name, "unusable", cell(trouble, options)});
    }
    if (row.found.empty()) table.add_row({row.name, "missing", cell(row.remedy, options)});
  }
  fmt::print(out, "{}", table.render());
}

void print_text(const HostFacts& facts, const std::vector<Finding>& findings,
                const std::vector<ToolRow>& rows, const DoctorOptions& options, std::ostream& out) {
  const auto& environment = facts.environment;
  for (const auto* fact : {&environment.machine, &environment.system, &environment.kernel}) {
    fmt::print(out, "{}\n", fact->value.value_or("? (" + fact->why_not + ")"));
  }
  fmt::print(out, "\n");
  print_findings(findings, options, out);
  fmt::print(out, "\n");
  print_tools(rows, options, out);
}

Json json_of(const Fact& fact) { return fact.value ? Json(*fact.value) : Json(nullptr); }

Json json_of(const std::vector<Finding>& findings) {
  Json checks = Json::array();
  for (const auto& finding : findings) {
    checks.push_back({{"name", finding.name},
                      {"verdict", verdict_name(finding.verdict)},
                      {"value", finding.value},
                      {"effect", finding.effect},
                      {"remedy", finding.remedy},
                      {"stops_runs", finding.stops_runs}});
  }
  return checks;
}

Json json_of(const std::vector<ToolRow>& rows) {
  Json toolchains = Json::array();
  for (const auto& row : rows) {
    Json found = Json::array();
    for (const auto& one : row.found) {
      found.push_back({{"version", one.version}, {"location", one.location}});
    }
    toolchains.push_back(
        {{"name", row.name}, {"found", found}, {"unusable", row.unusable}, {"remedy", row.remedy}});
  }
  return toolchains;
}

}  // namespace

int doctor(Toolchains& toolchains, const DoctorOptions& options, std::ostream& out) {
  const auto facts = look_at_host(options.results);
  const auto findings = judge(facts);
  const auto rows = look_at(toolchains);
  const bool can_run = std::none_of(findings.begin(), findings.end(),
                                    [](const Finding& finding) { return finding.stops_runs; });
  if (options.json) {
    const Json json{{"version", kDataVersion},
                    {"can_run", can_run},
                    {"machine", json_of(facts.environment.machine)},
                    {"system", json_of(facts.environment.system)},
                    {"kernel", json_of(facts.environment.kernel)},
                    {"checks", json_of(findings)},
                    {"toolchains", json_of(rows)}};
    fmt::print(out, "{}", json_document(json));
  } else {
    print_text(facts, findings, rows, options, out);
  }
  return static_cast<int>(can_run ? ExitCode::kOk : ExitCode::kFailed);
}

Action add_doctor(CLI::App& app, Context& context) {
  auto json = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "Print as JSON");
  return [&context, json] {
    Toolchains toolchains;
    const DoctorOptions options{*json, context.out.color, context.out.width,
                                context.layout.results};
    return doctor(toolchains, options, std::cout);
  };
}

}  // namespace pacer
