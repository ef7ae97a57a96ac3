/* run: automap cell.h -o mpitypes.c && mpicc.mpich -Wall -Wextra -Wconversion -Werror accumulate.c mpitypes.c -o accumulate && mpiexec.mpich -n 2 ./accumulate */
#include "mpitypes.h"

#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, size, right = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Build_MPI_Types();
    struct cell mine = {1, rank, rank, {2, 3, 4}, -rank, rank, 10 + rank}, there, *target;
    MPI_Win_allocate(sizeof *target, sizeof *target, MPI_INFO_NULL, MPI_COMM_WORLD, &target, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    *target = (struct cell){0, -1, 99, {0, 0, 0}, 1, -1, -1};
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    /* @BLOCK@ */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) { /* both ways have added the totals */
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        right = target->mass == 2 * size && target->momentum.z == 8 * size && target->t_max == size - 1 &&
                target->id == 0 && target->energy == 1 - size && target->rank == size - 1;
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    Free_MPI_Types();
    MPI_Finalize();
    return !right;
}
