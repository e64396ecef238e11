#include "core/audit/command_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace pacer::audit {
namespace {

enum class Option {
  kThreads,
  kConnections,
  kDuration,
  kTimeout,
  kRate,
  kScript,
  kPipeline,
  kOther,  ///< takes a value that says nothing here
};

struct OptionRow {
  std::string_view program;  ///< wrk2 and wrk-pipeline have wrk's and more
  char letter;               ///< 0: none
  std::string_view name;
  Option option;
};

constexpr std::array kOptions{
    OptionRow{"wrk", 't', "threads", Option::kThreads},
    OptionRow{"wrk", 'c', "connections", Option::kConnections},
    OptionRow{"wrk", 'd', "duration", Option::kDuration},
    OptionRow{"wrk", 's', "script", Option::kScript},
    OptionRow{"wrk", 'H', "header", Option::kOther},
    OptionRow{"wrk", 'T', "timeout", Option::kTimeout},
    OptionRow{"wrk", 'R', "rate", Option::kRate},
    OptionRow{"wrk", 0, "pipeline", Option::kPipeline},
    OptionRow{"oha", 'c', "connections", Option::kConnections},
    OptionRow{"oha", 'z', "duration", Option::kDuration},
    OptionRow{"oha", 'q', "query-per-second", Option::kRate},
    OptionRow{"oha", 0, "burst-delay", Option::kRate},
    OptionRow{"oha", 'n', "n-requests", Option::kOther},
    OptionRow{"oha", 'p', "http2-parallel", Option::kOther},
    OptionRow{"oha", 't', "timeout", Option::kTimeout},
    OptionRow{"oha", 'm', "method", Option::kOther},
    OptionRow{"oha", 'H', "header", Option::kOther},
    OptionRow{"oha", 'd', "body", Option::kOther},
    OptionRow{"oha", 'o', "output", Option::kOther},
    OptionRow{"bombardier", 'c', "connections", Option::kConnections},
    OptionRow{"bombardier", 'd', "duration", Option::kDuration},
    OptionRow{"bombardier", 'r', "rate", Option::kRate},
    OptionRow{"bombardier", 't', "timeout", Option::kTimeout},
    OptionRow{"bombardier", 'n', "requests", Option::kOther},
    OptionRow{"bombardier", 'm', "method", Option::kOther},
    OptionRow{"bombardier", 'H', "header", Option::kOther},
    OptionRow{"bombardier", 'b', "body", Option::kOther},
    OptionRow{"bombardier", 'o', "format", Option::kOther},
    OptionRow{"bombardier", 'p', "print", Option::kOther},
};

struct Word {
  std::string text;
  bool is_break = false;  ///< an unquoted ; & | < > or the line's end
};

/// Quotes and backslashes as a POSIX shell reads them; nothing is expanded.
std::vector<Word> shell_words(std::string_view line) {
  constexpr std::string_view kBreaks = ";&|<>`\n";
  std::vector<Word> words;
  std::string word;
  bool is_open = false;
  const auto end_word = [&] {
    if (is_open) words.push_back({word});
    word.clear();
    is_open = false;
  };
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\'' || c == '"') {
      const auto close = line.find(c, at + 1);
      const auto end = close == std::string_view::npos ? line.size() : close;
      word += line.substr(at + 1, end - at - 1);
      is_open = true;
      at = end;
    } else if (c == '\\' && at + 1 < line.size()) {
      if (line[++at] != '\n') {
        word += line[at];
        is_open = true;
      }
    } else if (c == ' ' || c == '\t') {
      end_word();
    } else if (kBreaks.find(c) != std::string_view::npos) {
      end_word();
      words.push_back({std::string(1, c), true});
    } else {
      word += c;
      is_open = true;
    }
  }
  end_word();
  return words;
}

std::string_view base_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_client(std::string_view name) {
  return name == "wrk" || name == "wrk2" || name == "wrk-pipeline" || name == "oha" ||
         name == "bombardier";
}

struct NumberAndUnit {
  double number;
  std::string_view unit;
};

std::optional<NumberAndUnit> split_unit(std::string_view text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || number < 0 || number > 1e12) return std::nullopt;
  return NumberAndUnit{number, text.substr(static_cast<std::size_t>(read.ptr - text.data()))};
}

/// wrk's counts may end in k, M or G.
std::optional<std::uint64_t> count_of(std::string_view text) {
  const auto parts = split_unit(text);
  if (!parts) return std::nullopt;
  double factor = 0;
  if (parts->unit.empty()) factor = 1;
  if (parts->unit == "k" || parts->unit == "K") factor = 1e3;
  if (parts->unit == "m" || parts->unit == "M") factor = 1e6;
  if (factor == 0) return std::nullopt;
  return static_cast<std::uint64_t>(parts->number * factor);
}

/// "30", "30s", "500ms", "2m", "1h"; a bare number is seconds.
std::optional<double> seconds_of(std::string_view text) {
  const auto parts = split_unit(text);
  if (!parts) return std::nullopt;
  const auto unit = parts->unit;
  if (unit.empty() || unit == "s" || unit == "sec") return parts->number;
  if (unit == "ms") return parts->number / 1e3;
  if (unit == "m" || unit == "min") return parts->number * 60;
  if (unit == "h") return parts->number * 3600;
  return std::nullopt;
}

void apply(Option option, const std::string& value, CommandLine& command) {
  switch (option) {
    case Option::kThreads:
      command.threads = count_of(value);
      return;
    case Option::kConnections:
      command.connections = count_of(value);
      return;
    case Option::kDuration:
      command.duration_s = seconds_of(value);
      return;
    case Option::kTimeout:
      command.timeout_s = seconds_of(value);
      return;
    case Option::kRate:
      command.has_rate = true;
      return;
    case Option::kScript:
      command.script = value;
      return;
    case Option::kPipeline:
      command.pipeline = count_of(value);
      return;
    case Option::kOther:
      return;
  }
}

const OptionRow* option_row(std::string_view program, std::string_view word, bool is_long) {
  const auto table = program.starts_with("wrk") ? std::string_view("wrk") : program;
  for (const auto& row : kOptions) {
    if (row.program != table) continue;
    if (is_long ? row.name == word : row.letter != 0 && row.letter == word[0]) return &row;
  }
  return nullptr;
}

/// One option at `at`, with its value behind '=', in the same word or in the next one.
void read_option(const std::vector<Word>& words, std::size_t& at, CommandLine& command) {
  const std::string_view word = words[at].text;
  const bool is_long = word.starts_with("--");
  const auto equals = is_long ? word.find('=') : std::string_view::npos;
  const auto name = is_long ? word.substr(2, equals - 2) : word.substr(1, 1);
  const auto* row = option_row(command.program, name, is_long);
  if (row == nullptr) return;
  std::string value;
  if (is_long && equals != std::string_view::npos) {
    value = word.substr(equals + 1);
  } else if (!is_long && word.size() > 2) {
    value = word.substr(word[2] == '=' ? 3 : 2);
  } else if (at + 1 < words.size() && !words[at + 1].is_break) {
    value = words[++at].text;
  }
  apply(row->option, value, command);
}

bool has_client_words(const std::vector<Word>& words, std::size_t at) {
  // "wrk is a fine tool" in a page's prose is no command.
  for (std::size_t i = at + 1; i < words.size() && !words[i].is_break; ++i) {
    if (words[i].text.starts_with('-') || words[i].text.find("://") != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<CommandLine> parse_command(std::string_view shell_line) {
  const auto words = shell_words(shell_line);
  const auto begin = std::find_if(words.begin(), words.end(), [](const Word& word) {
    return !word.is_break && is_client(base_name(word.text));
  });
  if (begin == words.end()) return std::nullopt;
  auto at = static_cast<std::size_t>(begin - words.begin());
  if (!has_client_words(words, at)) return std::nullopt;
  CommandLine command;
  command.program = base_name(words[at].text);
  for (++at; at < words.size() && !words[at].is_break; ++at) {
    const auto& word = words[at].text;
    if (word == "--") {
      for (++at; at < words.size() && !words[at].is_break; ++at) {
        command.script_arguments.push_back(words[at].text);
      }
      break;
    }
    if (word.size() > 1 && word[0] == '-') read_option(words, at, command);
  }
  return command;
}

std::optional<std::uint64_t> depth_of(const CommandLine& command) {
  if (command.pipeline) return command.pipeline;
  if (command.script.empty()) return 1;
  const auto& arguments = command.script_arguments;
  const bool is_pipelining = base_name(command.script).find("pipeline") != std::string_view::npos ||
                             (arguments.size() == 2 && arguments[0].starts_with('/'));
  if (!is_pipelining) return 1;
  if (arguments.empty()) return std::nullopt;
  const auto depth = count_of(arguments.back());
  return depth && *depth >= 1 && *depth <= 1'000'000 ? depth : std::nullopt;
}

}  // namespace pacer::audit
