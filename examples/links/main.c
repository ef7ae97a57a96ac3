/*
 * Rank 0 sends a list of molecules, whose atoms are a graph, to rank 1, which adds one and sends it
 * back. Run it with: mpiexec -n 2 links
 */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);

    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

static void bond(atom *a, atom *b)
{
    a->bonded[a->degree++] = b;
    b->bonded[b->degree++] = a;
}

/* A ring of atoms, each bonded to the two beside it. */
static molecule *make_ring(const char *name, const char *element, int atoms, molecule *next)
{
    molecule *m = take(sizeof *m);
    atom **ring = take((size_t)atoms * sizeof *ring);
    int i;

    m->name = strcpy(take(strlen(name) + 1), name);
    m->atoms = atoms;
    m->charges = take((size_t)atoms * sizeof *m->charges);
    m->next = next;
    for (i = 0; i < atoms; i++) {
        m->charges[i] = i / 8.0;
        ring[i] = take(sizeof *ring[i]);
        strcpy(ring[i]->element, element);
        ring[i]->position[2] = i;
        ring[i]->bonded = take(2 * sizeof *ring[i]->bonded);
    }
    for (i = 0; i < atoms; i++)
        bond(ring[i], ring[(i + 1) % atoms]);
    m->centre = ring[0];
    free(ring);
    return m;
}

/* Returns the number of atoms in the ring, by going around it once. */
static int walk_ring(const molecule *m)
{
    const atom *before = m->centre, *at = m->centre->bonded[0];
    int count = 1;

    while (at != m->centre && count <= m->atoms) {
        const atom *next = at->bonded[0] == before ? at->bonded[1] : at->bonded[0];
        before = at;
        at = next;
        count++;
    }
    return count;
}

static int check(const molecule *list, const char *const *names, const int *atoms, int count)
{
    int i, right = 1;

    for (i = 0; i < count && list; i++, list = list->next)
        right = right && strcmp(list->name, names[i]) == 0 && walk_ring(list) == atoms[i] &&
                list->charges[atoms[i] - 1] == (atoms[i] - 1) / 8.0;
    return right && i == count && !list;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"benzene", "ozone", "sulfur"};
    static const int atoms[] = {6, 3, 8};
    molecule *list = NULL;
    int rank, size, right = 1;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        if (rank == 0)
            fprintf(stderr, "run this with two ranks: mpiexec -n 2 %s\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank == 0) {
        molecule *sent =
            make_ring(names[1], "O", atoms[1], make_ring(names[2], "S", atoms[2], NULL));
        AL_Send(sent, AutoLink_molecule, 1, 0, MPI_COMM_WORLD);
        AL_Free(sent, AutoLink_molecule);
        AL_Recv(&list, AutoLink_molecule, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        right = check(list, names, atoms, 3);
    } else {
        AL_Recv(&list, AutoLink_molecule, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        right = check(list, names + 1, atoms + 1, 2);
        list = make_ring(names[0], "C", atoms[0], list);
        AL_Send(list, AutoLink_molecule, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0) {
        const molecule *m;
        for (m = list; m; m = m->next)
            printf("rank 0 got %s, a ring of %d %s\n", m->name, walk_ring(m), m->centre->element);
        printf(right ? "all links as sent\n" : "something arrived wrong\n");
    }
    AL_Free(list, AutoLink_molecule);
    AL_Finalize();
    return !right;
}
