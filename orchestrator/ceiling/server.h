#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ceiling/worker.h"

namespace pacer::ceiling {

/// The canned-response server: as little work per request as a keep-alive HTTP/1.1 server can do,
/// so that its figures are the most that client and kernel allow. One thread accepts and hands each
/// connection to the worker that holds the fewest: with one SO_REUSEPORT listener per thread the
/// kernel deals connections out by hash, which at 64 connections leaves some threads twice the load
/// of others.
class Server {
 public:
  /// Listens and starts the workers. Port 0: any free one. Throws std::runtime_error where it
  /// cannot listen.
  Server(const std::string& host, int port, int threads, int extra_work_percent = 0);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }
  /// Open connections of each worker.
  std::vector<int> connections() const;
  /// Accepts until `stop_fd` is readable.
  void run(int stop_fd);

 private:
  void accept_waiting();
  bool refuse_one();
  Worker& least_loaded();

  int listen_fd_ = -1;
  int spare_fd_ = -1;  ///< given up to refuse a connection where no other descriptor is left
  int port_ = 0;
  bool cannot_accept_ = false;
  std::size_t next_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
};

}  // namespace pacer::ceiling
