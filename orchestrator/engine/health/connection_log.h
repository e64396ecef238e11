#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/health/socket_diag.h"

namespace pacer {

/// One look at the server's connections during a load.
struct ConnectionTick {
  double at_s = 0;  ///< since the start of the window; rising from tick to tick
  std::vector<ServerConnection> connections;
  std::uint32_t accept_queue = 0;  ///< summed over the port's listeners
  bool client_alive = true;        ///< asked after the connections were read
};

/// What the ticks prove. Times are lower bounds within one tick (100 ms): nothing is claimed about
/// what lies between two looks.
struct ConnectionFindings {
  int established_max = 0;
  /// Connections at the end of the load that never got a byte of answer, although older than 1 s
  /// (or half of the time in which there were connections, where that is shorter), and than twice
  /// any other wait that ended. Counts those that still shake hands too.
  int unserved = 0;
  /// Share of the ticks with a non-empty accept queue, from 200 ms after the first connection to
  /// the end of the load. Nothing where there was no such tick.
  std::optional<double> accept_queue_persisted;
  /// Distinct connections beyond those that stood at once. Exact where no connection is shorter
  /// than the time between two ticks.
  std::uint64_t reopened = 0;
  /// Connections were seen in one tick only: others may have come and gone unseen.
  bool churn_is_fast = false;
  /// Longest time in which no byte of answer was confirmed and no connection came or went; 0 where
  /// it is below 250 ms. A time without any connection counts where connections came back later.
  double longest_stall_s = 0;
  /// Such a time of at least 1 s reaches to the end of the load.
  bool stalled_at_end = false;
  /// Connections that stood at the end, had been answered before, and got no byte of answer for at
  /// least 1 s up to it, and twice as long as any other wait that ended.
  int silent_at_end = 0;
  /// Longest time after which a connection was answered again, or for the first time.
  double longest_wait_s = 0;
  /// No connection at all from here to the end of the load, though the client lived: it was summing
  /// up, or the server was gone.
  double unconnected_at_end_s = 0;
};

/// Follows the connections of one load from tick to tick. The load ends with the client: what its
/// end does to the connections is no progress.
class ConnectionLog {
 public:
  void add(const ConnectionTick& tick);
  /// `window_s`: length of the whole window, for a load that never had a connection.
  /// `probe_ports`: peer ports of connections that are not the client's; one that hangs keeps the
  /// others from being asked, which is no wait of theirs.
  ConnectionFindings finish(double window_s, const std::vector<int>& probe_ports = {}) const;

 private:
  struct Seen {
    double first_s = 0;
    double last_s = 0;
    double progress_s = 0;  ///< when bytes_acked was last seen to grow
    std::uint64_t bytes_acked = 0;
    bool answered = false;
    bool established = false;  ///< at some time
    int ticks = 0;
  };

  bool follow(const ConnectionTick& tick);
  void drop_gone(double before_s);
  double longest_wait_s(const std::vector<int>& probe_ports) const;
  int count_unserved(double longest_wait_s) const;
  int count_silent(double longest_wait_s) const;

  std::unordered_map<std::uint64_t, Seen> seen_;  ///< those of the last two ticks with any
  std::optional<double> first_connected_s_;
  double last_connected_s_ = 0;
  double connected_before_s_ = 0;  ///< the tick with connections before that
  double last_tick_s_ = 0;         ///< the last one with a living client
  double last_progress_s_ = 0;
  double longest_s_ = 0;
  std::map<int, double> waits_s_;  ///< the longest that ended, by the peer's port
  int established_max_ = 0;
  std::uint64_t distinct_ = 0;
  int short_lived_ = 0;
  int queue_ticks_ = 0;
  int queue_held_ = 0;
};

}  // namespace pacer
