#include "core/ranking/footnotes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "core/metrics/table.h"

namespace pacer {
namespace {

std::vector<std::string> standing_notes(Standing standing, bool controls_failed) {
  if (controls_failed) {
    return {
        "A control failed, so the rows are sorted, not ranked: this run called equal servers "
        "different, or did not see a known difference."};
  }
  if (standing == Standing::kUnranked) {
    return {
        "With fewer than 6 complete rounds the rows are sorted, not ranked: small differences "
        "may be noise."};
  }
  std::vector<std::string> notes;
  if (standing == Standing::kProvisional) {
    notes.emplace_back("With 6 to 9 complete rounds the ranks are provisional.");
  }
  notes.emplace_back(
      "Ranks are the places that a row may take: 2–4 is surely behind one row and surely ahead of "
      "all but four; = marks rows with the same places.");
  notes.emplace_back(
      "Surely: the ratio of the two lies outside of 1/1.02 to 1.02, with 95 % confidence in all "
      "pairs of rows together.");
  return notes;
}

std::string noise_note() {
  return "Noise floor: two typical rows are told apart if their ratio is further from 1 than that.";
}

std::string overruled_note(const char* what, double p) {
  return fmt::format(
      "No two rows are told apart by {}: values in random order within the rounds differ as much "
      "with probability {:.2g}.",
      what, p);
}

const char* ceiling_note(bool exceeded) {
  return exceeded
             ? "Ceiling: a server of canned answers, meant as the most that client and kernel can "
               "do here: that a row stands above it shows how far trials of one server vary."
             : "Ceiling: a server of canned answers, the most that client and kernel can do here.";
}

bool has_interval(const Row& row) {
  const auto* throughput = estimate_of(row.summary, "throughput_rps");
  return row.ceiling_ratio_interval || (throughput != nullptr && throughput->low.has_value());
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

template <class Shows>
void add_latency_notes(const Ranking& ranking, const Shows& shows,
                       std::vector<std::string>& notes) {
  if (shows("latency_mean_us")) {
    notes.emplace_back(
        "Mean latency: the closed-loop mean, connections x elapsed / responses (Little's law).");
  }
  if (shows("latency_us_p50") && !ranking.settings.latency_rates.empty()) {
    notes.push_back(fmt::format(
        "p50, p99: latency in an open loop at {} requests/s, the same for all, from the moment "
        "each request was due; — where the rate was not sustained.",
        ranking.settings.latency_rates.front()));
  }
  if (const auto percent = ranking.settings.latency_capacity_percent) {
    notes.push_back(fmt::format(
        "At {} % of own capacity each row has a rate of its own, from its throughput in the same "
        "trial: these latencies are not compared between rows.",
        *percent));
  }
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
  auto notes = standing_notes(ranking.standing, ranking.controls_failed);
  if (ranking.throughput || ranking.cost) notes.push_back(noise_note());
  for (const auto& [what, resolution] :
       {std::pair{"throughput", ranking.throughput}, std::pair{"CPU per request", ranking.cost}}) {
    if (resolution && resolution->overruled) {
      notes.push_back(overruled_note(what, resolution->permutation_p));
    }
  }
  notes.emplace_back(
      "One machine, loopback and a hello world: networks, TLS, databases and real applications are "
      "not measured.");
  if (any_row(has_interval)) {
    notes.emplace_back("[a–b]: the smallest and the largest of the valid trials.");
  }
  if (any_row([](const Row& row) { return row.ceiling_ratio.has_value(); })) {
    notes.emplace_back(ceiling_note(any_row([](const Row& row) { return row.ceiling_ratio > 1; })));
  }
  if (!ranking.controls.empty()) {
    notes.emplace_back(
        "Controls: the ceiling's twin is the same program in another folder and must not be told "
        "apart from it; the heavier one does a tenth more work and must be, where the run can see "
        "so little.");
  }
  add_latency_notes(ranking, shows, notes);
  if (shows("batch_cycle_us")) {
    notes.emplace_back(
        "Batch cycle: how long a whole batch of pipelined requests takes; it is not a latency.");
  }
  if (ranking.settings.client == "wrk") {
    notes.emplace_back(
        "wrk's own latency columns are not published: it records one sample per batch and "
        "back-fills "
        "phantom samples (docs/measuring.md).");
  }
  if (shows(ranking.memory_key.c_str())) {
    notes.emplace_back(memory_method(ranking.memory_key)->note);
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
