#include "core/manifest/fields.h"

#include "core/manifest/command.h"
#include "core/manifest/needs.h"
#include "core/manifest/words.h"

namespace pacer {
namespace {

using yaml::field;
using yaml::Field;

std::vector<Field<Manifest>> identity_fields() {
  return {
      field({.name = "title",
             .required = true,
             .help = "Name of the framework as its users know it.",
             .example = "title: Go fasthttp"},
            yaml::text(), &Manifest::title),
      field({.name = "language",
             .required = true,
             .help = "Language of the server; `--language` selects by it.",
             .example = "language: go"},
            language_word(), &Manifest::language),
      field({.name = "home",
             .required = true,
             .help = "Where the framework lives.",
             .example = "home: https://github.com/valyala/fasthttp"},
            web_address(), &Manifest::home),
      field({.name = "version",
             .required = true,
             .help = "Version of the framework, as in the lockfile.",
             .example = "version: \"1.78.0\""},
            quoted_version(), &Manifest::version),
      field({.name = "licence",
             .help = "SPDX identifier of the framework's licence.",
             .example = "licence: MIT"},
            yaml::text(), &Manifest::licence),
      field({.name = "notes",
             .help = "One line that a reader of the table should know.",
             .example = "notes: 8 workers"},
            yaml::text(), &Manifest::notes),
  };
}

std::vector<Field<Manifest>> running_fields() {
  return {
      field(
          {.name = "needs",
           .help = "Toolchains that building and running need; where one is absent, the framework "
                   "is skipped.",
           .fallback = "none",
           .example = "needs: [go>=1.22]"},
          needs(), &Manifest::needs),
      field({.name = "build",
             .help = "Commands that build it, run in order in its directory.",
             .fallback = "nothing to build",
             .example = "build: [[go, build, -o, server, .]]"},
            command_list(), &Manifest::build),
      field({.name = "run",
             .required = true,
             .help = "Command that starts the server and stays in the foreground; `{port}` and "
                     "`{cpus}` are replaced, PORT and HOST are in the environment.",
             .example = "run: [./server, --port, \"{port}\"]",
             .unless = "skip"},
            command(), &Manifest::run),
      field(
          {.name = "env",
           .help = "Environment variables of build and server; `{port}` and `{cpus}` are replaced.",
           .fallback = "none",
           .example = "env: {GOGC: \"100\"}"},
          environment_map(), &Manifest::env),
      field({.name = "serves",
             .help = "Workloads of the contract (docs/contract.md) that it answers.",
             .fallback = "[hello]",
             .example = "serves: [hello, count]"},
            workload_list(), &Manifest::serves),
      field({.name = "ready_within",
             .help = "How long it may take from its start to its first right answer.",
             .fallback = "30s",
             .example = "ready_within: 30s"},
            yaml::duration({.zero = false, .max = std::chrono::minutes(10)}),
            &Manifest::ready_within),
      field({.name = "skip",
             .help = "Why it is not run at all; it keeps its row in the table, with this reason.",
             .example = "skip: its artifacts cannot be had"},
            yaml::text(), &Manifest::skip),
  };
}

}  // namespace

const std::vector<Field<Manifest>>& manifest_fields() {
  static const std::vector<Field<Manifest>> kTable = [] {
    auto table = identity_fields();
    for (auto& row : running_fields()) table.push_back(row);
    return table;
  }();
  return kTable;
}

}  // namespace pacer
