#include "core/yaml/node.h"

#include "base/text.h"
#include "base/utf8.h"

namespace pacer::yaml {

const Entry* entry_of(const Node& map, std::string_view key) {
  for (const auto& entry : map.entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

std::string quote(std::string_view word) {
  constexpr int kWidest = 40;
  const auto line = printable_line(word.substr(0, 8 * kWidest));
  if (display_width(line) <= kWidest) return "'" + line + "'";
  return "'" + cut(line, kWidest - 3) + "...'";
}

std::string describe(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kList:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
    case Node::Kind::kScalar:
      return quote(node.text);
    case Node::Kind::kNull:
      break;
  }
  return "nothing";
}

}  // namespace pacer::yaml
