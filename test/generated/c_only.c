/* Sends _Bool and _Complex from rank 0 to all others; the datatype has one element for each. */
#include "mpitypes.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct c_only sent, got;
    int rank, size = 0, wrong = 0;
    MPI_Aint lower_bound, extent;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong += Build_MPI_Types() != MPI_SUCCESS;

    memset(&sent, 0, sizeof sent);
    memset(&got, 0, sizeof got);
    sent.b = 1;
    sent.flags[1] = true;
    sent.f = 1.5f + 2.5f * I;
    sent.d[1] = -3.0 + 4.0 * I;
    sent.l = 5.0L - 6.0L * I;
    if (rank == 0)
        got = sent;
    MPI_Bcast(&got, 1, AutoMap_c_only, 0, MPI_COMM_WORLD);
    wrong += got.b != 1 || got.flags[0] || !got.flags[1] || got.f != sent.f || got.d[0] != 0 ||
             got.d[1] != sent.d[1] || got.l != sent.l;

    MPI_Type_size(AutoMap_c_only, &size);
    MPI_Type_get_extent(AutoMap_c_only, &lower_bound, &extent);
    wrong += size != (int)(4 * sizeof(bool) + sizeof sent.f + sizeof sent.d + sizeof sent.l);
    wrong += lower_bound != 0 || extent != (MPI_Aint)sizeof sent;
    if (wrong)
        fprintf(stderr, "rank %d: %d things are wrong\n", rank, wrong);

    Free_MPI_Types();
    MPI_Finalize();
    return wrong;
}
