/*
 * Cells are numbered depth-first, and travel as an array in which numbers stand for pointers. To
 * find a pointer's number, the cells are sorted by their addresses.
 */
#include "parts.h"

#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
    double centre[3], side;
    int child[8], parent, near[6]; /* numbers of cells, or -1 */
} flat_cell;

typedef struct {
    const cell *address;
    int number;
} numbered;

static void *allocate(size_t n, size_t size)
{
    void *out = calloc(n ? n : 1, size);

    if (!out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return out;
}

static int count(const cell *c)
{
    int n = 1;

    for (int i = 0; i < 8; i++)
        n += c->child[i] ? count(c->child[i]) : 0;
    return n;
}

static void number(const cell *c, numbered *all, int *n)
{
    all[*n] = (numbered){c, *n};
    ++*n;
    for (int i = 0; i < 8; i++)
        if (c->child[i])
            number(c->child[i], all, n);
}

static int by_address(const void *a, const void *b)
{
    const cell *x = ((const numbered *)a)->address, *y = ((const numbered *)b)->address;

    return (x > y) - (x < y);
}

static int number_of(const cell *c, const numbered *sorted, int n)
{
    const numbered key = {c, 0};
    const numbered *found = c ? bsearch(&key, sorted, n, sizeof key, by_address) : NULL;

    return found ? found->number : -1;
}

static MPI_Datatype flat_type = MPI_DATATYPE_NULL;

void begin_parts(void)
{
    const int lengths[] = {4, 15};
    const MPI_Aint places[] = {0, offsetof(flat_cell, child)};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT};
    MPI_Datatype fields;

    MPI_Type_create_struct(2, lengths, places, types, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(flat_cell), &flat_type);
    MPI_Type_commit(&flat_type);
    MPI_Type_free(&fields);
}

void end_parts(void) { MPI_Type_free(&flat_type); }

void send_part(const cell *part, int rank)
{
    const int n = part ? count(part) : 0;
    numbered *sorted = allocate(n, sizeof *sorted);
    flat_cell *flat = allocate(n, sizeof *flat);
    int n_numbered = 0;

    if (part)
        number(part, sorted, &n_numbered);
    qsort(sorted, n, sizeof *sorted, by_address);
    for (int i = 0; i < n; i++) {
        const cell *c = sorted[i].address;
        flat_cell *f = &flat[sorted[i].number];
        for (int j = 0; j < 3; j++)
            f->centre[j] = c->centre[j];
        f->side = c->side;
        for (int j = 0; j < 8; j++)
            f->child[j] = number_of(c->child[j], sorted, n);
        f->parent = number_of(c->parent, sorted, n);
        for (int j = 0; j < 6; j++)
            f->near[j] = number_of(c->near[j], sorted, n);
    }
    MPI_Send(flat, n, flat_type, rank, 0, MPI_COMM_WORLD);
    free(flat);
    free(sorted);
}

cell *receive_part(int rank)
{
    MPI_Status status;
    flat_cell *flat;
    cell **cells, *part;
    int n;

    MPI_Probe(rank, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, flat_type, &n);
    flat = allocate(n, sizeof *flat);
    cells = allocate(n, sizeof *cells);
    MPI_Recv(flat, n, flat_type, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++)
        cells[i] = allocate(1, sizeof *cells[i]);
    for (int i = 0; i < n; i++) {
        cell *c = cells[i];
        const flat_cell *f = &flat[i];
        for (int j = 0; j < 3; j++)
            c->centre[j] = f->centre[j];
        c->side = f->side;
        for (int j = 0; j < 8; j++)
            c->child[j] = f->child[j] < 0 ? NULL : cells[f->child[j]];
        c->parent = f->parent < 0 ? NULL : cells[f->parent];
        for (int j = 0; j < 6; j++)
            c->near[j] = f->near[j] < 0 ? NULL : cells[f->near[j]];
    }
    part = n > 0 ? cells[0] : NULL;
    free(cells);
    free(flat);
    return part;
}

void free_part(cell *part)
{
    if (!part)
        return;
    for (int i = 0; i < 8; i++)
        free_part(part->child[i]);
    free(part);
}
