/* What automap generates for particle.h, written by hand. */
#ifndef MPITYPES_H
#define MPITYPES_H

#include "particle.h"

#include <mpi.h>

extern MPI_Datatype AutoMap_particle, AutoMap_particle_ghost;

int Build_MPI_Types(void);
int Free_MPI_Types(void);

#endif
