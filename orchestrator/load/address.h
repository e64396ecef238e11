#pragma once

#include <string>
#include <vector>

#include "load/settings.h"
#include "load/url.h"

namespace pacer::load {

/// The addresses of the URL's host, in the order in which the system would try them. Throws Error
/// where there is none, or where one is not of this machine and `allow_remote` is not set.
std::vector<Address> resolve(const Url& url, bool allow_remote);

/// The first that accepts a connection; the first of all where none does.
Address first_answering(const std::vector<Address>& addresses, std::int64_t timeout_ns);

}  // namespace pacer::load
