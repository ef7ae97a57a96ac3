/* Features that only C has. Lines are marked as in buffers.c. */
#include INCLUDES
#include <complex.h>

int use_c(MPI_Comm comm, int n, double flat[n], double table[n][n], const float cube[n][n][n], double complex *z,
          const float complex *w, const particle grid[n][n], struct cell cells[restrict 4]);

int use_c(MPI_Comm comm, int n, double flat[n], double table[n][n], const float cube[n][n][n], double complex *z,
          const float complex *w, const particle grid[n][n], struct cell cells[restrict 4])
{
    double local[n][n];

    MPI_Send(flat, n, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(table, n * n, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(local, n * n, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(cube, n, MPI_FLOAT, 0, 0, comm);
    MPI_Send(grid, n, AutoMap_particle, 0, 0, comm);
    MPI_Send(cells, 4, AutoMap_cell, 0, 0, comm);
    MPI_Send(table, n * n, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Send(cube, n, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(grid, n, AutoMap_cell, 0, 0, comm); /* wrong */
    MPI_Bcast(local, n, MPI_FLOAT, 0, comm); /* wrong */
    MPI_Send(z, 1, MPI_C_DOUBLE_COMPLEX, 0, 0, comm);
    MPI_Send(z, 1, MPI_DOUBLE_COMPLEX, 0, 0, comm);
    MPI_Send(w, 1, MPI_C_FLOAT_COMPLEX, 0, 0, comm);
    MPI_Send(w, 1, MPI_C_COMPLEX, 0, 0, comm);
    MPI_Send(w, 1, MPI_C_DOUBLE_COMPLEX, 0, 0, comm); /* wrong */
    MPI_Send(z, 2, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(((int[]){1, 2}), 2, MPI_INT, 0, 0, comm);
    MPI_Send(((int[]){1, 2}), 2, MPI_LONG, 0, 0, comm); /* wrong */
    MPI_Send((int[]){1, 2}, 2, MPI_INT, 0, 0, comm);
    MPI_Send((const int[]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, 14, MPI_INT, 0, 0, comm);
    MPI_Scatterv((const int[]){1, 2}, (int[]){1, 1}, (int[]){0, 1}, MPI_INT, &n, 1, MPI_INT, 0, comm);
    MPI_Gatherv(cube, 1, MPI_FLOAT, table, (int[]){1, 1}, (int[]){0, 1}, MPI_DOUBLE, 0, comm);
    n += MPI_Sendrecv((const int[]){1, 2}, 2, MPI_INT, 0, 0, &n, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE) +
         MPI_Send(&(int){1}, 1, MPI_LONG, 0, 0, comm); /* wrong */
    MPI_Send(&(int){1}, 1, MPI_INT, 0, 0, comm);
    MPI_Send(&(int){1}, 1, MPI_LONG, 0, 0, comm); /* wrong */
    return n;
}
