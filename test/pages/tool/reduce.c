/* run: automap cell.h -o mpitypes.c && mpicc.mpich -Wall -Wextra -Wconversion -Werror reduce.c mpitypes.c -o reduce && mpiexec.mpich -n 2 ./reduce */
#include "mpitypes.h"

int main(int argc, char **argv)
{
    int rank, size, right;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Build_MPI_Types();
    struct cell mine = {1.5, rank, 7 - rank, {rank, 1, 2}, -rank, rank, 10 + rank}, all;
    /* @BLOCK@ */
    const int last = size - 1;
    right = all.mass == 1.5 * size && all.t_max == last && all.id == 7 - last && all.momentum.z == 2 * size &&
            all.energy == -last && all.rank == last && all.index == 10 + last;
    Free_MPI_Types();
    MPI_Finalize();
    return !right;
}
