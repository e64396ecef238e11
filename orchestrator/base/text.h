#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer {

std::string trim(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// Shell-style glob over the whole name: `*`, `?` and `[...]`.
bool glob_match(std::string_view pattern, std::string_view name);

/// Replaces every `from` with `to`, left to right; an empty `from` changes nothing.
std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// Commas between thousands: "-1234567.25" is "-1,234,567.25".
std::string group_thousands(std::string decimal);

/// Quotes an argument list so that a POSIX shell reads it back word for word.
std::string shell_quote(const std::vector<std::string>& argv);

/// At most the first `max_width` columns; a UTF-8 character is never cut in two.
std::string cut(std::string_view text, int max_width);

/// The last `max_lines` non-empty lines as printable_line shows them, cut to `max_width` columns.
std::vector<std::string> last_lines(std::string_view text, int max_lines, int max_width = 200);

/// Breaks at blanks so that no line is wider than `width` (a longer word keeps its own line).
std::vector<std::string> wrap(std::string_view text, int width);

/// Number of terminal columns: UTF-8 code points, each counted as one.
int display_width(std::string_view text);

}  // namespace pacer
