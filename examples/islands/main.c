/*
 * An island model: on each rank, a population of expressions evolves towards a function of which
 * only samples are known. Every few generations, the best of each island moves to the next one. All
 * numbers are random in the same way in each run. Run it with: mpiexec -n 4 islands [MIGRATIONS]
 */
#include "migration.h"

#include <float.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { n_expressions = 100, n_samples = 20, generations_between = 5, most_nodes = 60 };

static unsigned long long seed;

/* Returns a number from 0 to n - 1. */
static int random_below(int n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (unsigned)n);
}

static expression *make(char kind, double constant, expression *left, expression *right)
{
    expression *e = malloc(sizeof *e);

    if (!e)
        MPI_Abort(MPI_COMM_WORLD, 1);
    *e = (expression){kind, constant, left, right};
    return e;
}

static expression *make_random(int depth)
{
    if (depth == 0 || random_below(4) == 0)
        return random_below(2) ? make('x', 0, NULL, NULL)
                               : make('c', random_below(9) - 4, NULL, NULL);
    {
        const char kind = "+-*"[random_below(3)];
        expression *left = make_random(depth - 1);
        return make(kind, 0, left, make_random(depth - 1));
    }
}

static expression *copy(const expression *e)
{
    return e ? make(e->kind, e->constant, copy(e->left), copy(e->right)) : NULL;
}

static void free_expression(expression *e)
{
    if (!e)
        return;
    free_expression(e->left);
    free_expression(e->right);
    free(e);
}

static int count(const expression *e) { return e ? 1 + count(e->left) + count(e->right) : 0; }

/* Returns the place of the node with this number, in prefix order. */
static expression **node_at(expression **e, int number)
{
    const int n_left = count((*e)->left);

    if (number == 0)
        return e;
    return number <= n_left ? node_at(&(*e)->left, number - 1)
                            : node_at(&(*e)->right, number - 1 - n_left);
}

static double value(const expression *e, double x)
{
    switch (e->kind) {
    case '+':
        return value(e->left, x) + value(e->right, x);
    case '-':
        return value(e->left, x) - value(e->right, x);
    case '*':
        return value(e->left, x) * value(e->right, x);
    case 'x':
        return x;
    default:
        return e->constant;
    }
}

/* Returns how far an expression is from the function. */
static double error(const expression *e)
{
    double sum = 0;

    for (int i = 0; i < n_samples; i++) {
        const double x = 4.0 * i / (n_samples - 1) - 2;
        sum += fabs(value(e, x) - (x * x * x * x - 3 * x * x * x + 2 * x - 5));
    }
    return isfinite(sum) ? sum : DBL_MAX;
}

typedef struct {
    expression *of[n_expressions];
    double errors[n_expressions];
} population;

static int best(const population *p)
{
    int out = 0;

    for (int i = 1; i < n_expressions; i++)
        if (p->errors[i] < p->errors[out])
            out = i;
    return out;
}

/* Returns the best of a few that are chosen at random. */
static int tournament(const population *p)
{
    int out = random_below(n_expressions);

    for (int i = 0; i < 3; i++) {
        const int other = random_below(n_expressions);
        if (p->errors[other] < p->errors[out])
            out = other;
    }
    return out;
}

/* Returns a copy of one expression, in which a part of another one, or a new part, takes the place
 * of a part. */
static expression *make_child(const population *p)
{
    expression *child = copy(p->of[tournament(p)]),
               **place = node_at(&child, random_below(count(child))), *part;

    if (random_below(3) > 0) {
        expression *other = p->of[tournament(p)];
        part = copy(*node_at(&other, random_below(count(other))));
    } else {
        part = make_random(2);
    }
    free_expression(*place);
    *place = part;
    return child;
}

static void set(population *p, int i, expression *e)
{
    free_expression(p->of[i]);
    p->of[i] = e;
    p->errors[i] = error(e);
}

/* Replaces all but the best. */
static void next_generation(population *p)
{
    static population next;
    const int kept = best(p);

    for (int i = 0; i < n_expressions; i++) {
        expression *child = i == kept ? copy(p->of[i]) : make_child(p);
        while (count(child) > most_nodes) {
            free_expression(child);
            child = make_child(p);
        }
        set(&next, i, child);
    }
    for (int i = 0; i < n_expressions; i++) {
        free_expression(p->of[i]);
        p->of[i] = next.of[i];
        p->errors[i] = next.errors[i];
        next.of[i] = NULL;
    }
}

int main(int argc, char **argv)
{
    static population island;
    const int n_migrations = argc > 1 ? atoi(argv[1]) : 30;
    double seconds = 0;
    int rank, size;
    struct {
        double error;
        int rank;
    } mine, all;

    MPI_Init(&argc, &argv);
    begin_migration();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = (unsigned long long)rank + 1;
    for (int i = 0; i < n_expressions; i++)
        set(&island, i, make_random(4));

    for (int i = 0; i < n_migrations; i++) {
        expression *immigrant;
        double start;
        for (int j = 0; j < generations_between; j++)
            next_generation(&island);
        if (argc > 1)
            MPI_Barrier(MPI_COMM_WORLD); /* the time below is not that of waiting for others */
        start = MPI_Wtime();
        immigrant = migrate(island.of[best(&island)], (rank + 1) % size, (rank + size - 1) % size);
        seconds += MPI_Wtime() - start;
        set(&island, random_below(n_expressions), immigrant);
    }

    mine.error = island.errors[best(&island)];
    mine.rank = rank;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    if (rank == all.rank)
        printf("best of %d islands: %d nodes, error %g\n", size, count(island.of[best(&island)]),
               mine.error);
    if (rank == 0 && argc > 1)
        printf("%.2f us a migration\n", 1e6 * seconds / n_migrations);
    for (int i = 0; i < n_expressions; i++)
        free_expression(island.of[i]);
    end_migration();
    MPI_Finalize();
    return 0;
}
