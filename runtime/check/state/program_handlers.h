// Whether errors of MPI may leave a call by a handler of the program's.
#pragma once

#include <atomic>

namespace automap::check {

/// The program has made an error handler of its own, which may leave a call of MPI by longjmp.
inline std::atomic<bool> program_made_handler = false;
inline bool program_handles_errors() { return program_made_handler.load(std::memory_order_relaxed); }

} // namespace automap::check
