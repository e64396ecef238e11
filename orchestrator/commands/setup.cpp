#include "commands/setup.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>

#include "base/error.h"
#include "base/text_table.h"
#include "commands/rows.h"
#include "core/manifest/needs.h"

namespace pacer {
namespace {

struct Attempt {
  Requirement need;
  std::optional<Found> found;
  std::optional<Error> error;
};

Attempt attempt(const Requirement& need, Installer& installer) {
  try {
    return {need, installer.install(need), std::nullopt};
  } catch (const Error& error) {
    return {need, std::nullopt, error};
  }
}

void print(const std::vector<Attempt>& attempts, std::ostream& out) {
  TextTable table({{"toolchain"}, {"wanted"}, {"found"}, {"where"}});
  for (const auto& one : attempts) {
    table.add_row({one.need.toolchain, one.need.text(), one.found ? one.found->version : "-",
                   one.found ? one.found->location : "-"});
  }
  fmt::print(out, "{}", table.render());
  for (const auto& one : attempts) {
    if (one.error) fmt::print(out, "\n{}\n", one.error->render());
  }
}

}  // namespace

Requirement requirement_named(const std::string& text) {
  const auto need = parse_requirement(text);
  if (!need) {
    throw Error(fmt::format("'{}' names no toolchain", text), "",
                "write NAME, 'NAME>=VERSION' or 'NAME==VERSION': 'go>=1.26'");
  }
  toolchain_named(need->toolchain);
  return *need;
}

std::vector<Requirement> needs_of(const std::vector<Manifest>& manifests) {
  std::vector<Requirement> needs;
  for (const auto& manifest : manifests) {
    if (manifest.skip) continue;
    for (const auto& need : manifest.needs) {
      if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
    }
  }
  std::stable_sort(needs.begin(), needs.end(), [](const Requirement& a, const Requirement& b) {
    if (a.toolchain != b.toolchain) return a.toolchain < b.toolchain;
    return compare_versions(a.version, b.version) > 0;
  });
  return needs;
}

std::vector<Requirement> needs_asked_for(const std::vector<std::string>& names,
                                         const std::vector<Manifest>& manifests) {
  const auto of_frameworks = needs_of(manifests);
  if (names.empty()) return of_frameworks;
  std::vector<Requirement> needs;
  for (const auto& name : names) {
    const auto named = requirement_named(name);
    const auto count = needs.size();
    if (named.relation == Requirement::Relation::kAny) {
      std::copy_if(of_frameworks.begin(), of_frameworks.end(), std::back_inserter(needs),
                   [&](const auto& need) { return need.toolchain == named.toolchain; });
    }
    if (needs.size() == count) needs.push_back(named);
  }
  return needs;
}

int setup(const std::vector<Requirement>& needs, Toolchains& toolchains, bool allow_apt,
          std::ostream& out) {
  Installer installer(toolchains, {allow_apt, [&](const std::string& line) {
                                     fmt::print(out, "{}\n", line);
                                     out.flush();
                                   }});
  std::vector<Attempt> attempts;
  for (const auto& need : needs) attempts.push_back(attempt(need, installer));
  print(attempts, out);
  const bool complete = std::all_of(attempts.begin(), attempts.end(),
                                    [](const Attempt& one) { return one.found.has_value(); });
  return static_cast<int>(complete ? ExitCode::kOk : ExitCode::kUsage);
}

Action add_setup(CLI::App& app, Context& context) {
  struct Options {
    std::vector<std::string> toolchains;
    bool no_apt = false;
  };
  auto options = std::make_shared<Options>();
  app.add_option(
      "TOOLCHAIN", options->toolchains,
      "What to install: go, 'go>=1.26', 'jdk==17'; without it, all that frameworks need");
  app.add_flag("--no-apt", options->no_apt, "Leave Debian's packages alone");
  return [&context, options] {
    const auto needs = needs_asked_for(options->toolchains, context.catalog().manifests);
    Toolchains toolchains;
    return setup(needs, toolchains, !options->no_apt, std::cout);
  };
}

}  // namespace pacer
