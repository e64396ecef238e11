#pragma once

#include <string>

#include "load/histogram.h"

namespace pacer::load {

/// HdrHistogram's V2 encoding, compressed by zlib and written in base64, as its logs and tools
/// hold it: "HISTFAAA…". See encodeIntoCompressedByteBuffer in
/// https://github.com/HdrHistogram/HdrHistogram (AbstractHistogram.java, ZigZagEncoding.java).
std::string encode_histogram(const Histogram& histogram);

}  // namespace pacer::load
