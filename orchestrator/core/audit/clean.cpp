#include "core/audit/clean.h"

#include <cstddef>

namespace pacer::audit {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kUtf16Little = "\xFF\xFE";
constexpr std::string_view kUtf16Big = "\xFE\xFF";
constexpr char kEscape = '\x1b';
constexpr char kBell = '\x07';

void append_utf8(std::string& out, unsigned value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0 | (value >> 6));
    out += static_cast<char>(0x80 | (value & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (value >> 12));
    out += static_cast<char>(0x80 | ((value >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (value & 0x3F));
  }
}

/// Reports are ASCII: of what lies beyond the basic plane each half becomes U+FFFD.
std::string from_utf16(std::string_view bytes, bool is_big) {
  constexpr unsigned kReplacement = 0xFFFD;
  std::string out;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    const unsigned value = is_big ? first * 256u + second : second * 256u + first;
    append_utf8(out, value >= 0xD800 && value <= 0xDFFF ? kReplacement : value);
  }
  return out;
}

std::string decode(std::string_view raw) {
  if (raw.starts_with(kUtf8Mark)) return std::string(raw.substr(kUtf8Mark.size()));
  if (raw.starts_with(kUtf16Little)) return from_utf16(raw.substr(2), false);
  if (raw.starts_with(kUtf16Big)) return from_utf16(raw.substr(2), true);
  return std::string(raw);
}

/// Where the escape sequence that begins at `at` ends; a broken one is only its first byte.
std::size_t after_escape(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return at + 1;
  std::size_t end = at + 2;
  if (text[at + 1] == '[') {
    while (end < text.size() && text[end] >= 0x20 && text[end] <= 0x3F) ++end;
    const bool is_whole = end < text.size() && text[end] >= 0x40 && text[end] <= 0x7E;
    return is_whole ? end + 1 : at + 1;
  }
  if (text[at + 1] == ']') {
    while (end < text.size() && text[end] != kBell && text[end] != kEscape && text[end] != '\n') {
      ++end;
    }
    if (end < text.size() && text[end] == kBell) return end + 1;
    const bool is_ended = end + 1 < text.size() && text[end] == kEscape && text[end + 1] == '\\';
    return is_ended ? end + 2 : at + 1;
  }
  return at + 1;
}

}  // namespace

std::string clean_text(std::string_view raw) {
  const auto text = decode(raw);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == kEscape) {
      at = after_escape(text, at);
    } else if (text[at] == '\r') {
      out += '\n';
      at += at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    } else if (text.compare(at, 2, "\xC2\xA0") == 0) {
      out += ' ';
      at += 2;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view clean) {
  std::vector<std::string_view> lines;
  while (!clean.empty()) {
    const auto end = clean.find('\n');
    lines.push_back(clean.substr(0, end));
    clean = end == std::string_view::npos ? std::string_view() : clean.substr(end + 1);
  }
  return lines;
}

std::string_view strip(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace pacer::audit
