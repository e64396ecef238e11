#include "load/histogram_code.h"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace pacer::load {
namespace {

constexpr std::uint32_t kV2Cookie = 0x1c849303 | 0x10;
constexpr std::uint32_t kV2CompressedCookie = 0x1c849304 | 0x10;

void put(std::string& text, std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    text.push_back(static_cast<char>(value >> shift & 0xff));
  }
}

/// ZigZag makes small negatives small; LEB128 with nine bytes at most, the ninth holding eight
/// bits.
void put_zigzag(std::string& text, std::int64_t value) {
  auto rest = static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
  for (int bytes = 1; rest >= 0x80 && bytes < 9; ++bytes) {
    text.push_back(static_cast<char>((rest & 0x7f) | 0x80));
    rest >>= 7;
  }
  text.push_back(static_cast<char>(rest));
}

/// A run of empty buckets is one negative number.
std::string payload_of(const std::vector<std::uint64_t>& counts) {
  std::string payload;
  for (std::size_t at = 0; at < counts.size();) {
    std::int64_t empty = 0;
    while (at < counts.size() && counts[at] == 0) ++at, ++empty;
    if (empty > 0) put_zigzag(payload, -empty);
    if (at < counts.size()) put_zigzag(payload, static_cast<std::int64_t>(counts[at++]));
  }
  return payload;
}

std::string encode(const Histogram& histogram) {
  const auto payload = payload_of(histogram.counts());
  std::string text;
  put(text, kV2Cookie, 4);
  put(text, payload.size(), 4);
  put(text, 0, 4);  // normalizing index offset
  put(text, Histogram::kSignificantDigits, 4);
  put(text, Histogram::kLowest, 8);
  put(text, Histogram::kHighest, 8);
  put(text, std::bit_cast<std::uint64_t>(1.0), 8);  // integer to double ratio
  return text + payload;
}

std::string compress(const std::string& text) {
  auto size = compressBound(text.size());
  std::string packed(size, '\0');
  const auto* from = reinterpret_cast<const Bytef*>(text.data());
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, from, text.size(), 9) != Z_OK) {
    throw Error("the histogram could not be compressed", "zlib");
  }
  packed.resize(size);
  return packed;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const bool there = at + i < bytes.size();
      three = three << 8 | (there ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const bool there = at + i <= bytes.size();
      text.push_back(there ? kLetters[three >> (18 - 6 * i) & 63] : '=');
    }
  }
  return text;
}

}  // namespace

std::string encode_histogram(const Histogram& histogram) {
  const auto packed = compress(encode(histogram));
  std::string text;
  put(text, kV2CompressedCookie, 4);
  put(text, packed.size(), 4);
  return base64(text + packed);
}

}  // namespace pacer::load
