#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "ceiling/request_scanner.h"

namespace pacer::ceiling {

enum class Answer { kHello, kNotFound, kNotAllowed, kBadRequest };

/// The canned answers, whole and ready to be sent; only the date changes.
class Answers {
 public:
  Answers();

  /// Writes this second into the Date header of every answer. Cheap within the same second.
  void set_time(std::time_t now);

  /// `head` decides whether the end of the connection, or that it stays (HTTP/1.0), is announced.
  std::string_view text(Answer answer, const RequestHead& head) const;
  /// The answer to GET /count: "PID N".
  std::string count(int pid, std::uint64_t handled, const RequestHead& head) const;

 private:
  static constexpr std::size_t kAnswers = 4;
  static constexpr std::size_t kEndings = 3;

  std::time_t now_ = -1;
  std::string date_;
  std::array<std::array<std::string, kEndings>, kAnswers> texts_;
};

}  // namespace pacer::ceiling
