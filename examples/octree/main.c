/*
 * Balances the load of an octree: rank 0 makes one that is fine near a corner, and gives parts of it to the other
 * ranks until all have about as many leaves. Run it with: mpiexec -n 4 octree [LEVELS]
 */
#include "parts.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the cell behind a face: number 2 * axis is on the lower side, the next one on the upper. */
static cell *find_near(const cell *parent, int number, int face)
{
    const int other = number ^ 1 << face / 2;
    cell *beside;

    if ((number >> face / 2 & 1) != face % 2)
        return parent->child[other];
    beside = parent->near[face];
    return beside && beside->child[0] ? beside->child[other] : beside;
}

static cell *make_cell(const cell *parent, int number)
{
    cell *c = calloc(1, sizeof *c);
    int axis;

    if (!c)
        MPI_Abort(MPI_COMM_WORLD, 1);
    c->parent = (cell *)parent;
    c->side = parent ? parent->side / 2 : 1;
    for (axis = 0; axis < 3; axis++)
        c->centre[axis] = parent ? parent->centre[axis] + c->side * ((number >> axis & 1) - 0.5) : 0.5;
    return c;
}

/* Splits cells near a corner, level by level, and links the new ones with their neighbours. */
static void refine(cell *c, double finest)
{
    int i, face;

    if (c->side <= finest || c->centre[0] + c->centre[1] + c->centre[2] > 4 * c->side)
        return;
    for (i = 0; i < 8; i++)
        c->child[i] = make_cell(c, i);
    for (i = 0; i < 8; i++)
        for (face = 0; face < 6; face++)
            c->child[i]->near[face] = find_near(c, i, face);
    for (i = 0; i < 8; i++)
        refine(c->child[i], finest);
}

static int leaves(const cell *c)
{
    int i, n = 0;

    for (i = 0; i < 8; i++)
        n += c->child[i] ? leaves(c->child[i]) : 0;
    return n > 0 ? n : 1;
}

static int is_within(const cell *c, const cell *part)
{
    while (c && c != part)
        c = c->parent;
    return c != NULL;
}

/* Sets the neighbours that are within a part to NULL, because it leaves. */
static void forget(cell *c, const cell *part)
{
    int i;

    for (i = 0; i < 6; i++)
        if (is_within(c->near[i], part))
            c->near[i] = NULL;
    for (i = 0; i < 8; i++)
        if (c->child[i] && c->child[i] != part)
            forget(c->child[i], part);
}

/* Returns the greatest part below a cell that has at most so many leaves; NULL if there is none. */
static cell *find_part(cell *c, int most)
{
    cell *best = NULL;
    int i;

    for (i = 0; i < 8; i++)
        if (c->child[i]) {
            cell *one = leaves(c->child[i]) <= most ? c->child[i] : find_part(c->child[i], most);
            if (one && (!best || leaves(one) > leaves(best)))
                best = one;
        }
    return best;
}

/* Sends a part of the tree, and frees it here. Nothing else travels, and nothing else is freed. Returns the seconds. */
static double give_away(cell *root, cell *part, int rank)
{
    double start;
    int i;

    forget(root, part);
    for (i = 0; i < 8; i++)
        if (part->parent->child[i] == part)
            part->parent->child[i] = NULL;
    start = MPI_Wtime();
    send_part(part, rank);
    free_part(part);
    return MPI_Wtime() - start;
}

/* Adds the number of neighbours below a cell. Returns whether all parents and neighbours are where they should be. */
static int check(const cell *c, int *neighbours)
{
    int i, right = 1;

    for (i = 0; i < 6; i++)
        if (c->near[i]) {
            const double distance = (c->near[i]->side + c->side) / 2 * (i % 2 ? 1 : -1);
            right = right && fabs(c->near[i]->centre[i / 2] - c->centre[i / 2] - distance) < 1e-12;
            ++*neighbours;
        }
    for (i = 0; i < 8; i++)
        if (c->child[i])
            right = right && c->child[i]->parent == c && check(c->child[i], neighbours);
    return right;
}

int main(int argc, char **argv)
{
    enum { most_parts = 1000 };
    static cell *parts[most_parts];
    const int levels = argc > 1 ? atoi(argv[1]) : 6;
    double seconds = 0;
    int rank, size, i, n_parts = 0, right = 1, all, had, counts[2] = {0, 0};

    MPI_Init(&argc, &argv);
    begin_parts();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        cell *root = make_cell(NULL, 0);
        int to, n_leaves;
        refine(root, ldexp(1, -levels));
        n_leaves = had = leaves(root);
        for (to = 1; to < size; to++) {
            int rest = n_leaves / size;
            cell *part;
            while (rest > n_leaves / size / 20 && (part = find_part(root, rest)) != NULL) {
                rest -= leaves(part);
                seconds += give_away(root, part, to);
            }
            send_part(NULL, to); /* that was the last part */
        }
        parts[n_parts++] = root;
    } else {
        cell *part;
        do {
            part = receive_part(0);
            right = right && (!part || !part->parent); /* the parent has stayed on rank 0 */
            if (part && n_parts < most_parts)
                parts[n_parts++] = part;
        } while (part);
    }
    if (rank == 0 && argc > 1)
        printf("%.2f ms for sending parts\n", 1e3 * seconds);
    for (i = 0; i < n_parts; i++) {
        counts[0] += leaves(parts[i]);
        right = right && check(parts[i], &counts[1]);
    }
    printf("rank %d: %d leaves, %d neighbours\n", rank, counts[0], counts[1]);
    for (i = 0; i < n_parts; i++)
        free_part(parts[i]);
    MPI_Bcast(&had, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(counts, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    right = right && abs(counts[0] * size - had) * 5 <= had;
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0)
        printf(right ? "%d leaves, balanced, all links right\n" : "%d leaves, something is wrong\n", all);
    end_parts();
    MPI_Finalize();
    return !right;
}
