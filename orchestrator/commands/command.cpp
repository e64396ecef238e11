#include "commands/command.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

constexpr const char* kFooter =
    "Exit codes:\n"
    "  0    everything asked for was done (skipped frameworks leave 0 unless named)\n"
    "  1    a framework failed or was invalid, or a named one was skipped\n"
    "  2    wrong usage, manifest, plan or machine\n"
    "  130  interrupted; what was measured is kept\n\n"
    "Examples:\n"
    "  pacer run                      # measure everything, print the ranking table\n"
    "  pacer run go-http --duration 10s\n"
    "  pacer report --format markdown\n\n"
    "In a checkout, `./pacer test` also runs Pacer's own tests.";

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& row : commands()) names.emplace_back(row.name);
  return names;
}

/// Long options of a command, for "did you mean".
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

[[noreturn]] void refuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto help = fmt::format("`{} --help` shows what it takes",
                                app.get_parent() ? "pacer " + app.get_name() : app.get_name());
  if (const auto* extras = dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const auto rest = app.remaining(true);
    const auto word = rest.empty() ? std::string(extras->what()) : rest.front();
    throw Error(
        unknown_word(word.starts_with('-') ? "option" : "argument", word, option_names(app)), "",
        help);
  }
  throw Error(error.what(), "", help);
}

void add_framework_folders(CLI::App& app, Context& context) {
  app.add_option("--frameworks", context.extra_folders,
                 "Also take framework directories from DIR (repeatable; or PACER_FRAMEWORKS, "
                 "separated by ':')")
      ->type_name("DIR")
      ->allow_extra_args(false);  // else `--frameworks DIR go-http` would take go-http as well
}

void add_folders_of_environment(Context& context) {
  const char* value = std::getenv("PACER_FRAMEWORKS");
  if (value == nullptr) return;
  std::vector<std::filesystem::path> folders;
  for (const auto& folder : split(value, ':')) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  context.extra_folders.insert(context.extra_folders.begin(), folders.begin(), folders.end());
}

}  // namespace

Terminal terminal_of(int fd) {
  Terminal terminal;
  terminal.is_terminal = isatty(fd) != 0;
  terminal.color = terminal.is_terminal && std::getenv("NO_COLOR") == nullptr;
  winsize size{};
  if (terminal.is_terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = std::max<int>(40, size.ws_col);
  }
  return terminal;
}

std::vector<std::filesystem::path> Context::folders() const {
  std::vector<std::filesystem::path> all{layout.frameworks};
  all.insert(all.end(), extra_folders.begin(), extra_folders.end());
  return all;
}

std::string Context::run_name(const std::filesystem::path& folder) const {
  const bool at_home = folder.parent_path() == layout.results;
  return at_home ? folder.filename().string() : folder.string();
}

Catalog Context::catalog() const { return load_catalog(folders()); }

void add_selection(CLI::App& app, Selection& selection) {
  app.add_option("FRAMEWORK", selection.patterns, "Names or globs ('spring-*'); all without it")
      ->type_name("");
  app.add_option("--language", selection.language, "Only frameworks of this language");
}

int run_command(int argc, char** argv) {
  CLI::App app("A benchmark suite for HTTP frameworks that prints only figures it can defend.",
               "pacer");
  app.set_version_flag("--version", std::string("pacer ") + PACER_VERSION);
  app.footer(kFooter);
  app.require_subcommand(1);
  Context context{find_layout(), {}, terminal_of(STDOUT_FILENO), {argv, argv + argc}};
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const auto& row : commands()) {
    auto* sub = app.add_subcommand(std::string(row.name), std::string(row.help));
    sub->footer("Examples:\n" + std::string(row.examples));
    add_framework_folders(*sub, context);
    actions.emplace_back(sub, row.add(*sub, context));
  }
  if (argc > 1 && argv[1][0] != '-') {
    const auto names = command_names();
    if (std::find(names.begin(), names.end(), argv[1]) == names.end()) {
      throw Error(unknown_word("command", argv[1], names), "", "`pacer --help` shows all");
    }
  }
  if (argc == 1) {
    fmt::print("{}", app.help());
    return static_cast<int>(ExitCode::kUsage);
  }
  const auto chosen = [&]() -> CLI::App& {
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : *parsed.front();
  };
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {  // --help, --version
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    refuse(chosen(), error);
  }
  add_folders_of_environment(context);
  for (const auto& [sub, action] : actions) {
    if (sub->parsed()) return action();
  }
  return static_cast<int>(ExitCode::kUsage);
}

}  // namespace pacer
