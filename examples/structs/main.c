/*
 * Two ranks exchange a struct and an array of padded structs, both ways, and check each field. Run it
 * with: mpiexec -n 2 structs
 */
#include "mpitypes.h"

#include <stdio.h>
#include <string.h>

enum { PARTICLES = 1000, TAG_CMDLINE = 1, TAG_PARTICLES = 2 };

static struct cmdline make_cmdline(int rank)
{
    struct cmdline c = {"", 1000 + rank, -2.0, -1.5, 1.0 + rank, 1.5, 1920, 1080};

    snprintf(c.display, sizeof c.display, "rank%d:0.0", rank);
    return c;
}

static int same_cmdline(const struct cmdline *a, const struct cmdline *b)
{
    return memcmp(a->display, b->display, sizeof a->display) == 0 && a->maxiter == b->maxiter &&
           a->xmin == b->xmin && a->ymin == b->ymin && a->xmax == b->xmax && a->ymax == b->ymax &&
           a->width == b->width && a->height == b->height;
}

static particle make_particle(int rank, int i)
{
    particle p = {(char)('a' + i % 26), {i, i + 0.25, i + 0.5}, (float)(rank - i), {1, 2, 3}};

    p.cell[0] = (short)i;
    return p;
}

static int same_particle(const particle *a, const particle *b)
{
    return a->species == b->species && memcmp(a->position, b->position, sizeof a->position) == 0 &&
           a->charge == b->charge && memcmp(a->cell, b->cell, sizeof a->cell) == 0;
}

int main(int argc, char **argv)
{
    static particle sent[PARTICLES], received[PARTICLES];
    struct cmdline mine, theirs;
    int rank, size, other, i, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        if (rank == 0)
            fprintf(stderr, "run this with two ranks: mpiexec -n 2 %s\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (Build_MPI_Types() != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    other = 1 - rank;

    mine = make_cmdline(rank);
    MPI_Sendrecv(&mine, 1, AutoMap_cmdline, other, TAG_CMDLINE, &theirs, 1, AutoMap_cmdline, other,
                 TAG_CMDLINE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    mine = make_cmdline(other);
    wrong += !same_cmdline(&theirs, &mine);

    for (i = 0; i < PARTICLES; i++)
        sent[i] = make_particle(rank, i);
    MPI_Sendrecv(sent, PARTICLES, AutoMap_particle, other, TAG_PARTICLES, received, PARTICLES,
                 AutoMap_particle, other, TAG_PARTICLES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < PARTICLES; i++) {
        particle expected = make_particle(other, i);
        wrong += !same_particle(&received[i], &expected);
    }

    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("rank 0 got the command line of \"%s\" and %d particles of %d bytes, the last at %.2f\n",
               theirs.display, PARTICLES, (int)sizeof(particle), received[PARTICLES - 1].position[1]);
        printf(wrong ? "%d structs arrived wrong\n" : "all as sent\n", wrong);
    }
    Free_MPI_Types();
    MPI_Finalize();
    return wrong != 0;
}
