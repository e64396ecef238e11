#pragma once

#include <string>
#include <string_view>

namespace pacer {

/// What a note tells the reader of a table, in a sentence, by the note's code. Codes of one rate
/// ("not-sustained-1000") are looked up without it. Empty where the code is unknown: another
/// Pacer wrote it.
std::string_view meaning_of_note(std::string_view code);

/// Likewise of a badge's name, as in "verified by".
std::string_view meaning_of_badge(std::string_view badge);

}  // namespace pacer
