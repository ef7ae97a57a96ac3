/* Buffers in AutoMap's own calls, compiled as C and as C++. See buffers.c. */
#include INCLUDES

int use_all(const double (*x)[3], const float *f, double *to, int *i, char *packed, MPI_Comm comm, MPI_Status *status,
            AM_Request *request);

int use_all(const double (*x)[3], const float *f, double *to, int *i, char *packed, MPI_Comm comm, MPI_Status *status,
            AM_Request *request)
{
    MPI_Count position = 0;
    const int n[] = {3};

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
    AM_Gather(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, 0, comm);
    AM_Gather(x, 3, MPI_FLOAT, to, 3, MPI_DOUBLE, 0, comm); /* wrong */
    AM_Igather(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, 0, comm, request);
    AM_Igather(x, 3, MPI_FLOAT, to, 3, MPI_DOUBLE, 0, comm, request); /* wrong */
    AM_Gatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_DOUBLE, 0, comm);
    AM_Gatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_INT, 0, comm); /* wrong */
    AM_Igatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_DOUBLE, 0, comm, request);
    AM_Igatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_INT, 0, comm, request); /* wrong */
    AM_Scatter(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, 0, comm);
    AM_Scatter(x, 3, MPI_DOUBLE, to, 3, MPI_INT, 0, comm); /* wrong */
    AM_Iscatter(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, 0, comm, request);
    AM_Iscatter(x, 3, MPI_DOUBLE, to, 3, MPI_INT, 0, comm, request); /* wrong */
    AM_Scatterv(x, n, n, MPI_DOUBLE, to, 3, MPI_DOUBLE, 0, comm);
    AM_Scatterv(x, n, n, MPI_FLOAT, to, 3, MPI_DOUBLE, 0, comm); /* wrong */
    AM_Iscatterv(x, n, n, MPI_DOUBLE, to, 3, MPI_DOUBLE, 0, comm, request);
    AM_Iscatterv(x, n, n, MPI_FLOAT, to, 3, MPI_DOUBLE, 0, comm, request); /* wrong */
    AM_Allgather(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, comm);
    AM_Allgather(x, 3, MPI_FLOAT, to, 3, MPI_DOUBLE, comm); /* wrong */
    AM_Iallgather(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, comm, request);
    AM_Iallgather(x, 3, MPI_FLOAT, to, 3, MPI_DOUBLE, comm, request); /* wrong */
    AM_Allgatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_DOUBLE, comm);
    AM_Allgatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_INT, comm); /* wrong */
    AM_Iallgatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_DOUBLE, comm, request);
    AM_Iallgatherv(x, 3, MPI_DOUBLE, to, n, n, MPI_INT, comm, request); /* wrong */
    AM_Alltoall(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, comm);
    AM_Alltoall(x, 3, MPI_DOUBLE, to, 3, MPI_INT, comm); /* wrong */
    AM_Ialltoall(x, 3, MPI_DOUBLE, to, 3, MPI_DOUBLE, comm, request);
    AM_Ialltoall(x, 3, MPI_DOUBLE, to, 3, MPI_INT, comm, request); /* wrong */
    AM_Alltoallv(x, n, n, MPI_DOUBLE, to, n, n, MPI_DOUBLE, comm);
    AM_Alltoallv(x, n, n, MPI_FLOAT, to, n, n, MPI_DOUBLE, comm); /* wrong */
    AM_Ialltoallv(x, n, n, MPI_DOUBLE, to, n, n, MPI_DOUBLE, comm, request);
    AM_Ialltoallv(x, n, n, MPI_FLOAT, to, n, n, MPI_DOUBLE, comm, request); /* wrong */
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
