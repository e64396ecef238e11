#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pacer::audit {

/// What is looked at: one published file, and what is known of the run besides.
struct Document {
  std::string name;                    ///< as the user named it
  std::string text;                    ///< standard output, a page, or JSON
  std::string err;                     ///< standard error of the same run; may be empty
  std::optional<int> exit_code;        ///< of the client
  std::optional<std::string> command;  ///< as it was run
};

/// A printed figure in the unit that its field names: the number times its unit, and half a step
/// of its last digit.
struct Figure {
  double value = 0;
  double rounding = 0;

  double low() const { return value - rounding; }
  double high() const { return value + rounding; }
};
using MaybeFigure = std::optional<Figure>;
using Count = std::optional<std::uint64_t>;

struct Spread {
  MaybeFigure avg;
  MaybeFigure stdev;
  MaybeFigure max;
  std::optional<double> within_stdev_pct;
};

struct Percentile {
  std::string label;  ///< "50", "99.9"
  double rank = 0;    ///< 0 to 100
  MaybeFigure us;
};

/// Where a client counts what it could not do.
struct SocketErrors {
  Count connect;
  Count read;
  Count write;
  Count timeout;
  Count other;  ///< of clients that do not say which
};

/// What a report prints. Nothing: not printed, printed as "nan", or not readable.
struct Values {
  std::string test_label;
  Count threads;
  Count connections;
  Count requests;  ///< answers that the client counts
  MaybeFigure duration_s;
  MaybeFigure bytes;
  MaybeFigure rps;
  MaybeFigure transfer_bytes_per_s;
  Spread latency_us;
  Spread req_sec_thread;
  std::optional<std::vector<Percentile>> percentiles_us;
  SocketErrors socket_errors;
  bool socket_errors_line = false;
  Count non2xx;  ///< status over 399
  bool non2xx_line = false;
  Count redirects;                   ///< status 300 to 399, of clients that tell
  Count attempts;                    ///< what rps counts, where that is more than the answers
  std::vector<std::string> derived;  ///< fields that are not printed but follow from printed ones
};

/// How the run was made, as far as the report or a command says.
struct Setting {
  std::string command;            ///< empty: not known
  Count depth;                    ///< requests in one batch of a connection
  bool is_open_loop = false;      ///< a rate was asked for: latency is not bound by the connections
  double asked_s_low = 0;         ///< duration asked for; both 0: not known
  double asked_s_high = 0;        ///< equal to low except for a rounded label
  double duration_slack = 0;      ///< seconds that this client may take longer than asked
  double timeout_s = 0;           ///< the largest latency that the client records; 0: not known
  bool bytes_have_heads = false;  ///< bytes count status lines and headers
  bool stdev_is_sound = true;     ///< false: the client is known to compute it wrongly
  double rps_tolerance = 0.002;   ///< how far the printed rate may be from requests / duration
};

/// Unrounded values that a script printed beside the report.
struct Exact {
  std::uint64_t requests = 0;
  std::uint64_t duration_us = 0;
  Count bytes;
  Count p50_us;
};

/// A reason code of reasons.h with what it says of this report.
struct Finding {
  std::string code;
  std::string text;  ///< a whole sentence
};

/// One report as a reader took it from a document; not yet judged.
struct Reading {
  std::string file;
  std::size_t line = 0;  ///< where it begins, from 1; 0: no line to name
  std::string subject;   ///< "micronaut, plaintext, 256 connections"; may be empty
  std::string group;     ///< reports of one group were run alike; empty: stands alone
  std::string tool;      ///< "wrk", "wrk2", "bombardier", "oha", …; empty: unknown
  std::optional<int> exit_code;
  std::optional<Values> values;  ///< nothing: no report to read
  Setting setting;
  std::optional<Exact> exact;
  std::vector<Finding> findings;   ///< what the reader met
  std::vector<std::string> notes;  ///< what a reader of the figures should know; judges nothing
};

enum class Verdict { kOk, kSuspect, kFailed };

/// A reading with its judgement.
struct Audit {
  Reading reading;
  Verdict verdict = Verdict::kOk;
  bool latency_usable = true;
  std::optional<double> little_mean_us;  ///< opened connections × depth / requests per second
  std::optional<double> little_ratio;    ///< the printed average over it
  std::vector<Finding> findings;         ///< in the order of reasons()
};

}  // namespace pacer::audit
