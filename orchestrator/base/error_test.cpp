#include "base/error.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

TEST(Error, RendersPlaceAndAdviceWhereThereIsOne) {
  EXPECT_EQ(Error("no such folder").render(), "error: no such folder");
  EXPECT_EQ(Error("no such folder", "/x").render(), "error: /x: no such folder");
  EXPECT_EQ(Error("no such folder", "", "check --frameworks").render(),
            "error: no such folder\n  hint: check --frameworks");
  EXPECT_EQ(Error("no such folder", "/x", "check --frameworks").render(),
            "error: /x: no such folder\n  hint: check --frameworks");
}

TEST(Error, KeepsItsParts) {
  const Error error("message", "where", "hint", ExitCode::kFailed);
  EXPECT_STREQ(error.what(), "message");
  EXPECT_EQ(error.where(), "where");
  EXPECT_EQ(error.hint(), "hint");
  EXPECT_EQ(error.exit_code(), ExitCode::kFailed);
  EXPECT_EQ(Error("message").exit_code(), ExitCode::kUsage);
}

TEST(Error, ExitCodesAreTheDocumentedOnes) {
  EXPECT_EQ(static_cast<int>(ExitCode::kOk), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::kFailed), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::kUsage), 2);
  EXPECT_EQ(static_cast<int>(ExitCode::kInterrupted), 130);
}

TEST(Error, AKindOfErrorRendersItself) {
  struct Loud : Error {
    using Error::Error;
    std::string render() const override { return "LOUD"; }
  };
  try {
    throw Loud("quiet");
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "LOUD");
  }
}

}  // namespace
}  // namespace pacer
