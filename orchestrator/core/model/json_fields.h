#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace pacer {

/// The fields of one JSON object, each read as one kind. Everything throws Error, which names the
/// field by its path, where it is missing or of another kind. Lives no longer than the value.
class JsonFields {
 public:
  /// `what` stands before the message ("sample"), `path` is that of the value within it ("").
  JsonFields(const nlohmann::json& value, std::string what, std::string path = "");

  std::string text(const char* key) const;
  int integer(const char* key) const;
  std::int64_t wide_integer(const char* key) const;
  std::uint64_t natural(const char* key) const;
  bool boolean(const char* key) const;
  std::vector<std::string> texts(const char* key) const;
  std::vector<int> integers(const char* key) const;
  std::vector<int> one_or_integers(const char* key) const;  ///< one, or a list that is not empty
  double number(const char* key) const;
  std::map<std::string, double> numbers(const char* key) const;
  JsonFields object(const char* key) const;
  std::vector<JsonFields> objects(const char* key) const;

  /// False where it is null or missing.
  bool has(const char* key) const;

  /// Throws the Error for `key`: "field 'KEY' PROBLEM".
  [[noreturn]] void refuse(const char* key, const std::string& problem) const;

 private:
  const nlohmann::json& at(const char* key) const;
  const nlohmann::json& array(const char* key) const;
  std::string path_of(const char* key) const;

  const nlohmann::json* value_;
  std::string what_;
  std::string path_;
};

}  // namespace pacer
