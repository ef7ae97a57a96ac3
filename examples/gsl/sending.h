/* How GSL's objects travel: sending.c, or by_hand/sending.c, which does without AutoLink. */
#ifndef SENDING_H
#define SENDING_H

#include <gsl/gsl_histogram.h>
#include <gsl/gsl_matrix.h>

/* To be called after MPI_Init and before MPI_Finalize. */
void begin_sending(void);
void end_sending(void);

/* Gives all ranks a copy of rank 0's matrix, and of a view of it. Returns them; on rank 0, what it
 * has given. */
void broadcast(gsl_matrix **matrix, gsl_vector **view);

/* Gathers a histogram of each rank on rank 0, in an array. */
void gather(const gsl_histogram *mine, gsl_histogram *all[]);

#endif
