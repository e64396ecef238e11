#pragma once

#include <stdexcept>
#include <string>

namespace pacer {

/// Exit codes of the program; docs/exit-codes live in README.
enum class ExitCode {
  kOk = 0,           ///< everything asked for was measured (or done)
  kFailed = 1,       ///< some framework failed or was invalid, or a named one was skipped
  kUsage = 2,        ///< wrong usage, manifest, plan or machine: nothing was measured
  kInterrupted = 130 ///< Ctrl-C or TERM
};

/// The one exception of Pacer: what is wrong, where (a file, an option, a command; may be empty)
/// and what to do next (may be empty). Caught in main and once per trial. A framework that fails
/// is not an Error: it is an Outcome.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, std::string where = "", std::string hint = "",
                 ExitCode exit_code = ExitCode::kUsage);

  /// "error: WHERE: MESSAGE" and, where there is one, a line "  hint: HINT".
  virtual std::string render() const;

  const std::string& where() const { return where_; }
  const std::string& hint() const { return hint_; }
  ExitCode exit_code() const { return exit_code_; }

 private:
  std::string where_;
  std::string hint_;
  ExitCode exit_code_;
};

}  // namespace pacer
