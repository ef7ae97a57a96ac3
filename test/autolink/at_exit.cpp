// Makes AL_ calls, right and wrong ones, in the constructor and the destructor of a global object that initializes and
// finalizes MPI. Other global objects, and what threads keep, do not exist yet or any more.
#include "pointer_kinds_routines.h"
#include "structures.h"

#include <autolink/autolink.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

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
    setenv("AUTOLINK_PACKET_BYTES", "12345", 1);
    MPI_Init(nullptr, nullptr);
    AL_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    begin();
    end();
  }
  ~Environment() {
    end();
    use();
    AL_Finalize();
    MPI_Finalize();
  }

  /// Begins to send a structure that needs packets.
  void begin() {
    sent_ = make_graph(made_, 20000, 1);
    require(AL_Isend(sent_, AutoLink_Graph, 0, 2, MPI_COMM_SELF, &send_) == MPI_SUCCESS, "a request");
  }

  void end() {
    Graph *received = nullptr;
    require(AL_Recv(&received, AutoLink_Graph, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
                AL_Wait(&send_, MPI_STATUS_IGNORE) == MPI_SUCCESS,
            "a message that was begun before");
    require(difference(sent_, received).empty(), "what was received");
    AL_Free(received, AutoLink_Graph);
    made_ = Made();
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

  void require_settings_of_the_environment() {
    MPI_Info settings = MPI_INFO_NULL;
    char value[20] = "";
    int is_there = 0;
    AL_Comm_get_info(MPI_COMM_SELF, &settings);
    MPI_Info_get(settings, "autolink_packet_bytes", sizeof value - 1, value, &is_there);
    MPI_Info_free(&settings);
    require(is_there && std::string_view(value) == "12345", "a setting of the environment");
  }

private:
  Made made_;
  const Graph *sent_ = nullptr;
  AL_Request send_ = AL_REQUEST_NULL;
} environment;

} // namespace

int main() {
  environment.use();
  environment.use(); // reuses what the thread keeps
  environment.require_settings_of_the_environment();
  environment.begin();
}
