/*
 * Charged particles on a periodic plane, which a grid of ranks shares. In each step, particles that
 * have crossed a border move to the rank beside it, and copies of those near a border, the ghosts,
 * go there for the forces. At the end, rank 0 computes the same alone and compares. Run it with:
 * mpiexec -n 4 particles [PARTICLES]
 */
#include "mpitypes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { n_steps = 10 };
static const double reach = 0.1, time_step = 0.03;

typedef struct {
    particle *at;
    int n, room;
} particles;

/* A rank's part of the plane. */
typedef struct {
    MPI_Comm comm;
    int ranks[2], place[2];
    double low[2], high[2];
    long moved, ghosts; /* how many it has sent */
    double seconds;     /* in messages */
} region;

static void reserve(particles *p, int n)
{
    if (n <= p->room)
        return;
    p->room = 2 * n;
    p->at = realloc(p->at, p->room * sizeof *p->at);
    if (!p->at)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Appends a particle, as the region behind a border sees it if it crosses the plane's end. */
static void append(particles *p, const particle *one, int axis, double offset)
{
    reserve(p, p->n + 1);
    p->at[p->n] = *one;
    p->at[p->n++].position[axis] += offset;
}

/* Sends particles to the neighbour on one side, and appends those of the neighbour on the other
 * side. */
static void shift(region *r, int axis, int side, const particles *out, MPI_Datatype type,
                  particles *in)
{
    const double start = MPI_Wtime();
    int from, to, n;

    MPI_Cart_shift(r->comm, axis, side ? 1 : -1, &from, &to);
    MPI_Sendrecv(&out->n, 1, MPI_INT, to, 0, &n, 1, MPI_INT, from, 0, r->comm, MPI_STATUS_IGNORE);
    reserve(in, in->n + n);
    MPI_Sendrecv(out->at, out->n, type, to, 0, in->at + in->n, n, type, from, 0, r->comm,
                 MPI_STATUS_IGNORE);
    in->n += n;
    r->seconds += MPI_Wtime() - start;
}

/* Returns what is added to a position that goes to the neighbour on one side. */
static double offset_of(const region *r, int axis, int side)
{
    if (r->place[axis] == (side ? r->ranks[axis] - 1 : 0))
        return side ? -1 : 1;
    return 0;
}

/* Gives particles that have left the region to the neighbours, across corners in two steps. */
static void move_leaving(region *r, particles *mine)
{
    for (int axis = 0; axis < 2; axis++) {
        particles leaving[2] = {{0}, {0}};
        int n = 0;
        for (int i = 0; i < mine->n; i++) {
            const particle *p = &mine->at[i];
            if (p->position[axis] < r->low[axis] || p->position[axis] >= r->high[axis]) {
                const int side = p->position[axis] >= r->high[axis];
                append(&leaving[side], p, axis, offset_of(r, axis, side));
            } else {
                mine->at[n++] = *p;
            }
        }
        mine->n = n;
        for (int side = 0; side < 2; side++) {
            shift(r, axis, side, &leaving[side], AutoMap_particle, mine);
            r->moved += leaving[side].n;
            free(leaving[side].at);
        }
    }
}

/* Appends copies of the neighbours' particles that are near. Those at corners come in two steps. */
static void get_ghosts(region *r, const particles *mine, particles *ghosts)
{
    ghosts->n = 0;
    for (int axis = 0; axis < 2; axis++) {
        const int n_before = ghosts->n; /* what comes along this axis does not go back along it */
        for (int side = 0; side < 2; side++) {
            particles near = {0};
            for (int i = 0; i < mine->n + n_before; i++) {
                const particle *p = i < mine->n ? &mine->at[i] : &ghosts->at[i - mine->n];
                if (side ? p->position[axis] > r->high[axis] - reach
                         : p->position[axis] < r->low[axis] + reach)
                    append(&near, p, axis, offset_of(r, axis, side));
            }
            shift(r, axis, side, &near, AutoMap_particle_ghost, ghosts);
            r->ghosts += near.n;
            free(near.at);
        }
    }
}

/* Equal charges repel each other within reach. */
static void add_force(particle *p, const particle *other)
{
    const double x = p->position[0] - other->position[0], y = p->position[1] - other->position[1];
    const double distance = sqrt(x * x + y * y);

    if (distance > 0 && distance < reach) {
        const double force = p->charge * other->charge * (reach - distance) / distance;
        p->force[0] += force * x;
        p->force[1] += force * y;
    }
}

static void step(region *r, particles *mine, particles *ghosts)
{
    get_ghosts(r, mine, ghosts);
    for (int i = 0; i < mine->n; i++) {
        particle *p = &mine->at[i];
        p->force[0] = p->force[1] = 0;
        for (int j = 0; j < mine->n; j++)
            add_force(p, &mine->at[j]);
        for (int j = 0; j < ghosts->n; j++)
            add_force(p, &ghosts->at[j]);
    }
    for (int i = 0; i < mine->n; i++)
        for (int axis = 0; axis < 2; axis++) {
            particle *p = &mine->at[i];
            p->velocity[axis] += time_step * p->force[axis];
            p->position[axis] += time_step * p->velocity[axis];
        }
    move_leaving(r, mine);
}

/* Returns a number from 0 to 1. */
static double next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state / 4294967296.0;
}

/* Simulates the plane on the ranks of a communicator, and returns their particles. */
static particles simulate(MPI_Comm comm, int n_particles, region *r)
{
    const int periodic[2] = {1, 1};
    particles mine = {0}, ghosts = {0};
    unsigned seed = 1;
    int size, rank;

    *r = (region){.comm = MPI_COMM_NULL};
    MPI_Comm_size(comm, &size);
    MPI_Dims_create(size, 2, r->ranks);
    MPI_Cart_create(comm, 2, r->ranks, periodic, 0, &r->comm);
    MPI_Comm_rank(r->comm, &rank);
    MPI_Cart_coords(r->comm, rank, 2, r->place);
    for (int axis = 0; axis < 2; axis++) {
        r->low[axis] = (double)r->place[axis] / r->ranks[axis];
        r->high[axis] = (double)(r->place[axis] + 1) / r->ranks[axis];
    }
    for (int id = 0; id < n_particles; id++) { /* all ranks make the same ones, and keep theirs */
        particle p = {.id = id};
        for (int axis = 0; axis < 2; axis++) {
            p.position[axis] = next_random(&seed);
            p.velocity[axis] = next_random(&seed) - 0.5;
        }
        p.charge = 0.5 + next_random(&seed);
        if (p.position[0] >= r->low[0] && p.position[0] < r->high[0] &&
            p.position[1] >= r->low[1] && p.position[1] < r->high[1])
            append(&mine, &p, 0, 0);
    }
    for (int i = 0; i < n_steps; i++)
        step(r, &mine, &ghosts);
    free(ghosts.at);
    MPI_Comm_free(&r->comm);
    return mine;
}

static int by_id(const void *a, const void *b)
{
    return ((const particle *)a)->id - ((const particle *)b)->id;
}

/* Gathers the particles of all ranks on rank 0, in the order of their numbers. */
static particles gather(const particles *mine)
{
    particles all = {0};
    int size, *n, *begin;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = calloc(size, sizeof *n);
    begin = calloc(size, sizeof *begin);
    MPI_Gather(&mine->n, 1, MPI_INT, n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++) {
        begin[i] = all.n;
        all.n += n[i];
    }
    reserve(&all, all.n + 1);
    MPI_Gatherv(mine->at, mine->n, AutoMap_particle, all.at, n, begin, AutoMap_particle, 0,
                MPI_COMM_WORLD);
    qsort(all.at, all.n, sizeof *all.at, by_id);
    free(n);
    free(begin);
    return all;
}

/* Returns whether the particles are those of a run on one rank, except for rounding. */
static int is_as_alone(const particles *all, int n_particles)
{
    region whole;
    particles alone = simulate(MPI_COMM_SELF, n_particles, &whole);
    int right = all->n == alone.n;

    qsort(alone.at, alone.n, sizeof *alone.at, by_id);
    for (int i = 0; right && i < alone.n; i++) {
        const particle *a = &all->at[i], *b = &alone.at[i];
        for (int axis = 0; axis < 2; axis++) {
            const double distance = fabs(a->position[axis] - b->position[axis]);
            right = right && fmin(distance, 1 - distance) < 1e-9;
        }
        right = right && a->id == b->id && a->charge == b->charge;
    }
    free(alone.at);
    return right;
}

int main(int argc, char **argv)
{
    const int n_particles = argc > 1 ? atoi(argv[1]) : 500;
    int rank, right = 1;
    region mine;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Build_MPI_Types();
    {
        particles own = simulate(MPI_COMM_WORLD, n_particles, &mine), all = gather(&own);
        long sent[2] = {mine.moved, mine.ghosts}, sums[2];
        MPI_Reduce(sent, sums, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            right = is_as_alone(&all, n_particles);
            printf("%d particles, %ld moves, %ld ghosts\n", all.n, sums[0], sums[1]);
            printf(right ? "as on one rank\n" : "not as on one rank\n");
            if (argc > 1)
                printf("%.1f ms in messages\n", 1e3 * mine.seconds);
        }
        free(own.at);
        free(all.at);
    }
    Free_MPI_Types();
    MPI_Finalize();
    return !right;
}
