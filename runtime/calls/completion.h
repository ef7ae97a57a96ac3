// The calls that complete requests, for the tools that stand before MPI. MPI sets the handles of requests that end to
// null, and another thread may get the same handle before this one notices. So what a tool follows is looked up before
// MPI's call, and afterwards told what has ended. What it does then is its own: it has a Watch with
//
//   Watch(int count, const MPI_Request *requests, bool waits)     finds what the tool follows of them
//   explicit operator bool() const                                whether that is anything
//   void wait_for_all(), wait_for_any()                           may wait before a call that waits
//   int code_of(int code)                                         how MPI's call has ended, which has returned `code`
//   void note_asked(bool any)                                     MPI's call has found any request ended, or has not
//   void note_end(int index, const MPI_Status &, int code)        a request has ended, or failed with this code
//   void note_uncertain()                                         the call has failed; what has ended is not known
//
// mpi() makes MPI's call with the program's arguments. It sees changes of `status` and `statuses`: MPI also fills those of
// a program that wants none.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <memory>

namespace automap::calls {

/// Returns the error class of what an MPI call has returned.
inline int error_class(int code) {
  if (code == MPI_SUCCESS)
    return MPI_SUCCESS;
  int out = MPI_ERR_UNKNOWN;
  PMPI_Error_class(code, &out);
  return out;
}

template <typename Watch, bool waits, typename Mpi>
int complete_one(Mpi mpi, const MPI_Request *request, const int *flag, MPI_Status *&status) {
  Watch watch(1, request, waits);
  MPI_Status own;
  if (watch && status == MPI_STATUS_IGNORE)
    status = &own;
  if (watch && waits)
    watch.wait_for_all();
  const int code = watch.code_of(mpi());
  const bool has_ended = waits || code != MPI_SUCCESS || *flag;
  watch.note_asked(has_ended);
  if (watch && has_ended)
    watch.note_end(0, *status, code);
  return code;
}

template <typename Watch, bool waits, typename Mpi>
int complete_any(Mpi mpi, int count, const MPI_Request requests[], int *index, int *flag, MPI_Status *&status) {
  Watch watch(count, requests, waits);
  MPI_Status own;
  if (watch) {
    if (status == MPI_STATUS_IGNORE)
      status = &own;
    *index = MPI_UNDEFINED;
    if (!waits)
      *flag = 0;
    if (waits)
      watch.wait_for_any();
  }
  const int code = watch.code_of(mpi());
  const bool has_ended = waits || code != MPI_SUCCESS || *flag;
  watch.note_asked(has_ended);
  if (watch && has_ended && *index != MPI_UNDEFINED && *index >= 0 && *index < count)
    watch.note_end(*index, *status, code);
  return code;
}

/// The statuses of a call that may complete several requests.
class Statuses {
public:
  Statuses(bool are_needed, int count, MPI_Status *&statuses) {
    if (!are_needed || statuses != MPI_STATUSES_IGNORE)
      return;
    if (static_cast<std::size_t>(count) > few_.size())
      many_.reset(new MPI_Status[static_cast<std::size_t>(count)]);
    statuses = many_ ? many_.get() : few_.data();
  }

private:
  std::array<MPI_Status, 32> few_;
  std::unique_ptr<MPI_Status[]> many_;
};

/// Tells which of `count` requests have ended. index_of(n) is the index of the one with the n-th status.
template <typename Watch, typename IndexOf>
void note_ends(Watch &watch, int code, int count, const MPI_Status statuses[], IndexOf index_of) {
  const int error = error_class(code);
  if (error != MPI_SUCCESS && error != MPI_ERR_IN_STATUS) {
    watch.note_uncertain();
    return;
  }
  for (int n = 0; n < count; ++n) {
    const int own = error == MPI_SUCCESS ? MPI_SUCCESS : statuses[n].MPI_ERROR;
    if (error_class(own) != MPI_ERR_PENDING)
      watch.note_end(index_of(n), statuses[n], own);
  }
}

template <typename Watch, bool waits, typename Mpi>
int complete_all(Mpi mpi, int count, const MPI_Request requests[], const int *flag, MPI_Status *&statuses) {
  Watch watch(count, requests, waits);
  const Statuses filled(static_cast<bool>(watch), count, statuses);
  if (watch && waits)
    watch.wait_for_all();
  const int code = watch.code_of(mpi());
  const bool have_ended = waits || code != MPI_SUCCESS || *flag;
  watch.note_asked(have_ended);
  if (watch && have_ended)
    note_ends(watch, code, count, statuses, [](int n) { return n; });
  return code;
}

template <typename Watch, bool waits, typename Mpi>
int complete_some(Mpi mpi, int count, const MPI_Request requests[], int *done_count, const int indices[],
                  MPI_Status *&statuses) {
  Watch watch(count, requests, waits);
  const Statuses filled(static_cast<bool>(watch), count, statuses);
  if (watch) {
    *done_count = 0;
    if (waits)
      watch.wait_for_any();
  }
  const int code = watch.code_of(mpi());
  watch.note_asked(waits || code != MPI_SUCCESS || *done_count != 0);
  if (watch && *done_count != MPI_UNDEFINED)
    note_ends(watch, code, *done_count, statuses, [&](int n) { return indices[n]; });
  return code;
}

} // namespace automap::calls
