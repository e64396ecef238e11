#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace pacer::e2e {

/// The variable by which everything that comes out of one test is known: it is in the environment
/// of the pacer that the test starts, and so in that of every process below it.
inline constexpr const char* kToken = "PACER_E2E_TOKEN";

/// From now on orphans of what this process starts come to it, so that zombies are seen too.
void adopt_orphans();

/// Processes with this token, or adopted, that are still there ("pid 12 (wrk -t1 …), state S"),
/// zombies included; `but` are left out.
std::vector<std::string> leftovers(const std::string& token, const std::vector<pid_t>& but);

/// The living processes with this token whose command line begins with `words`.
std::vector<pid_t> processes(const std::string& token, const std::string& words);

/// Takes the exit status of adopted processes that have ended.
void reap_adopted(const std::vector<pid_t>& but);

/// True where somebody accepts connections on 127.0.0.1:PORT.
bool somebody_listens(int port);

}  // namespace pacer::e2e
