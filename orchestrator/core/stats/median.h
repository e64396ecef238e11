#pragma once

#include <vector>

namespace pacer {

/// The middle value; of an even number the mean of the middle two (the usual definition). Throws
/// Error where there are no values.
double median(std::vector<double> values);

}  // namespace pacer
