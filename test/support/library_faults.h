/* Faults of MPI libraries that tests allow for. Each is looked for when a test asks, so that the tests expect the right
 * behaviour of a library as soon as it has it. In C, for programs of both languages. MPI is running. */
#ifndef AUTOMAP_TEST_LIBRARY_FAULTS_H
#define AUTOMAP_TEST_LIBRARY_FAULTS_H

#include <mpi.h>

#include <stdlib.h>
#include <string.h>

/* Whether the library is Open MPI, for faults that cannot be looked for, also with the standard ABI. */
static inline int mpi_is_open_mpi(void) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  PMPI_Get_library_version(version, &length);
  return strstr(version, "Open MPI") != NULL;
}

static inline void automap_test_ignore_error(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; }

/* Whether a call that has failed returns MPI_SUCCESS if an error handler of the program has returned, as MPICH 5.0.2's
 * calls do. */
static inline int mpi_hides_handled_codes(void) {
  static int out = -1;
  MPI_Comm comm;
  MPI_Errhandler handler;
  int nothing = 0;
  if (out >= 0)
    return out;
  PMPI_Comm_dup(MPI_COMM_SELF, &comm); /* by names that no test replaces */
  PMPI_Comm_create_errhandler(automap_test_ignore_error, &handler);
  PMPI_Comm_set_errhandler(comm, handler);
  out = PMPI_Send(&nothing, 1, MPI_INT, 1, 0, comm) == MPI_SUCCESS; /* there is no rank 1 */
  PMPI_Errhandler_free(&handler);
  PMPI_Comm_free(&comm);
  return out;
}

/* Whether MPI_Open_port fails, as that of Debian's MPICH 5.0.2 does. */
static inline int mpi_has_no_ports(void) {
  char port[MPI_MAX_PORT_NAME];
  MPI_Errhandler handler;
  int out;
  PMPI_Comm_get_errhandler(MPI_COMM_SELF, &handler);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  out = PMPI_Open_port(MPI_INFO_NULL, port) != MPI_SUCCESS;
  if (!out)
    PMPI_Close_port(port);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  PMPI_Errhandler_free(&handler);
  return out;
}

/* Whether a persistent buffered send of a long message that is started again sends something else, as those of Open MPI
 * 4.1 do. To be called while no buffer is attached. */
static inline int mpi_forgets_buffered(void) {
  enum { n = 10000 };
  const int bytes = n * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
  char *buffer = (char *)malloc((size_t)bytes);
  int *sent = (int *)calloc(n, sizeof(int)), *received = (int *)calloc(n, sizeof(int)), out = 0, size = bytes;
  MPI_Request requests[2];
  PMPI_Buffer_attach(buffer, bytes);
  PMPI_Recv_init(received, n, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
  PMPI_Bsend_init(sent, n, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
  for (int round = 1; round <= 2; ++round) {
    sent[0] = sent[n - 1] = round;
    PMPI_Startall(2, requests);
    PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    out = out || received[0] != round || received[n - 1] != round;
  }
  PMPI_Request_free(&requests[0]);
  PMPI_Request_free(&requests[1]);
  PMPI_Buffer_detach(&buffer, &size);
  free(buffer);
  free(sent);
  free(received);
  return out;
}

#endif
