#include <fmt/format.h>

#include <ostream>

#include "base/utf8.h"
#include "core/formats/cells.h"
#include "core/formats/side_tables.h"
#include "core/formats/table.h"
#include "core/ranking/rank.h"

namespace pacer {
namespace {

/// The page needs nothing else: no script, no font, no other file.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --rule: #8884; --faint: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 90rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: left; white-space: pre; }
tr { border-bottom: 1px solid var(--rule); }
th { vertical-align: bottom; } th[scope=row] { font-weight: 600; }
.number { text-align: right; } tbody tr:hover { background: var(--faint); }
.control { font-style: italic; } li { max-width: 50rem; }
code { overflow-wrap: anywhere; }
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

class HtmlWriter {
 public:
  explicit HtmlWriter(std::ostream& out) : out_(out) {}

  void begin(const std::string& title) {
    out_ << fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
        "<style>{}</style>\n",
        escaped(title), kStyle);
  }
  void end() { out_ << "</html>\n"; }
  void element(const char* name, const std::string& text) {
    out_ << fmt::format("<{0}>{1}</{0}>\n", name, escaped(printable_line(text)));
  }
  void caption(const Caption& caption);
  void body(const Ranking& ranking);
  void side_table(const SideTable& side);
  void footnotes(const std::vector<std::string>& notes);

 private:
  void table(const std::vector<Column>& columns, std::size_t ranked);
  void notes(const Ranking& ranking);
  void verdicts(const Ranking& ranking);

  std::ostream& out_;
};

void HtmlWriter::caption(const Caption& caption) {
  out_ << "<dl>\n";
  for (const auto& [label, text] : caption) {
    const auto* tag = label == "Reproduce" ? "code" : "span";
    out_ << fmt::format("<dt>{0}</dt><dd><{1}>{2}</{1}></dd>\n", escaped(label), tag,
                        escaped(printable_line(text)));
  }
  out_ << "</dl>\n";
}

void HtmlWriter::table(const std::vector<Column>& columns, std::size_t ranked) {
  const auto style = [](const Column& column) {
    return column.align == Align::kRight ? " class=\"number\"" : "";
  };
  out_ << "<div class=\"wide\"><table>\n<thead><tr>";
  for (const auto& column : columns) {
    out_ << fmt::format("<th scope=\"col\"{}>{}</th>", style(column), escaped(column.head));
  }
  out_ << "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
    out_ << (i >= ranked ? "<tr class=\"control\">" : "<tr>");
    for (const auto& column : columns) {
      const bool names_row = column.key == "framework";
      out_ << fmt::format("<{0}{1}>{2}</{3}>", names_row ? "th scope=\"row\"" : "td", style(column),
                          escaped(column.cells[i]), names_row ? "th" : "td");
    }
    out_ << "</tr>\n";
  }
  out_ << "</tbody></table></div>\n";
}

void HtmlWriter::side_table(const SideTable& side) {
  element("h3", side.title);
  table(side.columns, side.ranked);
}

void HtmlWriter::notes(const Ranking& ranking) {
  const auto notes = printed_notes(ranking, false);
  if (notes.empty()) return;
  out_ << "<h3>Notes</h3>\n<ul>\n";
  for (const auto& note : notes) {
    out_ << fmt::format("<li><b>{}</b>: {}</li>\n", escaped(note.who), escaped(note.text));
  }
  out_ << "</ul>\n";
}

void HtmlWriter::verdicts(const Ranking& ranking) {
  const auto verdicts = printed_verdicts(ranking);
  if (verdicts.empty()) return;
  out_ << "<h3>Not measured</h3>\n<ul>\n";
  for (const auto& verdict : verdicts) {
    const auto outcome =
        verdict.outcome.empty() ? "" : "<em>" + escaped(verdict.outcome) + "</em>: ";
    out_ << fmt::format("<li><b>{}</b>: {}{}", escaped(verdict.who), outcome,
                        escaped(verdict.reason));
    for (const auto& line : verdict.evidence) {
      out_ << "<br><code>" << escaped(line) << "</code>";
    }
    if (!verdict.notes.empty()) out_ << "<br>note: " << escaped(verdict.notes);
    if (!verdict.remedy.empty()) out_ << "<br>try: <code>" << escaped(verdict.remedy) << "</code>";
    out_ << "</li>\n";
  }
  out_ << "</ul>\n";
}

void HtmlWriter::body(const Ranking& ranking) {
  if (ranking.rows.empty()) element("p", "No framework was measured.");
  if (!printed_rows(ranking).empty()) {
    table(printed_columns(ranking), ranking.rows.size());
    for (const auto& side : latency_tables(ranking)) side_table(side);
  }
  notes(ranking);
  verdicts(ranking);
}

void HtmlWriter::footnotes(const std::vector<std::string>& notes) {
  if (notes.empty()) return;
  out_ << "<h2>How to read it</h2>\n<ul>\n";
  for (const auto& note : notes) element("li", note);
  out_ << "</ul>\n";
}

/// Of several settings: what they share once, then a section for each.
void write_settings(const Ranking& ranking, HtmlWriter& page) {
  const auto all = tables_of(ranking);
  const auto shared = shared_caption(ranking);
  const auto title = fmt::format("{}, {} settings", ranking.plan.name, all.size());
  page.begin(title);
  page.element("h1", title);
  page.caption(shared);
  if (const auto matrix = setting_matrix(ranking); !matrix.columns.front().cells.empty()) {
    page.side_table(matrix);
  }
  for (const auto* one : all) {
    page.element("h2", one->setting + ", " + standing_name(one->standing));
    page.caption(own_caption(*one, shared));
    page.body(*one);
  }
  page.footnotes(all_footnotes(ranking));
  page.end();
}

}  // namespace

void write_html(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  HtmlWriter page(out);
  if (!ranking.further.empty()) return write_settings(ranking, page);
  page.begin(ranking.title);
  page.element("h1", ranking.title);
  page.caption(ranking.caption);
  page.body(ranking);
  page.footnotes(ranking.footnotes);
  page.end();
}

}  // namespace pacer
