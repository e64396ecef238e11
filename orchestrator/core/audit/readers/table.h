#pragma once

#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// One format of published results.
struct Format {
  std::string_view name;
  std::string_view help;
  bool is_json;
  /// Cheap: whether `read` should be tried. `text` is clean.
  bool (*recognizes)(std::string_view text);
  /// At least one reading; a report that cannot be read is a reading without values.
  std::vector<Reading> (*read)(const Document& document, std::string_view text);
};

/// Tried in this order; the last takes everything.
const std::vector<Format>& formats();

}  // namespace pacer::audit
