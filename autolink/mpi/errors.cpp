// Error classes and codes. See errors.h.
#include "errors.h"

#include "autolink/autolink.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string_view>

const char AUTOMAP_BUILT_FOR_MPI(AutoLink) = 0;

namespace autolink {
namespace {

/// Recursive: if MPI has no code left, it may call an error handler, which may call AL_Error_class.
std::recursive_mutex codes_mutex;

/// Returns the text of codes that have none of their own.
const char *text_of_class(int error) {
  switch (error) {
  case AL_ERR_NOT_READY:
    return "AutoLink: AL_Init has not been called";
  case AL_ERR_ARGUMENT:
    return "AutoLink: an argument or a setting is wrong";
  case AL_ERR_TABLES:
    return "AutoLink: the tables of a type are wrong";
  case AL_ERR_STRUCTURE:
    return "AutoLink: the structure is not what its type promises";
  case AL_ERR_TYPES:
    return "AutoLink: sender and receiver disagree about a type";
  case AL_ERR_MESSAGE:
    return "AutoLink: the message is not AutoLink's, or damaged";
  case AL_ERR_SENDER:
    return "AutoLink: the sender met an error and gave up";
  case AL_ERR_LIMIT:
    return "AutoLink: the structure is larger than the receiver's limit";
  default:
    return "AutoLink: memory ran out";
  }
}

// The maps are never destroyed: destructors of global objects may make mistakes, too.

/// Returns the class of an AL_ERR_…, which is created at its first use.
int class_of(int error) {
  static auto &classes = *new std::map<int, int>;
  const auto [entry, is_new] = classes.try_emplace(error, MPI_ERR_OTHER);
  if (is_new) {
    int created = 0;
    if (MPI_Add_error_class(&created) == MPI_SUCCESS) {
      MPI_Add_error_string(created, text_of_class(error));
      entry->second = created;
    }
  }
  return entry->second;
}

std::map<int, int> &al_class_of_codes() {
  static auto &codes = *new std::map<int, int>;
  return codes;
}

constexpr std::size_t max_codes = 100; // for each class; texts may hold names that a sender has chosen

std::atomic<int> memory_code = MPI_ERR_NO_MEM;

/// Returns the message with the call's name: "AutoLink: the type is NULL" becomes "AL_Send: the type is NULL".
std::string with_call_name(const char *call, const std::string &message) {
  constexpr std::string_view library = "AutoLink";
  return call + message.substr(message.starts_with(library) ? library.size() : 0);
}

} // namespace

void prepare_errors() { memory_code = error_code(AL_ERR_MEMORY, "AutoLink: memory ran out"); }

int error_code(int error, const std::string &message) {
  static auto &codes = *new std::map<int, std::map<std::string, int>>;
  const std::lock_guard lock(codes_mutex);
  const int error_class = class_of(error);
  const int code = automap::mpi::code_with_text(codes[error], max_codes, message.substr(0, MPI_MAX_ERROR_STRING - 1),
                                                error_class, error_class);
  al_class_of_codes()[code] = error;
  return code;
}

int al_class_of(int code) {
  const std::lock_guard lock(codes_mutex);
  const auto found = al_class_of_codes().find(code);
  return found == al_class_of_codes().end() ? 0 : found->second;
}

Outcome outcome_of_current_exception(const char *call) noexcept {
  try {
    try {
      throw;
    } catch (const CallFailure &failure) {
      return {failure.code, failure.raised};
    } catch (const Failure &failure) {
      return {error_code(failure.error, with_call_name(call, failure.message)), false};
    }
  } catch (...) { // std::bad_alloc, std::length_error, or no memory for the message
    return {memory_code, false};
  }
}

int raise(MPI_Comm comm, Outcome outcome) noexcept {
  if (!outcome.raised)
    MPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, outcome.code);
  return outcome.code;
}

} // namespace autolink
