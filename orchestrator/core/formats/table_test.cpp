#include "core/formats/table.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"

namespace pacer {
namespace {

TEST(Formats, AreFoundByName) {
  EXPECT_EQ(format_names(), (std::vector<std::string>{"text", "markdown", "csv", "json", "html"}));
  for (const auto& format : formats()) EXPECT_EQ(&format_named(format.name), &format);
}

TEST(Formats, HaveExtensionsOfTheirOwn) {
  std::set<std::string_view> extensions;
  for (const auto& format : formats()) {
    EXPECT_TRUE(format.extension.starts_with('.')) << format.name;
    EXPECT_TRUE(extensions.insert(format.extension).second) << format.extension;
    EXPECT_FALSE(format.help.empty()) << format.name;
  }
}

TEST(Formats, AnUnknownNameIsAnError) {
  const auto refusal = [](std::string_view name) {
    try {
      format_named(name);
    } catch (const Error& error) {
      return error.render();
    }
    return std::string("nothing was refused");
  };
  EXPECT_EQ(refusal("markdwon"),
            "error: unknown format 'markdwon'; did you mean 'markdown'?\n"
            "  hint: there are text, markdown, csv, json, html");
  EXPECT_EQ(refusal("excel"),
            "error: unknown format 'excel'\n  hint: there are text, markdown, csv, json, html");
}

}  // namespace
}  // namespace pacer
