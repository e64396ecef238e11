#include "load/response_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace pacer::load {
namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{16} * 1024;
constexpr std::uint64_t kMaxHeadBytes = std::uint64_t{64} * 1024;

/// tchar of RFC 9110, 5.6.2.
constexpr std::array<bool, 256> kTokenLetters = [] {
  std::array<bool, 256> is{};
  for (int c = '0'; c <= '9'; ++c) is[static_cast<std::size_t>(c)] = true;
  for (int c = 'a'; c <= 'z'; ++c) is[static_cast<std::size_t>(c)] = true;
  for (int c = 'A'; c <= 'Z'; ++c) is[static_cast<std::size_t>(c)] = true;
  for (const char c : std::string_view("!#$%&'*+-.^_`|~")) is[static_cast<std::size_t>(c)] = true;
  return is;
}();

bool is_token(std::string_view text) {
  if (text.empty()) return false;
  bool all = true;
  for (const char c : text) all &= kTokenLetters[static_cast<unsigned char>(c)];
  return all;
}

/// No control character but the tab.
bool is_text(std::string_view text) {
  bool all = true;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    all &= (byte >= 0x20 && byte != 0x7f) || byte == '\t';
  }
  return all;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool same_word(std::string_view text, std::string_view lower_case) {
  return text.size() == lower_case.size() &&
         std::equal(text.begin(), text.end(), lower_case.begin(), [](char c, char wanted) {
           return (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == wanted;
         });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// Takes the first element of a list ("a, b") off `list`.
std::string_view next_element(std::string_view& list) {
  const auto comma = list.find(',');
  const auto element = trimmed(list.substr(0, comma));
  list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  return element;
}

template <int base>
std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, base);
  // Sums of sizes must not overflow either.
  if (read.ec != std::errc() || read.ptr != end || value > 1ULL << 62) return std::nullopt;
  return value;
}

}  // namespace

ResponseParser::Step ResponseParser::malformed(std::string_view why) {
  state_ = State::kMalformed;
  problem_ = why;
  return Step::kMalformed;
}

void ResponseParser::reset() {
  state_ = State::kStatusLine;
  carry_.clear();
  head_bytes_ = 0;
}

void ResponseParser::begin() {
  response_ = Response{};
  chunked_ = says_close_ = says_keep_alive_ = false;
  last_header_frames_ = true;  // nor may the first line of a head be folded
  content_length_.reset();
}

ResponseParser::Step ResponseParser::complete() {
  if (response_.body_bytes != expected_->body.size() && !expected_->to_head) {
    response_.body_differs = true;
  }
  state_ = State::kStatusLine;
  head_bytes_ = 0;
  return Step::kComplete;
}

ResponseParser::Step ResponseParser::feed(std::string_view& input) {
  auto step = state_ == State::kMalformed ? Step::kMalformed : Step::kMore;
  while (step == Step::kMore && !input.empty()) {
    const bool in_bytes =
        state_ == State::kBody || state_ == State::kChunkData || state_ == State::kUntilClose;
    step = in_bytes ? feed_bytes(input) : feed_line(input);
  }
  return step;
}

ResponseParser::Step ResponseParser::end() {
  return state_ == State::kUntilClose ? complete() : Step::kMore;
}

ResponseParser::Step ResponseParser::feed_line(std::string_view& input) {
  const auto* found = static_cast<const char*>(std::memchr(input.data(), '\n', input.size()));
  const auto size = found ? static_cast<std::size_t>(found - input.data()) + 1 : input.size();
  head_bytes_ += size;
  if (carry_.size() + size > kMaxLineBytes) return malformed("a line of over 16 KiB in a head");
  if (head_bytes_ > kMaxHeadBytes) return malformed("a head of over 64 KiB");
  auto line = input.substr(0, size);
  input.remove_prefix(size);
  if (!carry_.empty() || !found) {
    carry_.append(line);
    if (!found) return Step::kMore;
    line = carry_;
  }
  if (line.size() < 2 || line[line.size() - 2] != '\r') {
    return malformed("a line that does not end in CR LF");
  }
  line.remove_suffix(2);
  const auto step = on_line(line);
  carry_.clear();
  return step;
}

ResponseParser::Step ResponseParser::feed_bytes(std::string_view& input) {
  const auto size = state_ == State::kUntilClose
                        ? input.size()
                        : static_cast<std::size_t>(std::min<std::uint64_t>(left_, input.size()));
  on_body(input.substr(0, size));
  input.remove_prefix(size);
  if (state_ == State::kUntilClose) return Step::kMore;
  left_ -= size;
  if (left_ > 0) return Step::kMore;
  if (state_ == State::kBody) return complete();
  state_ = State::kChunkEnd;
  return Step::kMore;
}

void ResponseParser::on_body(std::string_view bytes) {
  const std::string_view expected = expected_->body;
  const auto at = response_.body_bytes;
  response_.body_bytes += bytes.size();
  if (collected_ != nullptr) collected_->append(bytes);
  if (response_.body_differs) return;
  response_.body_differs =
      response_.body_bytes > expected.size() || expected.substr(at, bytes.size()) != bytes;
}

ResponseParser::Step ResponseParser::on_line(std::string_view line) {
  switch (state_) {
    case State::kStatusLine:
      return on_status_line(line);
    case State::kHeaders:
      return line.empty() ? on_head_end() : on_header(line);
    case State::kTrailers:
      return line.empty() ? complete() : on_header(line);
    case State::kChunkSize:
      return on_chunk_size(line);
    default:  // kChunkEnd
      if (!line.empty()) return malformed("a chunk longer than its size");
      state_ = State::kChunkSize;
      head_bytes_ = 0;  // chunks may be many
      return Step::kMore;
  }
}

ResponseParser::Step ResponseParser::on_status_line(std::string_view line) {
  begin();
  const bool http_1 = line.starts_with("HTTP/1.") && line.size() >= 12 && line[8] == ' ' &&
                      (line[7] == '0' || line[7] == '1');
  if (!http_1) return malformed("no HTTP/1 status line where an answer should begin");
  // The blank after the code is required, but many servers with no reason to give leave it out.
  const bool code = line[9] >= '1' && line[9] <= '9' && is_digit(line[10]) && is_digit(line[11]) &&
                    (line.size() == 12 || line[12] == ' ');
  if (!code) return malformed("a status that is not three digits");
  if (!is_text(line)) return malformed("a control character in a status line");
  http_1_0_ = line[7] == '0';
  response_.status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
  state_ = State::kHeaders;
  return Step::kMore;
}

ResponseParser::Step ResponseParser::on_header(std::string_view line) {
  if (line.front() == ' ' || line.front() == '\t') {
    // Obsolete folding: harmless unless it may change the framing.
    if (last_header_frames_) return malformed("a folded line that may change the framing");
    return is_text(line) ? Step::kMore : malformed("a control character in a header");
  }
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return malformed("a header without a colon");
  const auto name = line.substr(0, colon);
  if (!is_token(name)) return malformed("a header name that is no token");
  const auto value = trimmed(line.substr(colon + 1));
  if (!is_text(value)) return malformed("a control character in a header");
  last_header_frames_ = false;
  return state_ == State::kTrailers ? Step::kMore : on_framing_header(name, value);
}

ResponseParser::Step ResponseParser::on_framing_header(std::string_view name,
                                                       std::string_view value) {
  // The length rules nearly every header out before a letter is compared.
  if (name.size() == 14 && same_word(name, "content-length")) return on_content_length(value);
  if (name.size() == 10 && same_word(name, "connection")) {
    last_header_frames_ = true;
    while (!value.empty()) {
      const auto option = next_element(value);
      says_close_ |= same_word(option, "close");
      says_keep_alive_ |= same_word(option, "keep-alive");
    }
  } else if (name.size() == 17 && same_word(name, "transfer-encoding")) {
    last_header_frames_ = true;
    if (chunked_ || !same_word(value, "chunked")) {
      return malformed("a Transfer-Encoding other than chunked");
    }
    chunked_ = true;
  }
  return Step::kMore;
}

ResponseParser::Step ResponseParser::on_content_length(std::string_view value) {
  last_header_frames_ = true;
  for (bool more = true; more;) {
    more = value.find(',') != std::string_view::npos;
    const auto length = whole_number<10>(next_element(value));
    if (!length) return malformed("a Content-Length that is no number");
    if (content_length_ && *content_length_ != *length) {
      return malformed("two Content-Lengths that differ");
    }
    content_length_ = length;
  }
  return Step::kMore;
}

ResponseParser::Step ResponseParser::on_head_end() {
  if (chunked_ && content_length_) return malformed("both Content-Length and Transfer-Encoding");
  if (chunked_ && http_1_0_) return malformed("Transfer-Encoding in HTTP/1.0");
  const auto status = response_.status;
  if (status < 200 && status != 101) {
    state_ = State::kStatusLine;  // the final answer follows
    return Step::kMore;
  }
  response_.closes = says_close_ || (http_1_0_ && !says_keep_alive_) || status == 101;
  const bool no_body = expected_->to_head || status == 101 || status == 204 || status == 304;
  if (no_body) return complete();
  if (chunked_) {
    state_ = State::kChunkSize;
    head_bytes_ = 0;
    return Step::kMore;
  }
  if (!content_length_) {
    response_.closes = true;
    state_ = State::kUntilClose;
    return Step::kMore;
  }
  left_ = *content_length_;
  if (left_ == 0) return complete();
  state_ = State::kBody;
  return Step::kMore;
}

ResponseParser::Step ResponseParser::on_chunk_size(std::string_view line) {
  const auto semicolon = line.find(';');
  // Blanks may stand before the extensions that follow the size.
  const auto digits = semicolon == std::string_view::npos ? line : line.substr(0, semicolon);
  const auto size = whole_number<16>(trimmed(digits));
  if (!size || digits.front() == ' ' || digits.front() == '\t') {
    return malformed("a chunk size that is no number");
  }
  if (!is_text(line)) return malformed("a control character in a chunk extension");
  left_ = *size;
  last_header_frames_ = false;
  state_ = left_ == 0 ? State::kTrailers : State::kChunkData;
  return Step::kMore;
}

}  // namespace pacer::load
