#include "read.h"

#include <fstream>
#include <sstream>

namespace pacer::e2e {

std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();  // takes a read that fails for the end, where an iterator throws
  return text.str();
}

}  // namespace pacer::e2e
