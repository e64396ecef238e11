#include "commands/command.h"
#include "commands/rows.h"

namespace pacer {

const std::vector<CommandRow>& commands() {
  static const std::vector<CommandRow> kTable{
      {"run", "Measure frameworks and print the ranking table",
       "  pacer run                                # the quick plan over every framework\n"
       "  pacer run go-http 'spring-*'             # only these\n"
       "  pacer run --plan classic go-fasthttp vertx\n"
       "  pacer run --plan pipelined 'go-*'        # a table for each of the depths 1, 4, 16, 50\n"
       "  pacer run --connections 32,64 --pipeline 1,16 go-http   # four tables\n"
       "  pacer run --plan fixed --full nginx      # 10 million requests, as long as they take\n"
       "  pacer run --plan latency vertx           # percentiles at three rates and at 70 %\n"
       "  pacer run --resume 20261130T104500Z-quick\n"
       "  pacer run go-http --json | jq '.rows[0].values'",
       add_run},
      {"list", "Show every framework, its toolchain and its last result",
       "  pacer list\n"
       "  pacer list --language java\n"
       "  pacer list --json",
       add_list},
      {"check", "Check manifests, and with --live that each server answers right",
       "  pacer check\n"
       "  pacer check --live go-http\n"
       "  pacer check --live --changed main",
       add_check},
      {"build", "Build frameworks; nothing is done for those that are up to date",
       "  pacer build\n"
       "  pacer build -j 4 --language rust\n"
       "  pacer build --offline go-http            # builds again, in an empty network namespace",
       add_build},
      {"report", "Print the table of a stored run again",
       "  pacer report                             # the newest run\n"
       "  pacer report 20261130T104500Z-quick --format csv --output table.csv",
       add_report},
      {"compare", "Say what is better or worse in one run, or version, than in another",
       "  pacer compare 20261130T104500Z-hello 20261130T124500Z-hello\n"
       "  pacer compare OLD NEW 'spring-*' --tolerance 3% --format markdown\n"
       "  pacer compare --live go-http --against main     # the work tree against a commit\n"
       "Exit codes: 0 same or better (or undecided, without --require-decision), 1 regressed,\n"
       "2 not comparable, with the reason",
       add_compare},
      {"history", "Show a framework in all stored runs of this machine, and where it changed",
       "  pacer history go-http\n"
       "  pacer history go-http --json | jq '.entries[].throughput_rps.median'",
       add_history},
      {"audit", "Say which published figures cannot be true, and why",
       "  pacer audit wrk.txt --command 'wrk -t4 -c128 -d30s http://localhost:8080'\n"
       "  pacer audit README.md results.json --json\n"
       "  oha --no-tui --output-format json URL | pacer audit -\n"
       "Exit codes: 0 nothing impossible found, 1 a figure cannot be true,\n"
       "2 wrong usage, or a file without a report that can be read",
       add_audit},
      {"start",
       "Start one verified server in the foreground, for curl, a profiler or a load by hand",
       "  pacer start vertx --port 8080 --cpus 0", add_start},
      {"new", "Make a framework directory to fill in", "  pacer new my-server --language go",
       add_new},
      {"doctor", "Judge this machine as a benchmark host and list its toolchains",
       "  pacer doctor\n"
       "  pacer doctor --json",
       add_doctor},
      {"setup", "Install the toolchains that frameworks need",
       "  pacer setup                              # all that is missing\n"
       "  pacer setup go node",
       add_setup},
      {"schema", "Print the JSON Schema of framework.yaml",
       "  pacer schema > docs/framework.schema.json", add_schema},
  };
  return kTable;
}

}  // namespace pacer
