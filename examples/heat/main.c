/*
 * Heat spreads in a mesh on rank 0. The other ranks get the mesh once, and after each step the contents of the cells that
 * have changed: at first few, because the heat begins in one cell. Run it with: mpiexec -n 3 heat
 */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>

enum { side = 60, n_steps = 40 };

static void *room(size_t bytes)
{
    void *out = calloc(1, bytes);

    if (!out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return out;
}

/* Links two cells with each other. */
static void connect(cell *a, cell *b)
{
    a->near[a->n_near++] = b;
    b->near[b->n_near++] = a;
}

/* Makes a mesh of triangles, with all heat in its first cell. */
static cell *make_mesh(void)
{
    static cell *all[side][side];
    int i, j;

    for (i = side - 1; i >= 0; i--)
        for (j = side - 1; j >= 0; j--) {
            cell *c = all[i][j] = room(sizeof *c);
            c->near = room(6 * sizeof *c->near);
            c->next = j + 1 < side ? all[i][j + 1] : i + 1 < side ? all[i + 1][0] : NULL;
        }
    for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) {
            if (j + 1 < side)
                connect(all[i][j], all[i][j + 1]);
            if (i + 1 < side)
                connect(all[i][j], all[i + 1][j]);
            if (i + 1 < side && j + 1 < side)
                connect(all[i][j], all[i + 1][j + 1]);
        }
    all[0][0]->heat = 1000;
    return all[0][0];
}

/* Lets heat flow between neighbours. */
static void advance(cell *mesh)
{
    cell *c;
    int i;

    for (c = mesh; c; c = c->next) {
        c->flow = 0;
        for (i = 0; i < c->n_near; i++)
            c->flow += (c->near[i]->heat - c->heat) / 8;
    }
    for (c = mesh; c; c = c->next)
        c->heat += c->flow;
}

/* Returns the number of warm cells, and stores the sum of heat times the distance along the list. */
static int measure(const cell *mesh, double *moment)
{
    int n_warm = 0, at = 0;

    *moment = 0;
    for (; mesh; mesh = mesh->next) {
        n_warm += mesh->heat > 0;
        *moment += at++ * mesh->heat;
    }
    return n_warm;
}

int main(int argc, char **argv)
{
    cell *mesh;
    AL_Plan plan;
    double sent, received;
    int rank, size, to, step, n_warm = 0, right = 1;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        mesh = make_mesh();
        for (to = 1; to < size; to++)
            AL_Send(mesh, AutoLink_cell, to, 0, MPI_COMM_WORLD);
    } else {
        AL_Recv(&mesh, AutoLink_cell, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AL_Plan_create(mesh, AutoLink_cell, &plan);
    for (step = 0; step < n_steps; step++) {
        if (rank == 0) {
            advance(mesh);
            for (to = 1; to < size; to++)
                AL_Plan_send_changed(plan, to, 0, MPI_COMM_WORLD);
        } else {
            AL_Plan_recv(plan, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        n_warm = measure(mesh, &received);
        sent = received;
        MPI_Bcast(&sent, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        right = right && sent == received;
    }
    AL_Plan_free(&plan);
    AL_Free(mesh, AutoLink_cell);
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == size - 1)
        printf("%d of %d cells are warm after %d steps, %s\n", n_warm, side * side, n_steps,
               right ? "on all ranks alike" : "but ranks differ");
    AL_Finalize();
    return !right;
}
