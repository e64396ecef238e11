#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "base/error.h"
#include "commands/rows.h"
#include "core/formats/junit.h"
#include "core/formats/table.h"
#include "core/ranking/rank.h"
#include "engine/process/files.h"
#include "engine/store.h"

namespace pacer {
namespace {

struct Options {
  std::string run;
  std::string format = "text";
  std::string output;
  bool explain = false;
  std::string junit;
};

int report(const Context& context, const Options& options) {
  const auto& format = format_named(options.format);
  const auto folder = find_run(context.layout.results, options.run);
  auto run = load_run(folder);
  run.record.id = context.run_name(folder);
  if (!options.junit.empty()) {
    const auto cases = junit_cases(run.record, run.samples);
    write_file_atomically(options.junit, junit_xml("pacer run", cases));
  }
  const auto ranking = rank(run.record, run.samples);
  FormatOptions look;
  look.explain = options.explain;
  if (options.output.empty()) {
    look.width = context.out.width;
    look.color = context.out.color;
    format.write(ranking, look, std::cout);
    return 0;
  }
  std::ostringstream text;
  format.write(ranking, look, text);
  write_file_atomically(options.output, text.str());
  return 0;
}

}  // namespace

Action add_report(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  app.add_option("RUN", options->run, "A run's name or folder; the newest without it")
      ->type_name("");
  app.add_option("--format", options->format, "text, markdown, csv, json or html")
      ->capture_default_str();
  app.add_option("--output", options->output, "Write to FILE instead of standard output")
      ->type_name("FILE");
  app.add_flag("--explain", options->explain,
               "Say in the text what each column, badge and note of the table means");
  app.add_option("--junit", options->junit, "Also write the outcomes to FILE as JUnit XML")
      ->type_name("FILE");
  return [&context, options] { return report(context, *options); };
}

}  // namespace pacer
