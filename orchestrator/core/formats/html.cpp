#include <fmt/format.h>

#include <ostream>

#include "base/utf8.h"
#include "core/formats/markup_text.h"
#include "core/formats/page.h"
#include "core/formats/table.h"

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

class HtmlPage : public Page {
 public:
  explicit HtmlPage(std::ostream& out) : out_(out) {}
  ~HtmlPage() override { out_ << "</html>\n"; }
  HtmlPage(const HtmlPage&) = delete;
  HtmlPage& operator=(const HtmlPage&) = delete;

  void title(const std::string& text) override;
  void section(const std::string& title) override { element("h2", title); }
  void caption(const Caption& caption) override;
  void remark(const std::string& text) override { element("p", text); }
  void table(const std::vector<Column>& columns, std::size_t ranked) override;
  void side_table(const SideTable& side) override {
    element("h3", side.title);
    table(side.columns, side.ranked);
  }
  void notes(const std::vector<PrintedNote>& notes) override;
  void verdicts(const std::vector<Verdict>& verdicts) override;
  void footnotes(const std::vector<std::string>& notes) override;

 private:
  void element(const char* name, const std::string& text) {
    out_ << fmt::format("<{0}>{1}</{0}>\n", name, markup_escaped(text));
  }

  std::ostream& out_;
};

void HtmlPage::title(const std::string& text) {
  out_ << fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
      "<style>{}</style>\n",
      markup_escaped(text), kStyle);
  element("h1", text);
}

void HtmlPage::caption(const Caption& caption) {
  out_ << "<dl>\n";
  for (const auto& [label, text] : caption) {
    const auto* tag = label == "Reproduce" ? "code" : "span";
    out_ << fmt::format("<dt>{0}</dt><dd><{1}>{2}</{1}></dd>\n", markup_escaped(label), tag,
                        markup_escaped(printable_line(text)));
  }
  out_ << "</dl>\n";
}

void HtmlPage::table(const std::vector<Column>& columns, std::size_t ranked) {
  const auto style = [](const Column& column) {
    return column.align == Align::kRight ? " class=\"number\"" : "";
  };
  out_ << "<div class=\"wide\"><table>\n<thead><tr>";
  for (const auto& column : columns) {
    out_ << fmt::format("<th scope=\"col\"{}>{}</th>", style(column), markup_escaped(column.head));
  }
  out_ << "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
    out_ << (i >= ranked ? "<tr class=\"control\">" : "<tr>");
    for (const auto& column : columns) {
      const bool names_row = column.key == "framework";
      out_ << fmt::format("<{0}{1}>{2}</{3}>", names_row ? "th scope=\"row\"" : "td", style(column),
                          markup_escaped(column.cells[i]), names_row ? "th" : "td");
    }
    out_ << "</tr>\n";
  }
  out_ << "</tbody></table></div>\n";
}

void HtmlPage::notes(const std::vector<PrintedNote>& notes) {
  out_ << "<h3>Notes</h3>\n<ul>\n";
  for (const auto& note : notes) {
    out_ << fmt::format("<li><b>{}</b>: {}</li>\n", markup_escaped(note.who),
                        markup_escaped(note.text));
  }
  out_ << "</ul>\n";
}

void HtmlPage::verdicts(const std::vector<Verdict>& verdicts) {
  out_ << "<h3>Not measured</h3>\n<ul>\n";
  for (const auto& verdict : verdicts) {
    const auto outcome =
        verdict.outcome.empty() ? "" : "<em>" + markup_escaped(verdict.outcome) + "</em>: ";
    out_ << fmt::format("<li><b>{}</b>: {}{}", markup_escaped(verdict.who), outcome,
                        markup_escaped(verdict.reason));
    for (const auto& line : verdict.evidence) {
      out_ << "<br><code>" << markup_escaped(line) << "</code>";
    }
    if (!verdict.notes.empty()) out_ << "<br>note: " << markup_escaped(verdict.notes);
    if (!verdict.remedy.empty())
      out_ << "<br>try: <code>" << markup_escaped(verdict.remedy) << "</code>";
    out_ << "</li>\n";
  }
  out_ << "</ul>\n";
}

void HtmlPage::footnotes(const std::vector<std::string>& notes) {
  out_ << "<h2>How to read it</h2>\n<ul>\n";
  for (const auto& note : notes) element("li", note);
  out_ << "</ul>\n";
}

}  // namespace

void write_html(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  HtmlPage page(out);
  lay_out(ranking, false, page);
}

}  // namespace pacer
