#include "core/model/json.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/utf8.h"
#include "core/model/json_fields.h"

namespace pacer {
namespace {

using nlohmann::json;

json texts(const std::vector<std::string>& lines) {
  auto list = json::array();
  for (const auto& line : lines) list.push_back(valid_utf8(line));
  return list;
}

void write_outcome(const Outcome& outcome, json& to) {
  to["outcome"] = outcome_name(outcome);
  if (const auto* skipped = std::get_if<Skipped>(&outcome)) {
    to["why"] = valid_utf8(skipped->why);
    to["remedy"] = valid_utf8(skipped->remedy);
  } else if (const auto* failed = std::get_if<Failed>(&outcome)) {
    to["stage"] = stage_name(failed->stage);
    to["why"] = valid_utf8(failed->why);
    to["evidence"] = texts(failed->evidence);
  } else if (const auto* invalid = std::get_if<Invalid>(&outcome)) {
    to["reasons"] = texts(invalid->reasons);
  }
}

/// Reads a text through `named` (stage_named, badge_named), whose Error knows no field.
template <class Value>
Value read_name(const JsonFields& fields, const char* key, Value (*named)(const std::string&)) {
  const auto name = fields.text(key);
  try {
    return named(name);
  } catch (const Error& error) {
    fields.refuse(key, std::string("holds an ") + error.what());
  }
}

Outcome read_outcome(const JsonFields& fields) {
  const auto name = fields.text("outcome");
  if (name == "measured") return Measured{};
  if (name == "skipped") return Skipped{fields.text("why"), fields.text("remedy")};
  if (name == "failed") {
    return Failed{read_name(fields, "stage", stage_named), fields.text("why"),
                  fields.texts("evidence")};
  }
  if (name == "invalid") return Invalid{fields.texts("reasons")};
  fields.refuse("outcome", "must be measured, skipped, failed or invalid (found '" + name + "')");
}

json write_values(const std::map<std::string, double>& values) {
  auto out = json::object();
  for (const auto& [key, value] : values) {
    if (std::isfinite(value)) out[valid_utf8(key)] = value;
  }
  return out;
}

json write_notes(const std::vector<Note>& notes) {
  auto out = json::array();
  for (const auto& note : notes) {
    out.push_back({{"code", valid_utf8(note.code)}, {"text", valid_utf8(note.text)}});
  }
  return out;
}

std::vector<Note> read_notes(const JsonFields& fields) {
  std::vector<Note> notes;
  for (const auto& note : fields.objects("notes")) {
    notes.push_back({note.text("code"), note.text("text")});
  }
  return notes;
}

json write_latency(const LatencyAtRate& latency) {
  json out = {{"rate_per_s", latency.rate_per_s},
              {"scheduled", latency.scheduled},
              {"sent", latency.sent},
              {"sustained", latency.sustained},
              {"upper_bound", latency.upper_bound},
              {"client_lag_us_p99", latency.client_lag_us_p99},
              {"latency_us", write_values(latency.latency_us)},
              {"histogram", valid_utf8(latency.histogram)}};
  if (latency.capacity_percent) out["capacity_percent"] = *latency.capacity_percent;
  return out;
}

LatencyAtRate read_latency(const JsonFields& fields) {
  LatencyAtRate latency;
  latency.rate_per_s = fields.integer("rate_per_s");
  if (fields.has("capacity_percent")) latency.capacity_percent = fields.integer("capacity_percent");
  latency.scheduled = fields.natural("scheduled");
  latency.sent = fields.natural("sent");
  latency.sustained = fields.boolean("sustained");
  latency.upper_bound = fields.boolean("upper_bound");
  latency.client_lag_us_p99 = fields.number("client_lag_us_p99");
  latency.latency_us = fields.numbers("latency_us");
  latency.histogram = fields.text("histogram");
  return latency;
}

/// What only some plans have: a load by number, open loops. Absent where there is none.
template <class Loads>
void write_loads(const Loads& from, json& to) {
  if (from.requests) {
    to["requests"] = *from.requests;
    to["at_most_us"] = from.at_most.count();
  }
  if (!from.latency_rates.empty()) to["latency_rates"] = from.latency_rates;
  if (from.latency_capacity_percent) {
    to["latency_capacity_percent"] = *from.latency_capacity_percent;
  }
  if (!from.latency_rates.empty() || from.latency_capacity_percent) {
    to["latency_duration_us"] = from.latency_duration.count();
  }
}

template <class Loads>
void read_loads(const JsonFields& fields, Loads& to) {
  if (fields.has("requests")) {
    to.requests = fields.natural("requests");
    to.at_most = Duration(fields.wide_integer("at_most_us"));
  }
  const bool has_capacity = fields.has("latency_capacity_percent");
  if (has_capacity) to.latency_capacity_percent = fields.integer("latency_capacity_percent");
  if (fields.has("latency_rates")) to.latency_rates = fields.integers("latency_rates");
  if (!has_capacity && !fields.has("latency_rates")) return;
  to.latency_duration = Duration(fields.wide_integer("latency_duration_us"));
}

/// A number where there is one setting, a list where there are several.
json one_or_list(const std::vector<int>& values) {
  return values.size() == 1 ? json(values.front()) : json(values);
}

Settings read_settings(const JsonFields& fields) {
  Settings settings;
  settings.client = fields.text("client");
  settings.workload = fields.text("workload");
  settings.threads = fields.integer("threads");
  settings.connections = fields.integer("connections");
  settings.pipeline = fields.integer("pipeline");
  settings.duration = Duration(fields.wide_integer("duration_us"));
  settings.warmup = Duration(fields.wide_integer("warmup_us"));
  read_loads(fields, settings);
  settings.server_cpus = fields.integers("server_cpus");
  settings.client_cpus = fields.integers("client_cpus");
  settings.server_cpu_count = fields.integer("server_cpu_count");
  settings.shared_cpus = fields.boolean("shared_cpus");
  return settings;
}

Plan read_plan(const JsonFields& fields) {
  const auto cpu_choice = [&](const char* key) {
    const auto choice = parse_cpu_choice(fields.text(key));
    if (!choice) fields.refuse(key, "must be auto, shared or a list like 0-1,4");
    return *choice;
  };
  const auto build = fields.text("build");
  if (build != "first" && build != "batched") fields.refuse("build", "must be first or batched");
  Plan plan;
  plan.name = fields.text("name");
  plan.about = fields.text("about");
  plan.client = fields.text("client");
  plan.workload = fields.text("workload");
  if (fields.has("threads")) plan.threads = fields.integer("threads");
  plan.connections = fields.one_or_integers("connections");
  plan.pipeline = fields.one_or_integers("pipeline");
  plan.repetitions = fields.integer("repetitions");
  plan.duration = Duration(fields.wide_integer("duration_us"));
  plan.warmup = Duration(fields.wide_integer("warmup_us"));
  read_loads(fields, plan);
  if (fields.has("seed")) plan.seed = fields.natural("seed");
  plan.server_cpus = cpu_choice("server_cpus");
  plan.client_cpus = cpu_choice("client_cpus");
  plan.build = build == "batched" ? BuildOrder::kBatched : BuildOrder::kFirst;
  plan.quiet_within = Duration(fields.wide_integer("quiet_within_us"));
  if (fields.has("port")) plan.port = fields.integer("port");
  plan.strict = fields.boolean("strict");
  if (fields.has("budget_us")) plan.budget = Duration(fields.wide_integer("budget_us"));
  if (fields.has("controls")) plan.controls = fields.boolean("controls");
  plan.interest = fields.text("interest");
  return plan;
}

/// The facts of an Environment by their names in run.json.
template <class Env, class Visit>
void for_each_fact(Env& environment, const Visit& visit) {
  visit("machine", environment.machine);
  visit("kernel", environment.kernel);
  visit("system", environment.system);
  visit("governor", environment.governor);
  visit("turbo", environment.turbo);
  visit("smt", environment.smt);
  visit("mitigations", environment.mitigations);
  visit("client_version", environment.client_version);
  visit("commit", environment.commit);
}

json write_environment(const Environment& environment) {
  json out = {{"cpu_count", environment.cpu_count}};
  for_each_fact(environment, [&](const char* name, const Fact& fact) {
    auto& to = out[name];
    to["value"] = fact.value ? json(valid_utf8(*fact.value)) : json(nullptr);
    if (!fact.value) to["why_not"] = valid_utf8(fact.why_not);
  });
  return out;
}

Environment read_environment(const JsonFields& fields) {
  Environment environment;
  environment.cpu_count = fields.integer("cpu_count");
  for_each_fact(environment, [&](const char* name, Fact& fact) {
    const auto from = fields.object(name);
    if (from.has("value")) {
      fact.value = from.text("value");
    } else {
      fact.why_not = from.text("why_not");
    }
  });
  return environment;
}

json write_live(const LivePair& live) {
  return {{"framework", valid_utf8(live.framework)},   {"repository", valid_utf8(live.repository)},
          {"directory", valid_utf8(live.directory)},   {"ref", valid_utf8(live.ref)},
          {"old_commit", valid_utf8(live.old_commit)}, {"new_commit", valid_utf8(live.new_commit)},
          {"new_label", valid_utf8(live.new_label)}};
}

LivePair read_live(const JsonFields& fields) {
  return {fields.text("framework"), fields.text("repository"), fields.text("directory"),
          fields.text("ref"),       fields.text("old_commit"), fields.text("new_commit"),
          fields.text("new_label")};
}

void check_data_version(const JsonFields& fields, const std::string& what) {
  const int version = fields.integer("data_version");
  if (version == kDataVersion) return;
  throw Error(fmt::format("field 'data_version' is {}, this Pacer reads {}", version, kDataVersion),
              what, "read it with the version of Pacer that wrote it");
}

}  // namespace

json to_json(const Settings& settings) {
  json out = {
      {"client", valid_utf8(settings.client)}, {"workload", valid_utf8(settings.workload)},
      {"threads", settings.threads},           {"connections", settings.connections},
      {"pipeline", settings.pipeline},         {"duration_us", settings.duration.count()},
      {"warmup_us", settings.warmup.count()},  {"server_cpus", settings.server_cpus},
      {"client_cpus", settings.client_cpus},   {"server_cpu_count", settings.server_cpu_count},
      {"shared_cpus", settings.shared_cpus}};
  write_loads(settings, out);
  return out;
}

json to_json(const Sample& sample) {
  json out = {{"data_version", kDataVersion},
              {"framework", valid_utf8(sample.trial.framework)},
              {"version", valid_utf8(sample.version)},
              {"language", valid_utf8(sample.language)},
              {"runtime", valid_utf8(sample.runtime)},
              {"round", sample.trial.round},
              {"position", sample.trial.position},
              {"started_at", valid_utf8(sample.started_at)},
              {"settings", to_json(sample.trial.settings)},
              {"values", write_values(sample.values)},
              {"badge", badge_name(sample.badge)},
              {"notes", write_notes(sample.notes)}};
  for (const auto& latency : sample.latency) out["latency"].push_back(write_latency(latency));
  write_outcome(sample.outcome, out);
  return out;
}

Sample sample_from_json(const json& value) {
  const JsonFields fields(value, "sample");
  check_data_version(fields, "sample");
  Sample sample;
  sample.trial.framework = fields.text("framework");
  sample.trial.round = fields.integer("round");
  sample.trial.position = fields.integer("position");
  sample.trial.settings = read_settings(fields.object("settings"));
  sample.version = fields.text("version");
  sample.language = fields.text("language");
  sample.runtime = fields.text("runtime");
  sample.started_at = fields.text("started_at");
  sample.outcome = read_outcome(fields);
  sample.values = fields.numbers("values");
  if (fields.has("latency")) {
    for (const auto& latency : fields.objects("latency")) {
      sample.latency.push_back(read_latency(latency));
    }
  }
  sample.badge = read_name(fields, "badge", badge_named);
  sample.notes = read_notes(fields);
  return sample;
}

json to_json(const Plan& plan) {
  json out = {{"name", valid_utf8(plan.name)},
              {"about", valid_utf8(plan.about)},
              {"client", valid_utf8(plan.client)},
              {"workload", valid_utf8(plan.workload)},
              {"threads", plan.threads ? json(*plan.threads) : json(nullptr)},
              {"connections", one_or_list(plan.connections)},
              {"pipeline", one_or_list(plan.pipeline)},
              {"repetitions", plan.repetitions},
              {"duration_us", plan.duration.count()},
              {"warmup_us", plan.warmup.count()},
              {"seed", plan.seed ? json(*plan.seed) : json(nullptr)},
              {"server_cpus", plan.server_cpus.text()},
              {"client_cpus", plan.client_cpus.text()},
              {"build", plan.build == BuildOrder::kBatched ? "batched" : "first"},
              {"quiet_within_us", plan.quiet_within.count()},
              {"port", plan.port ? json(*plan.port) : json(nullptr)},
              {"strict", plan.strict},
              {"interest", valid_utf8(plan.interest)}};
  if (plan.controls) out["controls"] = true;
  if (plan.budget) out["budget_us"] = plan.budget->count();
  write_loads(plan, out);
  return out;
}

Plan plan_from_json(const json& value) { return read_plan(JsonFields(value, "plan")); }

json to_json(const RunRecord& record) {
  json out = {{"data_version", kDataVersion},
              {"id", valid_utf8(record.id)},
              {"pacer_version", valid_utf8(record.pacer_version)},
              {"started_at", valid_utf8(record.started_at)},
              {"command", texts(record.command)},
              {"plan", to_json(record.plan)},
              {"settings", to_json(record.settings)},
              {"seed", record.seed},
              {"frameworks", texts(record.frameworks)},
              {"framework_folders", texts(record.framework_folders)},
              {"environment", write_environment(record.environment)}};
  if (record.live) out["live"] = write_live(*record.live);
  for (const auto& settings : record.further_settings) {
    out["further_settings"].push_back(to_json(settings));
  }
  return out;
}

RunRecord run_record_from_json(const json& value) {
  const JsonFields fields(value, "run record");
  check_data_version(fields, "run record");
  RunRecord record;
  record.id = fields.text("id");
  record.pacer_version = fields.text("pacer_version");
  record.started_at = fields.text("started_at");
  record.command = fields.texts("command");
  record.plan = read_plan(fields.object("plan"));
  record.settings = read_settings(fields.object("settings"));
  if (fields.has("further_settings")) {
    for (const auto& settings : fields.objects("further_settings")) {
      record.further_settings.push_back(read_settings(settings));
    }
  }
  record.seed = fields.natural("seed");
  record.frameworks = fields.texts("frameworks");
  record.framework_folders = fields.texts("framework_folders");
  record.environment = read_environment(fields.object("environment"));
  if (fields.has("live")) record.live = read_live(fields.object("live"));
  return record;
}

}  // namespace pacer
