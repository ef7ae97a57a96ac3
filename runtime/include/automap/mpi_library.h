/*
 * Ties a program to the libraries that were built for its MPI. MPI libraries differ in what an MPI_Comm or an
 * MPI_INT is: a program compiled for one and linked with AutoMap for another would crash. Instead, it does
 * not link, because it refers to, say, AutoMap_built_for_Open_MPI, which only the library for Open MPI has.
 */
#ifndef AUTOMAP_MPI_LIBRARY_H
#define AUTOMAP_MPI_LIBRARY_H

#include <mpi.h>

#if defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0
#define AUTOMAP_BUILT_FOR_MPI(library) library##_built_for_standard_MPI_ABI
#elif defined(OPEN_MPI)
#define AUTOMAP_BUILT_FOR_MPI(library) library##_built_for_Open_MPI
#else /* MPICH, and all libraries with its binary interface */
#define AUTOMAP_BUILT_FOR_MPI(library) library##_built_for_MPICH
#endif

/*
 * Makes an object file need a symbol, as in AUTOMAP_REFER_TO(AUTOMAP_BUILT_FOR_MPI(AutoLink)). The
 * reference is in a section that linkers place, and report, first: before the hundreds of symbols that the
 * other MPI lacks.
 */
#define AUTOMAP_REFER_TO(symbol) AUTOMAP_REFER_TO_(symbol)
#if defined(__GNUC__) && defined(__ELF__)
#define AUTOMAP_REFER_TO_(symbol)                                                                                      \
  extern const char symbol;                                                                                            \
  __attribute__((used, section(".text.unlikely"))) static const char *symbol##_is_needed(void) { return &symbol; }
#elif defined(__GNUC__)
#define AUTOMAP_REFER_TO_(symbol)                                                                                      \
  extern const char symbol;                                                                                            \
  static const char *const symbol##_is_needed __attribute__((used)) = &symbol;
#else
#define AUTOMAP_REFER_TO_(symbol) extern const char symbol;
#endif

#endif
