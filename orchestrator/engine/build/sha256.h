#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pacer {

/// SHA-256 over a sequence of fields. Each is preceded by its length, so that no two different
/// sequences feed the same bytes.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view field);
  /// 64 lower-case hexadecimal digits. Ends it: add nothing afterwards.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace pacer
