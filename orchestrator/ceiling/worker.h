#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ceiling/answers.h"
#include "ceiling/extra_work.h"

namespace pacer::ceiling {

/// One thread's share of the connections, with an epoll of its own. Only adopt(), connections()
/// and handled() may be called from other threads.
class Worker {
 public:
  /// `handled_by_all`: how often GET / was answered, over all workers.
  explicit Worker(std::function<std::uint64_t()> handled_by_all, int extra_work_percent = 0);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes over an accepted, non-blocking socket.
  void adopt(int fd);
  int connections() const { return connections_.load(std::memory_order_relaxed); }
  std::uint64_t handled() const { return handled_.load(std::memory_order_relaxed); }

  /// Serves until stop().
  void run();
  void stop();

 private:
  struct Connection {
    bool open = false;
    bool closing = false;    ///< nothing more is read as a request
    bool lingering = false;  ///< our side is shut down; what still comes is thrown away
    std::uint64_t body_left = 0;
    std::string carry;    ///< a request that has come in part
    std::string pending;  ///< answers that the socket did not take yet
    std::uint64_t drained = 0;
  };

  Connection& connection(int fd);
  void on_event(int fd, std::uint32_t events);
  void read_all(int fd, Connection& peer, bool until_empty);
  bool take(int fd, Connection& peer, std::string_view received);
  std::string_view serve(Connection& peer, std::string_view input);
  void answer(Connection& peer, const RequestHead& head);
  bool send_out(int fd, Connection& peer, std::string_view answers);
  bool end_if_closing(int fd, Connection& peer);
  void drop(int fd, Connection& peer);
  void work_more();

  std::function<std::uint64_t()> handled_by_all_;
  int epoll_fd_;
  int stop_fd_;
  std::atomic<int> connections_{0};
  alignas(64) std::atomic<std::uint64_t> handled_{0};
  std::vector<std::unique_ptr<Connection>> by_fd_;
  std::vector<char> input_;
  std::string output_;
  Answers answers_;
  ExtraWork extra_work_;
};

}  // namespace pacer::ceiling
