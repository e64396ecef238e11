#pragma once

#include <cstdint>
#include <vector>

namespace pacer::load {

/// First in, first out, of at most `capacity` numbers; allocates once.
class ReadyQueue {
 public:
  explicit ReadyQueue(std::size_t capacity) : slots_(capacity) {}

  bool empty() const { return size_ == 0; }
  void push(std::uint32_t number) {
    const auto at = first_ + size_++;
    slots_[at < slots_.size() ? at : at - slots_.size()] = number;
  }
  std::uint32_t pop() {
    const auto number = slots_[first_];
    first_ = first_ + 1 < slots_.size() ? first_ + 1 : 0;
    --size_;
    return number;
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pacer::load
