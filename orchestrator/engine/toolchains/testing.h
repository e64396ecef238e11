#pragma once

// Helpers of the tests in engine/toolchains and engine/build.

#include <poll.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "engine/process/files.h"
#include "engine/process/process.h"
#include "engine/toolchains/surroundings.h"

namespace pacer {

inline void write_text(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::trunc) << text;
}

/// An executable shell script of this body.
inline void write_script(const std::filesystem::path& file, std::string_view body) {
  write_text(file, "#!/bin/sh\n" + std::string(body) + "\n");
  std::filesystem::permissions(file, std::filesystem::perms(0755));
}

/// Waits for an event, at most 20 s.
inline bool comes_true(const std::function<bool()>& event) {
  const auto deadline = monotonic_now() + std::chrono::seconds(20);
  while (!event()) {
    if (monotonic_now() > deadline) return false;
    poll(nullptr, 0, 2);
  }
  return true;
}

/// A machine of its own in a temporary folder: "bin" is its PATH, "home" its HOME.
class FakeMachine {
 public:
  FakeMachine() {
    surroundings_.env = {{"PATH", bin().string()}, {"HOME", (root() / "home").string()}};
    surroundings_.root = root();
    std::filesystem::create_directories(bin());
  }

  std::filesystem::path root() const { return std::filesystem::canonical(folder_.path()); }
  std::filesystem::path bin() const { return root() / "bin"; }
  Surroundings& surroundings() { return surroundings_; }

  /// A program on PATH that prints `answer` and counts how often it was asked.
  void tool(const std::string& name, std::string_view answer) {
    write_script(bin() / name, "echo x >> '" + asked_file(name).string() + "'\necho '" +
                                   std::string(answer) + "'");
  }
  int times_asked(const std::string& name) const {
    return static_cast<int>(read_head(asked_file(name), 4096).size()) / 2;
  }

 private:
  std::filesystem::path asked_file(const std::string& name) const {
    return root() / (name + ".asked");
  }

  TemporaryFolder folder_;
  Surroundings surroundings_;
};

}  // namespace pacer
