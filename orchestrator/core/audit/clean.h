#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer::audit {

/// The text that a terminal, a browser or a Windows shell would have shown: UTF-16 with a mark is
/// decoded, byte order marks, terminal colours and titles (ECMA-48 CSI and OSC) are removed, each
/// of CRLF, CR and LF ends a line, no-break spaces become blanks. Other bytes stay as they are.
std::string clean_text(std::string_view raw);

/// Lines of a clean text without their ends; views into it.
std::vector<std::string_view> lines_of(std::string_view clean);

/// Without blanks and tabs at both ends.
std::string_view strip(std::string_view text);

}  // namespace pacer::audit
