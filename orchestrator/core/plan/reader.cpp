#include "core/plan/reader.h"

#include <algorithm>

#include "core/plan/check.h"
#include "core/plan/fields.h"
#include "core/yaml/document.h"
#include "core/yaml/schema.h"

namespace pacer {
namespace {

/// The rules between fields, each at the first field of it that the file gives. A rule about a
/// field that could not be read would judge a value nobody wrote.
void report_faults(const yaml::Node& root, const Plan& plan, const std::vector<std::string>& wrong,
                   yaml::ProblemList& problems) {
  for (const auto& fault : faults_of(plan)) {
    const auto is_wrong = [&](const std::string& field) {
      return std::find(wrong.begin(), wrong.end(), field) != wrong.end();
    };
    if (std::any_of(fault.fields.begin(), fault.fields.end(), is_wrong)) continue;
    const yaml::Node* place = &root;
    for (const auto& field : fault.fields) {
      const auto* entry = yaml::entry_of(root, field);
      if (entry == nullptr) continue;
      place = &entry->value;
      break;
    }
    yaml::report(problems, *place, fault.message, fault.hint);
  }
}

}  // namespace

Plan read_plan(std::string_view text, const std::string& file) {
  Plan plan;
  yaml::ProblemList problems;
  if (const auto root = yaml::read_document(text, problems)) {
    const auto wrong = yaml::read_fields(*root, plan_fields(), plan, problems);
    report_faults(*root, plan, wrong, problems);
  }
  yaml::throw_if_any(file, text, problems);
  return plan;
}

std::string plan_fields_markdown() { return yaml::markdown_of(yaml::infos_of(plan_fields())); }

}  // namespace pacer
