/* run: automap mesh.h --autolink && mpicc.mpich -Wall -Wextra -Werror plan.c al_routines.c $(pkg-config --cflags --libs automap-autolink-mpich) -o plan && test "$(mpiexec.mpich -n 2 ./plan)" = "10" */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>

enum { n_steps = 10 };

static void advance(cell *mesh) { mesh->next->heat += 1; }

int main(int argc, char **argv)
{
    cell *mesh;
    AL_Plan plan;
    int rank, step;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        mesh = calloc(1, sizeof *mesh);
        mesh->next = calloc(1, sizeof *mesh);
        AL_Send(mesh, AutoLink_cell, 1, 0, MPI_COMM_WORLD);
    } else {
        AL_Recv(&mesh, AutoLink_cell, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

/* @BLOCK@ */
    if (rank == 1)
        printf("%g\n", mesh->next->heat);
    AL_Free(mesh, AutoLink_cell);
    AL_Finalize();
    return 0;
}
