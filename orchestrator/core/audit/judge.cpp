#include "core/audit/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/audit/clean.h"
#include "core/audit/readers/table.h"
#include "core/audit/reasons.h"
#include "core/audit/rules/rules.h"

namespace pacer::audit {
namespace {

/// opened connections × depth / requests per second, in microseconds; depth 1 where it is not known
/// (little.cpp does not accuse then). Open loops have none.
std::optional<double> little_mean(const Reading& reading) {
  const auto& values = *reading.values;
  const auto opened = opened_connections(values);
  if (reading.setting.is_open_loop || !opened || !values.rps || values.rps->value <= 0) {
    return std::nullopt;
  }
  const auto depth = static_cast<double>(reading.setting.depth.value_or(1));
  return 1e6 * *opened * depth / values.rps->value;
}

/// The JSON of a text: from the first line that begins one to the end of the last that ends it,
/// for clients show their progress before it. Empty where there is none, or where the text is a
/// report of wrk with JSON of a script's own.
std::string_view json_part(std::string_view text) {
  if (text.find("Thread Stats") != std::string_view::npos) return {};
  for (const auto& line : lines_of(text)) {
    const auto stripped = strip(line);
    if (stripped.empty() || (stripped[0] != '{' && stripped[0] != '[')) continue;
    const bool is_progress = stripped[0] == '[' && stripped.size() > 1 &&
                             (stripped[1] == '=' || stripped[1] == '-' || stripped[1] == ' ');
    if (is_progress) continue;
    const auto part = text.substr(static_cast<std::size_t>(stripped.data() - text.data()));
    const auto end = part.find_last_of("}]");
    return end == std::string_view::npos ? part : part.substr(0, end + 1);
  }
  return {};
}

/// In the order of the table, each code once: the first that was said stays.
std::vector<Finding> in_order(std::vector<Finding> found) {
  std::vector<Finding> ordered;
  for (const auto& row : reasons()) {
    const auto one = std::find_if(found.begin(), found.end(),
                                  [&](const Finding& finding) { return finding.code == row.code; });
    if (one != found.end()) ordered.push_back(*one);
  }
  return ordered;
}

/// How many different things were measured: repeated runs of one share its rate rightly.
std::size_t names_of(const std::vector<Audit*>& audits) {
  std::set<std::string> names;
  for (const auto* one : audits) {
    const auto& reading = one->reading;
    names.insert(reading.subject.empty() ? reading.file : reading.subject);
  }
  return names.size();
}

double highest_rate(const std::vector<Audit*>& audits) {
  double highest = 0;
  for (const auto* one : audits) highest = std::max(highest, one->reading.values->rps->value);
  return highest;
}

void conclude(Audit& audit) {
  for (const auto& finding : audit.findings) {
    const auto& row = reason(finding.code);
    audit.verdict = std::max(audit.verdict, row.verdict);
    if (row.spoils_latency) audit.latency_usable = false;
  }
  if (!audit.reading.values) {
    audit.verdict = Verdict::kFailed;
    audit.latency_usable = false;
  }
}

}  // namespace

Audit judge(Reading reading) {
  Audit audit;
  auto found = reading.findings;
  if (reading.exit_code.value_or(0) != 0) {
    found.push_back(
        {"exit_nonzero", fmt::format("the client ended with exit {}", *reading.exit_code)});
  }
  if (reading.values) {
    audit.little_mean_us = little_mean(reading);
    const auto& average = reading.values->latency_us.avg;
    if (audit.little_mean_us && average) {
      audit.little_ratio = average->value / *audit.little_mean_us;
    }
    const Evidence evidence{reading, *reading.values, audit.little_mean_us, audit.little_ratio};
    // An average of no sample has no ratio.
    if (latency_empty(evidence)) audit.little_ratio.reset();
    const Evidence judged{reading, *reading.values, audit.little_mean_us, audit.little_ratio};
    for (const auto& rule : rules()) {
      if (const auto said = rule.check(judged)) found.push_back({std::string(rule.code), *said});
    }
  }
  audit.findings = in_order(std::move(found));
  audit.reading = std::move(reading);
  conclude(audit);
  return audit;
}

std::vector<Audit> audit(const Document& document) {
  Document clean = document;
  clean.text.clear();
  clean.err = clean_text(document.err);
  const auto text = clean_text(document.text);
  std::vector<Audit> audits;
  const auto json = json_part(text);
  for (const auto& format : formats()) {
    const auto part = format.is_json ? json : std::string_view(text);
    if ((format.is_json && json.empty()) || !format.recognizes(part)) continue;
    for (auto& reading : format.read(clean, part)) audits.push_back(judge(std::move(reading)));
    break;
  }
  return audits;
}

void find_shared_rates(std::vector<Audit>& audits) {
  constexpr double kClose = 0.01;
  constexpr std::size_t kMostClose = 3;
  constexpr double kNear = 0.05;
  constexpr std::size_t kMostNear = 5;
  std::map<std::string, std::vector<Audit*>> groups;
  for (auto& one : audits) {
    const bool has_rate =
        one.reading.values && one.reading.values->rps && one.reading.values->rps->value > 0;
    if (has_rate && one.verdict != Verdict::kFailed) groups[one.reading.group].push_back(&one);
  }
  for (auto& [name, group] : groups) {
    const double highest = highest_rate(group);
    const auto at_the_top = [&](double within) {
      std::vector<Audit*> top;
      for (auto* one : group) {
        if (one->reading.values->rps->value >= (1 - within) * highest) top.push_back(one);
      }
      return top;
    };
    auto top = at_the_top(kClose);
    double within = kClose;
    if (const auto near = at_the_top(kNear); names_of(near) >= kMostNear) {
      top = near;
      within = kNear;
    }
    if (names_of(top) < kMostClose) continue;
    for (auto* one : top) {
      one->findings.push_back(
          {"shared_rate",
           fmt::format(
               "{} of {} runs that were made alike lie within {:.0f} % of the highest rate, "
               "{}/s: client or network may be the limit, and the order among them is noise",
               top.size(), group.size(), 100 * within, grouped(highest))});
      one->findings = in_order(one->findings);
    }
  }
}

bool has_impossible(const Audit& audit) {
  return std::any_of(audit.findings.begin(), audit.findings.end(), [](const Finding& finding) {
    return reason(finding.code).weight == Weight::kImpossible;
  });
}

}  // namespace pacer::audit
