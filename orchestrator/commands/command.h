#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog.h"
#include "engine/layout.h"

namespace CLI {
class App;
}

namespace pacer {

/// Where output goes and how wide it may be.
struct Terminal {
  bool is_terminal = false;
  bool color = false;  ///< only on a terminal, and not where NO_COLOR is set
  int width = 80;
};
Terminal terminal_of(int fd);

/// What every command may use.
struct Context {
  Layout layout;
  std::vector<std::filesystem::path> extra_folders;  ///< --frameworks and PACER_FRAMEWORKS
  Terminal out;
  std::vector<std::string> argv;  ///< as typed, for "reproduce"

  /// The built-in frameworks and those of the extra folders.
  Catalog catalog() const;
  std::vector<std::filesystem::path> folders() const;
  /// How a stored run is named on the command line: by its folder where it is not in results/.
  std::string run_name(const std::filesystem::path& folder) const;
};

using Action = std::function<int()>;

/// One command: its options are added to `app`; the returned action runs it and gives the exit
/// code. Rows stand in commands/table.cpp.
struct CommandRow {
  std::string_view name;
  std::string_view help;
  std::string_view examples;  ///< shown below --help, one a line
  Action (*add)(CLI::App& app, Context& context);
};
const std::vector<CommandRow>& commands();

/// Chooses the command, reads its options and runs it. Throws Error.
int run_command(int argc, char** argv);

/// The options FRAMEWORK… and --language.
void add_selection(CLI::App& app, Selection& selection);

}  // namespace pacer
