/* run: automap octree.h --autolink && mpicc.mpich -Wall -Wextra -Werror part.c al_routines.c $(pkg-config --cflags --libs automap-autolink-mpich) -o part && test "$(mpiexec.mpich -n 2 ./part)" = "received" */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>

static cell *make_cell(cell *parent, int i)
{
    cell *c = calloc(1, sizeof *c);

    c->parent = parent;
    if (parent)
        parent->child[i] = c;
    return c;
}

int main(int argc, char **argv)
{
    cell *root, *part;
    int rank, i = 3;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        root = make_cell(NULL, 0);
        part = make_cell(root, i);
        make_cell(part, 0)->near[1] = make_cell(part, 1);
        part->child[0]->near[0] = make_cell(root, 2);
/* @BLOCK@ */
        AL_Free(root, AutoLink_cell);
    } else {
        AL_Recv(&part, AutoLink_cell, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!part->parent && part->child[0]->parent == part && part->child[1]->parent == part &&
            part->child[0]->near[1] == part->child[1] && !part->child[0]->near[0])
            printf("received\n");
        AL_Free(part, AutoLink_cell);
    }
    AL_Finalize();
    return 0;
}
