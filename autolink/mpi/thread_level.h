// How many threads of the program may be in MPI at once.
#pragma once

namespace autolink {

/// Asks MPI, for AL_Init. Throws CallFailure.
void find_thread_level();

/// Whether no two threads are in MPI at once.
bool has_one_thread();

} // namespace autolink
