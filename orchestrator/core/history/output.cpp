#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/text_table.h"
#include "base/utf8.h"
#include "core/compare/output.h"
#include "core/formats/fold.h"
#include "core/formats/json_document.h"
#include "core/history/history.h"
#include "core/metrics/table.h"
#include "core/model/json.h"

namespace pacer {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNone = "—";
constexpr int kWidth = 80;

/// The median, and below it how fine a difference the run can show.
std::string value_cell(const HistoryFigure& figure) {
  if (!figure.median) return kNone;
  const auto value = format_value(metric(figure.change.metric), *figure.median);
  if (!figure.noise_floor) return value;
  return fmt::format("{}\n± {:.1f} %", value, (*figure.noise_floor - 1) * 100);
}

/// As benchstat prints it: "~" is no change that is beyond the noise.
std::string change_cell(const HistoryFigure& figure) {
  const auto& change = figure.change;
  if (!change.low || change.client_bound) return kNone;
  if (!is_beyond_noise(change)) return "~";
  return change_cells(change).change + "\n" + change_name(change.change);
}

Json figure_of(const HistoryFigure& figure) {
  const auto& change = figure.change;
  return {{"median", or_null(figure.median)},
          {"noise_floor_ratio", or_null(figure.noise_floor)},
          {"ratio_to_before", or_null(change.ratio)},
          {"ratio_low", or_null(change.low)},
          {"ratio_high", or_null(change.high)},
          {"beyond_noise", change.low ? Json(is_beyond_noise(change)) : Json(nullptr)}};
}

}  // namespace

std::string history_text(const History& history) {
  std::string text = history.framework + " on " + printable_line(history.machine) + "\n\n";
  TextTable table({{"date, UTC\nPacer"},
                   {"version\nrounds"},
                   {"req/s\nnoise", Align::kRight},
                   {"change", Align::kRight},
                   {"CPU/req\nnoise", Align::kRight},
                   {"change", Align::kRight}});
  std::string apart;
  for (const auto& entry : history.entries) {
    table.add_row({minute_of(entry.started_at) + "\n" + printable_line(entry.pacer_commit),
                   printable_line(entry.version) + "\n" + fmt::format("{}", entry.n_valid),
                   value_cell(entry.throughput), change_cell(entry.throughput),
                   value_cell(entry.cost), change_cell(entry.cost)});
    if (entry.apart.empty()) continue;
    const auto line = fmt::format("{}: not comparable with the run before: {}",
                                  minute_of(entry.started_at), join(entry.apart, "; "));
    for (const auto& part : fold(printable_line(line), kWidth)) apart += part + "\n";
  }
  text += table.render() + (apart.empty() ? "" : "\n" + apart) + "\n";
  std::string how =
      "Change: against the newest run before that can be compared; ~ is within the noise, — cannot "
      "be told. Noise: the smallest difference that two such runs can show.";
  if (history.other_machines > 0) {
    how += fmt::format(" {} run{} of other machines left out.", history.other_machines,
                       history.other_machines == 1 ? "" : "s");
  }
  for (const auto& line : fold(how, kWidth)) text += line + "\n";
  return text;
}

std::string history_json(const History& history) {
  auto entries = Json::array();
  for (const auto& entry : history.entries) {
    entries.push_back({{"run", entry.run},
                       {"started_at", entry.started_at},
                       {"version", entry.version},
                       {"pacer_commit", entry.pacer_commit},
                       {"repetitions", entry.n_valid},
                       {"throughput_rps", figure_of(entry.throughput)},
                       {"cpu_us_per_request", figure_of(entry.cost)},
                       {"not_comparable", entry.apart}});
  }
  const Json json{{"data_version", kDataVersion},
                  {"framework", history.framework},
                  {"machine", history.machine},
                  {"other_machines", history.other_machines},
                  {"entries", std::move(entries)}};
  return json_document(json);
}

}  // namespace pacer
