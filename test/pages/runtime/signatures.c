/* run: mpicc.mpich -Wall -Wextra -Werror signatures.c $(pkg-config --cflags --libs automap-mpi-mpich) -o signatures && mpiexec.mpich -n 1 ./signatures | grep -xF 'element 3: MPI_DOUBLE at byte 24 (.1[2]) against MPI_INT at byte 24 (.2)' */
#include <automap/automap.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    int a_lengths[] = {1, 3}, b_lengths[] = {1, 2, 1};
    MPI_Aint places[] = {0, 8, 24};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_INT}, a, b;

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(2, a_lengths, places, types, &a);
    MPI_Type_create_struct(3, b_lengths, places, types, &b);
/* @BLOCK@ */
    MPI_Type_free(&a);
    MPI_Type_free(&b);
    return MPI_Finalize();
}
