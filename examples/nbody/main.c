/*
 * Bodies that attract each other, by the method of Barnes and Hut: rank 0 sorts them into an octree
 * and broadcasts it, and each rank moves its share. In the middle of the run, a checkpoint is
 * written. A run that finds the file goes on from there, on any number of ranks, and must end as
 * the first one. Run it with: mpiexec -n 4 nbody FILE [BODIES]
 */
#include "sharing.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { n_steps = 10 };
static const double time_step = 2e-3, softening = 1e-2, opening = 0.5;

static void *allocate(size_t n, size_t size)
{
    void *out = calloc(n, size);

    if (!out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return out;
}

static node *make_node(const double low[3], double side, body *only)
{
    node *c = allocate(1, sizeof *c);

    for (int axis = 0; axis < 3; axis++)
        c->low[axis] = low[axis];
    c->side = side;
    c->only = only;
    return c;
}

/* Puts a body into a cube, which is split if it has one already. */
static void insert(node *c, body *b)
{
    double low[3];
    int number = 0;

    if (c->only) {
        body *other = c->only;
        c->only = NULL;
        insert(c, other);
    }
    for (int axis = 0; axis < 3; axis++) {
        const double middle = c->low[axis] + c->side / 2;
        const int is_upper = b->position[axis] >= middle;
        number |= is_upper << axis;
        low[axis] = is_upper ? middle : c->low[axis];
    }
    if (!c->child[number])
        c->child[number] = make_node(low, c->side / 2, b);
    else
        insert(c->child[number], b);
}

/* Sets the masses and their centres, from the leaves up. */
static void weigh(node *c)
{
    if (c->only) {
        c->mass = c->only->mass;
        for (int axis = 0; axis < 3; axis++)
            c->centre[axis] = c->only->position[axis];
        return;
    }
    for (int i = 0; i < 8; i++)
        if (c->child[i]) {
            weigh(c->child[i]);
            c->mass += c->child[i]->mass;
            for (int axis = 0; axis < 3; axis++)
                c->centre[axis] += c->child[i]->mass * c->child[i]->centre[axis];
        }
    for (int axis = 0; axis < 3; axis++)
        c->centre[axis] /= c->mass;
}

static void free_tree(node *c)
{
    for (int i = 0; i < 8; i++)
        if (c->child[i])
            free_tree(c->child[i]);
    free(c);
}

static void make_tree(universe *u)
{
    double low[3], high = u->bodies[0].position[0], side = 0;

    if (u->root)
        free_tree(u->root);
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = high = u->bodies[0].position[axis];
        for (int i = 1; i < u->n; i++) {
            low[axis] = fmin(low[axis], u->bodies[i].position[axis]);
            high = fmax(high, u->bodies[i].position[axis]);
        }
        side = fmax(side, high - low[axis]);
    }
    u->root = make_node(low, side * 1.001, NULL);
    for (int i = 0; i < u->n; i++)
        insert(u->root, &u->bodies[i]);
    weigh(u->root);
}

/* Returns how many leaves have a body that lies in their cube. */
static int right_leaves(const node *c)
{
    int n = 0;

    if (!c->only) {
        for (int i = 0; i < 8; i++)
            n += c->child[i] ? right_leaves(c->child[i]) : 0;
        return n;
    }
    for (int axis = 0; axis < 3; axis++)
        n += c->only->position[axis] >= c->low[axis] &&
             c->only->position[axis] < c->low[axis] + c->side;
    return n == 3;
}

/* Adds the attraction of a cube. One that is small from here counts as a single mass. */
static void add_acceleration(const node *c, const body *b, double sum[3])
{
    double d[3], square = softening * softening, factor;

    if (c->only == b)
        return;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = c->centre[axis] - b->position[axis];
        square += d[axis] * d[axis];
    }
    if (!c->only && c->side * c->side > opening * opening * square) {
        for (int i = 0; i < 8; i++)
            if (c->child[i])
                add_acceleration(c->child[i], b, sum);
        return;
    }
    factor = c->mass / (square * sqrt(square));
    for (int axis = 0; axis < 3; axis++)
        sum[axis] += factor * d[axis];
}

/* Moves a body for one step, and returns what it has become. The others see it where it was. */
static body moved(const universe *u, const body *b)
{
    body out = *b;
    double sum[3] = {0, 0, 0};

    add_acceleration(u->root, b, sum);
    for (int axis = 0; axis < 3; axis++) {
        out.velocity[axis] += time_step * sum[axis];
        out.position[axis] += time_step * out.velocity[axis];
    }
    return out;
}

static universe *make_universe(int n)
{
    universe *u = allocate(1, sizeof *u);
    unsigned seed = 1;

    u->n = n;
    u->bodies = allocate(n, sizeof *u->bodies);
    for (int i = 0; i < n; i++) {
        u->bodies[i].mass = 1.0 / n;
        for (int axis = 0; axis < 3; axis++) {
            seed = seed * 1664525u + 1013904223u;
            u->bodies[i].position[axis] = seed / 4294967296.0;
        }
    }
    return u;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "nbody.checkpoint";
    const int n_bodies = argc > 2 ? atoi(argv[2]) : 300;
    universe *u = NULL;
    double seconds = 0;
    int rank, size, first_step = 0, right = 1;

    MPI_Init(&argc, &argv);
    begin_sharing();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        u = load(path);
        if (u)
            right = right_leaves(u->root) == u->n;
        else
            u = make_universe(n_bodies);
        first_step = u->step;
    }
    MPI_Bcast(&first_step, 1, MPI_INT, 0, MPI_COMM_WORLD);

    for (int step = first_step; step < n_steps; step++) {
        universe *copy;
        double start;
        int *n, *begin;
        body *mine;

        if (rank == 0)
            make_tree(u);
        if (step == n_steps / 2 && first_step == 0)
            save(path, u);

        start = MPI_Wtime();
        copy = share(u);
        seconds += MPI_Wtime() - start;
        right = right && right_leaves(copy->root) == copy->n;

        n = allocate(size, sizeof *n);
        begin = allocate(size, sizeof *begin);
        for (int i = 0; i < size; i++) {
            begin[i] = (int)((long)copy->n * i / size);
            n[i] = (int)((long)copy->n * (i + 1) / size) - begin[i];
        }
        mine = allocate(n[rank] + 1, sizeof *mine);
        for (int i = 0; i < n[rank]; i++)
            mine[i] = moved(copy, &copy->bodies[begin[rank] + i]);
        for (int i = 0; i < size; i++) {
            n[i] *= (int)(sizeof(body) / sizeof(double)); /* a body is doubles alone */
            begin[i] *= (int)(sizeof(body) / sizeof(double));
        }
        MPI_Gatherv(mine, n[rank], MPI_DOUBLE, rank == 0 ? u->bodies : NULL, n, begin, MPI_DOUBLE,
                    0, MPI_COMM_WORLD);
        if (rank == 0)
            u->step++;
        else
            free_universe(copy);
        free(mine);
        free(begin);
        free(n);
    }

    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0) {
        double energy = 0, sum = 0;
        for (int i = 0; i < u->n; i++)
            for (int axis = 0; axis < 3; axis++) {
                energy += u->bodies[i].mass * u->bodies[i].velocity[axis] *
                          u->bodies[i].velocity[axis] / 2;
                sum += u->bodies[i].position[axis];
            }
        printf("from step %d to %d: kinetic energy %.15g, sum of positions %.15g%s\n", first_step,
               u->step, energy, sum, right ? "" : ", but the tree is wrong");
        if (argc > 2)
            printf("%.2f ms a broadcast\n", 1e3 * seconds / (n_steps - first_step));
    }
    free_universe(u);
    end_sharing();
    MPI_Finalize();
    return !right;
}
