#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pacer::audit {

/// The options of a load client's command that bear on its figures.
struct CommandLine {
  std::string program;  ///< "wrk", "wrk2", "oha", "bombardier", without its folder
  std::optional<std::uint64_t> threads;
  std::optional<std::uint64_t> connections;
  std::optional<double> duration_s;
  std::optional<double> timeout_s;
  std::optional<std::uint64_t> pipeline;  ///< of wrk-pipeline, a fork that TechEmpower used
  bool has_rate = false;                  ///< an open loop was asked for
  std::string script;
  std::vector<std::string> script_arguments;  ///< behind "--"
};

/// The first command of a known client in a shell line; what stands before it (a prompt, another
/// command) and behind it (";", "|", "&", ">") is left. Nothing where there is none.
std::optional<CommandLine> parse_command(std::string_view shell_line);

/// Requests in one batch: 1 without a script, the last argument of a pipelining script. Nothing
/// where a script's name says that it pipelines and its arguments do not say how deep.
std::optional<std::uint64_t> depth_of(const CommandLine& command);

}  // namespace pacer::audit
