#include "core/judge/told_version.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

std::string judged(const std::string& name, const std::string& title, const std::string& version,
                   const std::string& header) {
  Manifest manifest;
  manifest.name = name;
  manifest.title = title;
  manifest.version = version;
  return version_contradiction(manifest, header);
}

TEST(ToldVersion, AnotherOneIsSaid) {
  const std::string text = "it answers as version 3.11.0, the manifest says 3.13.2";
  EXPECT_EQ(judged("aiohttp", "AIOHTTP", "3.13.2", "Python/3.11 aiohttp/3.11.0"), text);
  EXPECT_EQ(judged("x", "Aio Http", "3.13.2", "aio-http/3.11.0"), text);
  EXPECT_EQ(judged("jetty", "Eclipse Jetty", "12.1.4", "Jetty(12.1.3)"),
            "it answers as version 12.1.3, the manifest says 12.1.4");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", "Jetty(12.1.40)"),
            "it answers as version 12.1.40, the manifest says 12.1.4");
}

TEST(ToldVersion, TheSameIsNot) {
  EXPECT_EQ(judged("aiohttp", "AIOHTTP", "3.13.2", "Python/3.11 aiohttp/3.13.2"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", "Jetty(12.1.4)"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "9.4.5.v2017", "Jetty(9.4.5)"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1", "Jetty/12.1.4"), "");
}

TEST(ToldVersion, WhatTellsNothingOfTheFrameworkIsNotJudged) {
  EXPECT_EQ(judged("spring-boot-jetty", "Spring Boot (Jetty)", "3.5.1", "Jetty(12.1.4)"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", ""), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", "Jetty"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", "Jetty/ Jetty( Jetty()"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", "  , ;"), "");
  EXPECT_EQ(judged("jetty", "Jetty", "12.1.4", "Jetty(unknown)"), "");
  EXPECT_EQ(judged("nginx", "nginx", "that of nginx", "nginx/1.22.1"), "");
}

}  // namespace
}  // namespace pacer
