#include "core/manifest/placeholder.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/edit_distance.h"
#include "base/text.h"
#include "core/yaml/kind.h"

namespace pacer {
namespace {

const std::vector<std::string>& placeholders() {
  static const std::vector<std::string> kKnown{"{port}", "{cpus}"};
  return kKnown;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

bool is_known(std::string_view token) {
  const auto& known = placeholders();
  return std::find(known.begin(), known.end(), token) != known.end();
}

}  // namespace

void check_placeholders(const yaml::Node& word, yaml::ProblemList& problems) {
  const std::string_view text = word.text;
  for (auto open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    const auto close = text.find('}', open);
    if (close == std::string_view::npos) return;
    if (!is_name(text.substr(open + 1, close - open - 1))) continue;
    const auto start = open > 0 && text[open - 1] == '$' ? open - 1 : open;
    const auto token = text.substr(start, close + 1 - start);
    if (is_known(token)) continue;
    yaml::report(problems, word, unknown_word("placeholder", cut(token, 40), placeholders()),
                 "only {port} and {cpus} are replaced, and no shell reads the rest");
  }
}

std::string bare_placeholder(const yaml::Node& node) {
  const bool looks_like_one = node.kind == yaml::Node::Kind::kMap && node.entries.size() == 1 &&
                              node.entries[0].value.kind == yaml::Node::Kind::kNull &&
                              is_name(node.entries[0].key);
  return looks_like_one ? "{" + cut(node.entries[0].key, 40) + "}" : "";
}

}  // namespace pacer
