#include "core/audit/quantity.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <string>

namespace pacer::audit {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr double kKi = 1024.0;
constexpr std::array<Unit, 5> kTimes{
    {{"us", 1}, {"ms", 1e3}, {"s", 1e6}, {"m", 60e6}, {"h", 3600e6}}};
constexpr std::array<Unit, 6> kBytes{{{"B", 1},
                                      {"KB", kKi},
                                      {"MB", kKi* kKi},
                                      {"GB", kKi* kKi* kKi},
                                      {"TB", kKi* kKi* kKi* kKi},
                                      {"PB", kKi* kKi* kKi* kKi* kKi}}};
constexpr std::array<Unit, 6> kMetrics{
    {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}}};
constexpr double kHalfStep = 0.005;  // of two decimals
constexpr std::size_t kMostDigits = 15;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t count_digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

template <std::size_t N>
std::optional<double> factor_in(const std::array<Unit, N>& units, std::string_view name) {
  for (const auto& unit : units) {
    if (unit.name == name) return unit.factor;
  }
  return std::nullopt;
}

std::optional<double> factor_of(Scale scale, std::string_view name) {
  switch (scale) {
    case Scale::kTime:
      return factor_in(kTimes, name);
    case Scale::kBinary:
      return factor_in(kBytes, name);
    case Scale::kMetric:
      break;
  }
  return factor_in(kMetrics, name);
}

/// from_chars knows nothing of locales; the text holds digits and at most one '.'.
double to_number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

bool Scanner::take(std::string_view literal) {
  if (!rest_.starts_with(literal)) return false;
  rest_.remove_prefix(literal.size());
  return true;
}

void Scanner::skip_blanks() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
}

bool Scanner::take_blanks() {
  const auto before = rest_.size();
  skip_blanks();
  return rest_.size() != before;
}

std::optional<std::uint64_t> Scanner::take_count() {
  const auto digits = count_digits(rest_);
  std::uint64_t value = 0;
  const auto read = std::from_chars(rest_.data(), rest_.data() + digits, value);
  if (read.ec == std::errc::result_out_of_range) overflow_ = true;
  if (digits == 0 || read.ec != std::errc()) return std::nullopt;
  rest_.remove_prefix(digits);
  return value;
}

bool Scanner::take_signed_count(std::optional<std::uint64_t>& value) {
  value.reset();
  if (!rest_.empty() && rest_[0] == '-') {
    const auto digits = count_digits(rest_.substr(1));
    if (digits == 0) return false;
    rest_.remove_prefix(1 + digits);
    return true;
  }
  value = take_count();
  return value.has_value();
}

std::optional<Quantity> Scanner::take_decimal(double& number) {
  auto text = rest_;
  Quantity quantity;
  const bool is_negative = !text.empty() && text[0] == '-';
  if (is_negative) text.remove_prefix(1);
  if (text.starts_with("nan")) {
    quantity.is_nan = true;
    rest_ = text.substr(3);
    return quantity;
  }
  const auto whole = count_digits(text);
  if (whole == 0) return std::nullopt;
  quantity.is_bad = is_negative || whole > kMostDigits;
  std::string digits(text.substr(0, whole));
  text.remove_prefix(whole);
  const bool has_mark = !text.empty() && (text[0] == '.' || text[0] == ',');
  if (has_mark && count_digits(text.substr(1)) >= 2) {
    quantity.has_comma = text[0] == ',';
    digits += '.';
    digits += text.substr(1, 2);
    text.remove_prefix(3);
  } else {
    quantity.is_bad = true;  // cut off, or of another program
    if (has_mark) text.remove_prefix(1 + count_digits(text.substr(1)));
  }
  number = to_number(digits);
  rest_ = text;
  return quantity;
}

std::optional<Quantity> Scanner::take_quantity(Scale scale) {
  double number = 0;
  auto quantity = take_decimal(number);
  if (!quantity) return std::nullopt;
  std::size_t letters = 0;
  while (letters < rest_.size() && is_letter(rest_[letters])) ++letters;
  const auto factor = factor_of(scale, rest_.substr(0, letters));
  rest_.remove_prefix(letters);
  if (!factor) quantity->is_bad = true;
  quantity->may_be_cut_ms = scale == Scale::kTime && number >= 1000 && factor == 60e6;
  if (quantity->is_nan || quantity->is_bad) return quantity;
  quantity->figure = Figure{number * *factor, kHalfStep * *factor};
  return quantity;
}

std::optional<Quantity> Scanner::take_percent() {
  double number = 0;
  auto quantity = take_decimal(number);
  if (!quantity) return std::nullopt;
  if (!take("%")) quantity->is_bad = true;
  if (quantity->is_nan || quantity->is_bad) return quantity;
  quantity->figure = Figure{number, kHalfStep};
  return quantity;
}

MaybeFigure parse_time_us(std::string_view text) {
  const auto whole = count_digits(text);
  std::size_t length = whole;
  double step = 1;
  if (length < text.size() && text[length] == '.') {
    const auto decimals = count_digits(text.substr(length + 1));
    if (decimals == 0) return std::nullopt;
    for (std::size_t i = 0; i < decimals && i < kMostDigits; ++i) step /= 10;
    length += 1 + decimals;
  }
  if (whole == 0 || length > 2 * kMostDigits) return std::nullopt;
  const auto factor = factor_of(Scale::kTime, text.substr(length));
  if (!factor) return std::nullopt;
  return Figure{to_number(std::string(text.substr(0, length))) * *factor, step / 2 * *factor};
}

}  // namespace pacer::audit
