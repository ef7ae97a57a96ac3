// The source lines of addresses of code, by elfutils' libdwfl. Slow, so only for reports.
#pragma once

#include "call.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap::source {

/// A place in the source code.
struct SourcePlace {
  std::string file; // empty: not known
  int line = 0;
  std::string function; // empty: not known
  std::string module;   // file of the program or library, without its directory; empty: not known
  std::string where;    // "solver.c:42 (exchange)", or the module and the offset in it: never empty
};

/// Returns the place of the call instruction before `return_address`. Any thread may call it.
SourcePlace place_of_call(const void *return_address);

/// Returns where the program calls: the first return address outside MPI's functions for Fortran, which call those for
/// C. Slow if the call is not in the program's executable.
const void *caller_of(const Call &call);

/// Returns the places of a call and of those that led to it, the innermost first, up to main or the start of a thread.
/// Never empty. Leaves out MPI's functions for Fortran.
std::vector<SourcePlace> places_of(const Call &call);

/// Returns the call that the program has made: of AutoMap or AutoLink, if this thread is in one of their functions,
/// else of MPI. These libraries are mostly part of the executable. The address is null if the program is in no call.
/// The result has no stack. Slow.
Call call_of_program(const CallInProgress &call);

/// Converts an address in the program's executable to a place that other processes with the same executable understand,
/// and back. Returns 0 for an address elsewhere.
std::uint64_t place_in_program(const void *address);
const void *address_in_program(std::uint64_t place);

/// Returns a number that differs between different executables, and the path of this one (empty: not known).
std::uint32_t program_number();
std::string program_path();

/// Notes that another executable, which ranks of this job run, has this number and path.
void note_other_program(std::uint32_t number, const std::string &path);

/// Returns the place of the call before `place`, which place_in_program() has returned in a process with the executable
/// `program`. Nothing is known of executables that have not been noted and cannot be read here.
SourcePlace place_of_call_in(std::uint32_t program, std::uint64_t place);

} // namespace automap::source
