#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// Like wrap(), but no line is wider than `width`: a longer word is broken, never cut. "97 %" stays
/// together. An empty text has no line.
std::vector<std::string> fold(std::string_view text, int width);

/// A command on lines that a shell reads back as the same one: broken only between words, outside
/// of quotes, with " \" at each line's end. A longer word keeps its own line. What is no command (a
/// quote is not closed) is folded as text.
std::vector<std::string> fold_command(std::string_view command, int width);

}  // namespace pacer
