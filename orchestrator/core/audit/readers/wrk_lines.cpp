#include "core/audit/readers/wrk_lines.h"

#include <array>
#include <string>

#include "core/audit/quantity.h"

namespace pacer::audit {
namespace {

struct Head {
  std::string_view words;
  WrkLine kind;
};

/// wrk prints 4 and wrk2 8.
constexpr std::size_t kMostPercentiles = 64;

// The longer of two that begin alike comes first.
constexpr std::array kHeads{
    Head{"Running ", WrkLine::kRunning},
    Head{"Thread calibration:", WrkLine::kCalibration},
    Head{"Thread Stats", WrkLine::kStatsHead},
    Head{"Latency Distribution (HdrHistogram - Uncorrected", WrkLine::kUncorrected},
    Head{"Latency Distribution", WrkLine::kDistribution},
    Head{"Latency ", WrkLine::kLatency},
    Head{"Req/Sec", WrkLine::kRate},
    Head{"Socket errors:", WrkLine::kSocketErrors},
    Head{"Non-2xx or 3xx responses:", WrkLine::kStatus},
    Head{"Requests/sec:", WrkLine::kRequestsPerSec},
    Head{"Transfer/sec:", WrkLine::kTransferPerSec},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Lines that begin with a number: what follows it tells them apart.
WrkLine kind_of_number(std::string_view line) {
  const auto after = line.find_first_not_of("0123456789.,");
  if (after == std::string_view::npos) return WrkLine::kOther;
  const auto rest = line.substr(after);
  if (rest.starts_with(" threads and ")) return WrkLine::kOpened;
  if (rest.starts_with(" requests in ")) return WrkLine::kTotals;
  // A script's own "50%,84" is none: wrk pads the column behind the sign.
  return rest.starts_with("% ") || rest == "%" ? WrkLine::kPercentile : WrkLine::kOther;
}

void note(const Quantity& quantity, LineFaults& faults) {
  faults.has_comma = faults.has_comma || quantity.has_comma;
  faults.is_cut = faults.is_cut || quantity.is_bad;
}

/// One column; its figure may be missing for a reason that is no fault (nan).
bool take_column(Scanner& scanner, Scale scale, MaybeFigure& figure, LineFaults& faults) {
  scanner.skip_blanks();
  if (scanner.rest().starts_with('-') && !scanner.rest().starts_with("-nan")) {
    faults.is_garbage = true;
  }
  const auto quantity = scanner.take_quantity(scale);
  if (!quantity) return false;
  note(*quantity, faults);
  figure = quantity->figure;
  return true;
}

/// The Avg column is 8 wide: 999,999 us would be 1000.00ms there, and lose its last letter.
bool take_average(Scanner& scanner, Scale scale, MaybeFigure& average, LineFaults& faults) {
  scanner.skip_blanks();
  auto ahead = scanner;
  const auto quantity = ahead.take_quantity(scale);
  const bool is_cut = quantity && quantity->may_be_cut_ms;
  if (!take_column(scanner, scale, average, faults)) return false;
  if (is_cut) average.reset();
  faults.is_cut = faults.is_cut || is_cut;
  return true;
}

void read_spread(Scanner scanner, Scale scale, Spread& spread, LineFaults& faults) {
  Spread read;
  bool whole = take_average(scanner, scale, read.avg, faults) &&
               take_column(scanner, scale, read.stdev, faults) &&
               take_column(scanner, scale, read.max, faults);
  scanner.skip_blanks();
  const auto share = whole ? scanner.take_percent() : std::nullopt;
  whole = share.has_value();
  if (share) {
    note(*share, faults);
    if (share->figure) read.within_stdev_pct = share->figure->value;
  }
  scanner.skip_blanks();
  if (!whole || !scanner.at_end()) {
    // Columns may have moved: none of them can be told from its neighbour.
    faults.is_cut = true;
    return;
  }
  spread = read;
}

/// "50" of "50", "50.000"; "99.9" of "99.900".
std::string percentile_label(std::string_view digits) {
  std::string label(digits);
  for (auto& c : label) c = c == ',' ? '.' : c;
  if (label.find('.') == std::string::npos) return label;
  label.erase(label.find_last_not_of('0') + 1);
  if (label.ends_with('.')) label.pop_back();
  return label;
}

void read_percentile(std::string_view line, Values& values, LineFaults& faults) {
  const auto sign = line.find('%');
  Percentile percentile{percentile_label(line.substr(0, sign)), 0, {}};
  Scanner rank(percentile.label);
  const auto whole = rank.take_count();
  if (!whole || *whole > 100 || percentile.label.size() > 10) {
    faults.is_cut = true;
    return;
  }
  percentile.rank = std::stod("0" + percentile.label);
  if (percentile.rank > 100) faults.is_garbage = true;
  Scanner scanner(line.substr(sign + 1));
  if (!take_column(scanner, Scale::kTime, percentile.us, faults)) faults.is_cut = true;
  scanner.skip_blanks();
  if (!scanner.at_end()) {
    faults.is_cut = true;
    percentile.us.reset();
  }
  if (!values.percentiles_us) values.percentiles_us.emplace();
  if (values.percentiles_us->size() >= kMostPercentiles) {
    faults.is_garbage = true;
    return;
  }
  for (const auto& other : *values.percentiles_us) {
    if (other.label == percentile.label) faults.is_garbage = true;
  }
  values.percentiles_us->push_back(percentile);
}

void read_running(std::string_view line, Values& values, LineFaults& faults) {
  const auto end = line.find(" test @ ");
  const auto label = end == std::string_view::npos ? std::string_view() : line.substr(8, end - 8);
  const bool is_label = label.size() >= 2 && label.size() <= 12 && is_digit(label[0]) &&
                        std::string_view("smh").find(label.back()) != std::string_view::npos &&
                        label.find_first_not_of("0123456789") == label.size() - 1;
  if (is_label) values.test_label = label;
  faults.is_cut = faults.is_cut || !is_label;
}

void read_opened(std::string_view line, Values& values, LineFaults& faults) {
  Scanner scanner(line);
  const auto threads = scanner.take_count();
  const bool has_middle = scanner.take(" threads and ");
  const auto connections = scanner.take_count();
  const bool is_whole =
      threads && has_middle && connections && scanner.take(" connections") && scanner.at_end();
  faults.has_overflow = faults.has_overflow || scanner.overflow();
  if (!is_whole) {
    faults.is_cut = true;
    return;
  }
  values.threads = threads;
  values.connections = connections;
}

void read_totals(std::string_view line, Values& values, LineFaults& faults) {
  Scanner scanner(line);
  const auto requests = scanner.take_count();
  faults.has_overflow = faults.has_overflow || scanner.overflow();
  MaybeFigure duration;
  MaybeFigure bytes;
  const bool is_whole = requests && scanner.take(" requests in ") &&
                        take_column(scanner, Scale::kTime, duration, faults) &&
                        scanner.take(", ") && take_column(scanner, Scale::kBinary, bytes, faults) &&
                        scanner.take(" read") && scanner.at_end();
  if (!is_whole) {
    faults.is_cut = true;
    return;
  }
  values.requests = requests;
  values.bytes = bytes;
  if (duration) values.duration_s = Figure{duration->value / 1e6, duration->rounding / 1e6};
}

void read_socket_errors(std::string_view line, Values& values, LineFaults& faults) {
  Scanner scanner(line);
  SocketErrors errors;
  const bool is_whole = scanner.take("Socket errors: connect ") &&
                        scanner.take_signed_count(errors.connect) && scanner.take(", read ") &&
                        scanner.take_signed_count(errors.read) && scanner.take(", write ") &&
                        scanner.take_signed_count(errors.write) && scanner.take(", timeout ") &&
                        scanner.take_signed_count(errors.timeout) && scanner.at_end();
  faults.has_overflow = faults.has_overflow || scanner.overflow();
  faults.is_cut = faults.is_cut || !is_whole;
  values.socket_errors = is_whole ? errors : SocketErrors{};
  values.socket_errors_line = true;
}

void read_status(std::string_view line, Values& values, LineFaults& faults) {
  Scanner scanner(line);
  const bool is_whole = scanner.take("Non-2xx or 3xx responses: ") &&
                        scanner.take_signed_count(values.non2xx) && scanner.at_end();
  faults.has_overflow = faults.has_overflow || scanner.overflow();
  faults.is_cut = faults.is_cut || !is_whole || !values.non2xx;
  if (!is_whole) values.non2xx.reset();
  values.non2xx_line = true;
}

void read_rate(std::string_view line, Scale scale, MaybeFigure& figure, LineFaults& faults) {
  Scanner scanner(line.substr(std::string_view("Requests/sec:").size()));
  MaybeFigure read;
  if (take_column(scanner, scale, read, faults) && scanner.at_end()) {
    figure = read;
  } else {
    faults.is_cut = true;
  }
}

}  // namespace

WrkLine kind_of(std::string_view line) {
  if (line.empty()) return WrkLine::kOther;
  if (is_digit(line[0])) return kind_of_number(line);
  for (const auto& head : kHeads) {
    if (!line.starts_with(head.words)) continue;
    const bool is_title =
        head.kind == WrkLine::kRunning && line.find(" test @ ") == std::string_view::npos;
    return is_title ? WrkLine::kOther : head.kind;
  }
  return WrkLine::kOther;
}

void read_wrk_line(WrkLine kind, std::string_view line, Values& values, LineFaults& faults) {
  switch (kind) {
    case WrkLine::kRunning:
      return read_running(line, values, faults);
    case WrkLine::kOpened:
      return read_opened(line, values, faults);
    case WrkLine::kLatency:
      return read_spread(Scanner(line.substr(7)), Scale::kTime, values.latency_us, faults);
    case WrkLine::kRate:
      return read_spread(Scanner(line.substr(7)), Scale::kMetric, values.req_sec_thread, faults);
    case WrkLine::kDistribution:
      if (!values.percentiles_us) values.percentiles_us.emplace();
      return;
    case WrkLine::kPercentile:
      return read_percentile(line, values, faults);
    case WrkLine::kTotals:
      return read_totals(line, values, faults);
    case WrkLine::kSocketErrors:
      return read_socket_errors(line, values, faults);
    case WrkLine::kStatus:
      return read_status(line, values, faults);
    case WrkLine::kRequestsPerSec:
      return read_rate(line, Scale::kMetric, values.rps, faults);
    case WrkLine::kTransferPerSec:
      return read_rate(line, Scale::kBinary, values.transfer_bytes_per_s, faults);
    case WrkLine::kOther:
    case WrkLine::kCalibration:
    case WrkLine::kStatsHead:
    case WrkLine::kUncorrected:
      return;
  }
}

}  // namespace pacer::audit
