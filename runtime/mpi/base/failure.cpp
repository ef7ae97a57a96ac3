// Failures. See failure.h.
#include "failure.h"

#include "automap/automap.h"

#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

const char AUTOMAP_BUILT_FOR_MPI(AutoMap) = 0;

namespace automap::mpi {
namespace {

constexpr std::size_t max_codes = 1000; // texts may contain numbers from the caller

/// Returns the error code with this text, or `error_class` if there is none.
int code_of_text(int error_class, std::string text) {
  static std::mutex mutex;
  // Never destroyed: destructors of global objects may make mistakes, too.
  static auto &codes = *new std::map<std::string, int>;
  static const int automap_class = [] {
    int out = MPI_ERR_OTHER;
    if (MPI_Add_error_class(&out) == MPI_SUCCESS)
      MPI_Add_error_string(out, "AutoMap: error");
    return out;
  }();
  const std::lock_guard lock(mutex);
  return code_with_text(codes, max_codes, std::move(text), automap_class, error_class);
}

} // namespace

int raise_error(int error_class, const char *message, MPI_Comm comm, const char *call) {
  constexpr std::string_view library = "AutoMap";
  std::string_view text = message;
  if (text.starts_with(library))
    text.remove_prefix(library.size());
  MPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? without_communicator : comm,
                           code_of_text(error_class, call + std::string(text)));
  return error_class;
}

int code_of_current_exception(MPI_Comm comm, const char *call) noexcept {
  try {
    try {
      throw;
    } catch (const CallFailure &failure) {
      return failure.code;
    } catch (const UsageFailure &failure) {
      return raise_error(failure.error_class, failure.message, failure.comm == MPI_COMM_NULL ? comm : failure.comm,
                         call);
    } catch (const std::length_error &) {
      return raise_error(MPI_ERR_COUNT, "AutoMap: the datatype has more elements or bytes than 64 bits can count", comm,
                         call);
    } catch (const std::bad_alloc &) {
      return raise_error(MPI_ERR_NO_MEM, "AutoMap: memory ran out", comm, call);
    } catch (const std::exception &) {
      return raise_error(MPI_ERR_INTERN, "AutoMap: internal error", comm, call);
    }
  } catch (...) { // no memory for the message
    return MPI_ERR_NO_MEM;
  }
}

} // namespace automap::mpi
