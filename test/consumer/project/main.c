/* Exchanges a struct of the library and one of the program. */
#include <automap/typesafe_mpi.h>
#include "model_types.h"
#include "mpitypes.h"

#include <string.h>

int model_build(void);
int model_free(void);

int main(int argc, char **argv)
{
    struct cell sent, got;
    struct local local = {'x', 7};
    MPI_Aint lower_bound, extent;
    int rank, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong += model_build() != MPI_SUCCESS || Build_MPI_Types() != MPI_SUCCESS;

    memset(&sent, 0, sizeof sent);
    memset(&got, 0, sizeof got);
    strcpy(sent.name, TEXT);
    sent.value[COMPONENTS - 1] = (real)(rank + 1);
    MPI_Sendrecv(&sent, 1, AutoMap_cell, 1 - rank, 0, &got, 1, AutoMap_cell, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    wrong += strcmp(got.name, TEXT) != 0 || got.value[COMPONENTS - 1] != (real)(2 - rank);

    local.i = rank;
    MPI_Bcast(&local, 1, AutoMap_local, 1, MPI_COMM_WORLD);
    wrong += local.c != 'x' || local.i != 1;

    MPI_Type_get_extent(AutoMap_unmarked, &lower_bound, &extent);
    wrong += extent != (MPI_Aint)sizeof(struct unmarked);

    wrong += model_free() != MPI_SUCCESS || Free_MPI_Types() != MPI_SUCCESS;
    MPI_Finalize();
    return wrong;
}
