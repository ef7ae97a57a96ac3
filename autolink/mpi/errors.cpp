// Error classes and codes. See errors.h.
#include "errors.h"

#include "autolink/autolink.h"

#include <map>
#include <mutex>
#include <utility>

const char AUTOMAP_BUILT_FOR_MPI(AutoLink) = 0;

namespace autolink {
namespace {

std::mutex mutex;

/// The class of an AL_ERR_…, made at its first use.
int class_of(int error) {
  static std::map<int, int> classes;
  const auto [entry, is_new] = classes.try_emplace(error, MPI_ERR_OTHER);
  if (is_new) {
    int made = 0;
    if (MPI_Add_error_class(&made) == MPI_SUCCESS) {
      MPI_Add_error_string(made, "AutoLink: error");
      entry->second = made;
    }
  }
  return entry->second;
}

std::map<int, int> &al_class_of_codes() {
  static std::map<int, int> codes;
  return codes;
}

/// MPI libraries have few codes to give and keep them for ever; texts may hold names that a sender has chosen.
constexpr std::size_t max_codes = 1000;

} // namespace

int error_code(int error, const std::string &message) {
  static std::map<std::pair<int, std::string>, int> codes;
  const std::lock_guard lock(mutex);
  const int error_class = class_of(error);
  if (codes.size() == max_codes && !codes.contains({error, message})) {
    al_class_of_codes()[error_class] = error;
    return error_class;
  }
  const auto [entry, is_new] = codes.try_emplace({error, message}, error_class);
  if (is_new) {
    int code = 0;
    std::string text = message;
    if (text.size() >= MPI_MAX_ERROR_STRING)
      text.resize(MPI_MAX_ERROR_STRING - 1);
    if (MPI_Add_error_code(error_class, &code) == MPI_SUCCESS &&
        MPI_Add_error_string(code, text.c_str()) == MPI_SUCCESS)
      entry->second = code;
    al_class_of_codes()[entry->second] = error;
  }
  return entry->second;
}

int al_class_of(int code) {
  const std::lock_guard lock(mutex);
  const auto found = al_class_of_codes().find(code);
  return found == al_class_of_codes().end() ? 0 : found->second;
}

Outcome outcome_of_current_exception() noexcept {
  try {
    try {
      throw;
    } catch (const CallFailure &failure) {
      return {failure.code, failure.raised};
    } catch (const Failure &failure) {
      return {error_code(failure.error, failure.message), false};
    } catch (const std::bad_alloc &) {
      return {error_code(AL_ERR_MEMORY, "AutoLink: memory ran out"), false};
    } catch (const std::length_error &) {
      return {error_code(AL_ERR_MEMORY, "AutoLink: memory ran out"), false};
    }
  } catch (...) { // no memory for the message
    return {MPI_ERR_NO_MEM, false};
  }
}

int raise(MPI_Comm comm, Outcome outcome) noexcept {
  if (!outcome.raised)
    MPI_Comm_call_errhandler(comm, outcome.code);
  return outcome.code;
}

int mpi_is_up() noexcept {
  int initialized = 0, finalized = 0;
  int code = MPI_Initialized(&initialized);
  if (code == MPI_SUCCESS)
    code = MPI_Finalized(&finalized);
  if (code == MPI_SUCCESS && (!initialized || finalized))
    code = MPI_ERR_OTHER;
  return code;
}

} // namespace autolink
