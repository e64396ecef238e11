#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace pacer::ceiling {

struct Options {
  std::string host = "127.0.0.1";
  int port = 8080;
  int threads = 1;
  int extra_work_percent = 0;  ///< CPU time burned besides, as a share of what answering takes
  bool help = false;
  bool version = false;
};

struct OptionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the environment offers; options win over it.
struct Defaults {
  const char* host = nullptr;  ///< HOST
  const char* port = nullptr;  ///< PORT
  int threads = 1;             ///< number of CPUs this process may use
};

/// "--name VALUE" and "--name=VALUE". Throws OptionError, whose text says what is wrong.
Options parse_options(const std::vector<std::string>& arguments, const Defaults& defaults);
std::string help_text();

}  // namespace pacer::ceiling
