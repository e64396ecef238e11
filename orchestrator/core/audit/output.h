#pragma once

#include <string>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// One JSON object: "reports", each with its values, verdict and reasons. Ends with a line end.
std::string json_text(const std::vector<Audit>& audits);

struct Look {
  int width = 80;
  bool color = false;
};
/// For people: what cannot be true and why, what cannot be decided, and a last line that counts.
std::string plain_text(const std::vector<Audit>& audits, const Look& look);

}  // namespace pacer::audit
