/* Nothing notices if these lists and the struct no longer agree. */
#include "mpitypes.h"

#include <stddef.h>

MPI_Datatype AutoMap_particle = MPI_DATATYPE_NULL, AutoMap_particle_ghost = MPI_DATATYPE_NULL;

static void build(int n, const int lengths[], const MPI_Aint places[], const MPI_Datatype types[],
                  MPI_Datatype *type)
{
    MPI_Datatype fields;

    MPI_Type_create_struct(n, lengths, places, types, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(particle), type);
    MPI_Type_commit(type);
    MPI_Type_free(&fields);
}

int Build_MPI_Types(void)
{
    static const int lengths[] = {1, 2, 2, 1}, ghost_lengths[] = {2, 1};
    const MPI_Aint places[] = {offsetof(particle, id), offsetof(particle, position),
                               offsetof(particle, velocity), offsetof(particle, charge)};
    const MPI_Aint ghost_places[] = {offsetof(particle, position), offsetof(particle, charge)};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_DOUBLE, MPI_FLOAT};
    const MPI_Datatype ghost_types[] = {MPI_DOUBLE, MPI_FLOAT};

    build(4, lengths, places, types, &AutoMap_particle);
    build(2, ghost_lengths, ghost_places, ghost_types, &AutoMap_particle_ghost);
    return MPI_SUCCESS;
}

int Free_MPI_Types(void)
{
    MPI_Type_free(&AutoMap_particle);
    MPI_Type_free(&AutoMap_particle_ghost);
    return MPI_SUCCESS;
}
