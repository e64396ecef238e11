#include "core/audit/readers/table.h"

#include "core/audit/readers/readers.h"

namespace pacer::audit {

const std::vector<Format>& formats() {
  static const std::vector<Format> kTable{
      {"techempower", "results.json of TechEmpower FrameworkBenchmarks", true, is_techempower,
       read_techempower},
      {"the-benchmarker", "data.json of the-benchmarker/web-frameworks", true, is_the_benchmarker,
       read_the_benchmarker},
      {"bombardier", "bombardier --print result --format json", true, is_bombardier,
       read_bombardier},
      {"oha", "oha --output-format json", true, is_oha, read_oha},
      {"httparena", "site/data/*.json of HttpArena", true, is_http_arena, read_http_arena},
      {"wrk", "output of wrk or wrk2, alone or inside a page", false,
       [](std::string_view) { return true; }, read_wrk},
  };
  return kTable;
}

}  // namespace pacer::audit
