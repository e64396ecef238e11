#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/process/process.h"

namespace pacer {

/// Where a command runs. Rows stand in engine/places/table.cpp; what a place has to do is start a
/// process tree that can be watched and ended from here.
struct Place {
  std::string_view name;
  std::string_view help;
  ProcessTree (*start)(const Command&);
};

const std::vector<Place>& places();
const Place& local_place();

}  // namespace pacer
