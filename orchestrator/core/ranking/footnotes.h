#pragma once

#include <string>
#include <vector>

#include "core/model/ranking.h"

namespace pacer {

/// How to read the table and what it does not say: one sentence each, only those that its rows and
/// settings call for; none where nothing was measured. `ranking` has its rows, columns and standing
/// already.
std::vector<std::string> footnotes_of(const Ranking& ranking);

}  // namespace pacer
