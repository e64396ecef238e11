#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commands/command.h"
#include "commands/run_options.h"
#include "engine/campaign.h"
#include "engine/store.h"

namespace pacer {

/// The record of a run that is about to begin: the plan with the options over it, resolved for this
/// machine. Throws Error.
RunRecord new_record(const Context& context, const RunOptions& options,
                     std::vector<std::string> frameworks);

/// Where its folder goes: --out, or results/.
std::filesystem::path results_folder(const Context& context, const RunOptions& options);

/// What an interrupted or failed run in `folder` still has to do.
CampaignTask task_of(Context& context, const std::filesystem::path& folder);

struct Measurement {
  StoredRun run;  ///< all that is stored; its id as it is named on the command line
  bool was_interrupted = false;
};

/// Measures what is left of the task, with progress on standard error; after Ctrl-C it says how to
/// go on: `resume_command` and the run. Throws Error.
Measurement measure(const Context& context, const RunOptions& options, const CampaignTask& task,
                    RunStore& store, const std::string& resume_command);

}  // namespace pacer
