#include "engine/toolchains/version.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

TEST(FirstDottedNumber, ReadsWhatToolsPrint) {
  EXPECT_EQ(first_dotted_number("go version go1.26.8 linux/amd64\n"), "1.26.8");
  EXPECT_EQ(first_dotted_number("v20.20.2\n"), "20.20.2");
  EXPECT_EQ(first_dotted_number("cargo 1.95.0 (f2d3ce0bd 2026-03-21)\n"), "1.95.0");
  EXPECT_EQ(first_dotted_number("nginx version: nginx/1.22.1\n"), "1.22.1");
  EXPECT_EQ(first_dotted_number("\x1b[1mApache Maven 3.8.7\x1b[m\n"), "3.8.7");
  EXPECT_EQ(first_dotted_number("GNU Make 4.3\nBuilt for x86_64-pc-linux-gnu\n"), "4.3");
  EXPECT_EQ(first_dotted_number("go version go1.27rc1"), "1.27");
  EXPECT_EQ(first_dotted_number("ends with a full stop 1.2."), "1.2");
}

TEST(FirstDottedNumber, IsEmptyWhereThereIsNone) {
  EXPECT_EQ(first_dotted_number(""), "");
  EXPECT_EQ(first_dotted_number("command not found (12)"), "");
  EXPECT_EQ(first_dotted_number("..5 5. ."), "");
}

TEST(JavaReleaseVersion, ReadsTheReleaseFile) {
  EXPECT_EQ(java_release_version("IMPLEMENTOR=\"Debian\"\nJAVA_RUNTIME_VERSION=\"17.0.15+6\"\n"
                                 "JAVA_VERSION=\"17.0.15\"\nJAVA_VERSION_DATE=\"2025-04-15\"\n"),
            "17.0.15");
  EXPECT_EQ(java_release_version("JAVA_VERSION=\"25\"\n"), "25");
  EXPECT_EQ(java_release_version("JAVA_VERSION=\"1.8.0_412\"\n"), "8.0.412");
  EXPECT_EQ(java_release_version("OS_NAME=\"Linux\"\n"), "");
}

TEST(HeaderVersion, ReadsTheMacros) {
  EXPECT_EQ(
      boost_header_version("#ifndef BOOST_VERSION_HPP\n#define BOOST_VERSION_HPP\n"
                           "#define BOOST_VERSION 108100\n#define BOOST_LIB_VERSION \"1_81\"\n"),
      "1.81.0");
  EXPECT_EQ(boost_header_version("#define BOOST_VERSION 107401"), "1.74.1");
  EXPECT_EQ(boost_header_version("nothing"), "");
  EXPECT_EQ(microhttpd_header_version("#define MHD_VERSION 0x00097500\n"), "0.9.75");
  EXPECT_EQ(microhttpd_header_version("#define MHD_VERSION 0x01000102\n"), "1.0.1");
  EXPECT_EQ(microhttpd_header_version("#define MHD_VERSION 7\n"), "");
  EXPECT_EQ(quoted_header_version("#ifndef h2o__version_h\n#define h2o__version_h\n"
                                  "#define H2O_VERSION \"2.2.5\"\n#define H2O_VERSION_MAJOR 2\n"),
            "2.2.5");
  EXPECT_EQ(quoted_header_version("#define CPPHTTPLIB_VERSION \"0.11.4\""), "0.11.4");
  EXPECT_EQ(quoted_header_version("#define H2O_VERSION_MAJOR \"2\"\n"), "");
}

TEST(DebianUpstreamVersion, DropsEpochAndRevision) {
  EXPECT_EQ(debian_upstream_version("2:1.19~1"), "1.19");
  EXPECT_EQ(debian_upstream_version("17.0.21.1+2-1~deb12u1"), "17.0.21.1");
  EXPECT_EQ(debian_upstream_version("4:12.2.0-3"), "12.2.0");
  EXPECT_EQ(debian_upstream_version("1.96.0+dfsg1-1~deb12u2"), "1.96.0");
  EXPECT_EQ(debian_upstream_version("3.8.7-1"), "3.8.7");
  EXPECT_EQ(debian_upstream_version("(none)"), "");
}

}  // namespace
}  // namespace pacer
