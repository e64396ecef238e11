#include "engine/health/tree_watch.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

using testing::Channel;
using testing::eventually;
using testing::Guard;
using testing::rest;
using testing::spawn;

constexpr std::size_t kBlock = 16U << 20;

/// Ends with the pid that it starts and waits for whenever `go` says so.
void serve_with_worker(const Channel& go, const Channel& told) {
  told.put(getpid());
  while (go.get() > 0) {
    told.put(spawn([&] {
      const std::string block(kBlock, 'x');
      told.put(getpid());
      go.get();
    }));
    wait(nullptr);
    told.put(0);
  }
}

TEST(TreeWatch, MissesNoPeakOfAProcessThatIsAlone) {
  const Channel go;
  const Channel told;
  const Guard guard([&] {
    for (told.put(0); go.get() > 0; told.put(0)) {
      // Not from the heap, which may hold as much that was freed before.
      constexpr int kReadWrite = PROT_READ | PROT_WRITE;
      void* block = mmap(nullptr, kBlock, kReadWrite, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      std::memset(block, 'x', kBlock);
      munmap(block, kBlock);
    }
  });
  told.get();
  TreeWatch watch(guard.pid(), scan_processes());
  watch.set_peak_back();
  const auto before = watch.rss_peak_bytes();
  go.put(1);
  told.get();  // taken and given back, with no look meanwhile
  EXPECT_GE(watch.rss_peak_bytes(), before + kBlock / 2);
  watch.set_peak_back();
  EXPECT_LT(watch.rss_peak_bytes(), before + kBlock / 2);
}

TEST(TreeWatch, SeesWhoComesAndGoesAndKeepsThePeak) {
  const Channel go;
  const Channel told;
  const Guard guard([&] { serve_with_worker(go, told); });
  const auto server = static_cast<pid_t>(told.get());
  TreeWatch watch(guard.pid(), scan_processes());
  NewcomerScan newcomers(scan_processes());
  EXPECT_EQ(watch.living(), std::vector<pid_t>{server});
  EXPECT_EQ(watch.processes_max(), 1);
  const auto alone = watch.rss_peak_bytes();
  EXPECT_GT(alone, 0U);

  go.put(1);
  const auto worker = static_cast<pid_t>(told.get());
  told.get();
  watch.welcome(newcomers.look());
  watch.sample();
  EXPECT_EQ(watch.appeared(), std::vector<pid_t>{worker});
  EXPECT_EQ(watch.vanished(), std::vector<pid_t>{});
  EXPECT_EQ(watch.processes_max(), 2);
  const auto peak = watch.rss_peak_bytes();
  EXPECT_GE(peak, kBlock + alone / 2);

  go.put(1);
  EXPECT_EQ(told.get(), 0);  // the worker has been waited for
  watch.sample();
  EXPECT_EQ(watch.vanished(), std::vector<pid_t>{worker});
  EXPECT_EQ(watch.living(), std::vector<pid_t>{server});
  EXPECT_EQ(watch.rss_peak_bytes(), peak);
  EXPECT_EQ(watch.processes_max(), 2);
  EXPECT_FALSE(watch.ended());
}

TEST(TreeWatch, NoticesAZombieByItsMissingMemory) {
  const Channel told;
  const Channel go;
  const Guard guard([&] {
    const auto child = spawn([&] { go.get(); });
    told.put(child);
    rest();
  });
  const auto child = static_cast<pid_t>(told.get());
  TreeWatch watch(guard.pid(), scan_processes());
  EXPECT_EQ(watch.processes_max(), 2);
  go.put(1);
  ASSERT_TRUE(eventually([&] { return read_stat(child)->ended(); }));
  watch.sample();
  EXPECT_EQ(watch.vanished(), std::vector<pid_t>{child});
  watch.welcome(scan_processes());  // the zombie is still listed there, but is no member
  EXPECT_EQ(watch.appeared(), std::vector<pid_t>{});
  EXPECT_EQ(watch.living().size(), 1U);
}

TEST(TreeWatch, KnowsTheEndOfAllFromATreeThatNeverWas) {
  const Channel go;
  const Guard guard([&] { go.get(); });
  ASSERT_TRUE(eventually([&] { return descendants(guard.pid()).size() == 1; }));
  TreeWatch watch(guard.pid(), scan_processes());
  TreeWatch empty(descendants(guard.pid()).front(), scan_processes());
  EXPECT_FALSE(watch.ended());
  EXPECT_FALSE(empty.ended());
  go.put(1);
  EXPECT_TRUE(eventually([&] {
    watch.sample();
    return watch.ended();
  }));
}

TEST(PssOf, SumsWhatLivesAndPassesOverWhatIsGone) {
  const auto gone = spawn([] {});
  waitpid(gone, nullptr, 0);
  const auto sum = pss_of({getpid(), gone});
  ASSERT_TRUE(sum);
  EXPECT_GT(*sum, 0U);
  EXPECT_EQ(pss_of({}), 0U);
}

}  // namespace
}  // namespace pacer
