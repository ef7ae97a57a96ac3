/* Matrices travel with their sizes, as rows without gaps; a view travels as its place in the
 * matrix. */
#include "sending.h"

#include <mpi.h>

void begin_sending(void) {}

void end_sending(void) {}

void broadcast(gsl_matrix **matrix, gsl_vector **view)
{
    unsigned long
        sizes[5]; /* of the matrix: rows, columns; of the view: where it begins, size, stride */
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        const gsl_matrix *m = *matrix;
        const unsigned long begin = (*view)->data - m->data;
        sizes[0] = m->size1;
        sizes[1] = m->size2;
        sizes[2] = begin;
        sizes[3] = (*view)->size;
        sizes[4] = (*view)->stride;
        if (m->tda != m->size2) /* then places in the copy would be others */
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Bcast(sizes, 5, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        *matrix = gsl_matrix_alloc(sizes[0], sizes[1]);
        *view = gsl_vector_alloc_from_block((*matrix)->block, sizes[2], sizes[3], sizes[4]);
        if (!*matrix || !*view)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Bcast((*matrix)->data, (int)(sizes[0] * sizes[1]), MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void gather(const gsl_histogram *mine, gsl_histogram *all[])
{
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0) {
        MPI_Send(mine->range, (int)mine->n + 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        MPI_Send(mine->bin, (int)mine->n, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        return;
    }
    all[0] = gsl_histogram_clone(mine);
    for (int from = 1; from < size; from++) {
        MPI_Status status;
        int n;
        MPI_Probe(from, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &n);
        all[from] = gsl_histogram_alloc(n);
        if (!all[from])
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Recv(all[from]->range, n + 1, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(all[from]->bin, n, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}
