// pacer-load as a program: against the ceiling server, frozen for a while by the kernel.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>

#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "workspace.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

std::string program(const char* name) {
  return (fs::path(PACER_PROGRAM).parent_path() / name).string();
}

/// What the server says to one GET; empty where it does not answer.
std::string get(int port, const std::string& path) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  std::string text;
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) {
    const auto request = "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    [[maybe_unused]] const auto sent = send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    char buffer[4096];
    for (ssize_t size = 0; (size = recv(fd, buffer, sizeof(buffer), 0)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(size));
    }
  }
  close(fd);
  return text;
}

class LoadClient : public testing::Test {
 protected:
  LoadClient() {
    EXPECT_TRUE(eventually([&] { return !get(port_, "/").empty(); }));
    hellos_ = 1;
  }

  std::unique_ptr<Child> start(Words words) {
    words.insert(words.begin(), program("pacer-load"));
    words.push_back(fmt::format("http://127.0.0.1:{}/", port_));
    return std::make_unique<Child>(words, Variables{}, workspace_.folder() / "load.out",
                                   workspace_.folder() / "load.err");
  }
  Json result() const { return Json::parse(read(workspace_.folder() / "load.out")); }
  std::string words() const {
    return read(workspace_.folder() / "load.out") + read(workspace_.folder() / "load.err");
  }
  /// How often the server says it has answered GET /, without those of this test itself.
  std::uint64_t counted() const {
    const auto text = get(port_, "/count");
    return std::stoull(text.substr(text.rfind(' ') + 1)) - hellos_;
  }

  Workspace workspace_;
  int port_ = free_port();
  Child server_{{program("pacer-ceiling"), "--port", std::to_string(port_), "--threads", "1"},
                {},
                workspace_.folder() / "server.out",
                workspace_.folder() / "server.err"};
  std::uint64_t hellos_ = 0;
};

/// 2,000 requests/s for 6 s, and a server that is frozen for 1.0 s: a sixth of the requests is due
/// meanwhile, and waits evenly between 1.0 s and nothing. So the tenth that waits longest waits
/// over 0.4 s, the hundredth over 0.94 s.
TEST_F(LoadClient, IsHonestAboutAStall) {
  const auto load = start({"-t1", "-c16", "--requests", "12000", "--rate", "2000", "--json"});
  EXPECT_TRUE(eventually([&] { return counted() >= 4000; }));
  server_.signal(SIGSTOP);
  const auto frozen = Clock::now();
  EXPECT_TRUE(eventually([&] { return Clock::now() >= frozen + seconds(1); }));
  server_.signal(SIGCONT);
  const auto frozen_us = std::chrono::duration<double, std::micro>(Clock::now() - frozen).count();
  const auto ended = load->wait(Clock::now() + seconds(60));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << words();
  const auto json = result();
  const auto latency = json.at("latency_us");
  EXPECT_EQ(json.at("right"), 12'000);
  EXPECT_EQ(json.at("open_loop").at("sent"), 12'000);
  // Generous: the machine may be busy besides.
  EXPECT_GT(latency.at("p90").get<double>(), frozen_us - 750'000);
  EXPECT_LT(latency.at("p90").get<double>(), frozen_us - 300'000);
  EXPECT_GT(latency.at("p99").get<double>(), frozen_us - 150'000);
  EXPECT_LT(latency.at("p99").get<double>(), frozen_us + 300'000);
  const auto by_second = json.at("right_by_second").get<std::vector<int>>();
  // The last request is due a moment before the sixth second is over.
  ASSERT_GE(by_second.size(), 5U);
  EXPECT_GT(std::accumulate(by_second.begin(), by_second.end(), 0), 9'000) << json;
  EXPECT_LT(*std::min_element(by_second.begin(), by_second.end()), 1'500) << "a part was frozen";
  ASSERT_EQ(json.at("stalls").size(), 1U);
  EXPECT_GT(json.at("stalls")[0].at("length_us").get<double>(), frozen_us - 100'000);
}

TEST_F(LoadClient, CountsWhatTheServerCounts) {
  for (const auto& more : {Words{"-p", "1"}, Words{"-p16"}, Words{"-p16", "--sliding"}}) {
    hellos_ += counted();
    Words words{"--json", "-c50", "--requests", "100001"};
    words.insert(words.end(), more.begin(), more.end());
    const auto load = start(words);
    const auto ended = load->wait(Clock::now() + seconds(120));
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->code, 0) << this->words();
    EXPECT_EQ(result().at("right"), 100'001);
    EXPECT_EQ(counted(), 100'002U) << "one more for the reference answer";
  }
}

TEST_F(LoadClient, PrintsWhatWasMeasuredWhenInterrupted) {
  const auto load = start({"-c4", "-d1h"});
  EXPECT_TRUE(eventually([&] { return counted() >= 1000; }));
  load->signal(SIGINT);
  const auto ended = load->wait(Clock::now() + seconds(60));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 130);
  EXPECT_NE(words().find("requests/s"), std::string::npos) << words();
  EXPECT_NE(words().find("interrupted: this is what was measured so far\n"), std::string::npos);
}

TEST_F(LoadClient, AFolderIsNoExpectedBody) {
  for (const auto* option : {"--expect", "--body"}) {
    auto load = start({"--requests", "1", "-c1", option, workspace_.folder().string()});
    EXPECT_EQ(load->wait(Clock::now() + seconds(60))->code, 2);
    EXPECT_EQ(words(), fmt::format("error: {}: cannot read {}: Is a directory\n", option,
                                   workspace_.folder().string()));
  }
}

TEST(Read, TakesWhatCannotBeReadForEmpty) { EXPECT_EQ(read("/proc"), ""); }

TEST_F(LoadClient, RefusesServersOfOthers) {
  Child load({program("pacer-load"), "http://192.0.2.1/"}, {}, workspace_.folder() / "load.out",
             workspace_.folder() / "load.err");
  EXPECT_EQ(load.wait(Clock::now() + seconds(60))->code, 2);
  EXPECT_EQ(words(),
            "error: 192.0.2.1: not an address of this machine's loopback\n"
            "  hint: load only servers of your own, and say so: --allow-remote\n");
}

}  // namespace
}  // namespace pacer::e2e
