/* Writes a checkpoint with some ranks, and restarts from it with others:
 *
 *   mpiexec -n 4 restart write FILE
 *   mpiexec -n 3 restart read FILE      each rank takes the parts whose turn it is
 */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns a part of the simulation: as many cells as its number, and one more. */
static cell *make_part(int part)
{
    cell *cells = NULL;
    for (int number = 0; number <= part; number++) {
        cell *c = malloc(sizeof *c);
        *c = (cell){.number = 100 * part + number, .n_particles = number + 1, .next = cells};
        c->particles = malloc((size_t)c->n_particles * sizeof *c->particles);
        for (int i = 0; i < c->n_particles; i++)
            c->particles[i] = (particle){{part, number, i}, i};
        cells = c;
    }
    return cells;
}

static int count_particles(const cell *cells)
{
    int n = 0;
    for (; cells; cells = cells->next)
        n += cells->n_particles;
    return n;
}

int main(int argc, char **argv)
{
    int rank, size, n_parts = 0, particles = 0, all_particles = 0;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc == 3 && strcmp(argv[1], "write") == 0) {
        cell *part = make_part(rank);
        particles = count_particles(part);
        AL_File_write(argv[2], part, AutoLink_cell, MPI_COMM_WORLD);        /* the old file stays until this one is whole */
        AL_Free(part, AutoLink_cell);
        n_parts = size;
    } else if (argc == 3 && strcmp(argv[1], "read") == 0) {
        AL_File file;
        AL_File_open(argv[2], &file);
        AL_File_count(file, &n_parts);
        for (int i = rank; i < n_parts; i += size) {                        /* any rank may read any part */
            cell *part;
            AL_File_read(file, i, &part, AutoLink_cell);
            particles += count_particles(part);
            AL_Free(part, AutoLink_cell);
        }
        AL_File_close(&file);
    }
    MPI_Reduce(&particles, &all_particles, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, %d parts, %d particles\n", size, n_parts, all_particles);
    AL_Finalize();
    return 0;
}
