/* Expressions travel in prefix notation, as arrays of their nodes. */
#include "migration.h"

#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
    char kind;
    double constant;
} token;

static MPI_Datatype token_type = MPI_DATATYPE_NULL;

void begin_migration(void)
{
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {offsetof(token, kind), offsetof(token, constant)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Datatype fields;

    MPI_Type_create_struct(2, lengths, places, types, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(token), &token_type);
    MPI_Type_commit(&token_type);
    MPI_Type_free(&fields);
}

void end_migration(void) { MPI_Type_free(&token_type); }

static void *allocate(size_t n, size_t size)
{
    void *out = malloc(n * size);

    if (!out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return out;
}

static int count(const expression *e) { return e ? 1 + count(e->left) + count(e->right) : 0; }

static token *write_tokens(const expression *e, token *to)
{
    if (!e)
        return to;
    *to++ = (token){e->kind, e->constant};
    to = write_tokens(e->left, to);
    return write_tokens(e->right, to);
}

static expression *read_tokens(const token **from)
{
    expression *e = allocate(1, sizeof *e);
    const token *t = (*from)++;
    const int is_leaf = t->kind == 'x' || t->kind == 'c';

    e->kind = t->kind;
    e->constant = t->constant;
    e->left = is_leaf ? NULL : read_tokens(from);
    e->right = is_leaf ? NULL : read_tokens(from);
    return e;
}

expression *migrate(const expression *emigrant, int to, int from)
{
    int n_out = count(emigrant), n_in;
    token *out = allocate(n_out, sizeof *out), *in;
    const token *at;
    expression *immigrant;

    write_tokens(emigrant, out);
    MPI_Sendrecv(&n_out, 1, MPI_INT, to, 0, &n_in, 1, MPI_INT, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    at = in = allocate(n_in, sizeof *in);
    MPI_Sendrecv(out, n_out, token_type, to, 0, in, n_in, token_type, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    immigrant = read_tokens(&at);
    free(out);
    free(in);
    return immigrant;
}
