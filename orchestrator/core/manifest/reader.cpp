#include "core/manifest/reader.h"

#include <fmt/format.h>

#include "core/manifest/fields.h"
#include "core/model/trial.h"
#include "core/yaml/document.h"

namespace pacer {
namespace {

void check_name(const std::string& name, yaml::ProblemList& problems) {
  if (!yaml::is_plain_name(name)) {
    problems.push_back(
        {0, 0, fmt::format("the directory's name {} is not a framework's name", yaml::quote(name)),
         yaml::kPlainNameHint});
  } else if (name == kCeilingName || is_control(name)) {
    problems.push_back({0, 0, fmt::format("the name {} is taken by Pacer's own server", name),
                        "give the directory another name"});
  }
}

}  // namespace

Manifest read_manifest(std::string_view text, const std::string& file, const std::string& name,
                       const std::string& directory) {
  Manifest manifest;
  manifest.name = name;
  manifest.directory = directory;
  yaml::ProblemList problems;
  check_name(name, problems);
  if (const auto root = yaml::read_document(text, problems)) {
    yaml::read_fields(*root, manifest_fields(), manifest, problems);
  }
  yaml::throw_if_any(file, text, problems);
  return manifest;
}

}  // namespace pacer
