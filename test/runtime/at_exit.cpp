// Makes AM_ calls, right and wrong ones, in the destructor of a global object that finalizes MPI.
#include "automap/automap.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "failed: %s\n", what);
    std::_Exit(1);
  }
}

struct Padded {
  char tag;
  double value;
};

std::string error_text; // the last error

void tell(MPI_Comm *, int *code, ...) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(*code, text, &length);
  error_text.assign(text, static_cast<std::size_t>(length));
}

class Environment {
public:
  Environment() {
    MPI_Init(nullptr, nullptr);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(tell, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Errhandler_free(&handler);
    const int lengths[] = {1, 1};
    const MPI_Aint displacements[] = {offsetof(Padded, tag), offsetof(Padded, value)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Type_create_struct(2, lengths, displacements, types, &type_);
    AM_Type_commit(&type_);
  }
  ~Environment() {
    use();
    MPI_Type_free(&type_);
    MPI_Finalize();
  }

  void use() {
    std::vector<Padded> sent(5000), received(5000);
    for (std::size_t i = 0; i < sent.size(); ++i)
      sent[i] = {'a', static_cast<double>(i)};
    for (const int count : {5, 5000}) {
      AM_Request send, receive;
      AM_Irecv(received.data(), count, type_, 0, 1, MPI_COMM_SELF, &receive);
      AM_Isend(sent.data(), count, type_, 0, 1, MPI_COMM_SELF, &send);
      require(AM_Wait(&receive, MPI_STATUS_IGNORE) == MPI_SUCCESS && AM_Wait(&send, MPI_STATUS_IGNORE) == MPI_SUCCESS,
              "a message");
      require(received[static_cast<std::size_t>(count) - 1].value == count - 1, "what was received");
    }
    MPI_Count size = 0, position = 8;
    require(AM_Pack_size(-1, type_, &size) == MPI_ERR_COUNT && error_text.starts_with("AM_Pack_size: "),
            "a wrong count");
    require(AM_Pack(sent.data(), 1, type_, received.data(), 4, &position) == MPI_ERR_ARG &&
                error_text.starts_with("AM_Pack: "),
            "a wrong position");
  }

private:
  MPI_Datatype type_;
} environment;

} // namespace

int main() { environment.use(); }
