#include "load/histogram.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <string_view>

#include "load/histogram_code.h"

namespace pacer::load {
namespace {

/// What HdrHistogram's own Python library (hdrhistogram 0.10.8 of PyPI) makes of the values of
/// recorded(): the output of
///
///   from hdrh.histogram import HdrHistogram
///   histogram, state = HdrHistogram(1, 3_600_000_000_000, 3), 1
///   for _ in range(5000):
///       state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
///       histogram.record_value(max(1, (state >> 30) >> (state >> 59)))
///   print(histogram.encode().decode())
constexpr std::string_view kReference =
    "HISTFAAABbd4nD1WPYskVRSdd96tV6+rq3t2emZ3nNV1NVAEEcQ1EUXBQBEDNVEw9UcYLwqamxkJJuYGChtsJLiRiS"
    "D+BgNNRIzGc8597fRU16v3ce+55557q5/4/Kvzk5P1tZP8q+NeOHzrxR+/OXnjr5zYfYfdr7j6Gfe+Ll+WT958/8OP"
    "H5Ynn3r21nOvv/Tynzhc3D4clluH27duXDx22F88nC6Wpd3Yr0tf9ofoS+ut7w+HtbUbHWh9ebj0CCwRLZYSPVpHtI"
    "LSECjovKOhB/jABa60lfuBPdrSmlavd9HWRiuNc9zCbZyN3iKi8L5gbfQEGQItcDq4Xza5e+mNFtaFh4JjrsrHEgUr"
    "Fvok3s6DBbXxeW0hU/y0stAKvZVAFwSC9LMcN8eDvvCBUMoCP3bGiVXHGRvhR/DiVI/7e94WRY1KQBAnEHRoKMjio4"
    "ko6HgRFY5wEW2NCBS7n3MzvRK6bsSwZ7TRM3QRsZSlF55D29OFLASud11bu8KPldBjDS1yTJA0pUAcehexPLUvZIw7"
    "1t5prZNGKH9R9cXzokIMGDgvwuKnkT/S2CGnZISw6Zdp7bheyUso0UVBT3JTusWgvNACKtf4xT9ubPCWJvOckyxCFq"
    "QVsc0ZLXOmdifEKa+t17BIaCIc+lbT2th0gEvawIwbi1NMk1qpqUlCk20dqbKRPiPmzJMmjLBbcxo7Ig9p2prAZ6tM"
    "GKwFH2Gd8QAN29xkz8ZUGGTrJkfWCELAwjoRyEmTMi2OK6HriLY7BMLFRMPfFzxyTovJKjpiJYedFt+aY1GlIFJMYr"
    "WaXfGPZJJa8Ibm6CdlIZyENoIvXi8j/BZ/b7GxDZWlFGp3yh2fq3BWZbGYfWkTpicMjOcd1Mi+KggthidtCHcFIbXa"
    "kGs5c711LEoCbZsWp9bCcom1PKA0tor0voHJM/sirDNIVZ+t18xLfsSF2ou2T0jKaO3+6txGzrhV6OyELGgqiVUI1b"
    "FV4hBU2dXF4vyHsWxSQKkeESoRatOSdAyNsai46bfAO/g9A6sZpROq2J2RamWnMArRwB1TBSeg6n2RCgzpkglfmtWS"
    "FGVNOAOT8mMVuFjwAPin4pfqZlmNVjsmZXDKPNGZF2JGxjHTxSTXkNgnB1IwjZIrWdi15aTHx3CL5ZJB4CYkwcl1a8"
    "xqDrOOZPwifpLTJEHXVtEhK0Gev2V5gFRv8ajgJ6eq8nFAmI21KvsbTUyREndAIfk6BLcYLrNzz8NPOAuRYOdRwKhZ"
    "IFa9ylMMqT9vM+wySkUUVXedyfEbTEFW6PR/oU3cfiS54B4+wDnu4l/EK7iDKzyDtzn5LvBeJqVkN0MdBZTkOizrRA"
    "FP7TytbfkpWWQps5p16lrVMMHLQG1TzjpmducuYNU9XGujc5Mat+uWNc8ONLvr5MlkdshDVTEzhk/xQIe/KDjDHxqd"
    "4docaZwN0hI9huPXxCC7qhPyvh2kZUqDKNTM6GATW0szlWPfVlzAHqKOJjbFoCFJPGbHgdHujtcc+k/sm4SSjTBbiO"
    "i5wg8Fl/iIUVW8ytGG1w6Gs7Uui8cVp26zad4oYoge0xjsaPHULUXnqZ245Mp5VlCiOiN/scHghc6mNud7rOJy6MqJ"
    "3TqN2YIxXiEuKKOZc17NKE7bjvxvsiZnDh34Fa9Nht3kZ6aWnx5iuwNFOJhjwdwd3EkJVgu5lZKqXwYW3bFvneap3L"
    "fx/eYQ3KilFGd1wWEr3bVLRxNHxRbF4F426l+25vzJkFl2bwqzGbtMuyBnD60D6pAkn+c85z41+z2NMipfY05szIXZ"
    "45Naz4DrF1EdpVCyFIp/T8xJ0OxcC70W3Ty23R0q11yrbprM35RujmVYpYbNsbWaPXfPjQbWjdNlrVAJ/J7i1Giam5"
    "2UA5E3W838WXTmKip4HHqHnruMbjK6HXNKjuN5Z7y4b57xyHmKk8hfcGfLtjvzfMF//5dYxQ==";

Histogram recorded() {
  Histogram histogram;
  std::uint64_t state = 1;
  for (int i = 0; i < 5000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    histogram.record(static_cast<std::int64_t>(state >> 30 >> (state >> 59)));
  }
  return histogram;
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int known = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(kLetters.find(letter));
    known += 6;
    if (known < 8) continue;
    known -= 8;
    bytes.push_back(static_cast<char>(bits >> known & 0xff));
  }
  return bytes;
}

/// The V2 bytes in an encoded histogram. Compressed they depend on zlib's version.
std::string unpack(std::string_view text) {
  const auto bytes = from_base64(text);
  EXPECT_EQ(bytes.substr(0, 4), "\x1c\x84\x93\x14");
  std::string unpacked(1 << 20, '\0');
  auto size = static_cast<uLongf>(unpacked.size());
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &size,
                       reinterpret_cast<const Bytef*>(bytes.data()) + 8,
                       static_cast<uLong>(bytes.size() - 8)),
            Z_OK);
  unpacked.resize(size);
  return unpacked;
}

TEST(Histogram, AgreesWithTheHdrHistogramLibrary) {
  const auto histogram = recorded();
  EXPECT_EQ(histogram.count(), 5000U);
  EXPECT_EQ(histogram.percentile(0), 7);
  EXPECT_EQ(histogram.percentile(1), 7);
  EXPECT_EQ(histogram.percentile(50), 137'599);
  EXPECT_EQ(histogram.percentile(75), 18'382'847);
  EXPECT_EQ(histogram.percentile(90), 213'385'215);
  EXPECT_EQ(histogram.percentile(99), 466'616'319);
  EXPECT_EQ(histogram.percentile(99.9), 528'744'447);
  EXPECT_NEAR(histogram.mean() / 48'154'682.0, 1, 1e-4);  // theirs is of the buckets' middles
}

TEST(Histogram, IsEncodedAsByTheHdrHistogramLibrary) {
  const auto code = encode_histogram(recorded());
  EXPECT_TRUE(code.starts_with("HISTFAAA"));
  EXPECT_TRUE(unpack(code) == unpack(kReference));  // no dump of kilobytes
}

TEST(Histogram, EncodesRunsOfEmptyBuckets) {
  Histogram histogram;
  EXPECT_EQ(unpack(encode_histogram(histogram)).size(), 40U);
  histogram.record(1);
  histogram.record(3, 300);
  histogram.record(6);
  EXPECT_EQ(unpack(encode_histogram(histogram)).substr(40),
            std::string("\x01\x02\x01\xd8\x04\x03\x02", 7));
  histogram.record(1000, std::uint64_t{1} << 62);
  EXPECT_EQ(unpack(encode_histogram(histogram)).substr(47),
            "\xc1\x0f"
            "\x80\x80\x80\x80\x80\x80\x80\x80"
            "\x80");
}

TEST(Histogram, KeepsThreeSignificantDigits) {
  for (std::int64_t value = 1; value < Histogram::kHighest; value += value / 3 + 1) {
    Histogram histogram;
    histogram.record(value);
    histogram.record(Histogram::kHighest);
    const auto read = histogram.percentile(50);
    EXPECT_GE(read, value);
    EXPECT_LE(static_cast<double>(read - value), static_cast<double>(value) / 1000.0);
  }
}

TEST(Histogram, CountsWhatIsOutOfRangeAtItsEnds) {
  Histogram histogram;
  histogram.record(0);
  histogram.record(-5);
  histogram.record(Histogram::kHighest + 1);
  EXPECT_EQ(histogram.count(), 3U);
  EXPECT_EQ(histogram.percentile(50), 1);
  EXPECT_EQ(histogram.max(), Histogram::kHighest);
}

TEST(Histogram, IsAllZeroWithoutValues) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.percentile(99), 0);
  EXPECT_EQ(histogram.mean(), 0);
  EXPECT_EQ(histogram.max(), 0);
  EXPECT_TRUE(histogram.counts().empty());
}

TEST(Histogram, MergesAsIfRecordedTogether) {
  Histogram together;
  Histogram left;
  Histogram right;
  for (std::int64_t value = 1; value < 1'000'000; value += 997) {
    together.record(value);
    (value % 2 == 0 ? left : right).record(value);
  }
  left.merge(right);
  EXPECT_EQ(left.counts(), together.counts());
  EXPECT_EQ(left.mean(), together.mean());
  EXPECT_EQ(left.max(), together.max());
}

TEST(Histogram, PercentilesAreExactWhereTheBucketsAre) {
  Histogram histogram;
  for (std::int64_t value = 1; value <= 1000; ++value) histogram.record(value);
  EXPECT_EQ(histogram.percentile(50), 500);
  EXPECT_EQ(histogram.percentile(90), 900);
  EXPECT_EQ(histogram.percentile(99.9), 999);
  EXPECT_EQ(histogram.percentile(100), 1000);
  EXPECT_EQ(histogram.count_above(990), 10U);
  EXPECT_EQ(histogram.count_above(1000), 0U);
}

}  // namespace
}  // namespace pacer::load
