// AL_ calls, right ones and wrong ones, in the destructor of a global object that finalizes MPI: what threads keep is
// gone by then.
#include "pointer_kinds_routines.h"
#include "structures.h"

#include <autolink/autolink.h>

#include <cstdio>
#include <cstdlib>

using namespace autolink::test;

namespace {

void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "failed: %s\n", what);
    std::_Exit(1);
  }
}

class Environment {
public:
  Environment() {
    MPI_Init(nullptr, nullptr);
    AL_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  }
  ~Environment() {
    use();
    AL_Finalize();
    MPI_Finalize();
  }

  void use() {
    for (const std::size_t nodes : {3, 40, 20000}) {
      Made made;
      const Graph *sent = make_graph(made, nodes, 1);
      Graph *received = nullptr;
      AL_Request send;
      require(AL_Isend(sent, AutoLink_Graph, 0, 1, MPI_COMM_SELF, &send) == MPI_SUCCESS &&
                  AL_Recv(&received, AutoLink_Graph, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
                  AL_Wait(&send, MPI_STATUS_IGNORE) == MPI_SUCCESS,
              "a message");
      require(difference(sent, received).empty(), "what was received");
      AL_Free(received, AutoLink_Graph);
    }
    int al_class = 0;
    AL_Error_class(AL_Send(nullptr, nullptr, 0, 1, MPI_COMM_SELF), &al_class);
    require(al_class == AL_ERR_ARGUMENT, "a wrong argument");
  }
} environment;

} // namespace

int main() {
  environment.use();
  environment.use(); // with what the thread keeps
}
