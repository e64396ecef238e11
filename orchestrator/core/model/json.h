#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/model/ranking.h"
#include "core/model/run_record.h"
#include "core/model/sample.h"

namespace pacer {

/// Version of samples.jsonl, run.json and of --json; raised when a field changes its meaning.
inline constexpr int kDataVersion = 1;

// Written: only valid UTF-8 (bytes that are not are replaced), no NaN and no infinity (such a value
// was not measured and is left out), durations as whole microseconds.
// Read: unknown fields are ignored. A field that is missing or of the wrong kind, or another data
// version, throws Error, which names the field by its path: "field 'settings.threads' is missing".

/// One line of samples.jsonl, flat where it can be.
nlohmann::json to_json(const Sample& sample);
Sample sample_from_json(const nlohmann::json& json);

/// The whole of run.json.
nlohmann::json to_json(const RunRecord& record);
RunRecord run_record_from_json(const nlohmann::json& json);

/// A choice that is left to the machine is null. CPU choices as in plan files: "auto", "0-1,4".
nlohmann::json to_json(const Plan& plan);
Plan plan_from_json(const nlohmann::json& json);

nlohmann::json to_json(const Settings& settings);

}  // namespace pacer
