// Uses AutoLink between processes that do not share one MPI_COMM_WORLD. The program spawns itself, and sends over the
// intercommunicator and over an intracommunicator of both.
#include "pointer_kinds_routines.h"
#include "structures.h"

#include <autolink/autolink.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace autolink::test;

namespace {

constexpr int n_children = 2;

void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "failed: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

Graph *make(Made &made, bool is_child, int rank) {
  return make_graph(made, 20000, static_cast<unsigned>(is_child ? 100 + rank : rank));
}

/// Sends one structure to each of `n` processes and receives one from each.
template <typename Expected>
void exchange(MPI_Comm comm, int n, const Graph *mine, Expected expected, const char *what) {
  std::vector<AL_Request> requests(static_cast<std::size_t>(n));
  for (int to = 0; to < n; ++to)
    require(AL_Isend(mine, AutoLink_Graph, to, 1, comm, &requests[static_cast<std::size_t>(to)]) == MPI_SUCCESS, what);
  for (int i = 0; i < n; ++i) {
    Graph *received = nullptr;
    MPI_Status status;
    require(AL_Recv(&received, AutoLink_Graph, MPI_ANY_SOURCE, 1, comm, &status) == MPI_SUCCESS, what);
    Made made;
    require(difference(expected(made, status.MPI_SOURCE), received).empty(), what);
    AL_Free(received, AutoLink_Graph);
  }
  require(AL_Waitall(n, requests.data(), MPI_STATUSES_IGNORE) == MPI_SUCCESS, what);
}

void run(MPI_Comm others, bool is_child) {
  int rank = 0, size = 0, n = 0, al_class = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_remote_size(others, &n);
  MPI_Comm_set_errhandler(others, MPI_ERRORS_RETURN);
  Made made;
  const Graph *mine = make(made, is_child, rank);
  AL_Error_class(AL_Send(mine, AutoLink_Graph, 0, 1, others), &al_class);
  require(al_class == AL_ERR_ARGUMENT, "refused before AL_Comm_prepare");

  require(AL_Comm_prepare(others) == MPI_SUCCESS && AL_Comm_prepare(others) == MPI_SUCCESS, "AL_Comm_prepare");
  exchange(
      others, n, mine, [&](Made &m, int source) { return make(m, !is_child, source); }, "over the intercommunicator");

  MPI_Comm all;
  MPI_Intercomm_merge(others, is_child, &all);
  require(AL_Comm_prepare(all) == MPI_SUCCESS, "AL_Comm_prepare of the merged communicator");
  const int n_parents = is_child ? n : size;
  exchange(
      all, n + size, mine,
      [&](Made &m, int source) {
        return make(m, source >= n_parents, source < n_parents ? source : source - n_parents);
      },
      "over the merged communicator");
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&others);
}

} // namespace

int main(int argc, char **argv) {
  AL_Init(&argc, &argv);
  MPI_Comm others;
  MPI_Comm_get_parent(&others);
  if (others != MPI_COMM_NULL) {
    run(others, true);
  } else {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int code = MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, n_children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others,
                                    MPI_ERRCODES_IGNORE);
    if (code != MPI_SUCCESS) {
      std::puts("this launcher cannot spawn");
      std::fflush(stdout);
      MPI_Abort(MPI_COMM_WORLD, 0);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    run(others, false);
  }
  AL_Finalize();
}
