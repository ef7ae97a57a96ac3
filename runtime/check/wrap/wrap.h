// What the wrappers of MPI's functions share. A wrapper does its part and calls the PMPI_ function of its
// name; while there is no checker, that alone.
#pragma once

#include "check/state/checker.h"
#include "check/state/errors.h"

#define AUTOMAP_WRAPPER extern "C" __attribute__((visibility("default")))

// Calls FORM(suffix, type of counts, type of displacements) for MPI's functions and, since MPI 4, for their
// forms with large counts.
#if MPI_VERSION >= 4
#define AUTOMAP_FOR_COUNTS(FORM) FORM(, int, int) FORM(_c, MPI_Count, MPI_Aint)
#else
#define AUTOMAP_FOR_COUNTS(FORM) FORM(, int, int)
#endif
