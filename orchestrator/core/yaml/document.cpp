#include "core/yaml/document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>
#include <utility>

#include "core/yaml/encoding.h"
#include "core/yaml/position.h"
#include "core/yaml/syntax.h"

namespace pacer::yaml {
namespace {

/// Ends the reading: what follows could not be understood any more.
struct Stop {
  std::size_t offset;
  std::string message;
  std::string hint;
};

std::size_t offset_of(const YAML::Mark& mark) {
  return mark.pos < 0 ? std::string_view::npos : static_cast<std::size_t>(mark.pos);
}

/// yaml-cpp takes the end of the file for the end of a single-quoted text.
bool closes(std::string_view text, std::size_t at) {
  const char quote_mark = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote_mark == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote_mark) {
      const bool escaped = quote_mark == '\'' && text.substr(at + 1).starts_with('\'');
      if (!escaped) return true;
      ++at;
    }
  }
  return false;
}

/// Builds the Node from the parser's events. Of all ways into yaml-cpp only this one shows both
/// values of a duplicate key, aliases, tags and where each thing stands.
class Builder : public YAML::EventHandler {
 public:
  Builder(std::string_view text, const Positions& positions, ProblemList& problems)
      : text_(text), positions_(positions), problems_(problems) {}

  Node take_root() { return std::move(root_); }
  /// False where something was found that the fields cannot be checked without.
  bool understood() const { return understood_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    const bool is_item = !frames_.empty() && frames_.back().node.kind == Node::Kind::kList;
    const auto offset = offset_of(mark);
    add(node_at(Node::Kind::kNull, is_item ? item_offset(offset) : offset));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(offset_of(mark), "aliases (*) are not read here", "write the value itself");
    add(node_at(Node::Kind::kNull, offset_of(mark)));
  }

  void OnAnchor(const YAML::Mark& mark, const std::string&) override {
    refuse(offset_of(mark), "anchors (&) are not read here", "write the value itself");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    const auto offset = offset_of(mark);
    auto node = node_at(Node::Kind::kScalar, offset);
    node.text = value;
    node.quoted = tag == "!";
    const char first = offset < text_.size() ? text_[offset] : ' ';
    if ((tag != "?" && tag != "!") || first == '!') refuse_tag(offset);
    if ((first == '\'' || first == '"') && node.quoted && !closes(text_, offset)) {
      throw Stop{offset, "a quote is opened but never closed",
                 fmt::format("close it with {}", first)};
    }
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::kList, offset_of(mark), tag);
  }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::kMap, offset_of(mark), tag);
  }

  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Node node;
    std::optional<Entry> key;  ///< of a map: the key that waits for its value
    bool key_is_word = true;
    std::map<std::string, int> lines;  ///< of a map: where each key was first
  };

  Node node_at(Node::Kind kind, std::size_t offset) const {
    Node node;
    node.kind = kind;
    const auto position = positions_.at(offset);
    node.line = position.line;
    node.column = position.column;
    return node;
  }

  /// The mark of an item that is left out lies on what follows, maybe lines below: the last
  /// character before it is the `-` or the `,` that it belongs to.
  std::size_t item_offset(std::size_t offset) const {
    const auto rest = text_.substr(std::min(offset, text_.size()));
    for (const char* word : {"~", "null", "Null", "NULL"}) {
      if (rest.starts_with(word)) return offset;
    }
    const auto before = text_.substr(0, offset).find_last_not_of(" \t\r\n");
    return before == std::string_view::npos ? 0 : before;
  }

  void refuse(std::size_t offset, const std::string& message, const std::string& hint) {
    const auto position = positions_.at(offset);
    problems_.push_back({position.line, position.column, message, hint});
    understood_ = false;
  }

  void refuse_tag(std::size_t offset) {
    refuse(offset, "tags (!) are not read here", "write the value itself, text in quotes");
  }

  void open(Node::Kind kind, std::size_t offset, const std::string& tag) {
    if (frames_.size() == kDeepest) {
      throw Stop{offset, fmt::format("nested more than {} deep", kDeepest), ""};
    }
    if (tag != "?") refuse_tag(offset);
    frames_.push_back({node_at(kind, offset), std::nullopt, true, {}});
  }

  void close() {
    auto node = std::move(frames_.back().node);
    frames_.pop_back();
    add(std::move(node));
  }

  void add(Node node) {
    if (frames_.empty()) {
      root_ = std::move(node);
    } else if (frames_.back().node.kind == Node::Kind::kList) {
      frames_.back().node.items.push_back(std::move(node));
    } else if (!frames_.back().key) {
      take_key(frames_.back(), node);
    } else {
      add_value(frames_.back(), std::move(node));
    }
  }

  void take_key(Frame& frame, const Node& node) {
    const bool is_merge = node.text == "<<" && !node.quoted;
    frame.key = Entry{node.text, node.line, node.column, {}};
    frame.key_is_word = node.kind == Node::Kind::kScalar && !is_merge;
    if (!frame.key_is_word) {
      problems_.push_back({node.line, node.column,
                           is_merge ? "merge keys (<<) are not read here"
                                    : "a key must be a word, not " + describe(node),
                           is_merge ? "write the fields themselves" : ""});
      understood_ = false;
    }
  }

  void add_value(Frame& frame, Node value) {
    auto entry = std::move(*frame.key);
    frame.key.reset();
    if (!frame.key_is_word) return;
    const auto [first, is_new] = frame.lines.emplace(entry.key, entry.line);
    if (!is_new) {
      problems_.push_back({entry.line, entry.column,
                           fmt::format("{} is given twice; the first is on line {}",
                                       quote(entry.key), first->second),
                           "keep one of them"});
      return;
    }
    if (value.kind == Node::Kind::kNull) {
      value.line = entry.line;
      value.column = entry.column;
    }
    entry.value = std::move(value);
    frame.node.entries.push_back(std::move(entry));
  }

  std::string_view text_;
  const Positions& positions_;
  ProblemList& problems_;
  Node root_;
  std::vector<Frame> frames_;
  bool understood_ = true;
};

/// yaml-cpp hands out one document after the other and says nothing of those nobody asks for.
class NoMore : public YAML::EventHandler {
 public:
  explicit NoMore(std::string_view text) : text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    const auto offset = std::min(offset_of(mark), text_.size());
    const bool marked = text_.substr(offset).starts_with("---") ||
                        text_.substr(0, offset).find("\n...") != std::string_view::npos;
    if (marked) {
      throw Stop{offset, "a second document starts here", "one file holds one document"};
    }
    throw Stop{offset, "this does not continue the lines above",
               "all fields begin in the same column: check the indentation"};
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  std::string_view text_;
};

void parse(std::string_view text, Builder& builder) {
  std::istringstream stream{std::string(text)};
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) return;
    NoMore no_more(text);
    // At most once: a stray comma makes yaml-cpp hand out empty documents for ever.
    parser.HandleNextDocument(no_more);
  } catch (const YAML::Exception& error) {
    const auto [message, hint] = explain_syntax_error(error.msg);
    throw Stop{offset_of(error.mark), message, hint};
  }
}

}  // namespace

std::optional<Node> read_document(std::string_view text, ProblemList& problems) {
  if (const auto bad = find_bad_bytes(text)) {
    problems.push_back(*bad);
    return std::nullopt;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const Positions positions(text);
  Builder builder(text, positions, problems);
  try {
    parse(text, builder);
  } catch (const Stop& stop) {
    const auto position = positions.at(stop.offset);
    problems.push_back({position.line, position.column, stop.message, stop.hint});
    return std::nullopt;
  }
  if (!builder.understood()) return std::nullopt;
  auto root = builder.take_root();
  if (root.kind == Node::Kind::kMap) return root;
  const bool empty = root.kind == Node::Kind::kNull;
  problems.push_back(
      {root.line, root.column,
       empty ? "the file holds no fields" : "the file must hold fields, not " + describe(root),
       "write lines like `name: value`"});
  return std::nullopt;
}

}  // namespace pacer::yaml
