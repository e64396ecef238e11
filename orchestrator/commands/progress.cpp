#include "commands/progress.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "core/metrics/table.h"
#include "engine/process/process.h"

namespace pacer {
namespace {

std::string clock_text(Duration duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  return seconds < 3600
             ? fmt::format("{}:{:02}", seconds / 60, seconds % 60)
             : fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

Duration since(MonotonicTime begin, MonotonicTime end) {
  return std::chrono::duration_cast<Duration>(end - begin);
}

std::string label(const Trial& trial) {
  auto text = trial.framework;
  if (!trial.setting.empty()) text += ", " + trial.setting;
  return trial.round > 1 ? fmt::format("{} (round {})", text, trial.round) : text;
}

std::string result_text(const Sample& sample) {
  if (std::holds_alternative<Measured>(sample.outcome)) {
    const auto& metric_row = metric("throughput_rps");
    return format_value(metric_row, sample.values.at("throughput_rps")) + " req/s";
  }
  return outcome_name(sample.outcome) + ": " + outcome_reason(sample.outcome);
}

/// One plain line an event; what a log of a CI job or a pipe wants.
class PlainProgress : public Observer {
 public:
  explicit PlainProgress(int width) : width_(width) {}

  void on_message(const std::string& text) override { line(text); }
  void on_build(const std::string& framework, int k, int n) override {
    line(fmt::format("building {} ({} of {})", framework, k, n));
  }
  void on_built(const std::string& framework, Duration took, bool was_up_to_date) override {
    if (!was_up_to_date) line(fmt::format("built {} in {}", framework, humanize_duration(took)));
  }
  void on_trial(const Trial&, int k, int n, Duration) override {
    prefix_ = fmt::format("[{}/{}] ", k, n);
  }
  void on_stage(Stage) override {}
  void on_sample(const Sample& sample) override {
    line(prefix_ + label(sample.trial) + ": " + result_text(sample));
    prefix_.clear();
  }

 protected:
  virtual void line(const std::string& text) {
    for (const auto& part : wrap(text, width_)) fmt::print(stderr, "{}\n", part);
  }
  int width() const { return width_; }

 private:
  int width_;
  std::string prefix_;
};

/// The same lines, with a live one below them.
class LiveProgress : public PlainProgress {
 public:
  explicit LiveProgress(int width)
      : PlainProgress(width), thread_([this](const std::stop_token& stop) { tick(stop); }) {}
  ~LiveProgress() override {
    thread_.request_stop();
    thread_.join();
    fmt::print(stderr, "\r\033[K");
  }

  void on_build(const std::string& framework, int k, int n) override {
    show(fmt::format("build  {}  ({} of {})", framework, k, n), Duration::zero());
  }
  void on_trial(const Trial& trial, int k, int n, Duration left) override {
    PlainProgress::on_trial(trial, k, n, left);
    show(fmt::format("{}  ({} of {})", label(trial), k, n), left);
  }
  void on_stage(Stage stage) override {
    const std::lock_guard lock(mutex_);
    stage_ = stage_name(stage);
    draw();
  }

 protected:
  void line(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    fmt::print(stderr, "\r\033[K");
    PlainProgress::line(text);
    draw();
  }

 private:
  void show(const std::string& what, Duration left) {
    const std::lock_guard lock(mutex_);
    what_ = what;
    stage_.clear();
    left_until_ = left > Duration::zero() ? monotonic_now() + left : MonotonicTime();
    draw();
  }

  void draw() {
    if (what_.empty()) return;
    const auto now = monotonic_now();
    const auto text = fmt::format("{:<8} {}", stage_, what_);
    const auto elapsed = "  " + clock_text(since(begin_, now)) + " elapsed";
    std::vector<std::string> times{elapsed};
    if (left_until_ > now) {
      const auto left = "about " + clock_text(since(now, left_until_)) + " left";
      times = {elapsed + ", " + left, "  " + left, elapsed};
    }
    const auto fits = [&](const std::string& time) { return display_width(text + time) < width(); };
    const auto longest = std::find_if(times.begin(), times.end(), fits);
    // Better no time than half of one.
    const auto shown = longest == times.end() ? cut(text, width() - 1) : text + *longest;
    fmt::print(stderr, "\r\033[K{}", shown);
    std::fflush(stderr);
  }

  void tick(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; }) &&
           !stop.stop_requested()) {
      draw();
    }
  }

  const MonotonicTime begin_ = monotonic_now();
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string what_;
  std::string stage_;
  MonotonicTime left_until_;
  std::jthread thread_;  // last: it uses all the others
};

}  // namespace

std::unique_ptr<Observer> make_progress(const Terminal& terminal) {
  if (terminal.is_terminal) return std::make_unique<LiveProgress>(terminal.width);
  return std::make_unique<PlainProgress>(terminal.width);
}

}  // namespace pacer
