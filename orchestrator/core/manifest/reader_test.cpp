#include "core/manifest/reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/yaml/problem.h"

namespace pacer {
namespace {

const std::string kComplete = R"(title: Go fasthttp
language: go
home: https://github.com/valyala/fasthttp
version: "1.10"
needs: [go>=1.22, maven]
build:
  - [go, build, -o, server, .]
  - - ./prepare
    - 010
run: [./server, --port, "{port}", --workers, "{cpus}", 8080, true, ""]
env: {GOGC: 100, ADDRESS: "127.0.0.1:{port}", EMPTY: ""}
serves: [hello, count]
ready_within: 1.5s
licence: MIT
notes: "8 workers"
)";

/// With the four fields that every manifest needs besides `run`.
const std::string kHead = "title: T\nlanguage: go\nhome: https://x.org\nversion: \"1\"\n";

Manifest read(const std::string& text) {
  return read_manifest(text, "f", "go-fasthttp", "/frameworks/x");
}

/// Everything that is wrong with the lines after kHead, which is lines 1 to 4.
std::string problems(const std::string& lines) {
  try {
    read(kHead + lines);
  } catch (const yaml::Problems& found) {
    return found.render();
  }
  return "";
}

/// The messages without places, sources and hints.
std::vector<std::string> messages(const std::string& lines) {
  std::vector<std::string> found;
  try {
    read(kHead + lines);
  } catch (const yaml::Problems& wrong) {
    for (const auto& problem : wrong.list()) found.push_back(problem.message);
  }
  return found;
}

using Messages = std::vector<std::string>;

TEST(ReadManifest, ReadsEveryField) {
  const auto manifest = read(kComplete);
  EXPECT_EQ(manifest.name, "go-fasthttp");
  EXPECT_EQ(manifest.directory, "/frameworks/x");
  EXPECT_EQ(manifest.title, "Go fasthttp");
  EXPECT_EQ(manifest.language, "go");
  EXPECT_EQ(manifest.home, "https://github.com/valyala/fasthttp");
  EXPECT_EQ(manifest.version, "1.10");
  EXPECT_EQ(manifest.licence, "MIT");
  EXPECT_EQ(manifest.notes, "8 workers");
  const auto relation = Requirement::Relation::kAtLeast;
  EXPECT_EQ(manifest.needs, (std::vector<Requirement>{{"go", relation, "1.22"},
                                                      {"maven", Requirement::Relation::kAny, ""}}));
  EXPECT_EQ(manifest.build,
            (std::vector<Argv>{{"go", "build", "-o", "server", "."}, {"./prepare", "010"}}));
  EXPECT_EQ(manifest.run,
            (Argv{"./server", "--port", "{port}", "--workers", "{cpus}", "8080", "true", ""}));
  EXPECT_EQ(manifest.env, (std::map<std::string, std::string>{
                              {"GOGC", "100"}, {"ADDRESS", "127.0.0.1:{port}"}, {"EMPTY", ""}}));
  EXPECT_EQ(manifest.serves, (std::vector<std::string>{"hello", "count"}));
  EXPECT_EQ(manifest.ready_within, std::chrono::milliseconds(1500));
  EXPECT_EQ(manifest.skip, std::nullopt);
}

TEST(ReadManifest, HasDefaults) {
  const auto manifest = read(kHead + "run: [./server]\n");
  EXPECT_EQ(manifest.serves, std::vector<std::string>{"hello"});
  EXPECT_EQ(manifest.ready_within, std::chrono::seconds(30));
  EXPECT_TRUE(manifest.needs.empty() && manifest.build.empty() && manifest.env.empty());
  EXPECT_TRUE(manifest.licence.empty() && manifest.notes.empty());
}

TEST(ReadManifest, NeedsNoRunWhereItIsSkipped) {
  EXPECT_EQ(read(kHead + "skip: its artifacts cannot be had\n").skip,
            "its artifacts cannot be had");
  EXPECT_EQ(problems(""),
            "f:1:1: error: run is missing\n"
            "  title: T\n"
            "  ^\n"
            "  hint: for example: run: [./server, --port, \"{port}\"]");
  EXPECT_EQ(messages("run: [x]\nskip: ''\n"), Messages{"skip is empty"});
}

TEST(ReadManifest, SaysEverythingInOnePass) {
  try {
    read(
        "titel: Go\nlanguage: Go\nhome: github.com/x\nversion: 1.10\nrun: ./server --port {port}\n"
        "ready_within: 30\nready_within: 40s\n");
    FAIL() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "f:1:1: error: unknown field 'titel'; did you mean 'title'?\n"
              "  titel: Go\n"
              "  ^\n"
              "f:2:11: error: language must be one lower-case word, not 'Go'\n"
              "  language: Go\n"
              "            ^\n"
              "  hint: for example: java, go, node, rust, python, c++\n"
              "f:3:7: error: home must be a web address, not 'github.com/x'\n"
              "  home: github.com/x\n"
              "        ^\n"
              "  hint: it begins with https:// or http://\n"
              "f:4:10: error: version must be quoted\n"
              "  version: 1.10\n"
              "           ^\n"
              "  hint: write version: \"1.10\"; without quotes 1.10 is the number 1.1\n"
              "f:5:6: error: run must be a list of words, not './server --port {port}'\n"
              "  run: ./server --port {port}\n"
              "       ^\n"
              "  hint: write [./server, --port, \"{port}\"]; no shell reads it, so quotes, $NAMES, "
              "globs and && do nothing\n"
              "f:6:15: error: ready_within must be a duration with its unit, not '30'\n"
              "  ready_within: 30\n"
              "                ^\n"
              "  hint: write 30s or 30ms\n"
              "f:7:1: error: 'ready_within' is given twice; the first is on line 6\n"
              "  ready_within: 40s\n"
              "  ^\n"
              "  hint: keep one of them");
  }
}

TEST(ReadManifest, ChecksTheNameOfTheDirectory) {
  const auto render = [](const std::string& name) -> std::string {
    try {
      read_manifest(kComplete, "f", name, "/x");
    } catch (const yaml::Problems& found) {
      return found.render();
    }
    return "";
  };
  EXPECT_EQ(render("go-http"), "");
  EXPECT_EQ(render("Go http"),
            "f: error: the directory's name 'Go http' is not a framework's name\n"
            "  hint: lower-case letters, digits, '.', '_' and '-', a letter or digit first");
  EXPECT_EQ(render("pacer-ceiling"),
            "f: error: the name pacer-ceiling is taken by Pacer's own server\n"
            "  hint: give the directory another name");
}

TEST(ReadManifest, ChecksTheVersion) {
  const std::string others = "title: T\nlanguage: go\nhome: https://x.org\nrun: [x]\n";
  const auto message = [&](const std::string& line) -> std::string {
    try {
      read(others + line);
    } catch (const yaml::Problems& found) {
      return found.list().at(0).message;
    }
    return "";
  };
  EXPECT_EQ(message("version: '1.10'\n"), "");
  EXPECT_EQ(message("version: 1.10\n"), "version must be quoted");
  EXPECT_EQ(message("version: 2.4.4.Final\n"), "version must be quoted");
  EXPECT_EQ(message("version: ''\n"), "version is empty");
  EXPECT_EQ(message("version: '1 2'\n"), "version must be one word");
  EXPECT_EQ(message("version: [1]\n"), "version must be text, not a list");
}

TEST(ReadManifest, ChecksHomeAndLanguage) {
  const auto message = [&](const std::string& language, const std::string& home) -> std::string {
    try {
      read("title: T\nversion: '1'\nrun: [x]\nlanguage: " + language + "\nhome: " + home + "\n");
    } catch (const yaml::Problems& found) {
      return found.list().at(0).message;
    }
    return "";
  };
  for (const char* language : {"c++", "c#", "node", "go", "objective-c", "f90"}) {
    EXPECT_EQ(message(language, "http://x"), "") << language;
  }
  for (const char* language : {"Go", "two words", "'9x'", "ä", "'+'"}) {
    EXPECT_NE(message(language, "http://x"), "") << language;
  }
  for (const char* home :
       {"https://", "http:///x", "ftp://x", "x.org", "'https://a b'", "HTTPS://x"}) {
    EXPECT_NE(message("go", home), "") << home;
  }
}

TEST(ReadManifest, ChecksNeeds) {
  EXPECT_EQ(problems("run: [x]\nneeds: [jkd>=17, go >= 1.22, go~1]\n"),
            "f:6:9: error: unknown toolchain 'jkd'; did you mean 'jdk'?\n"
            "  needs: [jkd>=17, go >= 1.22, go~1]\n"
            "          ^\n"
            "  hint: known: jdk, maven, go, node, cargo, python, g++, gcc, make, cmake, boost, "
            "nginx, dotnet, h2o, libmicrohttpd, cpp-httplib\n"
            "f:6:18: error: 'go >= 1.22' is not a need\n"
            "  needs: [jkd>=17, go >= 1.22, go~1]\n"
            "                   ^\n"
            "  hint: without blanks: go>=1.22\n"
            "f:6:30: error: 'go~1' is not a need\n"
            "  needs: [jkd>=17, go >= 1.22, go~1]\n"
            "                               ^\n"
            "  hint: write NAME, NAME>=VERSION or NAME==VERSION: go>=1.22");
  EXPECT_EQ(messages("run: [x]\nneeds: go>=1.22\n"),
            Messages{"needs must be a list of toolchains, not 'go>=1.22'"});
  EXPECT_EQ(messages("run: [x]\nneeds: [go>=1.22, go==1.26]\n"), Messages{"go is named twice"});
  EXPECT_EQ(messages("run: [x]\nneeds: [[go], ~]\n"),
            (Messages{"a need must be a word like go>=1.22, not a list", "a need is empty"}));
  EXPECT_EQ(messages("run: [x]\nneeds: []\n"), Messages{"needs is empty"});
}

TEST(ReadManifest, ChecksCommands) {
  EXPECT_EQ(messages("run: []\n"), Messages{"run is empty"});
  EXPECT_EQ(messages("run: {a: b}\n"), Messages{"run must be a list of words, not a map"});
  EXPECT_EQ(messages("run: [[./server]]\n"),
            Messages{"run is one command, not a list of commands"});
  EXPECT_EQ(
      messages("run: [./server, [a], {a: b}, ~]\n"),
      (Messages{"a word of run must be one word or number, not a list",
                "a word of run must be one word or number, not a map", "a word of run is empty"}));
  EXPECT_EQ(messages("run: ['', a]\n"), Messages{"run has no program"});
  EXPECT_EQ(messages("run: [a, \"\\0\"]\n"), Messages{"a word of run holds a control character"});
  EXPECT_EQ(messages("run: [a, \"\\e[31m\"]\n"),
            Messages{"a word of run holds a control character"});
  EXPECT_EQ(messages("run: [sh, -c, \"a\\n\\tb\"]\n"), Messages{});
}

TEST(ReadManifest, SaysHowAStringBecomesAList) {
  const auto hint = [](const std::string& run) -> std::string {
    try {
      read(kHead + "run: " + run + "\n");
    } catch (const yaml::Problems& found) {
      return found.list().at(0).hint;
    }
    return "";
  };
  const std::string why = "; no shell reads it, so quotes, $NAMES, globs and && do nothing";
  EXPECT_EQ(hint("java  -jar a.jar --at 127.0.0.1:{port}"),
            "write [java, -jar, a.jar, --at, \"127.0.0.1:{port}\"]" + why);
  EXPECT_EQ(hint("./a && ./b $PORT"), "write [./server, --port, \"{port}\"]" + why);
}

TEST(ReadManifest, ChecksBuild) {
  EXPECT_EQ(problems("run: [x]\nbuild: [go, build]\n"),
            "f:6:9: error: build must be a list of commands, each a list of words\n"
            "  build: [go, build]\n"
            "          ^\n"
            "  hint: write under build: a line `- [go, build, .]` for each command");
  EXPECT_EQ(problems("run: [x]\nbuild:\n  - go build .\n  -\n  - [go, [build]]\n"),
            "f:7:5: error: a command of build must be a list of words, not 'go build .'\n"
            "    - go build .\n"
            "      ^\n"
            "  hint: write [go, build, .]; no shell reads it, so quotes, $NAMES, globs and && do "
            "nothing\n"
            "f:8:3: error: a command of build is empty\n"
            "    -\n"
            "    ^\n"
            "  hint: write [./server, --port, \"{port}\"]; no shell reads it, so quotes, $NAMES, "
            "globs and && do nothing\n"
            "f:9:10: error: a word of a command of build must be one word or number, not a list\n"
            "    - [go, [build]]\n"
            "           ^");
  EXPECT_EQ(messages("run: [x]\nbuild: make\n"),
            Messages{"build must be a list of commands, not 'make'"});
}

TEST(ReadManifest, ChecksPlaceholders) {
  EXPECT_EQ(problems("run: [./server, --port, \"{prot}\"]\n"),
            "f:5:25: error: unknown placeholder '{prot}'; did you mean '{port}'?\n"
            "  run: [./server, --port, \"{prot}\"]\n"
            "                          ^\n"
            "  hint: only {port} and {cpus} are replaced, and no shell reads the rest");
  EXPECT_EQ(problems("run: [./server, --port, {port}]\n"),
            "f:5:25: error: {port} must be in quotes\n"
            "  run: [./server, --port, {port}]\n"
            "                          ^\n"
            "  hint: write \"{port}\"; without quotes YAML reads a map");
  EXPECT_EQ(messages("run: [x, '${port}', '{PORT}', 'a{cpu}b{port}{x_1}']\n"),
            (Messages{"unknown placeholder '${port}'; did you mean '{port}'?",
                      "unknown placeholder '{PORT}'; did you mean '{port}'?",
                      "unknown placeholder '{cpu}'; did you mean '{cpus}'?",
                      "unknown placeholder '{x_1}'"}));
  EXPECT_EQ(messages("run: [x]\nbuild: [[make, '{home}']]\nenv: {A: '{worker}'}\n"),
            (Messages{"unknown placeholder '{home}'", "unknown placeholder '{worker}'"}));
  EXPECT_EQ(
      messages(
          "run: [x, '{', '}', '{}', '{ port }', '{\"a\": 1}', '{{port}}', '{port', '$port']\n"),
      Messages{});
}

TEST(ReadManifest, ChecksTheEnvironment) {
  EXPECT_EQ(problems("run: [x]\nenv: {PORT: 80, HOST: a, 1A: b, A-B: c}\n"),
            "f:6:7: error: PORT may not be set\n"
            "  env: {PORT: 80, HOST: a, 1A: b, A-B: c}\n"
            "        ^\n"
            "  hint: Pacer sets it: the server listens where it says\n"
            "f:6:17: error: HOST may not be set\n"
            "  env: {PORT: 80, HOST: a, 1A: b, A-B: c}\n"
            "                  ^\n"
            "  hint: Pacer sets it: the server listens where it says\n"
            "f:6:26: error: '1A' is no name of a variable\n"
            "  env: {PORT: 80, HOST: a, 1A: b, A-B: c}\n"
            "                           ^\n"
            "  hint: letters, digits and _, not a digit first\n"
            "f:6:33: error: 'A-B' is no name of a variable\n"
            "  env: {PORT: 80, HOST: a, 1A: b, A-B: c}\n"
            "                                  ^\n"
            "  hint: letters, digits and _, not a digit first");
  EXPECT_EQ(messages("run: [x]\nenv: {A: [b], B: {c: d}, C: , D: {port}}\n"),
            (Messages{"'A' must be one word or number, not a list",
                      "'B' must be one word or number, not a map", "'C' is empty",
                      "{port} must be in quotes"}));
  EXPECT_EQ(messages("run: [x]\nenv: [A=1]\n"),
            Messages{"env must be a map of variables, not a list"});
  EXPECT_EQ(messages("run: [x]\nenv: {_a1: no, PORT_: 1}\n"), Messages{});
}

TEST(ReadManifest, ChecksServes) {
  EXPECT_EQ(problems("run: [x]\nserves: [count]\n"),
            "f:6:9: error: serves must name hello\n"
            "  serves: [count]\n"
            "          ^\n"
            "  hint: every server answers `GET /` with Hello, World!: see docs/contract.md");
  EXPECT_EQ(messages("run: [x]\nserves: [helo, cuont]\n"),
            (Messages{"unknown workload 'helo'; did you mean 'hello'?",
                      "unknown workload 'cuont'; did you mean 'count'?"}));
  EXPECT_EQ(messages("run: [x]\nserves: [hello, hello]\n"), Messages{"hello is named twice"});
  EXPECT_EQ(messages("run: [x]\nserves: hello\n"),
            Messages{"serves must be a list of workloads, not 'hello'"});
  EXPECT_EQ(messages("run: [x]\nserves: []\n"), Messages{"serves is empty"});
  EXPECT_EQ(read(kHead + "run: [x]\nserves: [products, wait, echo, count, hello]\n").serves.size(),
            5u);
}

TEST(ReadManifest, ChecksReadyWithin) {
  EXPECT_EQ(messages("run: [x]\nready_within: 0s\n"),
            Messages{"ready_within must be over 0s and at most 10m, not 0s"});
  EXPECT_EQ(messages("run: [x]\nready_within: 11m\n"),
            Messages{"ready_within must be over 0s and at most 10m, not 11m"});
  EXPECT_EQ(read(kHead + "run: [x]\nready_within: 10m\n").ready_within, std::chrono::minutes(10));
}

TEST(ReadManifest, ReadsEveryFrameworkOfTheRepository) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(PACER_ROOT) + "/frameworks")) {
    const auto file = entry.path() / "framework.yaml";
    if (!std::filesystem::exists(file)) continue;
    std::ifstream stream(file);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const auto name = entry.path().filename().string();
    try {
      EXPECT_EQ(read_manifest(text, file.string(), name, entry.path().string()).name, name);
    } catch (const Error& error) {
      ADD_FAILURE() << error.render();
    }
    ++count;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace pacer
