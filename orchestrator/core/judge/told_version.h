#pragma once

#include <string>
#include <string_view>

#include "core/model/manifest.h"

namespace pacer {

/// Where the `Server` header of a response names the framework itself with a version
/// ("aiohttp/3.13.2", "Jetty(12.1.4)") that is not the manifest's: the sentence that says so, else
/// "". Other products in the header, as the server below a framework, are not judged; a told
/// version may be shorter or longer than the manifest's by whole parts ("12.1" and "12.1.4" agree).
std::string version_contradiction(const Manifest& manifest, std::string_view server_header);

}  // namespace pacer
