#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "commands/rows.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string name;
  std::string language;
  std::string folder;
};

/// What a fresh directory of one language starts from.
struct Template {
  const char* language;
  const char* needs;
  const char* build;  ///< lines of the list; "" where nothing is built
  const char* run;
  const char* source;    ///< name of the file to write the server in
  const char* comment;   ///< starts a comment in it
  const char* ignore;    ///< build outputs, for .gitignore
  const char* lockfile;  ///< what pins the versions
};

constexpr Template kTemplates[] = {
    {"go", "[go>=1.22]", "  - [go, build, -o, server, .]\n", "[./server]", "main.go", "//",
     "/server\n", "go.mod and go.sum"},
    {"java", "[jdk>=17, maven>=3.8]", "  - [mvn, -B, -q, package]\n",
     "[java, -jar, target/server.jar]", "src/main/java/hello/Server.java", "//", "/target/\n",
     "pom.xml, with every version in it"},
    {"kotlin", "[jdk>=17, maven>=3.8]", "  - [mvn, -B, -q, package]\n",
     "[java, -jar, target/server.jar]", "src/main/kotlin/Server.kt", "//", "/target/\n",
     "pom.xml, with every version in it"},
    {"node", "[node>=20]", "  - [npm, ci]\n", "[node, server.js]", "server.js", "//",
     "/node_modules/\n", "package.json and package-lock.json"},
    {"python", "[python>=3.11]",
     "  - [python3, -m, venv, .venv]\n"
     "  - [.venv/bin/pip, install, --quiet, -r, requirements.txt]\n",
     "[.venv/bin/python, server.py]", "server.py", "#", "/.venv/\n__pycache__/\n",
     "requirements.txt, with every package pinned by =="},
    {"rust", "[cargo>=1.85]", "  - [cargo, build, --release, --locked]\n",
     "[./target/release/server]", "src/main.rs", "//", "/target/\n", "Cargo.toml and Cargo.lock"},
    {"c++", "[g++>=12]", "  - [g++, -std=c++20, -O2, -DNDEBUG, -pthread, -o, server, main.cpp]\n",
     "[./server]", "main.cpp", "//", "/server\n", "the version in the manifest"},
    {"c", "[gcc>=12]", "  - [gcc, -O2, -DNDEBUG, -pthread, -o, server, main.c]\n", "[./server]",
     "main.c", "//", "/server\n", "the version in the manifest"},
};

const Template& template_for(const std::string& language) {
  std::vector<std::string> languages;
  for (const auto& row : kTemplates) {
    if (row.language == language) return row;
    languages.emplace_back(row.language);
  }
  throw Error(unknown_word("language", language, languages), "--language",
              "one of " + join(languages, ", "));
}

void check_name(const std::string& name) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const bool good =
      !name.empty() && is_plain(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
        return is_plain(c) || c == '.' || c == '_' || c == '-';
      });
  if (good) return;
  throw Error(fmt::format("'{}' cannot be a framework's name", name), "",
              "lower-case letters, digits, '.', '_' and '-', beginning with a letter or digit");
}

std::string manifest_text(const Template& row, const std::string& name) {
  std::string text = fmt::format(
      "# What Pacer has to know of this framework; docs/adding.md explains each field.\n"
      "title: {0}                        # as people write it\n"
      "language: {1}\n"
      "home: https://example.org         # TODO: the framework's home page\n"
      "version: \"0.0.0\"                  # TODO: the same as in {2}\n"
      "needs: {3}\n",
      name, row.language, row.lockfile, row.needs);
  if (*row.build != '\0') text += fmt::format("build:\n{}", row.build);
  return text + fmt::format(
                    "run: {}        # stays in the foreground; PORT and HOST are set\n"
                    "serves: [hello, count]            # docs/contract.md\n"
                    "licence: MIT                      # TODO: of the framework\n",
                    row.run);
}

std::string source_text(const Template& row) {
  return fmt::format(
      "{0} TODO: the server, as a user of the framework would write it for production.\n"
      "{0}\n"
      "{0}   GET /       200, text/plain, the 13 bytes `Hello, World!`\n"
      "{0}   GET /count  200, text/plain, one line: this process's id, a blank, and how often the\n"
      "{0}               handler of GET / ran in it\n"
      "{0}   elsewhere   the framework's own 404\n"
      "{0}\n"
      "{0} It listens on the address and port in the environment variables HOST and PORT, keeps\n"
      "{0} connections alive, answers pipelined requests in order, and ends on SIGTERM.\n"
      "{0} docs/contract.md has the whole contract.\n",
      row.comment);
}

int make_new(const Context& context, const Options& options) {
  check_name(options.name);
  const auto& row = template_for(options.language);
  const auto folder =
      (options.folder.empty() ? context.layout.frameworks : fs::path(options.folder)) /
      options.name;
  if (fs::exists(folder)) throw Error("is there already", folder.string());
  std::error_code error;
  fs::create_directories((folder / row.source).parent_path(), error);
  if (error) throw Error("cannot make the folder: " + error.message(), folder.string());
  write_file_atomically(folder / "framework.yaml", manifest_text(row, options.name));
  write_file_atomically(folder / row.source, source_text(row));
  write_file_atomically(folder / ".gitignore", row.ignore);
  const auto elsewhere =
      options.folder.empty() ? "" : fmt::format(" --frameworks {}", options.folder);
  fmt::print(
      "{0} is there. What is left:\n"
      "  1. write the server in {1}\n"
      "  2. pin its versions in {2}\n"
      "  3. fill in the lines marked TODO in framework.yaml\n"
      "  4. pacer check --live {3}{4}\n"
      "  5. pacer run {3}{4}\n",
      folder.string(), row.source, row.lockfile, options.name, elsewhere);
  return static_cast<int>(ExitCode::kOk);
}

}  // namespace

Action add_new(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  app.add_option("NAME", options->name, "The directory's name")->required()->type_name("");
  app.add_option("--language", options->language, "go, java, kotlin, node, python, rust, c++ or c")
      ->required();
  app.add_option("--in", options->folder, "Make it in DIR instead of frameworks/")
      ->type_name("DIR");
  return [&context, options] { return make_new(context, *options); };
}

}  // namespace pacer
