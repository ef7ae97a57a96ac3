/*
 * Nodes travel as an array, depth-first, in which numbers stand for pointers. The file has the same
 * arrays, as bytes of this machine and of these structs.
 */
#include "sharing.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    double low[3], side, mass, centre[3];
    int child[8], only; /* numbers of nodes and of a body, or -1 */
} flat_node;

typedef struct {
    int n, step, n_nodes;
} sizes;

void begin_sharing(void) {}

void end_sharing(void) {}

static void *allocate(size_t n, size_t size)
{
    void *out = calloc(n ? n : 1, size);

    if (!out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return out;
}

static int count(const node *c)
{
    int n = c ? 1 : 0;

    for (int i = 0; c && i < 8; i++)
        n += count(c->child[i]);
    return n;
}

/* Returns the number of the node, which is that of the next free element. */
static int flatten(const node *c, const universe *u, flat_node *to, int *n)
{
    const int number = c ? (*n)++ : -1;

    if (c) {
        flat_node *f = &to[number];
        memcpy(f->low, c->low, sizeof f->low);
        f->side = c->side;
        f->mass = c->mass;
        memcpy(f->centre, c->centre, sizeof f->centre);
        f->only = c->only ? (int)(c->only - u->bodies) : -1;
        for (int i = 0; i < 8; i++)
            f->child[i] = flatten(c->child[i], u, to, n);
    }
    return number;
}

static node *unflatten(int number, const flat_node *from, const universe *u)
{
    node *c = NULL;

    if (number >= 0) {
        const flat_node *f = &from[number];
        c = allocate(1, sizeof *c);
        memcpy(c->low, f->low, sizeof c->low);
        c->side = f->side;
        c->mass = f->mass;
        memcpy(c->centre, f->centre, sizeof c->centre);
        c->only = f->only >= 0 ? &u->bodies[f->only] : NULL;
        for (int i = 0; i < 8; i++)
            c->child[i] = unflatten(f->child[i], from, u);
    }
    return c;
}

static flat_node *flatten_all(const universe *u, sizes *s)
{
    flat_node *nodes;
    int n = 0;

    *s = (sizes){u->n, u->step, count(u->root)};
    nodes = allocate(s->n_nodes, sizeof *nodes);
    flatten(u->root, u, nodes, &n);
    return nodes;
}

static universe *make_universe(const sizes *s)
{
    universe *u = allocate(1, sizeof *u);

    u->n = s->n;
    u->step = s->step;
    u->bodies = allocate(s->n, sizeof *u->bodies);
    return u;
}

universe *share(universe *u)
{
    flat_node *nodes = NULL;
    sizes s;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        nodes = flatten_all(u, &s);
    MPI_Bcast(&s, sizeof s, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        u = make_universe(&s);
        nodes = allocate(s.n_nodes, sizeof *nodes);
    }
    /* as bytes, so all ranks must be on machines of one kind; and below 2 GiB */
    MPI_Bcast(u->bodies, s.n * (int)sizeof *u->bodies, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(nodes, s.n_nodes * (int)sizeof *nodes, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank != 0)
        u->root = s.n_nodes > 0 ? unflatten(0, nodes, u) : NULL;
    free(nodes);
    return u;
}

void save(const char *path, const universe *u)
{
    char name[1000];
    flat_node *nodes;
    FILE *file;
    sizes s;

    if (!u)
        return;
    nodes = flatten_all(u, &s);
    snprintf(name, sizeof name, "%s.new", path);
    file = fopen(name, "wb");
    if (!file || fwrite(&s, sizeof s, 1, file) != 1 ||
        fwrite(u->bodies, sizeof *u->bodies, s.n, file) != (size_t)s.n ||
        fwrite(nodes, sizeof *nodes, s.n_nodes, file) != (size_t)s.n_nodes || fflush(file) != 0 ||
        fsync(fileno(file)) != 0 || fclose(file) != 0 || rename(name, path) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    free(nodes);
}

universe *load(const char *path)
{
    FILE *file = fopen(path, "rb");
    flat_node *nodes;
    universe *u;
    sizes s;

    if (!file)
        return NULL;
    if (fread(&s, sizeof s, 1, file) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    u = make_universe(&s);
    nodes = allocate(s.n_nodes, sizeof *nodes);
    if (fread(u->bodies, sizeof *u->bodies, s.n, file) != (size_t)s.n ||
        fread(nodes, sizeof *nodes, s.n_nodes, file) != (size_t)s.n_nodes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(file);
    u->root = s.n_nodes > 0 ? unflatten(0, nodes, u) : NULL;
    free(nodes);
    return u;
}

static void free_nodes(node *c)
{
    if (!c)
        return;
    for (int i = 0; i < 8; i++)
        free_nodes(c->child[i]);
    free(c);
}

void free_universe(universe *u)
{
    if (!u)
        return;
    free_nodes(u->root);
    free(u->bodies);
    free(u);
}
