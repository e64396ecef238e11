#include "core/model/run_record.h"

namespace pacer {

std::vector<Settings> RunRecord::all_settings() const {
  std::vector<Settings> all{settings};
  all.insert(all.end(), further_settings.begin(), further_settings.end());
  return all;
}

std::string minute_of(const std::string& iso) {
  constexpr std::size_t kDay = 10;
  constexpr std::size_t kMinute = 16;
  const bool as_expected = iso.size() > kMinute && iso[kDay] == 'T' && iso.back() == 'Z';
  if (!as_expected) return iso;
  return iso.substr(0, kDay) + " " + iso.substr(kDay + 1, kMinute - kDay - 1);
}

}  // namespace pacer
