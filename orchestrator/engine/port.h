#pragma once

#include <optional>

namespace pacer {

/// A port for the next trial on which nobody listens and whose three neighbours above are free too
/// (some frameworks open those as well). Successive calls go through a range below the ephemeral
/// one, so that connections left in TIME_WAIT by the server before do not matter.
/// Throws Error where none is free.
int choose_port();

/// True where a server could listen there: no socket holds it on any address.
bool port_is_free(int port);

}  // namespace pacer
