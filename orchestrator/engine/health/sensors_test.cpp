#include "engine/health/sensors.h"

#include <gtest/gtest.h>

#include <fstream>

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// A /sys of a machine that has what virtual ones lack.
class Sensors : public testing::Test {
 protected:
  Sensors() { fs::remove_all(sys_); }
  ~Sensors() override { fs::remove_all(sys_); }

  void write(const std::string& file, const std::string& content) const {
    fs::create_directories((sys_ / file).parent_path());
    std::ofstream(sys_ / file) << content;
  }
  void zone(const std::string& zone, const std::string& name, const std::string& uj) const {
    write("class/powercap/" + zone + "/name", name + "\n");
    write("class/powercap/" + zone + "/energy_uj", uj + "\n");
    write("class/powercap/" + zone + "/max_energy_range_uj", "262143328850\n");
  }
  SensorReading read() const { return read_sensors(sys_); }

  fs::path sys_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(Sensors, AddUpPackagesAndNotTheirParts) {
  zone("intel-rapl:0", "package-0", "1000000");
  zone("intel-rapl:0:0", "core", "500000");
  zone("intel-rapl:1", "package-1", "7000000");
  zone("intel-rapl:2", "psys", "9000000");
  const auto begin = read();
  zone("intel-rapl:0", "package-0", "1500000");
  zone("intel-rapl:0:0", "core", "900000");
  zone("intel-rapl:1", "package-1", "9250000");
  EXPECT_DOUBLE_EQ(joules_between(begin, read()).value(), 2.75);
}

TEST_F(Sensors, FollowACounterThatStartsAnew) {
  zone("intel-rapl:0", "package-0", "262143000000");
  const auto begin = read();
  zone("intel-rapl:0", "package-0", "671150");
  EXPECT_DOUBLE_EQ(joules_between(begin, read()).value(), 1.0);
}

TEST_F(Sensors, SayNothingOfEnergyWhereAPackageCannotBeRead) {
  zone("intel-rapl:0", "package-0", "1000000");
  zone("intel-rapl:1", "package-1", "");
  EXPECT_EQ(joules_between(read(), read()), std::nullopt);
}

TEST_F(Sensors, CountHeatOverAllCpus) {
  write("devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n");
  write("devices/system/cpu/cpu11/thermal_throttle/core_throttle_count", "1\n");
  write("devices/system/cpu/cpufreq/thermal_throttle/core_throttle_count", "100\n");
  const auto begin = read();
  write("devices/system/cpu/cpu11/thermal_throttle/core_throttle_count", "6\n");
  EXPECT_EQ(heat_events_between(begin, read()), 5U);
}

TEST_F(Sensors, AreSilentOnAVirtualMachine) {
  EXPECT_EQ(joules_between(read(), read()), std::nullopt);
  EXPECT_EQ(heat_events_between(read(), read()), std::nullopt);
  FrequencyMeter meter({0}, sys_);
  meter.sample();
  EXPECT_EQ(meter.mean_mhz(), std::nullopt);
}

TEST_F(Sensors, AverageTheClocksOfTheCpusThatAreMeasured) {
  write("devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2000000\n");
  write("devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "9000000\n");
  write("devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "3000000\n");
  FrequencyMeter meter({0, 2}, sys_);
  meter.sample();
  write("devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "1000000\n");
  meter.sample();
  EXPECT_DOUBLE_EQ(meter.mean_mhz().value(), 2000.0);
}

}  // namespace
}  // namespace pacer
