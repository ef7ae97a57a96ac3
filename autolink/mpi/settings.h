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

  /// What a receive begins with: the caller's allocator goes before an arena.
  UnpackOptions receiving() const {
    UnpackOptions out = unpack;
    out.use_arena = out.use_arena && is_malloc(out.allocator);
    return out;
  }
};

/// The defaults, and what the environment says. Throws Failure (AL_ERR_ARGUMENT).
Settings settings_from_environment();

/// A line for each variable of the environment that looks like a setting's, misspelt; "" if there is none.
std::string misspelled_in_environment();

/// With what `info` says instead. Throws Failure (AL_ERR_ARGUMENT).
Settings changed(Settings settings, MPI_Info info);

/// The settings as an info object.
MPI_Info info_of(const Settings &settings);

} // namespace autolink
