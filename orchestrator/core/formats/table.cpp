#include "core/formats/table.h"

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"

namespace pacer {

// A new format is a file beside this one, one line here and one row below.
WriteRanking write_text;
WriteRanking write_markdown;
WriteRanking write_csv;
WriteRanking write_json;
WriteRanking write_html;

const std::vector<Format>& formats() {
  static const std::vector<Format> kTable{
      {"text", ".txt", "for a terminal, laid out by its width", write_text},
      {"markdown", ".md", "a table for GitHub, with caption and footnotes", write_markdown},
      {"csv", ".csv", "RFC 4180: one row per framework, full precision", write_csv},
      {"json", ".json", "one object with everything, for scripts", write_json},
      {"html", ".html", "a page of its own, for a browser", write_html},
  };
  return kTable;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& format : formats()) names.emplace_back(format.name);
  return names;
}

const Format& format_named(std::string_view name) {
  for (const auto& format : formats()) {
    if (format.name == name) return format;
  }
  throw Error(unknown_word("format", name, format_names()), "",
              "there are " + join(format_names(), ", "));
}

}  // namespace pacer
