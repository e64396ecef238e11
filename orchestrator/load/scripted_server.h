#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace pacer::load {

/// The server's end of one connection, for a test to misbehave with.
class Peer {
 public:
  explicit Peer(int fd, std::atomic<int>& heard) : fd_(fd), heard_(heard) {}

  /// Waits for the head of a request; false at the end of the stream.
  bool hear();
  void say(const std::string& text) const;
  /// What is unread, or unsent, is thrown away, and the client is told so.
  void reset() const;
  /// Nothing is said for so long: the fault that is under test.
  static void freeze(int ms);
  /// Until the client has gone.
  void wait_for_the_end() const;
  int heard_here() const { return here_; }

 private:
  int fd_;
  std::atomic<int>& heard_;
  int here_ = 0;
  std::string input_;
};

/// Listens on a free port of the loopback; `serve` runs in a thread of its own for each connection,
/// which is closed when it returns.
class ScriptedServer {
 public:
  explicit ScriptedServer(std::function<void(Peer&)> serve);
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  int port() const { return port_; }
  int heard() const { return heard_; }  ///< requests, over all connections
  int connections() const { return accepted_; }
  /// Further connections are refused.
  void stop_listening();

 private:
  void accept_all();

  std::function<void(Peer&)> serve_;
  int listen_fd_;
  int port_ = 0;
  std::atomic<int> heard_{0};
  std::atomic<int> accepted_{0};
  std::mutex mutex_;
  std::vector<int> fds_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace pacer::load
