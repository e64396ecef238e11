#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "engine/doctor/host_checks.h"
#include "engine/toolchains/toolchains.h"

namespace pacer {

struct DoctorOptions {
  bool json = false;
  bool color = false;
  int width = 80;
  std::filesystem::path results;  ///< the folder that results go to
};

/// Judges this machine and lists the toolchains, on `out`. 0 where a run can start, 1 where
/// something that every run needs is missing. Takes about a second.
int doctor(Toolchains& toolchains, const DoctorOptions& options, std::ostream& out);

}  // namespace pacer
