#include "core/plan/fields.h"

#include "core/plan/kinds.h"
#include "core/plan/limits.h"

namespace pacer {
namespace {

using yaml::field;
using yaml::Field;

std::vector<Field<Plan>> load_fields() {
  return {
      field({.name = "name",
             .required = true,
             .help = "Name of the plan; part of the name of a run.",
             .example = "name: quick"},
            yaml::plain_name("a plan"), &Plan::name),
      field({.name = "about",
             .help = "One line on what the plan is for.",
             .example = "about: quick, unranked"},
            yaml::text(), &Plan::about),
      field({.name = "client",
             .help = "Load client.",
             .fallback = "pacer-load",
             .example = "client: wrk"},
            client_name(), &Plan::client),
      field({.name = "workload",
             .help = "What is asked of every server (docs/contract.md).",
             .fallback = "hello",
             .example = "workload: hello"},
            load_workload(), &Plan::workload),
      field(
          {.name = "threads",
           .help = "Threads of the client; it must divide the connections.",
           .fallback = "auto: the largest divisor of the connections that the client's CPUs allow",
           .example = "threads: auto"},
          threads_or_auto(), &Plan::threads),
      field({.name = "connections",
             .help = "Connections that are kept open; of a list each is measured and ranked on its "
                     "own.",
             .fallback = "64",
             .example = "connections: [32, 64, 128]"},
            one_or_list(kConnections), &Plan::connections),
      field({.name = "pipeline",
             .help = "Requests in flight on each connection; 1: no pipelining. Of a list each is "
                     "measured and ranked on its own.",
             .fallback = "1",
             .example = "pipeline: [1, 4, 16]"},
            one_or_list(kPipeline), &Plan::pipeline),
      field({.name = "duration",
             .help = "Length of the measured load.",
             .fallback = "5s",
             .example = "duration: 5s"},
            yaml::duration(kLoad), &Plan::duration),
      field({.name = "warmup",
             .help = "Length of the load before the measured one.",
             .fallback = "2s",
             .example = "warmup: 2s"},
            yaml::duration(kWarmup), &Plan::warmup),
  };
}

std::vector<Field<Plan>> number_fields() {
  return {
      field({.name = "requests",
             .help = "Load with exactly so many requests, instead of for a duration.",
             .fallback = "none",
             .example = "requests: 100000"},
            yaml::natural(), &Plan::requests),
      field({.name = "at_most",
             .help = "How long those may take: a server that needs longer has failed.",
             .fallback = "2m",
             .example = "at_most: 2m"},
            yaml::duration(kLoad), &Plan::at_most),
      field({.name = "full_requests",
             .help = "What `pacer run --full` takes in place of requests.",
             .fallback = "none",
             .example = "full_requests: 10000000"},
            yaml::natural(), &Plan::full_requests),
      field({.name = "full_at_most",
             .help = "And in place of at_most.",
             .fallback = "1h",
             .example = "full_at_most: 1h"},
            yaml::duration(kLoad), &Plan::full_at_most),
  };
}

std::vector<Field<Plan>> latency_fields() {
  return {
      field({.name = "latency_rates",
             .help = "Requests a second of open loops after the measured load, one each; the table "
                     "shows the percentiles of the first.",
             .fallback = "none",
             .example = "latency_rates: [1000, 5000]"},
            latency_rates(), &Plan::latency_rates),
      field({.name = "latency_capacity_percent",
             .help = "One more open loop, at this share of the throughput that the framework has "
                     "just shown: a rate of its own for each.",
             .fallback = "none",
             .example = "latency_capacity_percent: 70"},
            yaml::integer(kCapacityPercent), &Plan::latency_capacity_percent),
      field({.name = "latency_duration",
             .help = "Length of each open loop.",
             .fallback = "5s",
             .example = "latency_duration: 5s"},
            yaml::duration(kLoad), &Plan::latency_duration),
  };
}

std::vector<Field<Plan>> order_fields() {
  return {
      field({.name = "repetitions",
             .help = "Rounds; in each, every framework runs once in a fresh process.",
             .fallback = "1",
             .example = "repetitions: 10"},
            yaml::integer(kRepetitions), &Plan::repetitions),
      field(
          {.name = "controls",
           .help = "Run two controls in each round, from 10 repetitions on: a twin of the ceiling, "
                   "which must not be told apart from it, and one with a tenth more work, which "
                   "must. If one fails, nothing is ranked.",
           .fallback = "false",
           .example = "controls: true"},
          yaml::boolean(), &Plan::controls),
      field({.name = "seed",
             .help = "Of the order within the rounds.",
             .fallback = "drawn, and recorded with the run",
             .example = "seed: 42"},
            yaml::natural(), &Plan::seed),
      field({.name = "build",
             .help = "Build all before the first trial, or the cheapest first, in batches, each "
                     "measured before the next (one repetition only).",
             .fallback = "first",
             .example = "build: first"},
            build_order(), &Plan::build),
  };
}

std::vector<Field<Plan>> machine_fields() {
  return {
      field({.name = "server_cpus",
             .help = "CPUs of the server; auto is the first half, rounded up.",
             .fallback = "auto",
             .example = "server_cpus: auto"},
            cpu_choice(), &Plan::server_cpus),
      field({.name = "client_cpus",
             .help = "CPUs of the client; auto is what the server leaves.",
             .fallback = "auto",
             .example = "client_cpus: auto"},
            cpu_choice(), &Plan::client_cpus),
      field({.name = "quiet_within",
             .help = "How long a trial may wait for a quiet machine.",
             .fallback = "0s",
             .example = "quiet_within: 30s"},
            yaml::duration(kQuietWithin), &Plan::quiet_within),
      field({.name = "port",
             .help = "Port of every server.",
             .fallback = "a free one for each trial",
             .example = "port: 8080"},
            yaml::integer(kPort), &Plan::port),
      field({.name = "strict",
             .help = "Disturbance of the machine makes a trial invalid instead of being noted.",
             .fallback = "false",
             .example = "strict: true"},
            yaml::boolean(), &Plan::strict),
      field({.name = "interest",
             .help = "The publisher's own interest in a result; it stands in the caption.",
             .fallback = "none",
             .example = "interest: we develop light-4j"},
            yaml::text(), &Plan::interest),
  };
}

}  // namespace

const std::vector<Field<Plan>>& plan_fields() {
  static const std::vector<Field<Plan>> kTable = [] {
    auto table = load_fields();
    for (const auto& part : {number_fields(), latency_fields(), order_fields(), machine_fields()}) {
      table.insert(table.end(), part.begin(), part.end());
    }
    return table;
  }();
  return kTable;
}

}  // namespace pacer
