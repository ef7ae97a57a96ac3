#include "sending.h"

#include "al_routines.h"

#include <autolink/autolink.h>

void begin_sending(void) { AL_Init(NULL, NULL); }

void end_sending(void) { AL_Finalize(); }

void broadcast(gsl_matrix **matrix, gsl_vector **view)
{
    const AL_Type types[] = {AutoLink_gsl_matrix, AutoLink_gsl_vector};
    const void *roots[] = {*matrix, *view};
    void *received[2];
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int to = 1; rank == 0 && to < size; to++)
        AL_Send_roots(2, roots, types, to, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        AL_Recv_roots(2, received, types, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        *matrix = received[0];
        *view = received[1];
    }
}

void gather(const gsl_histogram *mine, gsl_histogram *all[])
{
    AL_Gather(mine, all, AutoLink_gsl_histogram, 0, MPI_COMM_WORLD);
}
