// MPI's functions, made of the table of MPI's calls (runtime/calls/mpi_calls.table).
#include "run/engine/collectives.h"
#include "run/engine/completion.h"
#include "run/engine/files.h"
#include "run/engine/functions.h"
#include "run/engine/packing.h"
#include "run/engine/point_to_point.h"
#include "run/engine/settings.h"
#include "source/call.h"

#include <mpi.h>

#define AUTOMAP_EXPORTED extern "C" __attribute__((visibility("default")))

// MPI's own function, looked up once; and its form for large counts, or null.
#define AUTOMAP_REAL_ONCE(name)                                                                                        \
  ([] {                                                                                                                \
    static const auto real = AUTOMAP_REAL(name);                                                                       \
    return real;                                                                                                       \
  }())
#if MPI_VERSION >= 4
#define AUTOMAP_REAL_SIZES(name) AUTOMAP_REAL_ONCE(name), AUTOMAP_REAL_ONCE(name##_c)
#else
#define AUTOMAP_REAL_SIZES(name) AUTOMAP_REAL_ONCE(name), nullptr
#endif

using namespace automap::run;

#include "wrappers.inc"
