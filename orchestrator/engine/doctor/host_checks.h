#pragma once

#include <string>
#include <vector>

#include "engine/doctor/host_facts.h"

namespace pacer {

enum class Verdict { kGood, kAttention, kBad };
std::string verdict_name(Verdict verdict);  ///< "good", "attention" or "bad"

/// What one look says about the machine as a benchmark host.
struct Finding {
  std::string name;
  Verdict verdict = Verdict::kGood;
  std::string value;        ///< what was seen
  std::string effect;       ///< what it disturbs; empty where it is good
  std::string remedy;       ///< the command, or advice; empty where it is good or nothing helps
  bool stops_runs = false;  ///< bad, and no run can start with it
};

/// All checks, in the order of their table.
std::vector<Finding> judge(const HostFacts& facts);

}  // namespace pacer
