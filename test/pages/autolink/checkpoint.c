/* run: automap simulation.h --autolink && mpicc.mpich -Wall -Wextra -Werror checkpoint.c al_routines.c $(pkg-config --cflags --libs automap-autolink-mpich) -o checkpoint && mpiexec.mpich -n 2 ./checkpoint && automap inspect state.al --values 1.number | grep -q '= 1$' */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdlib.h>

int main(int argc, char **argv)
{
    cell *part = calloc(1, sizeof *part), *parts[8] = {NULL};
    AL_File file;
    int rank, size, n_parts = 0;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    part->number = rank;

/* @BLOCK@ */
    for (int i = 0; i < n_parts; i++)
        if (i % size == rank && parts[i]->number != i)
            MPI_Abort(MPI_COMM_WORLD, 1);
    AL_Finalize();
    return n_parts != size;
}
