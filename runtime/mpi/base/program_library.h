// Which MPI library a program needs, for libraries that are preloaded and fit one of them.
#pragma once

#include <string>

namespace automap::mpi {

/// The families of MPI libraries.
enum class Family { none, mpich, openmpi, standard_abi };

/// Returns the name of a family.
const char *name_of(Family family);

/// Ends the process with status 2 and a message if the program needs the library of another family than this one, for
/// which the preloaded library of the command `tool` is: `what` names the library in the message.
void require_own_family(const char *tool, const char *what);

/// Whether the program needs an MPI library, or a library does that is neither MPI's own nor has `own` in its path.
bool program_needs_mpi(const char *own);

/// Writes a text to stderr, without buffers.
void write_to_stderr(const std::string &text);

} // namespace automap::mpi
