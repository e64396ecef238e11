#include "core/ranking/meanings.h"

#include <algorithm>
#include <array>

namespace pacer {
namespace {

struct Meaning {
  std::string_view code;
  std::string_view text;
};

constexpr std::array<Meaning, 3> kBadges{{
    {"handler",
     "Verified: the server's own count of handler runs, exact before the load, agrees with the "
     "answers that the client read."},
    {"bytes",
     "Not counted by the server, but each byte under load is that of answers that were checked "
     "whole before."},
    {"client",
     "Only what the client itself looks at under load: sizes vary, or processes came and went."},
}};

constexpr std::array<Meaning, 36> kNotes{{
    {"all-addresses",
     "The server can be reached from other machines; an entry should listen on loopback only."},
    {"chunked",
     "Answers come in chunks instead of with a length, which costs a few bytes and some work."},
    {"closes", "The server ends kept connections now and then, so that clients open new ones."},
    {"count-inexact",
     "The server counts its handler runs, but not exactly, so the count proves nothing."},
    {"count-processes",
     "Handler runs could not be added up, because processes that count them came or went."},
    {"count-unanswered",
     "The server says that it counts its handler runs, and did not answer when it was asked."},
    {"count-unreached",
     "Some answers came from processes that were never found by asking for their count: workers "
     "that get few connections, or something that answers in the handler's place."},
    {"cpu-lower-bound",
     "The CPU time of some ended process was lost, so CPU per request is at least what is shown."},
    {"daemonised",
     "The started process ended and left the server to a child, as a daemon does; the child was "
     "measured."},
    {"every-path", "A path that does not exist was answered with a hello: there may be no router."},
    {"few-samples", "So few answers came that the figures are rough."},
    {"foreign-cpu",
     "Other programs used the CPUs of server or client meanwhile; the figure may be too low."},
    {"harness-bound",
     "The load client was at its limit and the server was not: the figure is a lower bound."},
    {"heat", "The CPUs became too hot and were slowed down; the figure is too low."},
    {"ignored-term", "The server did not end when it was asked to, and was killed."},
    {"latency-lost",
     "Some requests of the fixed-rate load got no answer, so the percentiles leave them out."},
    {"latency-upper-bound",
     "The client sent late itself, and that lateness is inside the latency: the server may be "
     "better."},
    {"lost-requests", "Some of the requests that the load was to make got no answer at all."},
    {"manifest", "What the entry's own framework.yaml says of it."},
    {"nagle",
     "Answers to single requests wait for an acknowledgement that the client's kernel delays: the "
     "server writes an answer in parts and leaves Nagle's algorithm on (it does not set "
     "TCP_NODELAY)."},
    {"no-keep-alive",
     "Each request pays for a TCP connection of its own, which dominates the figure."},
    {"no-pipelining",
     "Requests sent without waiting for answers are not answered in order; at depth 1 that does "
     "not matter."},
    {"not-quiet", "The trial began although other programs were busy."},
    {"not-sustained",
     "At this rate the server answered under 99 % of the requests in time, so no percentile "
     "describes it."},
    {"outlived", "Processes of the server were left behind when it ended, and were killed."},
    {"processes",
     "Worker processes were replaced under load: some connections may have met a fresh one."},
    {"size-varies",
     "Right answers differ in length, so that the bytes under load cannot be accounted for."},
    {"slow-accept", "Opening the connections took long; the time is not in the figures."},
    {"slowing",
     "A request cost more and more while it was measured: another length of load would give "
     "another figure."},
    {"stall", "For a while no connection at all got an answer."},
    {"steal",
     "The machine is virtual, and its host gave CPU time to others meanwhile; the figure may be "
     "too low."},
    {"still-warming",
     "A request cost less and less while it was measured: after a longer warm-up the figure would "
     "be better."},
    {"timeouts", "Some answers came later than the client waits."},
    {"unannounced-closes", "The server broke connections without saying so before."},
    {"unanswered", "Some of Pacer's own checks during the load got no answer in time."},
    {"unfair", "Some connections waited far longer for their turn than others."},
}};

/// "not-sustained-1000", "not-sustained-70-percent" → "not-sustained"
std::string_view without_rate(std::string_view code) {
  constexpr std::string_view kShare = "-percent";
  auto rest = code;
  if (rest.ends_with(kShare)) rest.remove_suffix(kShare.size());
  const auto end = rest.find_last_not_of("0123456789");
  const bool has_rate = end != std::string_view::npos && end + 1 < rest.size() && rest[end] == '-';
  return has_rate ? rest.substr(0, end) : code;
}

template <std::size_t N>
std::string_view find(const std::array<Meaning, N>& table, std::string_view code) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Meaning& meaning) { return meaning.code == code; });
  return found == table.end() ? std::string_view() : found->text;
}

}  // namespace

std::string_view meaning_of_note(std::string_view code) { return find(kNotes, without_rate(code)); }

std::string_view meaning_of_badge(std::string_view badge) { return find(kBadges, badge); }

}  // namespace pacer
