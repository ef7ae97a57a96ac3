// Whether the program handles MPI's errors itself.
#pragma once

#include <atomic>

namespace automap::check {

/// Whether the program has created an error handler, which may leave an MPI call by longjmp.
inline std::atomic<bool> program_has_handler = false;
inline bool program_handles_errors() { return program_has_handler.load(std::memory_order_relaxed); }

} // namespace automap::check
