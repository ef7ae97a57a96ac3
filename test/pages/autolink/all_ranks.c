/* run: automap jobs.h --autolink && mpicc.mpich -Wall -Wextra -Werror all_ranks.c al_routines.c $(pkg-config --cflags --libs automap-autolink-mpich) -o all_ranks && test "$(mpiexec.mpich -n 3 ./all_ranks)" = "0 1 2" */
#include "al_routines.h"

#include <autolink/autolink.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    option *options = NULL;
    job *mine = NULL, *of_ranks[3] = {NULL, NULL, NULL}, *sent[3];
    int rank, i;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        options = calloc(1, sizeof *options);
        options->value = 5;
        for (i = 0; i < 3; ++i) {
            of_ranks[i] = calloc(1, sizeof(job));
            of_ranks[i]->id = i;
        }
    }
    for (i = 0; i < 3; ++i)
        sent[i] = of_ranks[i];
/* @BLOCK@ */
    if (rank == 0 && options->value == 5)
        printf("%d %d %d\n", of_ranks[0]->id, of_ranks[1]->id, of_ranks[2]->id);
    for (i = 0; i < 3; ++i) {
        AL_Free(sent[i], AutoLink_job);
        AL_Free(of_ranks[i], AutoLink_job);
    }
    AL_Free(mine, AutoLink_job);
    AL_Free(options, AutoLink_option);
    AL_Finalize();
    return 0;
}
