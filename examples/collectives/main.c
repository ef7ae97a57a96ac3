/* Rank 0 has a configuration and jobs: all ranks get the one, and each its share of the others. The results come back. */
#include <autolink/autolink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "al_routines.h"

static option *make_option(const char *name, double value, option *children, option *next)
{
    option *o = malloc(sizeof *o);
    *o = (option){.name = strcpy(malloc(strlen(name) + 1), name), .value = value, .children = children, .next = next};
    return o;
}

static double value_of(const option *o, const char *name)
{
    while (o && strcmp(o->name, name) != 0)
        o = o->next;
    return o ? o->value : 0;
}

static job *make_job(int id, job *next)
{
    job *j = malloc(sizeof *j);
    *j = (job){.id = id, .n = 1 + id % 7, .samples = malloc((1 + id % 7) * sizeof(double)), .next = next};
    for (int i = 0; i < j->n; ++i)
        j->samples[i] = id + i;
    return j;
}

static double sum(const job *j)
{
    double out = 0;
    for (int i = 0; i < j->n; ++i)
        out += j->samples[i];
    return out;
}

int main(int argc, char **argv)
{
    enum { n_jobs = 1000 };
    int rank, size, n_right = 0;
    option *options = NULL;
    job *mine = NULL;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    job **of_ranks = calloc(size, sizeof *of_ranks);    /* read and written on rank 0 only */

    if (rank == 0) {
        option *limits = make_option("least", 0.5, NULL, make_option("most", 8, NULL, NULL));
        options = make_option("factor", 3, NULL, make_option("limits", 0, limits, NULL));
        for (int id = 0; id < n_jobs; ++id)
            of_ranks[id % size] = make_job(id, of_ranks[id % size]);
    }

    AL_Bcast(&options, AutoLink_option, 0, MPI_COMM_WORLD);              /* the tree of rank 0, on all ranks */
    AL_Scatter(of_ranks, &mine, AutoLink_job, 0, MPI_COMM_WORLD);        /* a list for each rank, some longer than others */
    for (int r = 0; r < size; ++r)
        AL_Free(of_ranks[r], AutoLink_job);                              /* each rank has a copy of its own */

    for (job *j = mine; j; j = j->next)
        j->result = value_of(options, "factor") * sum(j);

    AL_Gather(mine, of_ranks, AutoLink_job, 0, MPI_COMM_WORLD);          /* all lists, on rank 0 */
    if (rank == 0) {
        for (int r = 0; r < size; ++r) {
            for (const job *j = of_ranks[r]; j; j = j->next)
                n_right += j->id % size == r && j->result == 3 * sum(j);
            AL_Free(of_ranks[r], AutoLink_job);
        }
        printf("%d of %d results are right\n", n_right, n_jobs);
    }

    AL_Free(mine, AutoLink_job);
    AL_Free(options, AutoLink_option);
    free(of_ranks);
    AL_Finalize();
}
