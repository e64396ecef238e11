#include "core/model/manifest.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace pacer {
namespace {

std::vector<long> parts_of(const std::string& version) {
  std::vector<long> parts;
  for (const auto& part : split(version, '.')) {
    long number = 0;
    std::from_chars(part.data(), part.data() + part.size(), number);
    parts.push_back(number);
  }
  return parts;
}

int compare_parts(const std::vector<long>& a, const std::vector<long>& b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const long left = i < a.size() ? a[i] : 0;
    const long right = i < b.size() ? b[i] : 0;
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::string Requirement::text() const {
  switch (relation) {
    case Relation::kAtLeast:
      return toolchain + ">=" + version;
    case Relation::kEqual:
      return toolchain + "==" + version;
    case Relation::kAny:
      break;
  }
  return toolchain;
}

int compare_versions(const std::string& a, const std::string& b) {
  const auto left = parts_of(a);
  const auto right = parts_of(b);
  return compare_parts(left, right, std::max(left.size(), right.size()));
}

bool satisfies(const Requirement& requirement, const std::string& version) {
  switch (requirement.relation) {
    case Requirement::Relation::kAtLeast:
      return compare_versions(version, requirement.version) >= 0;
    case Requirement::Relation::kEqual: {
      const auto wanted = parts_of(requirement.version);
      return compare_parts(parts_of(version), wanted, wanted.size()) == 0;
    }
    case Requirement::Relation::kAny:
      break;
  }
  return true;
}

}  // namespace pacer
