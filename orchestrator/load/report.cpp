#include "load/report.h"

#include <numeric>

namespace pacer::load {
namespace {

constexpr double kSustainedShare = 0.99;
constexpr double kLagShare = 0.2;

}  // namespace

std::uint64_t Counts::wrong_statuses() const {
  return std::accumulate(wrong_status.begin(), wrong_status.end(), std::uint64_t{0});
}

std::uint64_t Counts::errors() const {
  const auto all = std::accumulate(faults.begin(), faults.end(), std::uint64_t{0});
  return all + wrong_statuses() + wrong_body;
}

void Counts::add(const Counts& other) {
  const auto each = [](auto& into, const auto& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] += from[i];
  };
  each(faults, other.faults);
  each(wrong_status, other.wrong_status);
  using Member = std::uint64_t Counts::*;
  constexpr std::array<Member, 14> kMembers{
      &Counts::sent,        &Counts::answers,         &Counts::right,      &Counts::bytes,
      &Counts::lost,        &Counts::unasked,         &Counts::unanswered, &Counts::unsent,
      &Counts::opened,      &Counts::reopened,        &Counts::served,     &Counts::wrong_body,
      &Counts::idle_closes, &Counts::announced_closes};
  for (const auto member : kMembers) this->*member += other.*member;
}

bool OpenLoop::valid() const {
  return static_cast<double>(sent_in_time) >= kSustainedShare * static_cast<double>(scheduled);
}

bool OpenLoop::upper_bound(const Histogram& latency_ns) const {
  const auto lag = static_cast<double>(lag_ns.percentile(99));
  return lag > kLagShare * static_cast<double>(latency_ns.percentile(99));
}

bool Report::clean() const {
  return counts.errors() == 0 && counts.right > 0 && !gave_up && !out_of_time &&
         (!open_loop || open_loop->valid());
}

}  // namespace pacer::load
