#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "load/channel.h"
#include "load/ready_queue.h"
#include "load/report.h"
#include "load/schedule.h"
#include "load/settings.h"
#include "load/stalls.h"

struct epoll_event;

namespace pacer::load {

/// One thread's share of the connections, with an epoll of its own. Nothing is shared with the
/// other threads but the settings and the wish to stop, and nothing is allocated for a request.
class Worker {
 public:
  Worker(const Settings& settings, int index, const std::atomic<bool>& stop);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Opens its connections, before any time is counted; returns how many are open.
  int open_all();
  /// Loads the server until the time or the requests are over, or `stop` is set.
  void run(std::int64_t start_ns);

  const Counts& counts() const { return counts_; }
  const Histogram& latency_ns() const { return latency_ns_; }
  const Histogram& lag_ns() const { return lag_ns_; }
  const std::vector<Stall>& stalls() const { return watch_.stalls(); }
  const Evidence& evidence() const { return evidence_; }
  /// Right answers until the end of each whole second, cumulative; shorter where none came any
  /// more.
  const std::vector<std::uint64_t>& right_at_second() const { return right_at_second_; }
  std::uint64_t sent_in_time() const { return sent_in_time_; }
  bool gave_up() const { return gave_up_; }
  bool out_of_time() const { return out_of_time_; }
  /// When its part was done.
  std::int64_t end_ns() const { return end_ns_; }

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  // worker.cpp: the loop
  void step(std::int64_t timeout_ns);
  int wait(std::span<epoll_event> events, std::int64_t timeout_ns);
  std::int64_t pause_ns() const;
  void on_event(Channel& channel, std::uint32_t events);
  void tick();
  void look_for_the_end();
  void finish();

  // worker_connect.cpp: connections come and go
  void connect(Channel& channel);
  void on_connected(Channel& channel);
  void connect_failed(Channel& channel, int error);
  void on_end(Channel& channel, int error);
  void end_as_announced(Channel& channel);
  void lose(Channel& channel, Fault fault, std::string_view why);
  void reopen(Channel& channel);
  void close_socket(Channel& channel);
  void note(Fault fault, std::string_view why);

  // worker_send.cpp: what is sent when
  bool wants_more() const;
  void refill(Channel& channel);
  void send_requests(Channel& channel, std::uint64_t number, std::int64_t from_ns);
  void flush(Channel& channel);
  void send_due();
  std::int64_t next_due_ns() const;
  void make_ready(Channel& channel);

  // worker_receive.cpp: what is received counts
  void receive(Channel& channel, bool ended);
  bool take(Channel& channel, std::string_view input);
  void take_known(Channel& channel, std::string_view& input);
  void on_answer(Channel& channel);
  void on_progress(Channel& channel);
  void end_second();

  std::uint32_t index_of(const Channel& channel) const {
    return static_cast<std::uint32_t>(&channel - channels_.data());
  }

  const Settings& settings_;
  const std::atomic<bool>& stop_;
  int epoll_fd_;
  std::vector<char> input_;
  std::string output_;  ///< as many requests as one connection sends at once
  std::string known_;   ///< the bytes of the last whole right answer
  std::vector<std::int64_t> times_ns_;
  std::vector<Channel> channels_;
  int open_ = 0;  ///< of the channels

  bool started_ = false;
  bool done_ = false;
  bool gave_up_ = false;
  bool out_of_time_ = false;
  std::int64_t start_ns_ = 0;
  std::int64_t deadline_ns_ = kNever;  ///< end of the duration
  std::int64_t cutoff_ns_ = kNever;    ///< nothing is taken from then on
  std::int64_t now_ns_ = 0;            ///< the last reading of the clock
  std::int64_t last_tick_ns_ = 0;
  std::int64_t last_answer_ns_ = 0;
  std::int64_t last_open_ns_ = 0;  ///< when a connection was last open
  std::int64_t end_ns_ = 0;

  std::uint64_t budget_ = 0;     ///< closed loop: requests that may still be sent
  std::uint64_t in_flight_ = 0;  ///< over all channels
  Schedule schedule_;
  ReadyQueue ready_;
  std::vector<std::int64_t> again_ns_;  ///< open loop: behind an announced close, to be sent again
  std::uint64_t sent_in_time_ = 0;
  std::int64_t next_second_ns_ = kNever;
  std::vector<std::uint64_t> right_at_second_;

  Counts counts_;
  Histogram latency_ns_;
  Histogram lag_ns_;
  StallWatch watch_;
  Evidence evidence_;
};

}  // namespace pacer::load
