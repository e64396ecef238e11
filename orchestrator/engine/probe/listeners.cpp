#include "engine/probe/listeners.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "engine/health/port_owner.h"
#include "engine/health/process_table.h"

namespace pacer {
namespace {

bool contains(const std::vector<pid_t>& pids, pid_t pid) {
  return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

void add_once(std::vector<pid_t>& pids, pid_t pid) {
  if (!contains(pids, pid)) pids.push_back(pid);
}

bool is_any_address(const std::string& address) { return address == "0.0.0.0" || address == "::"; }

}  // namespace

bool Listening::is_the_server(bool started_process_ended) const {
  if (!any || !strangers.empty()) return false;
  if (orphans.empty()) return !ours.empty();
  return started_process_ended;
}

Listening who_listens(const ProcessTree& server, int port) {
  const auto tree = server.members();
  auto reached = descendants(server.pid());
  reached.push_back(server.pid());
  Listening listening;
  for (const auto& listener : listeners_on(port, tree)) {
    listening.any = true;
    if (is_any_address(listener.address)) listening.all_addresses = true;
    // A socket without a visible owner (another user's, another namespace's) is nobody's we know.
    if (listener.pids.empty()) add_once(listening.strangers, 0);
    for (const auto pid : listener.pids) {
      const bool in_tree = contains(tree, pid);
      const bool is_ours = in_tree && contains(reached, pid);
      add_once(is_ours ? listening.ours : in_tree ? listening.orphans : listening.strangers, pid);
    }
  }
  return listening;
}

std::string listens_elsewhere(const ProcessTree& server, const std::string& address, int port) {
  std::vector<std::string> places;
  for (const auto& listener : listeners_of(server.members())) {
    if (listener.port == port && listener.address == address) continue;
    auto place = listener.port == port ? fmt::format("listens on {} only", listener.address)
                                       : fmt::format("listens on {} instead", listener.port);
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  return fmt::format("{}", fmt::join(places, ", "));
}

}  // namespace pacer
