#include "core/manifest/overview.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

TEST(Overview, IsSortedAndEscaped) {
  Manifest second;
  second.name = "go-http";
  second.title = "net/http";
  second.home = "https://go.dev";
  second.language = "go";
  second.version = "{go}";
  second.needs = {{"go", Requirement::Relation::kAtLeast, "1.22"}};
  second.serves = {"hello", "count"};
  Manifest first = second;
  first.version = "1.0|x";
  first.notes = "two\nlines";
  first.needs.clear();
  first.name = "a";
  Manifest left_out = second;
  left_out.name = "lounge";
  left_out.skip = "not public";
  EXPECT_EQ(overview_markdown({second, left_out, first}),
            "| name | framework | language | version | needs | serves | remarks |\n"
            "|---|---|---|---|---|---|---|\n"
            "| `a` | [net/http](https://go.dev) | go | 1.0\\|x |  | hello, count | two lines |\n"
            "| `go-http` | [net/http](https://go.dev) | go | that of go | go>=1.22 | hello, count |"
            "  |\n"
            "| `lounge` | [net/http](https://go.dev) | go | that of go | go>=1.22 | hello, count |"
            " skipped: not public |\n");
}

}  // namespace
}  // namespace pacer
