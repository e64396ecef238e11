#pragma once

#include "commands/command.h"

namespace pacer {

// One file each; commands/table.cpp puts them in order.
Action add_run(CLI::App& app, Context& context);
Action add_list(CLI::App& app, Context& context);
Action add_check(CLI::App& app, Context& context);
Action add_build(CLI::App& app, Context& context);
Action add_report(CLI::App& app, Context& context);
Action add_compare(CLI::App& app, Context& context);
Action add_history(CLI::App& app, Context& context);
Action add_start(CLI::App& app, Context& context);
Action add_new(CLI::App& app, Context& context);
Action add_doctor(CLI::App& app, Context& context);
Action add_setup(CLI::App& app, Context& context);
Action add_audit(CLI::App& app, Context& context);
Action add_schema(CLI::App& app, Context& context);

}  // namespace pacer
