#include <fmt/format.h>

#include <array>
#include <bitset>
#include <optional>
#include <string>

#include "base/text.h"
#include "base/utf8.h"
#include "core/audit/clean.h"
#include "core/audit/command_line.h"
#include "core/audit/readers/complaints.h"
#include "core/audit/readers/readers.h"
#include "core/audit/readers/script_output.h"
#include "core/audit/readers/wrk_lines.h"

namespace pacer::audit {
namespace {

constexpr int kWidestSubject = 80;
constexpr std::size_t kMostCommandLines = 20;
constexpr double kDefaultTimeout_s = 2;  // wrk 4
/// wrk looks at the clock ten times a second, and its threads end one after the other.
constexpr double kDurationSlack_s = 0.25;

/// A report while its lines are collected.
struct Draft {
  std::size_t line = 0;
  std::size_t section = 0;  ///< of a page: between fences, headings and commands
  std::string command;
  std::string subject;
  Values values;
  LineFaults faults;
  std::bitset<16> seen;
  WrkLine last = WrkLine::kStatsHead;
  bool is_wrk2 = false;
  bool in_uncorrected = false;
  bool is_ambiguous = false;  ///< a line came twice or out of order
  bool is_ended = false;
  std::vector<std::string_view> trailing;  ///< behind the report: what a script printed

  bool has(WrkLine kind) const { return seen.test(static_cast<std::size_t>(kind)); }
  void mark(WrkLine kind) { seen.set(static_cast<std::size_t>(kind)); }
};

bool is_of_percentiles(WrkLine kind) {
  return kind == WrkLine::kDistribution || kind == WrkLine::kUncorrected ||
         kind == WrkLine::kPercentile;
}

/// Cuts a text into drafts.
class Cutter {
 public:
  explicit Cutter(const std::vector<std::string_view>& lines) : lines_(lines) {}

  void run() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      auto line = strip(lines_[at_]);
      while (line.starts_with('>')) line = strip(line.substr(1));  // a quotation
      if (!is_page_mark(line)) take(line);
    }
  }

  std::vector<Draft> drafts;
  bool is_page = false;

 private:
  void end_section() {
    is_page = true;
    ++section_;
    is_open_ = false;
  }

  bool is_page_mark(std::string_view line) {
    if (line.starts_with("```") || line.starts_with("~~~")) {
      end_section();
      in_fence_ = !in_fence_;
      return true;
    }
    const auto text = line.find_first_not_of('#');
    if (line.starts_with('#') && text != std::string_view::npos && line[text] == ' ') {
      end_section();
      subject_ = cut(printable_line(strip(line.substr(text))), kWidestSubject);
      return true;
    }
    return is_command(line);
  }

  /// Takes the command, or what the page says of the next report.
  bool is_command(std::string_view line) {
    std::string command(line);
    auto last = at_;
    const bool may_be = line.find("wrk") != std::string_view::npos;
    while (may_be && command.ends_with('\\') && last + 1 < lines_.size() &&
           last < at_ + kMostCommandLines) {
      command.append("\n").append(strip(lines_[++last]));
    }
    if (!may_be || !parse_command(command)) {
      const bool is_between = !is_open_ || drafts.back().is_ended;
      const bool is_prose = line.find_first_not_of("-=* ") != std::string_view::npos;
      if (!in_fence_ && is_between && is_prose && kind_of(line) == WrkLine::kOther) {
        subject_ = cut(printable_line(line), kWidestSubject);
      }
      return false;
    }
    end_section();
    command_ = replace_all(command, "\\\n", " ");
    at_ = last;
    return true;
  }

  void begin() {
    Draft draft;
    draft.line = at_ + 1;
    draft.section = section_;
    draft.command = command_;
    draft.subject = subject_;
    command_.clear();  // a command is of the report that follows it, and of no other
    drafts.push_back(draft);
    is_open_ = true;
  }

  bool begins_report(WrkLine kind) const {
    if (kind == WrkLine::kRunning) return true;
    if (kind != WrkLine::kOpened && kind != WrkLine::kStatsHead) return false;
    // A report whose head was cut off, or a second one without it.
    if (!is_open_) return true;
    const auto& draft = drafts.back();
    return draft.is_ended || draft.has(kind) || draft.has(WrkLine::kStatsHead);
  }

  void take(std::string_view line) {
    const auto kind = kind_of(line);
    if (begins_report(kind)) begin();
    if (!is_open_) return;
    auto& draft = drafts.back();
    if (draft.is_ended) {
      draft.trailing.push_back(line);
      return;
    }
    if (kind == WrkLine::kCalibration) draft.is_wrk2 = true;
    const bool is_head = kind == WrkLine::kRunning || kind == WrkLine::kOpened;
    // A script may print anything before the threads have ended.
    if (!draft.has(WrkLine::kStatsHead) && !is_head && kind != WrkLine::kStatsHead) return;
    if (kind == WrkLine::kOther || kind == WrkLine::kCalibration) return;
    take_known(kind, line, draft);
  }

  static void take_known(WrkLine kind, std::string_view line, Draft& draft) {
    if (line.find("HdrHistogram") != std::string_view::npos) draft.is_wrk2 = true;
    if (is_of_percentiles(kind)) {
      if (kind == WrkLine::kUncorrected) draft.in_uncorrected = true;
      if (kind == WrkLine::kDistribution) draft.in_uncorrected = false;
      const bool is_inside = draft.has(WrkLine::kDistribution) || kind != WrkLine::kPercentile;
      draft.is_ambiguous |= draft.last > WrkLine::kPercentile || !is_inside;
      draft.is_ambiguous |= kind == WrkLine::kDistribution && draft.has(kind);
    } else {
      draft.is_ambiguous |=
          draft.has(kind) || (draft.has(WrkLine::kStatsHead) && kind < draft.last);
    }
    draft.mark(kind);
    if (draft.has(WrkLine::kStatsHead)) draft.last = kind;
    if (is_of_percentiles(kind) && draft.in_uncorrected) return;
    read_wrk_line(kind, line, draft.values, draft.faults);
    draft.is_ended = kind == WrkLine::kTransferPerSec;
  }

  const std::vector<std::string_view>& lines_;
  std::size_t at_ = 0;
  std::size_t section_ = 0;
  bool is_open_ = false;
  bool in_fence_ = false;
  std::string subject_;
  std::string command_;
};

/// The range of durations that the label of the first line may stand for: minutes are rounded.
void set_asked_by_label(const std::string& label, Setting& setting) {
  if (label.empty()) return;
  double number = 0;
  for (const char c : label.substr(0, label.size() - 1)) number = number * 10 + (c - '0');
  const double unit = label.back() == 's' ? 1 : label.back() == 'm' ? 60 : 3600;
  const double half = label.back() == 's' ? 0 : unit / 2;
  setting.asked_s_low = number * unit - half;
  setting.asked_s_high = number * unit + half;
  constexpr double kFirstMinute_s = 51;  // below it, seconds are shown
  if (unit > 1 && setting.asked_s_low < kFirstMinute_s) setting.asked_s_low = kFirstMinute_s;
}

void apply_command(const CommandLine& command, bool is_script_lost, Reading& reading) {
  auto& setting = reading.setting;
  const auto& values = *reading.values;
  const auto differs = [](const Count& asked, const Count& printed) {
    return asked && printed && asked != printed;
  };
  if (differs(command.threads, values.threads) ||
      differs(command.connections, values.connections)) {
    reading.findings.push_back(
        {"command_mismatch",
         fmt::format("the report is of {} threads and {} connections, the command is not",
                     *values.threads, *values.connections)});
    return;
  }
  setting.depth = is_script_lost ? Count(1) : depth_of(command);
  setting.is_open_loop = setting.is_open_loop || command.has_rate;
  setting.timeout_s = command.timeout_s.value_or(kDefaultTimeout_s);
  if (!command.duration_s) return;
  const auto low = setting.asked_s_low;
  const auto high = setting.asked_s_high;
  if (high > 0 && (*command.duration_s < low || *command.duration_s > high)) {
    reading.findings.push_back(
        {"duration_mismatch", fmt::format("the command asks for {:g} s, the report for {}",
                                          *command.duration_s, values.test_label)});
  }
  setting.asked_s_low = setting.asked_s_high = *command.duration_s;
}

/// What is wanting for a whole report, in the words of its lines; empty where nothing is.
std::string missing_lines(const Draft& draft) {
  constexpr std::array<std::pair<WrkLine, const char*>, 6> kWanted{
      {{WrkLine::kStatsHead, "Thread Stats"},
       {WrkLine::kLatency, "Latency"},
       {WrkLine::kRate, "Req/Sec"},
       {WrkLine::kTotals, "requests in"},
       {WrkLine::kRequestsPerSec, "Requests/sec"},
       {WrkLine::kTransferPerSec, "Transfer/sec"}}};
  std::vector<std::string> missing;
  for (const auto& [kind, words] : kWanted) {
    if (!draft.has(kind)) missing.emplace_back(fmt::format("'{}'", words));
  }
  return join(missing, ", ");
}

void add_faults(const Draft& draft, Reading& reading) {
  const auto missing = missing_lines(draft);
  const auto add = [&](const char* code, std::string text) {
    reading.findings.push_back({code, std::move(text)});
  };
  if (draft.faults.has_overflow) {
    add("number_overflow", "a count in this report is larger than 64 bits hold");
  }
  if (!missing.empty()) {
    add("truncated_field", fmt::format("the report is cut: there is no line {}", missing));
  } else if (draft.faults.is_cut) {
    add("truncated_field", "a figure is cut, or is not of the form that wrk prints");
  }
  if (draft.faults.has_comma) add("locale_comma", "decimals are printed with a comma");
  if (draft.faults.is_garbage) {
    add("latency_garbage", "a figure is negative, a percentile comes twice or is over 100 %");
  }
  if (!draft.has(WrkLine::kRunning) || !draft.has(WrkLine::kOpened)) {
    add("header_missing", "the lines that say duration, threads and connections are missing");
  }
}

bool is_readable(const Draft& draft) {
  const auto& values = draft.values;
  return !draft.is_ambiguous && !draft.faults.has_overflow && values.requests && values.rps &&
         draft.has(WrkLine::kLatency);
}

Reading to_reading(Draft& draft, const Document& document, const std::vector<Finding>& said,
                   bool is_page) {
  Reading reading;
  reading.file = document.name;
  reading.line = draft.line;
  if (is_page) reading.subject = draft.subject;
  reading.tool = draft.is_wrk2 ? "wrk2" : "wrk";
  reading.exit_code = document.exit_code;
  reading.setting.command = draft.command.empty() ? document.command.value_or("") : draft.command;
  reading.setting.bytes_have_heads = true;
  reading.setting.duration_slack = kDurationSlack_s;
  const auto command = parse_command(reading.setting.command);
  bool is_script_lost = false;
  for (const auto& one : said) is_script_lost |= one.code == "script_not_loaded";
  reading.findings = said;
  add_faults(draft, reading);
  if (!is_readable(draft)) {
    reading.findings.push_back({"no_report", "there is no whole report to read here"});
    return reading;
  }
  if (!draft.values.socket_errors_line) draft.values.socket_errors = {0, 0, 0, 0, {}};
  if (!draft.values.non2xx_line) draft.values.non2xx = 0;
  reading.values = draft.values;
  set_asked_by_label(draft.values.test_label, reading.setting);
  reading.setting.is_open_loop = draft.is_wrk2;
  if (command) apply_command(*command, is_script_lost, reading);
  if (reading.setting.is_open_loop) reading.tool = "wrk2";
  const auto depth = reading.setting.depth;
  reading.group = fmt::format("{} connections, depth {}", draft.values.connections.value_or(0),
                              depth ? std::to_string(*depth) : "unknown");
  read_script_output(draft.trailing, reading);
  return reading;
}

/// Two reports that nothing tells apart: which one is the result of the run?
void mark_multiple(const std::vector<Draft>& drafts, bool is_page, std::vector<Reading>& readings) {
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const auto is_same = [&](std::size_t other) {
      return !is_page || drafts[other].section == drafts[i].section;
    };
    const bool is_shared = (i > 0 && is_same(i - 1)) || (i + 1 < drafts.size() && is_same(i + 1));
    if (is_shared || drafts[i].is_ambiguous) {
      readings[i].findings.push_back(
          {"multiple_reports", "more than one report stands here, and nothing tells them apart"});
    }
  }
}

std::vector<Finding> what_was_said(const Document& document, std::string_view text) {
  const auto command = parse_command(document.command.value_or(""));
  return complaints(fmt::format("{}\n{}", document.err, text), command ? command->script : "");
}

Reading no_report(const Document& document, std::string_view text) {
  Reading reading;
  reading.file = document.name;
  reading.exit_code = document.exit_code;
  reading.setting.command = document.command.value_or("");
  reading.findings = what_was_said(document, text);
  const bool is_empty = text.find_first_not_of(" \t\n") == std::string_view::npos;
  if (!reading.findings.empty()) reading.tool = "wrk";
  reading.findings.push_back(
      {"no_report", is_empty ? "the output is empty" : "there is no report of a load client here"});
  if (!is_empty && reading.tool.empty()) {
    reading.findings.push_back({"not_wrk", "this is not the output of a client that is known"});
  }
  return reading;
}

}  // namespace

std::vector<Reading> read_wrk(const Document& document, std::string_view text) {
  const auto lines = lines_of(text);
  Cutter cutter(lines);
  cutter.run();
  if (cutter.drafts.empty()) return {no_report(document, text)};
  // What a page tells around its reports is not what the client said.
  const auto said = what_was_said(document, cutter.is_page ? "" : text);
  std::vector<Reading> readings;
  for (auto& draft : cutter.drafts)
    readings.push_back(to_reading(draft, document, said, cutter.is_page));
  mark_multiple(cutter.drafts, cutter.is_page, readings);
  return readings;
}

}  // namespace pacer::audit
