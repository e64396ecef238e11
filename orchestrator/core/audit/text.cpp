#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "base/text.h"
#include "base/text_table.h"
#include "base/utf8.h"
#include "core/audit/judge.h"
#include "core/audit/output.h"
#include "core/audit/reasons.h"
#include "core/audit/rules/rules.h"

namespace pacer::audit {
namespace {

/// Beyond it, reasons are counted, and only what cannot be true is shown one by one.
constexpr std::size_t kMostShown = 40;
constexpr int kNarrowest = 40;
constexpr int kLabelWidth = 16;

struct WeightLook {
  std::string_view label;
  std::string_view style;
};

WeightLook look_of(Weight weight) {
  switch (weight) {
    case Weight::kImpossible:
      return {"cannot be true", "\x1b[31m"};
    case Weight::kUndecided:
      return {"undecided", "\x1b[33m"};
    case Weight::kPlain:
      break;
  }
  return {"so", ""};
}

std::string place(const Reading& reading) {
  auto text = printable_line(reading.file);
  if (reading.line > 0) text += fmt::format(":{}", reading.line);
  if (!reading.subject.empty()) text += " (" + printable_line(reading.subject) + ")";
  return text;
}

std::string setting_text(const Reading& reading) {
  std::vector<std::string> parts{reading.tool.empty() ? "unknown client" : reading.tool};
  if (!reading.values) return parts.front();
  const auto& values = *reading.values;
  if (values.threads) parts.push_back(fmt::format("{} threads", *values.threads));
  if (values.connections) parts.push_back(fmt::format("{} connections", *values.connections));
  const auto& depth = reading.setting.depth;
  parts.push_back(depth ? fmt::format("depth {}", *depth) : "depth unknown");
  if (reading.setting.is_open_loop) parts.emplace_back("open loop");
  if (values.duration_s) parts.push_back(fmt::format("{:.4g} s", values.duration_s->value));
  return join(parts, ", ");
}

class Writer {
 public:
  explicit Writer(const Look& look) : look_(look) {}

  void head(const Audit& audit) {
    line(fmt::format("{}: {}", place(audit.reading), setting_text(audit.reading)), "", "");
  }

  void figures(const Audit& audit) {
    if (!audit.reading.values) {
      labelled("no figures", "", "");
      return;
    }
    const auto& values = *audit.reading.values;
    const auto rate = values.rps ? grouped(values.rps->value) + " requests/s" : "no rate";
    labelled("throughput", fmt::format("{}: {}", rate, verdict_word(audit.verdict)), "");
    const auto& average = values.latency_us.avg;
    std::string text = average ? time_text(average->value) + " on average" : "no average";
    if (audit.little_ratio) text += fmt::format(", {:.3g} × the loop's own", *audit.little_ratio);
    text += audit.latency_usable ? "" : ": not usable";
    labelled("latency", text, "");
  }

  void findings(const Audit& audit) {
    for (const auto& finding : audit.findings) {
      const auto look = look_of(reason(finding.code).weight);
      labelled(look.label, fmt::format("{} [{}]", printable_line(finding.text), finding.code),
               look.style);
    }
    for (const auto& note : audit.reading.notes) labelled("note", note, "");
  }

  void raw(std::string_view text) { out_ += text; }
  std::string take() { return std::move(out_); }

 private:
  void labelled(std::string_view label, const std::string& text, std::string_view style) {
    line(text, fmt::format("  {:<{}}", label, kLabelWidth), style);
  }

  void line(const std::string& text, const std::string& label, std::string_view style) {
    const int indent = label.empty() ? 4 : kLabelWidth + 2;
    auto before = label.empty() || style.empty() || !look_.color
                      ? label
                      : fmt::format("{}{}\x1b[0m", style, label);
    auto lines = wrap(text, std::max(kNarrowest, look_.width) - indent);
    if (lines.empty()) lines.emplace_back();
    for (const auto& one : lines) {
      out_ += trim(one).empty() ? trim_right(before) : before + one;
      out_ += '\n';
      before = std::string(static_cast<std::size_t>(indent), ' ');
    }
  }

  static std::string trim_right(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

  Look look_;
  std::string out_;
};

std::string count_table(const std::vector<Audit>& audits) {
  std::map<std::string_view, std::size_t> counts;
  for (const auto& audit : audits) {
    for (const auto& finding : audit.findings) ++counts[reason(finding.code).code];
  }
  TextTable table({{"reports", Align::kRight}, {"reason"}, {"figure"}, {"what it says"}});
  for (const auto& row : reasons()) {
    const auto count = counts.find(row.code);
    if (count == counts.end()) continue;
    table.add_row({std::to_string(count->second), std::string(row.code),
                   std::string(look_of(row.weight).label), std::string(row.help)});
  }
  return table.render();
}

std::string summary(const std::vector<Audit>& audits) {
  const auto count = [&](auto&& holds) {
    return std::count_if(audits.begin(), audits.end(), holds);
  };
  const auto with = [&](Verdict verdict) {
    return count([&](const Audit& audit) { return audit.verdict == verdict; });
  };
  return fmt::format(
      "{} {}: throughput of {} ok, {} suspect, {} failed; latency of {} usable; {} hold a figure "
      "that cannot be true\n",
      audits.size(), audits.size() == 1 ? "report" : "reports", with(Verdict::kOk),
      with(Verdict::kSuspect), with(Verdict::kFailed),
      count([](const Audit& audit) { return audit.latency_usable; }), count(has_impossible));
}

}  // namespace

std::string plain_text(const std::vector<Audit>& audits, const Look& look) {
  Writer writer(look);
  const bool is_long = audits.size() > kMostShown;
  std::size_t shown = 0;
  std::size_t left = 0;
  for (const auto& audit : audits) {
    if (is_long && !has_impossible(audit)) continue;
    if (shown == kMostShown) {
      ++left;
      continue;
    }
    ++shown;
    writer.head(audit);
    writer.figures(audit);
    writer.findings(audit);
    writer.raw("\n");
  }
  if (left > 0) writer.raw(fmt::format("… and {} more; --json has all\n\n", left));
  if (is_long) writer.raw(count_table(audits) + "\n");
  writer.raw(summary(audits));
  return writer.take();
}

}  // namespace pacer::audit
