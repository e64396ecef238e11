#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer::yaml {

struct Entry;

/// A value of a YAML document, with the place where it stands (from 1; columns in characters). A
/// value that is left out (`title:`) has the place of its key. yaml-cpp stays behind document.cpp.
struct Node {
  enum class Kind {
    kNull,    ///< nothing, `~` or `null`
    kScalar,  ///< `text` as it is written: never turned into a number or a truth value
    kList,    ///< `items`
    kMap      ///< `entries`, in the order of the file; every key once
  };
  Kind kind = Kind::kNull;
  int line = 1;
  int column = 1;
  std::string text;
  bool quoted = false;  ///< in quotes or a block: text, whatever it looks like
  std::vector<Node> items;
  std::vector<Entry> entries;
};

struct Entry {
  std::string key;
  int line = 1;
  int column = 1;
  Node value;
};

/// The entry of a map that has this key; null where there is none.
const Entry* entry_of(const Node& map, std::string_view key);

/// For messages: "a list", "a map", "nothing" or the scalar in quotes, cut to what fits a line.
std::string describe(const Node& node);

/// A word in quotes for messages, cut to what fits a line.
std::string quote(std::string_view word);

}  // namespace pacer::yaml
