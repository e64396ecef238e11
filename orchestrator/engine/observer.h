#pragma once

#include <string>

#include "core/model/sample.h"

namespace pacer {

/// Hears what a campaign is doing. The progress display is one; tests have their own.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_message(const std::string& text) = 0;  ///< something worth a line of its own
  virtual void on_build(const std::string& framework, int k, int n) = 0;
  virtual void on_built(const std::string& framework, Duration took, bool was_up_to_date) = 0;
  virtual void on_trial(const Trial& trial, int k, int n, Duration left) = 0;
  virtual void on_stage(Stage stage) = 0;
  virtual void on_sample(const Sample& sample) = 0;
};

}  // namespace pacer
