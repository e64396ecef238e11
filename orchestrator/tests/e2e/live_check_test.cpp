#include <gtest/gtest.h>

#include <map>

#include <fmt/format.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

/// A server of fixtures/workloads.py: the rules that it breaks, and what is said of which workload.
/// All others that it serves are proven.
struct Server {
  std::string name;
  std::string breaks;
  std::string serves;
  std::map<std::string, std::string> why;
  Variables env = {};
};

const char* const kAll = "hello, count, echo, wait, products";
/// Asking for count takes the longest, and one case each is enough.
const char* const kUncounted = "hello, echo, wait, products";

std::vector<Server> servers() {
  return {
      {"healthy", "", kAll, {}},
      {"few", "", "hello", {}},
      {"unusual", "StreamsEcho ClosesAfter400", kUncounted, {}},
      {"prefork", "", "hello, count, products", {}, {{"PROCESSES", "3"}}},
      {"careless",
       "DropsZeros WaitsNot ReusesIds",
       kUncounted,
       {{"echo",
         "POST /echo with all 256 byte values: body of 255 bytes, expected 256; right are the "
         "first "
         "0"},
        {"wait", ", expected not before "},
        {"products",
         "POST /products after product 102 was deleted: body "
         "{\"id\":102,\"name\":\"Third\",\"price_cents\":3}, expected {\"id\":103,"}}},
      {"serial",
       "CutsAt64K WaitsOneByOne LosesChanges",
       kUncounted,
       {{"echo",
         "POST /echo with 1 MiB: body of 65536 bytes, expected 1048576; right are the first 65536"},
        {"wait", "answered within 3.5 s, expected all"},
        {"products", ""}}},
      {"unlocked",
       "RefusesChunks HelloWaitsToo GivesIdsTwice",
       kAll,
       {{"echo", "POST /echo in chunks of 100 bytes: status 411, expected 200"},
        {"wait",
         "GET / beside 32 requests for GET /wait?ms=500: answered after the first of them, "
         "expected before"},
        {"products", "POST /products beside 15 other changes: id "}}},
      {"shared",
       "KeepsOldBytes MixesWaits CreatesWith200",
       kUncounted,
       {{"echo", "POST /echo with 5 bytes after 1 MiB: body 'short"},
        {"wait", ": body 'waited 5"},
        {"products", "POST /products: status 200, expected 201"}}},
      {"lax",
       "EchoesText TakesRubbish DeletesWith200",
       kUncounted,
       {{"echo",
         "POST /echo with an empty body: content type 'text/plain', expected "
         "'application/octet-stream'"},
        {"wait", "GET /wait: status 200, expected 400"},
        {"products", "DELETE /products/102: status 200, expected 204"}}},
      {"no-limit",
       "ForgetsTheLimit SaysHtml",
       "hello, wait, products",
       {{"wait", "GET /wait?ms=10001: status 200, expected 400"},
        {"products", "GET /products: content type 'text/html', expected 'application/json'"}}},
      {"unsorted",
       "ListsLastChangedLast",
       "hello, products",
       {{"products",
         "GET /products after the changes: entry 7 of 101 is "
         "{\"id\":8,\"name\":\"Product 8\",\"price_cents\":800}, expected {\"id\":7,"}}},
      {"finds-all",
       "FindsNull",
       "hello, products",
       {{"products", "GET /products/102 after its deletion: status 200, expected 404"}}},
      {"gaps",
       "FillsGaps",
       "hello, products",
       {{"products", "POST /products without name: status 201, expected 400"}}},
      {"lists",
       "TakesFractions TakesLists",
       "hello, wait, products",
       {{"wait", "GET /wait?ms=5.0: status 200, expected 400"},
        {"products", "POST /products with a list of the values: status 201, expected 400"}}},
      {"first-value",
       "ReadsTheFirstValue",
       "hello, products",
       {{"products", "POST /products with something behind the object: status 201, expected 400"}}},
      {"long-ids",
       "RefusesLongIds",
       "hello, products",
       {{"products", "GET /products/99999999999999: status 400, expected 404"}}},
      {"converts",
       "ConvertsTypes",
       "hello, products",
       {{"products", "POST /products with a text as price_cents: status 201, expected 400"}}},
      {"half",
       "ChangesHalf",
       "hello, products",
       {{"products", "GET /products after requests that were refused: entry 9 of 101 is "}}},
      {"latin-1",
       "ReadsLatin1",
       "hello, products",
       {{"products", "POST /products: body {\"id\":101,\"name\":\"Gr\\u00c3\\u00b6"}}},
      {"crashes",
       "CrashesOnRubbish",
       "hello, products",
       {{"products", "POST /products with half an object: connection closed without an answer"}}},
  };
}

Framework framework_of(const Server& server) {
  auto env = server.env;
  env["BREAKS"] = server.breaks;
  return {server.name, "workloads", env, "3s", "", fmt::format("serves: [{}]\n", server.serves)};
}

Words live_words(const Workspace& workspace, const Words& names) {
  Words words{"check", "--live", "--frameworks", workspace.frameworks().string()};
  words.insert(words.end(), names.begin(), names.end());
  return words;
}

void check_row(const Json& row, const Server& server) {
  SCOPED_TRACE(row.dump());
  EXPECT_EQ(row.at("status"), server.why.empty() ? "ok" : "failed");
  for (const auto& [workload, result] : row.at("workloads").items()) {
    const bool served =
        (", " + server.serves + ",").find(" " + workload + ",") != std::string::npos;
    const auto wrong = server.why.find(workload);
    if (wrong == server.why.end()) {
      EXPECT_EQ(result, (Json{{"status", served ? "ok" : "not served"}})) << workload;
      continue;
    }
    EXPECT_EQ(result.at("status"), "failed") << workload;
    expect_words(result.value("why", ""), wrong->second);
    expect_words(row.at("why"), result.value("why", ""));
  }
}

TEST(LiveCheck, EveryBrokenRuleOfEveryWorkloadIsNamed) {
  Workspace workspace;
  for (const auto& server : servers()) workspace.add(framework_of(server));
  auto words = live_words(workspace, workspace.names());
  words.emplace_back("--json");
  const auto check = workspace.pacer(words);
  EXPECT_EQ(check.end.code, 1) << check.err;
  std::map<std::string, Json> rows;
  const auto parsed = check.json();
  for (const auto& row : parsed.at("frameworks")) rows[row.at("framework")] = row;
  ASSERT_EQ(rows.size(), servers().size());
  for (const auto& server : servers()) check_row(rows.at(server.name), server);
}

TEST(LiveCheck, TheTableTellsFailedFromUnservedAndUnasked) {
  Workspace workspace;
  workspace.add(framework_of({"dies", "DiesOfEcho", "hello, echo, wait", {}}));
  workspace.add(framework_of({"fine", "", "hello, count, echo", {}}));
  workspace.add({"wrong", "answers", {{"KIND", "error"}}, "1s", "", "serves: [hello, wait]\n"});
  const auto check = workspace.pacer(live_words(workspace, workspace.names()));
  EXPECT_EQ(check.end.code, 1) << check.err;
  expect_words(check.out,
               "framework  hello  count  echo  wait  products\n"
               "dies       ok     -      FAIL  ?     -\n"
               "fine       ok     ok     ok    -     -\n"
               "wrong      FAIL   -      -     ?     -\n"
               "?: not asked for, as the server was not up\n"
               "dies: failed\n"
               "    echo: POST /echo with an empty body: connection closed without an answer; the "
               "server ended (exit 3)\n"
               "wrong: failed: verify: ");
  EXPECT_EQ(workspace.pacer(live_words(workspace, {"fine"})).end.code, 0);
}

}  // namespace
}  // namespace pacer::e2e
