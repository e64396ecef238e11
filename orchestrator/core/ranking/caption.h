#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/ranking.h"
#include "core/model/run_record.h"

namespace pacer {

/// What a reader must know to judge and to repeat the table: labels and texts, in order. A fact
/// that could not be read says why. `ranking` has its rows already. Labels are stable: they are
/// keys of the JSON output.
std::vector<std::pair<std::string, std::string>> caption_of(const RunRecord& record,
                                                            const Ranking& ranking,
                                                            int complete_rounds);

}  // namespace pacer
