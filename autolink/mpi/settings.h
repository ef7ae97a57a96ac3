// Settings of transfers: from the environment, and from info objects. autolink.h lists them.
#pragma once

#include "core/receive/unpacker.h"
#include "core/send/packer.h"

#include <mpi.h>

#include <string>

namespace autolink {

struct Settings {
  PackOptions pack;
  UnpackOptions unpack;
  std::size_t packets_in_flight = 4;

  /// Returns the options of a receive. The caller's allocator takes precedence over an arena.
  UnpackOptions receiving() const {
    UnpackOptions out = unpack;
    out.use_arena = out.use_arena && is_malloc(out.allocator);
    return out;
  }
};

/// Returns the defaults with the changes of the environment. Throws Failure (AL_ERR_ARGUMENT).
Settings settings_from_environment();

/// Returns a line for each variable of the environment that looks like a misspelled setting; "" if there is none.
std::string misspelled_in_environment();

/// Returns the settings with the changes of `info`. Throws Failure (AL_ERR_ARGUMENT).
Settings apply(Settings settings, MPI_Info info);

/// Returns the settings as an info object.
MPI_Info info_of(const Settings &settings);

} // namespace autolink
