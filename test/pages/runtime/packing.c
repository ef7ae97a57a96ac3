/* run: mpicc.mpich -Wall -Wextra -Werror packing.c $(pkg-config --cflags --libs automap-mpi-mpich) -o packing && mpiexec.mpich -n 1 ./packing */
#include <automap/automap.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct cell {
        char tag;
        double value;
    } cells[10] = {{'a', 1}};
    const MPI_Count count = 10, begin = 8, end = 19;
    char *packed = malloc(90);
    AM_Iov entries[1024];
    MPI_Count n, next;
    MPI_Datatype type;
    int lengths[] = {1, 1}, right;
    MPI_Aint places[] = {0, 8};
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE};

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(2, lengths, places, types, &type);
    cells[2].tag = 'c';
/* @BLOCK@ */
    right = size == 90 && position == 90 && packed[10] == 'c' && n > 0 && next == size;
    MPI_Type_free(&type);
    free(packed);
    MPI_Finalize();
    return !right;
}
