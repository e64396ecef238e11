#include "core/model/run_record.h"

namespace pacer {

std::vector<Settings> RunRecord::all_settings() const {
  std::vector<Settings> all{settings};
  all.insert(all.end(), further_settings.begin(), further_settings.end());
  return all;
}

}  // namespace pacer
