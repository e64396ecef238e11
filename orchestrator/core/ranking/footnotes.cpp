#include "core/ranking/footnotes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace pacer {
namespace {

std::string standing_note(Standing standing) {
  switch (standing) {
    case Standing::kRanked:
      return "Ranks are positions by median; whether neighbours truly differ is not tested.";
    case Standing::kProvisional:
      return "With 6 to 9 complete rounds the ranks are provisional; whether neighbours truly "
             "differ is not tested.";
    case Standing::kUnranked:
      break;
  }
  return "With fewer than 6 complete rounds the rows are sorted, not ranked: small differences may "
         "be noise.";
}

bool has_interval(const Row& row) {
  const auto found = row.summary.estimates.find("throughput_rps");
  return row.ceiling_ratio_interval ||
         (found != row.summary.estimates.end() && found->second.low.has_value());
}

bool has_note(const Row& row, const char* code) {
  const auto& notes = row.summary.notes;
  return std::any_of(notes.begin(), notes.end(),
                     [&](const Note& note) { return note.code == code; });
}

/// The meaning of the badges that the rows have, the best first.
std::string verified_note(const std::vector<Row>& rows) {
  struct Meaning {
    Badge badge;
    const char* text;
  };
  constexpr std::array<Meaning, 3> kMeanings{
      {{Badge::kHandler, "handler = each run of the handler was counted"},
       {Badge::kBytes, "bytes = each byte under load was accounted for"},
       {Badge::kClient, "client = only what the client itself checks"}}};
  std::vector<std::string> shown;
  for (const auto& meaning : kMeanings) {
    const auto has_it = [&](const Row& row) { return row.summary.badge == meaning.badge; };
    if (std::any_of(rows.begin(), rows.end(), has_it)) shown.emplace_back(meaning.text);
  }
  return "Verified by: " + join(shown, ", ") + ".";
}

}  // namespace

std::vector<std::string> footnotes_of(const Ranking& ranking) {
  const auto shows = [&](const char* key) {
    const auto& columns = ranking.columns;
    return std::find(columns.begin(), columns.end(), key) != columns.end();
  };
  const auto any_row = [&](const auto& predicate) {
    return std::any_of(ranking.rows.begin(), ranking.rows.end(), predicate);
  };
  if (ranking.rows.empty()) return {};
  std::vector<std::string> notes{standing_note(ranking.standing)};
  notes.emplace_back(
      "One machine, loopback and a hello world: networks, TLS, databases and real applications are "
      "not measured.");
  if (any_row(has_interval)) {
    notes.emplace_back("[a–b]: the smallest and the largest of the valid trials.");
  }
  if (any_row([](const Row& row) { return row.ceiling_ratio.has_value(); })) {
    notes.emplace_back(
        "Ceiling: a server of canned answers, the most that client and kernel can do here.");
  }
  if (shows("latency_mean_us")) {
    notes.emplace_back(
        "Mean latency: the closed-loop mean, connections x elapsed / responses (Little's law).");
  }
  if (shows("batch_cycle_us")) {
    notes.push_back(fmt::format(
        "Batch cycle: how long a batch of {} pipelined requests takes; it is not a latency.",
        ranking.settings.pipeline));
  }
  if (ranking.settings.client == "wrk") {
    notes.emplace_back(
        "wrk's own latency columns are not published: it records one sample per batch and "
        "back-fills "
        "phantom samples (docs/measuring.md).");
  }
  if (shows("memory_peak_bytes")) {
    notes.emplace_back(
        "Memory: peak of the summed RSS of the whole server tree, sampled at 10 Hz under load; "
        "shared pages count once per process.");
  }
  notes.push_back(verified_note(ranking.rows));
  if (any_row([](const Row& row) { return has_note(row, "harness-bound"); })) {
    notes.emplace_back(
        "Harness-bound: the client was the limit, so the figure is a lower bound of what the "
        "server "
        "can do.");
  }
  return notes;
}

}  // namespace pacer
