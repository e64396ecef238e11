#pragma once

namespace pacer {

/// Thrown out of every wait after Ctrl-C or TERM.
struct Interrupted {};

/// Routes SIGINT and SIGTERM to this module instead of ending the program. Call once in main.
void catch_interrupts();
bool interrupted();
/// Readable once interrupted; for poll(2).
int interrupt_fd();
/// Throws Interrupted where Ctrl-C was pressed.
void check_interrupted();

}  // namespace pacer
