#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/ranking.h"

namespace pacer {

struct FormatOptions {
  int width = 80;        ///< columns of the terminal, from 72; only text lays itself out by it
  bool color = false;    ///< ANSI styles; only text has them
  bool explain = false;  ///< text says what each column means and shows the codes of notes
};

using WriteRanking = void(const Ranking&, const FormatOptions&, std::ostream&);

/// A way to print a Ranking. A format only lays out: everything it prints stands in the Ranking.
struct Format {
  std::string_view name;
  std::string_view extension;  ///< of a file, with its dot
  std::string_view help;
  WriteRanking* write;
};

const std::vector<Format>& formats();
std::vector<std::string> format_names();
/// Throws Error (with "did you mean") where there is none of that name.
const Format& format_named(std::string_view name);

}  // namespace pacer
