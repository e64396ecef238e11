#include "base/error.h"

#include <utility>

namespace pacer {

Error::Error(const std::string& message, std::string where, std::string hint, ExitCode exit_code)
    : std::runtime_error(message),
      where_(std::move(where)),
      hint_(std::move(hint)),
      exit_code_(exit_code) {}

std::string Error::render() const {
  std::string text = "error: ";
  if (!where_.empty()) text += where_ + ": ";
  text += what();
  if (!hint_.empty()) text += "\n  hint: " + hint_;
  return text;
}

}  // namespace pacer
