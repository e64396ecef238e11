#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/run_record.h"
#include "core/model/sample.h"

// Runs made of plain values, for the tests of everything that reads samples.
namespace pacer::testing {

inline Settings quick_settings() {
  Settings settings;
  settings.client = "wrk";
  settings.workload = "hello";
  settings.threads = 1;
  settings.connections = 64;
  settings.pipeline = 1;
  settings.duration = std::chrono::seconds(5);
  settings.warmup = std::chrono::seconds(2);
  settings.server_cpus = {0};
  settings.client_cpus = {1};
  settings.server_cpu_count = 1;
  return settings;
}

/// A measured trial of round `round`. Its other values follow from the throughput.
inline Sample measured(const std::string& framework, double throughput_rps, int round = 1,
                       const Settings& settings = quick_settings()) {
  Sample sample;
  sample.trial = {framework, round, 1, settings};
  sample.version = "1.2.3";
  sample.language = "go";
  sample.runtime = "go 1.26.8";
  sample.started_at = "2026-01-02T03:04:05Z";
  sample.outcome = Measured{};
  sample.badge = Badge::kHandler;
  const double cycle_us = 1e6 * settings.connections * settings.pipeline / throughput_rps;
  sample.values = {{"throughput_rps", throughput_rps},
                   {settings.pipeline == 1 ? "latency_mean_us" : "batch_cycle_us", cycle_us},
                   {"transfer_bytes_per_s", throughput_rps * 130},
                   {"server_cpu_us_per_request", 0.9e6 / throughput_rps},
                   {"memory_peak_bytes", 25e6},
                   {"startup_ms", 12.5},
                   {"errors", 0}};
  return sample;
}

inline Sample with_outcome(const std::string& framework, Outcome outcome, int round = 1,
                           const Settings& settings = quick_settings()) {
  Sample sample;
  sample.trial = {framework, round, 1, settings};
  sample.version = "1.2.3";
  sample.language = "go";
  sample.outcome = std::move(outcome);
  return sample;
}

inline RunRecord run_of(std::vector<std::string> frameworks, int rounds = 1) {
  RunRecord record;
  record.id = "2026-01-02-quick";
  record.pacer_version = "0.1.0";
  record.started_at = "2026-01-02T03:04:05Z";
  record.command = {"pacer", "run", "--plan", "quick", "--seed", "42"};
  record.plan.name = "quick";
  record.plan.repetitions = rounds;
  record.settings = quick_settings();
  record.seed = 42;
  record.frameworks = std::move(frameworks);
  auto& environment = record.environment;
  environment.machine.value = "AMD EPYC 7B13, 2 CPUs, 7.8 GiB, KVM";
  environment.kernel.value = "Linux 6.1.0-18-amd64";
  environment.client_version.value = "wrk debian/4.1.0-3+b2 [epoll]";
  environment.commit.value = "4f2a91c";
  environment.cpu_count = 2;
  return record;
}

}  // namespace pacer::testing
