/* Faults of MPI libraries that tests allow for. Each is looked for when a test asks, so that the tests expect the right
 * behaviour of a library as soon as it has it. In C, for programs of both languages. MPI is running. */
#ifndef AUTOMAP_TEST_LIBRARY_FAULTS_H
#define AUTOMAP_TEST_LIBRARY_FAULTS_H

#include <mpi.h>

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

#endif
