/* run: mpicc.mpich -Wall -Wextra -Werror normalize.c $(pkg-config --cflags --libs automap-mpi-mpich) -o normalize && mpiexec.mpich -n 1 ./normalize | grep -x 'vec(100, 4000, leaf(MPI_INT))' */
#include <automap/automap.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    enum { n = 100 };
    int places[n], i;
    MPI_Datatype given, type;

    MPI_Init(&argc, &argv);
    for (i = 0; i < n; i++)
        places[i] = 1000 * i;
/* @BLOCK@ */
    MPI_Type_free(&given);
    MPI_Type_free(&type);
    return MPI_Finalize();
}
