#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/audit/report.h"

namespace pacer::audit {

/// Which units a column may show.
enum class Scale {
  kTime,    ///< us, ms, s, m, h; a unit is required; the figure is in microseconds
  kBinary,  ///< B, KB, MB, GB, TB, PB of 1024 each; B is required; in bytes
  kMetric,  ///< none, k, M, G, T, P of 1000 each
};

/// What stood in a column.
struct Quantity {
  MaybeFigure figure;      ///< nothing: nan, or a number that is none (see the flags)
  bool is_nan = false;     ///< "nan", "-nan"
  bool has_comma = false;  ///< the decimal mark was a comma
  bool is_bad = false;     ///< a number without its unit, negative, or without its decimals
  /// 1,000 minutes and more: in a narrow column these are milliseconds whose last letter is cut.
  bool may_be_cut_ms = false;
};

/// Takes text from the left; each take_ changes nothing where it fails.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool take(std::string_view literal);
  /// At least one blank.
  bool take_blanks();
  void skip_blanks();
  /// Digits only. Nothing where there is none or where they are beyond 64 bits (then `overflow`).
  std::optional<std::uint64_t> take_count();
  /// As take_count, and with a minus sign: a counter that went around; nothing in `value`.
  bool take_signed_count(std::optional<std::uint64_t>& value);
  /// A number with exactly two decimals, and its unit, as these clients print every column: so a
  /// full column that touches its neighbour is still read right. Nothing: no number stands here.
  std::optional<Quantity> take_quantity(Scale scale);
  /// As take_quantity with '%' as unit.
  std::optional<Quantity> take_percent();

  bool at_end() const { return rest_.empty(); }
  bool overflow() const { return overflow_; }
  std::string_view rest() const { return rest_; }

 private:
  std::optional<Quantity> take_decimal(double& number);

  std::string_view rest_;
  bool overflow_ = false;
};

/// A whole field such as "1.55ms" (any number of decimals), as other programs copy it.
MaybeFigure parse_time_us(std::string_view text);

}  // namespace pacer::audit
