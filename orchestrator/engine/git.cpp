#include "engine/git.h"

#include "base/text.h"

namespace pacer {

GitAnswer ask_git(const std::string& directory, const Argv& arguments, Duration limit,
                  const std::map<std::string, std::string>& env) {
  Argv argv{"git", "-C", directory, "-c", "core.hooksPath=/dev/null"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const auto answer = ask(argv, env, limit);
  return {answer.status && answer.status->ok(), trim(answer.output)};
}

}  // namespace pacer
