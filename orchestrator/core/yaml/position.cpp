#include "core/yaml/position.h"

#include <algorithm>

#include "base/text.h"

namespace pacer::yaml {

Positions::Positions(std::string_view text) : text_(text), starts_{0} {
  const auto last = text.find_last_not_of(" \t\r\n");
  end_ = last == std::string_view::npos ? 0 : last + 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') starts_.push_back(at + 1);
  }
}

Position Positions::at(std::size_t offset) const {
  offset = std::min(offset, end_);
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto start = *std::prev(next);
  return {static_cast<int>(next - starts_.begin()),
          display_width(text_.substr(start, offset - start)) + 1};
}

}  // namespace pacer::yaml
