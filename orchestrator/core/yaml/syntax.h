#pragma once

#include <string>

namespace pacer::yaml {

struct Explanation {
  std::string message;
  std::string hint;
};

/// What a message of yaml-cpp's parser means to someone who wrote the file by hand; a message that
/// is not in the table stays as it is.
Explanation explain_syntax_error(const std::string& message);

}  // namespace pacer::yaml
