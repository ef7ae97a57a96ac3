/*
 * Objects of the GNU Scientific Library between ranks: all get a matrix and a view of its diagonal,
 * and change the one through the other. Then each makes a histogram, and rank 0 gets all of them.
 * What has arrived are GSL's own objects: its functions work with them, and free them. Run it with:
 * mpiexec -n 3 gsl [ROWS]
 */
#include "sending.h"

#include <gsl/gsl_linalg.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the logarithm of the matrix's determinant. */
static double log_of_determinant(gsl_matrix *m)
{
    gsl_permutation *p = gsl_permutation_alloc(m->size1);
    double out;
    int sign;

    gsl_linalg_LU_decomp(m, p, &sign);
    out = gsl_linalg_LU_lndet(m);
    gsl_permutation_free(p);
    return out;
}

/* Returns the same for a matrix with this diagonal and ones beside it. */
static double expected_logarithm(double diagonal, int n)
{
    double quotient = diagonal, out = log(quotient);

    for (int i = 1; i < n; i++) {
        quotient = diagonal - 1 / quotient;
        out += log(quotient);
    }
    return out;
}

/* Returns a histogram of random numbers, with more bins on higher ranks. */
static gsl_histogram *make_histogram(int rank)
{
    gsl_histogram *h = gsl_histogram_calloc_uniform(100 + 10 * rank, -5, 5);
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus);

    gsl_rng_set(random, rank + 1);
    for (int i = 0; i < 10000; i++)
        gsl_histogram_increment(h, 0.5 * rank + gsl_ran_gaussian(random, 0.5));
    gsl_rng_free(random);
    return h;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 3;
    gsl_matrix *matrix = NULL;
    gsl_vector *diagonal = NULL;
    gsl_vector_view view;
    gsl_histogram *mine, **all;
    int rank, size;
    double logarithm, start;

    MPI_Init(&argc, &argv);
    begin_sending();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank == 0) {
        matrix = gsl_matrix_calloc(n, n);
        view = gsl_matrix_diagonal(matrix);
        diagonal = &view.vector;
        gsl_vector_set_all(diagonal, 4);
        for (int i = 0; i < n - 1; i++) {
            gsl_matrix_set(matrix, i, i + 1, 1);
            gsl_matrix_set(matrix, i + 1, i, 1);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    broadcast(&matrix, &diagonal);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && argc > 1)
        printf("%.1f ms for the broadcast\n", 1e3 * (MPI_Wtime() - start));
    gsl_vector_add_constant(diagonal, rank); /* changes the matrix, too */
    logarithm = log_of_determinant(matrix);
    printf("rank %d: logarithm of the determinant %.4f, %s\n", rank, logarithm,
           fabs(logarithm - expected_logarithm(4 + rank, n)) < 1e-9 * n ? "right" : "wrong");
    if (rank != 0)
        gsl_vector_free(diagonal);
    gsl_matrix_free(matrix);

    mine = make_histogram(rank);
    all = calloc(size, sizeof *all);
    gather(mine, all);
    gsl_histogram_free(mine);
    for (int i = 0; rank == 0 && i < size; i++) {
        printf("histogram of rank %d: %zu bins, %g numbers, mean %.3f\n", i,
               gsl_histogram_bins(all[i]), gsl_histogram_sum(all[i]), gsl_histogram_mean(all[i]));
        gsl_histogram_free(all[i]);
    }
    free(all);
    end_sending();
    MPI_Finalize();
    return 0;
}
