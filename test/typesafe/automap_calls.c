/* Buffers in AutoMap's own calls, compiled as C and as C++. See buffers.c. */
#include INCLUDES

int use_all(const double (*x)[3], const float *f, double *to, int *i, char *packed, MPI_Comm comm, MPI_Status *status,
            AM_Request *request);

int use_all(const double (*x)[3], const float *f, double *to, int *i, char *packed, MPI_Comm comm, MPI_Status *status,
            AM_Request *request)
{
    MPI_Count position = 0;

    AM_Send(x, 3, MPI_DOUBLE, 0, 0, comm);
    AM_Send(f, 3, MPI_DOUBLE, 0, 0, comm); /* wrong */
    AM_Isend(x, 3, MPI_DOUBLE, 0, 0, comm, request);
    AM_Isend(x, 3, MPI_FLOAT, 0, 0, comm, request); /* wrong */
    AM_Recv(to, 3, MPI_DOUBLE, 0, 0, comm, status);
    AM_Recv(to, 3, MPI_INT, 0, 0, comm, status); /* wrong */
    AM_Irecv(to, 3, MPI_DOUBLE, 0, 0, comm, request);
    AM_Irecv(i, 3, MPI_DOUBLE, 0, 0, comm, request); /* wrong */
    AM_Sendrecv(x, 3, MPI_DOUBLE, 0, 0, i, 3, MPI_INT, 0, 0, comm, status);
    AM_Sendrecv(x, 3, MPI_INT, 0, 0, i, 3, MPI_INT, 0, 0, comm, status); /* wrong */
    AM_Sendrecv(x, 3, MPI_DOUBLE, 0, 0, i, 3, MPI_FLOAT, 0, 0, comm, status); /* wrong */
    AM_Bcast(to, 3, MPI_DOUBLE, 0, comm);
    AM_Bcast(to, 3, MPI_FLOAT, 0, comm); /* wrong */
    AM_Pack(x, 3, MPI_DOUBLE, packed, 24, &position);
    AM_Pack(f, 3, MPI_DOUBLE, packed, 24, &position); /* wrong */
    AM_Unpack(packed, 24, &position, to, 3, MPI_DOUBLE);
    AM_Unpack(packed, 24, &position, i, 3, MPI_DOUBLE); /* wrong */
    AM_Pack_part(x, 3, MPI_DOUBLE, 3, 9, packed);
    AM_Pack_part(x, 3, MPI_INT, 3, 9, packed); /* wrong */
    AM_Unpack_part(packed, 3, 9, to, 3, MPI_DOUBLE);
    AM_Unpack_part(packed, 3, 9, to, 3, MPI_FLOAT); /* wrong */
    return (int)position;
}
