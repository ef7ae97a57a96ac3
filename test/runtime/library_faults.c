/* Prints which of the known faults the MPI library has; test/newest.sh shows that. */
#include "library_faults.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int rank;

static void tell(int is_so, const char *fault) {
  if (rank == 0)
    printf("%s: %s\n", is_so ? "known fault" : "no fault", fault);
}

/* Whether MPI_Request_get_status makes a persistent request inactive, so that MPI_Wait does not know what was received. */
static int asking_ends_persistent(void) {
  MPI_Request request;
  MPI_Status status;
  int flag = 0;
  MPI_Recv_init(NULL, 0, MPI_BYTE, 0, 7, MPI_COMM_SELF, &request);
  MPI_Start(&request);
  MPI_Send(NULL, 0, MPI_BYTE, 0, 7, MPI_COMM_SELF);
  MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  MPI_Wait(&request, &status);
  MPI_Request_free(&request);
  return flag && status.MPI_TAG != 7;
}

int main(int argc, char **argv) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Get_library_version(version, &length);
  if (rank == 0)
    printf("%.*s\n", (int)strcspn(version, ",\n"), version);
  tell(mpi_hides_handled_codes(), "a call that has failed returns MPI_SUCCESS after an error handler of the program");
  tell(asking_ends_persistent(), "MPI_Request_get_status ends persistent requests");
  tell(mpi_has_no_ports(), "MPI_Open_port fails");
  tell(mpi_forgets_buffered(), "a persistent buffered send of a long message sends something else when started again");
  tell(!dlsym(RTLD_DEFAULT, "PMPI_File_close"), "there is no PMPI_File_close");
  MPI_Finalize();
  return 0;
}
