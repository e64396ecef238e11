#pragma once

#include <string>
#include <string_view>

namespace pacer {

/// Text for an element or a quoted attribute of XML or HTML. Characters that XML 1.0 does not
/// permit, and broken UTF-8, become U+FFFD.
std::string markup_escaped(std::string_view text);

}  // namespace pacer
