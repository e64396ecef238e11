#include "core/audit/reasons.h"

#include "base/error.h"

namespace pacer::audit {

const std::vector<Reason>& reasons() {
  using enum Verdict;
  using enum Weight;
  // verdict is what the code alone makes of the throughput; kOk leaves it as it is.
  static const std::vector<Reason> kTable{
      {"exit_nonzero", kSuspect, false, kPlain, "the client ended with an error"},
      {"connect_refused", kFailed, false, kPlain, "nothing listened"},
      {"resolve_failed", kFailed, false, kPlain, "the host name was not found"},
      {"usage_error", kFailed, false, kPlain, "the client refused its options"},
      {"lua_error", kSuspect, false, kPlain, "the script failed while it ran"},
      {"script_not_loaded", kSuspect, false, kPlain, "the run went on without its script"},
      {"no_report", kFailed, true, kPlain, "there is no whole report to read"},
      {"not_wrk", kFailed, true, kPlain, "no known client wrote this"},
      {"multiple_reports", kSuspect, false, kUndecided, "which report is the result is not said"},
      {"header_missing", kSuspect, false, kUndecided, "the lines that say how it was run are cut"},
      {"truncated_field", kSuspect, true, kUndecided, "a figure is cut or not readable"},
      {"number_overflow", kFailed, true, kImpossible, "a number is beyond any counter"},
      {"locale_comma", kSuspect, false, kPlain, "decimals are printed with a comma"},
      {"command_mismatch", kOk, false, kUndecided, "the command is not that of this report"},
      {"zero_requests", kFailed, true, kPlain, "not one answer"},
      {"non2xx_all", kFailed, false, kPlain, "every answer is an error"},
      {"non2xx", kSuspect, false, kPlain, "error answers are counted as throughput"},
      {"errors_exceed_requests", kFailed, true, kImpossible, "more error answers than answers"},
      {"errors_as_throughput", kSuspect, false, kPlain, "failed attempts are counted in the rate"},
      {"redirects", kSuspect, false, kPlain, "redirects are counted as throughput"},
      {"socket_errors", kSuspect, false, kPlain, "connections failed"},
      {"timeouts_all", kFailed, true, kPlain, "every answer came too late to be timed"},
      {"timeouts", kSuspect, true, kPlain, "late answers are missing from the latency"},
      {"verify_failed", kSuspect, false, kPlain, "the suite's own check of the answers failed"},
      {"partial_run", kSuspect, false, kPlain, "the run ended early"},
      {"duration_mismatch", kSuspect, false, kUndecided, "the run did not take the time asked for"},
      {"few_samples", kSuspect, false, kPlain, "too few requests to rank"},
      {"rps_mismatch", kSuspect, false, kImpossible, "the rate is not requests / duration"},
      {"transfer_mismatch", kSuspect, false, kImpossible, "the transfer is not bytes / duration"},
      {"bytes_too_few", kSuspect, false, kImpossible, "fewer bytes than the answers must have had"},
      {"connections_uneven", kOk, false, kImpossible, "not all connections were opened"},
      {"shared_rate", kOk, false, kUndecided, "the top rates are one: client or network may limit"},
      {"script_disagrees", kSuspect, false, kImpossible, "the script prints other totals"},
      {"latency_empty", kSuspect, true, kPlain, "there is no latency sample"},
      {"percentiles_zero", kSuspect, true, kImpossible, "a percentile of 0"},
      {"latency_garbage", kSuspect, true, kImpossible, "latency figures contradict each other"},
      {"percentiles_not_rising", kSuspect, true, kImpossible, "a higher percentile is lower"},
      {"max_beyond_run", kSuspect, true, kImpossible, "a latency longer than the run"},
      {"max_beyond_timeout", kOk, true, kUndecided, "a latency longer than the timeout"},
      {"percentile_beyond_samples", kOk, false, kUndecided, "a percentile beyond the samples"},
      {"little_mismatch", kOk, true, kUndecided, "average latency and throughput do not fit"},
      {"latency_above_closed_loop", kOk, true, kImpossible, "an average no closed loop can have"},
      {"latency_below_closed_loop", kOk, true, kUndecided, "an average far below the loop's own"},
      {"latency_undecidable", kOk, true, kUndecided, "an average that may or may not be true"},
  };
  return kTable;
}

const Reason& reason(std::string_view code) {
  for (const auto& row : reasons()) {
    if (row.code == code) return row;
  }
  throw Error("unknown reason code '" + std::string(code) + "'");
}

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return "ok";
    case Verdict::kSuspect:
      return "suspect";
    case Verdict::kFailed:
      break;
  }
  return "failed";
}

}  // namespace pacer::audit
