#include "commands/doctor.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

TEST(Doctor, JsonNamesEveryCheckAndToolchain) {
  FakeMachine machine;
  machine.tool("go", "go version go1.26.8 linux/amd64");
  write_script(machine.bin() / "nginx", "exit 1");
  Toolchains toolchains(machine.surroundings());
  std::ostringstream out;
  DoctorOptions options;
  options.json = true;
  const int code = doctor(toolchains, options, out);
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(code, json["can_run"].get<bool>() ? 0 : 1);
  EXPECT_EQ(json["checks"].size(), judge(HostFacts{}).size());
  for (const auto& toolchain : json["toolchains"]) {
    const auto name = toolchain["name"].get<std::string>();
    if (name == "go") {
      EXPECT_EQ(toolchain["found"][0]["version"], "1.26.8");
      EXPECT_EQ(toolchain["remedy"], "");
    } else {
      EXPECT_EQ(toolchain["found"].size(), 0u) << name;
      EXPECT_NE(toolchain["remedy"], "") << name;
    }
    EXPECT_EQ(toolchain["unusable"].size(), name == "nginx" ? 1u : 0u) << name;
  }
}

TEST(Doctor, TextKeepsToItsWidthWithoutColour) {
  FakeMachine machine;
  Toolchains toolchains(machine.surroundings());
  std::ostringstream out;
  doctor(toolchains, {}, out);
  EXPECT_EQ(out.str().find('\x1b'), std::string::npos);
  for (const auto& line : split(out.str(), '\n')) {
    // One word, such as the path of a setting, may be longer.
    const bool one_word = trim(line).find(' ') == std::string::npos;
    EXPECT_TRUE(one_word || display_width(line) <= 80) << line;
  }
}

}  // namespace
}  // namespace pacer
