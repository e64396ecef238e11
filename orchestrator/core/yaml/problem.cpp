#include "core/yaml/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/text.h"
#include "base/utf8.h"

namespace pacer::yaml {
namespace {

constexpr std::size_t kMostProblems = 50;  // nobody reads more; a mangled file can have thousands
constexpr std::size_t kWidth = 92;         // of the part of a source line that is shown

std::string_view source_line(std::string_view text, int line) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (int at = 1; at < line; ++at) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// One string a column, so that the caret stands under the right one.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t at = 0; at < line.size();) {
    const auto point = code_point_at(line, at);
    const auto bytes = line.substr(at, point ? point->bytes : 1);
    const auto shown = printable_line(bytes);
    cells.push_back(display_width(shown) == 1 ? shown : "?");
    at += bytes.size();
  }
  return cells;
}

struct Excerpt {
  std::string line;
  std::size_t caret = 0;
};

Excerpt excerpt(std::string_view line, int column) {
  const auto cells = cells_of(line);
  const auto wanted = static_cast<std::size_t>(std::max(1, column) - 1);
  const auto caret = std::min(wanted, cells.size());
  const auto from = cells.size() <= kWidth || caret < kWidth / 2 ? 0 : caret - kWidth / 2;
  const auto to = std::min(cells.size(), from + kWidth);
  Excerpt out{from > 0 ? "..." : "", 0};
  out.caret = out.line.size() + caret - from;
  for (auto at = from; at < to; ++at) out.line += cells[at];
  if (to < cells.size()) out.line += "...";
  return out;
}

std::string render_all(const ProblemList& problems, std::string_view text,
                       const std::string& file) {
  std::vector<std::string> parts;
  for (const auto& problem : problems) {
    if (parts.size() == kMostProblems) {
      parts.push_back(
          fmt::format("{}: error: and {} more problems", file, problems.size() - kMostProblems));
      break;
    }
    parts.push_back(render(problem, text, file));
  }
  return join(parts, "\n");
}

ProblemList sorted(ProblemList problems) {
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  return problems;
}

}  // namespace

std::string render(const Problem& problem, std::string_view text, const std::string& file) {
  auto out = problem.line == 0 ? fmt::format("{}: error: {}", file, problem.message)
                               : fmt::format("{}:{}:{}: error: {}", file, problem.line,
                                             problem.column, problem.message);
  const auto line = problem.line == 0 ? std::string_view() : source_line(text, problem.line);
  if (!trim(line).empty()) {
    const auto [shown, caret] = excerpt(line, problem.column);
    out += fmt::format("\n  {}\n  {:>{}}", shown, '^', caret + 1);
  }
  if (!problem.hint.empty()) out += "\n  hint: " + problem.hint;
  return out;
}

Problems::Problems(const std::string& file, std::string_view text, ProblemList problems)
    : Error(render_all(sorted(problems), text, file), file), list_(sorted(std::move(problems))) {}

void throw_if_any(const std::string& file, std::string_view text, const ProblemList& problems) {
  if (!problems.empty()) throw Problems(file, text, problems);
}

}  // namespace pacer::yaml
