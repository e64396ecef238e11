#include "documented.h"

#include <gtest/gtest.h>

namespace pacer::e2e {
namespace {

/// Every field that the schema requires is there, and none that it does not know.
void expect_fields(const Json& object, const Json& schema) {
  for (const auto& key : schema.at("required")) {
    EXPECT_TRUE(object.contains(key.get<std::string>())) << key << " is missing";
  }
  for (const auto& [key, value] : object.items()) {
    EXPECT_TRUE(schema.at("properties").contains(key)) << key << " is not in the schema";
  }
}

void expect_rows(const Json& table, const Json& definitions) {
  const auto& schema = definitions.at("row");
  const auto& loop_schema = schema.at("properties").at("latency").at("items");
  auto rows = table.at("rows");
  rows.push_back(table.at("ceiling"));
  for (const auto& row : rows) {
    expect_fields(row, schema);
    for (const auto& loop : row.at("latency")) expect_fields(loop, loop_schema);
  }
}

}  // namespace

void expect_documented(const Json& table) {
  const auto schema = Json::parse(read(std::string(PACER_ROOT) + "/docs/results.schema.json"));
  const auto& definitions = schema.at("definitions");
  expect_fields(table, schema);
  expect_rows(table, definitions);
  if (!table.contains("by_setting")) return;
  for (const auto& one : table.at("by_setting")) {
    expect_fields(one, definitions.at("table"));
    expect_rows(one, definitions);
  }
}

}  // namespace pacer::e2e
