#include "core/formats/page.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "core/ranking/rank.h"

namespace pacer {
namespace {

void lay_out_body(const Ranking& ranking, bool with_note_codes, Page& page) {
  if (ranking.rows.empty()) page.remark("No framework was measured.");
  if (!printed_rows(ranking).empty()) {
    page.table(printed_columns(ranking), ranking.rows.size());
    for (const auto& side : latency_tables(ranking)) page.side_table(side);
  }
  if (const auto notes = printed_notes(ranking, with_note_codes); !notes.empty()) page.notes(notes);
  if (const auto verdicts = printed_verdicts(ranking); !verdicts.empty()) page.verdicts(verdicts);
}

void lay_out_footnotes(std::vector<std::string> notes, Page& page) {
  if (notes.empty()) return;
  for (auto& note : notes) note = printable_line(note);
  page.footnotes(notes);
}

void lay_out_settings(const Ranking& ranking, bool with_note_codes, Page& page) {
  const auto all = tables_of(ranking);
  const auto shared = shared_caption(ranking);
  page.title(printable_line(fmt::format("{}, {} settings", ranking.plan.name, all.size())));
  page.caption(shared);
  if (const auto matrix = setting_matrix(ranking); !matrix.columns.front().cells.empty()) {
    page.side_table(matrix);
  }
  for (const auto* one : all) {
    page.section(printable_line(one->setting + ", " + standing_name(one->standing)));
    page.caption(own_caption(*one, shared));
    lay_out_body(*one, with_note_codes, page);
  }
  lay_out_footnotes(all_footnotes(ranking), page);
}

}  // namespace

void lay_out(const Ranking& ranking, bool with_note_codes, Page& page) {
  if (!ranking.further.empty()) return lay_out_settings(ranking, with_note_codes, page);
  page.title(printable_line(ranking.title));
  page.caption(ranking.caption);
  lay_out_body(ranking, with_note_codes, page);
  lay_out_footnotes(ranking.footnotes, page);
}

}  // namespace pacer
