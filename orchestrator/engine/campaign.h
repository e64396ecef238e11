#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/run_record.h"
#include "engine/layout.h"
#include "engine/observer.h"
#include "engine/prepare.h"
#include "engine/store.h"

namespace pacer {

/// A whole run: every trial of every framework, in order, each saved as it ends.
struct CampaignTask {
  const Layout* layout = nullptr;
  RunRecord record;
  std::vector<Manifest> manifests;  ///< of record.frameworks
  std::vector<Sample> done;         ///< of the run that is resumed; not measured again
  bool fail_fast = false;           ///< end at the first framework that fails or is invalid
};

/// Builds and trials never overlap. A framework that fails does not stop the others (unless
/// fail_fast). Throws Interrupted and Error (results cannot be written); what was measured before
/// is on disk.
void run_campaign(const CampaignTask& task, Preparer& preparer, RunStore& store,
                  Observer& observer);

/// The control, as a framework of its own that is built already.
Manifest ceiling_manifest(const Layout& layout);

}  // namespace pacer
