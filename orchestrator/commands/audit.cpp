#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

#include "base/error.h"
#include "commands/rows.h"
#include "core/audit/judge.h"
#include "core/audit/output.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// The results of the largest suites are some megabytes; more is not what this command is for.
constexpr std::uintmax_t kLargest = 64u << 20;
constexpr std::string_view kStandardInput = "-";

struct Options {
  std::vector<std::string> files;
  std::optional<int> exit_code;
  std::optional<std::string> command;
  bool json = false;
};

std::string read_all(std::istream& in, const std::string& name) {
  std::string text;
  std::string part(1u << 16, '\0');
  while (in) {
    in.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargest) {
      throw Error(fmt::format("larger than {} MiB", kLargest >> 20), name,
                  "audit the part that holds the results");
    }
  }
  if (in.bad()) throw Error("cannot be read", name);
  return text;
}

std::string read_path(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw Error("is a directory", path.string(), "name the files in it");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(std::strerror(errno), path.string());
  return read_all(file, path.string());
}

/// X.stderr.txt beside X.txt.
std::string read_stderr_beside(const fs::path& path) {
  auto beside = path;
  beside.replace_extension(".stderr.txt");
  std::error_code error;
  if (path.extension() != ".txt" || !fs::is_regular_file(beside, error)) return "";
  return read_path(beside);
}

audit::Document read_document(const std::string& name, const Options& options) {
  audit::Document document{.name = name, .text = "", .err = ""};
  if (name == kStandardInput) {
    document.name = "standard input";
    document.text = read_all(std::cin, document.name);
  } else {
    document.text = read_path(name);
    document.err = read_stderr_beside(name);
  }
  document.exit_code = options.exit_code;
  document.command = options.command;
  return document;
}

ExitCode exit_code_of(const std::vector<audit::Audit>& audits, bool is_unreadable) {
  if (std::any_of(audits.begin(), audits.end(), audit::has_impossible)) return ExitCode::kFailed;
  return is_unreadable ? ExitCode::kUsage : ExitCode::kOk;
}

int run_audit(const Context& context, const Options& options) {
  // All files are read before anything is printed: a wrong name prints an error and nothing else.
  std::vector<audit::Document> documents;
  for (const auto& file : options.files) documents.push_back(read_document(file, options));
  std::vector<audit::Audit> audits;
  bool is_unreadable = false;
  for (const auto& document : documents) {
    auto some = audit::audit(document);
    is_unreadable |= std::none_of(some.begin(), some.end(), [](const audit::Audit& one) {
      return one.reading.values.has_value();
    });
    std::move(some.begin(), some.end(), std::back_inserter(audits));
  }
  audit::find_shared_rates(audits);
  std::cout << (options.json ? audit::json_text(audits)
                             : audit::plain_text(audits, {context.out.width, context.out.color}));
  return static_cast<int>(exit_code_of(audits, is_unreadable));
}

}  // namespace

Action add_audit(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->files,
                 "Output of wrk or wrk2, a page that quotes some, JSON of bombardier or oha, "
                 "results.json of TechEmpower; '-' reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--exit-code", options->exit_code, "The exit code of the client")->type_name("N");
  app.add_option(
         "--command", options->command,
         "The client's command as it was run: pipeline depth, duration and timeout are in it")
      ->type_name("COMMAND");
  app.add_flag("--json", options->json, "Print as JSON");
  return [&context, options] { return run_audit(context, *options); };
}

}  // namespace pacer
