#include "engine/health/environment.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

#include <array>
#include <cstring>
#endif

#include "base/error.h"
#include "base/text.h"
#include "engine/health/proc_file.h"
#include "engine/process/own_program.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Fact known(std::string value) { return {std::move(value), ""}; }
Fact unknown(std::string why_not) { return {std::nullopt, std::move(why_not)}; }

std::optional<std::string> read_word(const fs::path& file) {
  const auto text = read_small_file(file.string());
  if (!text || trim(*text).empty()) return std::nullopt;
  return trim(*text);
}

/// The value of the first line "KEY : VALUE" or "KEY=VALUE".
std::string value_of(std::string_view text, std::string_view key, char separator) {
  for (const auto& line : split(text, '\n')) {
    const auto at = line.find(separator);
    if (at == std::string::npos || trim(line.substr(0, at)) != key) continue;
    return trim(line.substr(at + 1));
  }
  return "";
}

/// "0-3,8" counts 5.
int count_listed(const std::string& list) {
  const auto choice = parse_cpu_choice(list);
  return choice ? static_cast<int>(choice->cpus.size()) : 0;
}

#if defined(__x86_64__) || defined(__i386__)
/// The hypervisor's signature, CPUID leaf 0x40000000 (the same that lscpu reads).
std::string hypervisor_of_cpu() {
  constexpr unsigned kHypervisorBit = 1U << 31;
  constexpr unsigned kHypervisorLeaf = 0x40000000;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kHypervisorBit) == 0) return "";
  __cpuid(kHypervisorLeaf, a, b, c, d);
  std::array<char, 13> signature{};
  std::memcpy(signature.data(), &b, 4);
  std::memcpy(signature.data() + 4, &c, 4);
  std::memcpy(signature.data() + 8, &d, 4);
  static const std::map<std::string, std::string> kNames{
      {"KVMKVMKVM", "KVM"},          {"Microsoft Hv", "Hyper-V"}, {"VMwareVMware", "VMware"},
      {"XenVMMXenVMM", "Xen"},       {"bhyve bhyve ", "bhyve"},   {"TCGTCGTCGTCG", "QEMU"},
      {"VBoxVBoxVBox", "VirtualBox"}};
  const auto name = kNames.find(signature.data());
  return name == kNames.end() ? "virtual" : name->second;
}
#else
std::string hypervisor_of_cpu() { return ""; }
#endif

std::string guest_text(const fs::path& root) {
  auto hypervisor = read_word(root / "sys/hypervisor/type").value_or("");
  if (hypervisor.empty() && root == "/") hypervisor = hypervisor_of_cpu();
  if (hypervisor == "xen") hypervisor = "Xen";
  std::error_code ignored;
  const bool container =
      fs::exists(root / ".dockerenv", ignored) || fs::exists(root / "run/.containerenv", ignored);
  std::string text = hypervisor.empty() ? "" : ", " + hypervisor + " guest";
  if (container) text += ", in a container";
  return text;
}

Fact machine_fact(const fs::path& root, int cpu_count) {
  const auto cpuinfo = read_small_file((root / "proc/cpuinfo").string()).value_or("");
  auto model = value_of(cpuinfo, "model name", ':');
  if (model.empty()) model = value_of(cpuinfo, "Model", ':');
  if (model.empty()) model = value_of(cpuinfo, "Hardware", ':');
  if (model.empty()) {
    utsname name{};
    uname(&name);
    model = fmt::format("{} CPU", name.machine);
  }
  const auto meminfo = read_small_file((root / "proc/meminfo").string()).value_or("");
  const auto total = value_of(meminfo, "MemTotal", ':');
  std::uint64_t kib = 0;
  std::from_chars(total.data(), total.data() + total.size(), kib);
  if (kib == 0) return unknown("/proc/meminfo cannot be read");
  return known(fmt::format("{}, {} CPU{}, {:.1f} GiB{}", model, cpu_count,
                           cpu_count == 1 ? "" : "s", static_cast<double>(kib) / (1 << 20),
                           guest_text(root)));
}

Fact system_fact(const fs::path& root) {
  const auto text = read_small_file((root / "etc/os-release").string());
  if (!text) return unknown("no /etc/os-release");
  auto name = value_of(*text, "PRETTY_NAME", '=');
  std::erase(name, '"');
  return name.empty() ? unknown("/etc/os-release names no system") : known(name);
}

Fact governor_fact(const fs::path& root) {
  std::set<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root / "sys/devices/system/cpu", ignored)) {
    const auto name = read_word(entry.path() / "cpufreq/scaling_governor");
    if (name) names.insert(*name);
  }
  if (names.empty()) return unknown("no CPU frequency control in /sys (usual in virtual machines)");
  return known(join({names.begin(), names.end()}, "+"));
}

Fact turbo_fact(const fs::path& root) {
  const auto cpu = root / "sys/devices/system/cpu";
  if (const auto off = read_word(cpu / "intel_pstate/no_turbo"))
    return known(*off == "0" ? "on" : "off");
  if (const auto boost = read_word(cpu / "cpufreq/boost"))
    return known(*boost == "1" ? "on" : "off");
  return unknown("no turbo control in /sys (usual in virtual machines)");
}

Fact smt_fact(const fs::path& root) {
  const auto control = read_word(root / "sys/devices/system/cpu/smt/control");
  if (!control) return unknown("no SMT control in /sys");
  if (*control == "notsupported" || *control == "notimplemented") return known("none");
  return known(*control);
}

/// "7 mitigated, none vulnerable" or "5 mitigated, vulnerable: mds, tsa".
Fact mitigations_fact(const fs::path& root) {
  int mitigated = 0;
  std::set<std::string> vulnerable;
  bool any = false;
  std::error_code ignored;
  const auto folder = root / "sys/devices/system/cpu/vulnerabilities";
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const auto status = read_word(entry.path());
    if (!status) continue;
    any = true;
    if (status->starts_with("Mitigation")) ++mitigated;
    if (status->starts_with("Vulnerable")) vulnerable.insert(entry.path().filename().string());
  }
  if (!any) return unknown("the kernel lists no vulnerabilities in /sys");
  const auto rest = vulnerable.empty()
                        ? std::string("none vulnerable")
                        : "vulnerable: " + join({vulnerable.begin(), vulnerable.end()}, ", ");
  return known(fmt::format("{} mitigated, {}", mitigated, rest));
}

std::string first_line(const std::string& text) { return trim(text.substr(0, text.find('\n'))); }

}  // namespace

Environment read_machine(const fs::path& root) {
  Environment environment;
  environment.cpu_count =
      std::max(1, count_listed(read_word(root / "sys/devices/system/cpu/online").value_or("")));
  environment.machine = machine_fact(root, environment.cpu_count);
  utsname name{};
  environment.kernel =
      uname(&name) == 0 ? known(fmt::format("{} {} {}", name.sysname, name.release, name.machine))
                        : unknown("uname failed");
  environment.system = system_fact(root);
  environment.governor = governor_fact(root);
  environment.turbo = turbo_fact(root);
  environment.smt = smt_fact(root);
  environment.mitigations = mitigations_fact(root);
  return environment;
}

Fact client_version(const std::string& client) {
  try {
    // wrk says its version with its usage and exits 1: the answer counts, not the status.
    const auto answer = ask({own_program(client), client == "wrk" ? "-v" : "--version"}, {}, 5s);
    auto line = first_line(answer.output);
    line = trim(line.substr(0, line.find("Copyright")));
    if (line.empty()) return unknown(fmt::format("{} does not tell its version", client));
    return known(line);
  } catch (const Error& error) {
    return unknown(error.what());
  }
}

Fact commit_of(const fs::path& root) {
  std::error_code ignored;
  // Only the folder's own checkout: an installed copy may lie inside somebody else's.
  if (!fs::exists(root / ".git", ignored)) return unknown("not a git checkout");
  try {
    const auto answer = ask({"git", "-C", root.string(), "describe", "--always", "--dirty"},
                            {{"GIT_OPTIONAL_LOCKS", "0"}}, 5s);
    const auto line = first_line(answer.output);
    if (!answer.status) return unknown("git did not answer within 5 s");
    if (!answer.status->ok()) return unknown(line);
    return known(line);
  } catch (const Error& error) {
    return unknown(error.what());
  }
}

Environment read_environment(const std::string& client, const fs::path& checkout) {
  auto environment = read_machine();
  environment.client_version = client_version(client);
  environment.commit = commit_of(checkout);
  return environment;
}

}  // namespace pacer
