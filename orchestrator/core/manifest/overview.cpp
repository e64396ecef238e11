#include "core/manifest/overview.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace pacer {
namespace {

/// A line break or a bar would end the cell.
std::string cell(const std::string& text) {
  return replace_all(replace_all(text, "\n", " "), "|", "\\|");
}

/// "{go}": the version is the toolchain's.
std::string version_text(const Manifest& manifest) {
  if (!manifest.version.starts_with('{')) return cell(manifest.version);
  return fmt::format("that of {}", manifest.version.substr(1, manifest.version.find('}') - 1));
}

std::string remark(const Manifest& manifest) {
  if (manifest.skip) return cell("skipped: " + *manifest.skip);
  return cell(manifest.notes);
}

std::string row(const Manifest& manifest) {
  std::vector<std::string> needs;
  for (const auto& need : manifest.needs) needs.push_back(need.text());
  return fmt::format("| `{}` | [{}]({}) | {} | {} | {} | {} | {} |\n", manifest.name,
                     cell(manifest.title), manifest.home, cell(manifest.language),
                     version_text(manifest), fmt::join(needs, ", "),
                     fmt::join(manifest.serves, ", "), remark(manifest));
}

}  // namespace

std::string overview_markdown(std::vector<Manifest> manifests) {
  std::sort(manifests.begin(), manifests.end(),
            [](const Manifest& a, const Manifest& b) { return a.name < b.name; });
  std::string text =
      "| name | framework | language | version | needs | serves | remarks |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const auto& manifest : manifests) text += row(manifest);
  return text;
}

}  // namespace pacer
