// Error classes and codes. See errors.h.
#include "errors.h"

#include "core/base/messages.h"

#include "autolink/autolink.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string_view>

const char AUTOMAP_BUILT_FOR_MPI(AutoLink) = 0;

namespace autolink {

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
    return "AutoLink: another process met an error and gave up";
  case AL_ERR_LIMIT:
    return "AutoLink: the structure is larger than the receiver's limit";
  case AL_ERR_FILE:
    return "AutoLink: a file cannot be opened, read or written";
  case AL_ERR_DAMAGED:
    return "AutoLink: the file is not AutoLink's, or damaged";
  default:
    return "AutoLink: memory ran out";
  }
}

namespace {

/// Recursive: if MPI has no code left, it may call an error handler, which may call AL_Error_class.
std::recursive_mutex codes_mutex;

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

constexpr std::size_t max_codes = 300; // for each class; texts may hold names that a sender has chosen

std::atomic<int> memory_code = MPI_ERR_NO_MEM;

/// Returns the message with the call's name: "AutoLink: the type is NULL" becomes "AL_Send: the type is NULL".
std::string with_call_name(const char *call, const std::string &message) {
  constexpr std::string_view library = "AutoLink";
  return call + message.substr(message.starts_with(library) ? library.size() : 0);
}

/// The last failure of a thread. It has no destructor: destructors of global objects may make mistakes, too.
struct LastError {
  int code = MPI_SUCCESS;
  char text[2048] = "";

  void set(int failed, std::string_view what) {
    code = failed;
    text[what.copy(text, sizeof text - 1)] = '\0';
  }
};
thread_local LastError last_error;

} // namespace

void prepare_errors() {
  memory_code = error_code(AL_ERR_MEMORY, "AutoLink: memory ran out");
  static_cast<void>(KeptFailure());
}

int error_code(int error, const std::string &message) {
  static auto &codes = *new std::map<int, std::map<std::string, int>>;
  const std::lock_guard lock(codes_mutex);
  const int error_class = class_of(error);
  const int code = automap::mpi::code_with_text(codes[error], max_codes, message, error_class, error_class);
  al_class_of_codes()[code] = error;
  return code;
}

int al_class_of(int code) {
  if (code < 0)
    return -code;
  const std::lock_guard lock(codes_mutex);
  const auto found = al_class_of_codes().find(code);
  return found == al_class_of_codes().end() ? 0 : found->second;
}

const char *error_text(int code) {
  if (code == MPI_SUCCESS)
    return "no error";
  if (code == last_error.code)
    return last_error.text;
  if (code < 0)
    return text_of_class(-code);
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (running_status() != MPI_SUCCESS || MPI_Error_string(code, text, &length) != MPI_SUCCESS)
    return "an error of MPI";
  last_error.set(code, text);
  return last_error.text;
}

Outcome outcome_of_current_exception(const char *call) noexcept {
  try {
    try {
      throw;
    } catch (const CallFailure &failure) {
      return {failure.code, failure.raised};
    } catch (const Failure &failure) {
      const std::string text = with_call_name(call, failure.message);
      const int code = running_status() == MPI_SUCCESS ? error_code(failure.error, text) : -failure.error;
      last_error.set(code, text);
      return {code, false};
    }
  } catch (...) { // std::bad_alloc, std::length_error, or no memory for the message
    return {running_status() == MPI_SUCCESS ? memory_code.load() : -AL_ERR_MEMORY, false};
  }
}

int raise(MPI_Comm comm, Outcome outcome) noexcept {
  if (!outcome.raised)
    MPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, outcome.code);
  return outcome.code;
}

} // namespace autolink
