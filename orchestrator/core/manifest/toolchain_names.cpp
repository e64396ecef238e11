#include "core/manifest/toolchain_names.h"

namespace pacer {

const std::vector<std::string>& known_toolchains() {
  static const std::vector<std::string> kNames{
      "jdk",  "maven", "go",    "node",  "cargo",  "python", "g++",           "gcc",
      "make", "cmake", "boost", "nginx", "dotnet", "h2o",    "libmicrohttpd", "cpp-httplib"};
  return kNames;
}

}  // namespace pacer
