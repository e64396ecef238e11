#pragma once

#include <string>
#include <string_view>

namespace pacer {

// Each picks a dotted version out of a tool's own text; "" where there is none.

/// The first run of digits with at least one dot in it: "go version go1.26.8 linux/amd64" →
/// "1.26.8", "v20.20.2" → "20.20.2".
std::string first_dotted_number(std::string_view text);

/// JAVA_VERSION of a JDK's `release` file: JAVA_VERSION="25.0.3" → "25.0.3"; the scheme before
/// Java 9 is turned round: "1.8.0_412" → "8.0.412".
std::string java_release_version(std::string_view text);

/// BOOST_VERSION 108100 → "1.81.0" (boost/version.hpp: XYYYZZ).
std::string boost_header_version(std::string_view text);
/// MHD_VERSION 0x00097500 → "0.9.75" (microhttpd.h: one packed decimal byte a part).
std::string microhttpd_header_version(std::string_view text);
/// The first #define NAME_VERSION "1.2.3" whose NAME is all capitals and digits.
std::string quoted_header_version(std::string_view text);

/// The upstream part of a Debian package's version: "2:1.19~1" → "1.19",
/// "17.0.21.1+2-1~deb12u1" → "17.0.21.1".
std::string debian_upstream_version(std::string_view text);

}  // namespace pacer
