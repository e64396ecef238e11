#pragma once

#include <string>
#include <vector>

#include "core/model/plan.h"

namespace pacer {

std::vector<std::string> client_names();
std::vector<std::string> loadable_workloads();

/// A rule that a plan breaks.
struct PlanFault {
  std::vector<std::string> fields;  ///< that the rule is about, the one to blame first
  std::string message;
  std::string hint;
};

/// Every rule that the plan breaks: limits of single values, and what must fit together.
std::vector<PlanFault> faults_of(const Plan& plan);

/// Throws Error with the first of them, so that values from the command line are refused with the
/// same words as those of a file.
void check(const Plan& plan);

}  // namespace pacer
