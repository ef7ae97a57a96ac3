// Addresses of code as source lines, by elfutils' libdwfl. Slow, and only for reports.
#pragma once

#include "call.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap::check {

struct SourcePlace {
  std::string file; // empty: not known
  int line = 0;
  std::string function; // empty: not known
  std::string module;   // the program's or library's file, without its directory; empty: not known
  std::string where;    // "solver.c:42 (exchange)", or the module and the offset in it: never empty
};

/// Of the call instruction before `return_address`. Any thread.
SourcePlace place_of_call(const void *return_address);

/// Where the program calls: the first return address outside of MPI's functions for Fortran, which call those for
/// C. Slow where that is not the program's executable.
const void *caller_of(const Call &call);

/// A call and those that led to it, the innermost first, as far as main or what starts a thread. Never empty.
/// MPI's functions for Fortran are left out.
std::vector<SourcePlace> places_of(const Call &call);

/// The call that the program has made: of AutoMap or AutoLink, whose libraries are mostly part of its executable, if
/// this thread is in one of their functions, else that of MPI. Its address is null where the program is in no call. The
/// stack is not noted. Slow.
Call call_of_program(const CallInProgress &call);

/// The program's executable, of which processes of one run mostly have the same: an address in it as one that
/// other processes understand, 0 if it is elsewhere, and back.
std::uint64_t place_in_program(const void *address);
const void *address_in_program(std::uint64_t place);

/// A number that differs between different executables.
std::uint32_t program_number();

} // namespace automap::check
