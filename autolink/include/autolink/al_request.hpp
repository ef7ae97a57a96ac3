// Transfers of C++ objects that were started, and the errors of calls. autolink.hpp includes this header.
#ifndef AUTOLINK_AL_REQUEST_HPP
#define AUTOLINK_AL_REQUEST_HPP

#include "al_error.h"
#include "al_request.h"
#include "al_transfer.hpp"

#include <mpi.h>

#include <memory>
#include <new>
#include <string>
#include <utility>

namespace autolink {
namespace detail {

/// Throws if a call has returned an error.
inline void check(int code) {
  if (code == MPI_SUCCESS)
    return;
  const std::string text = AL_Error_string(code); // first, because it is that of this thread's last failure
  int al_class = 0;
  AL_Error_class(code, &al_class);
  throw error(al_class, code, text);
}

/// Throws if the call for a transfer has returned an error.
inline void check(transfer &all, int code) {
  if (code != MPI_SUCCESS)
    all.discard();
  all.rethrow();
  check(code);
}

/// Calls body(), and returns MPI_SUCCESS or the error code of what it throws.
template <typename Body> int code_of(Body body) noexcept {
  try {
    body();
    return MPI_SUCCESS;
  } catch (const error &thrown) {
    return thrown.code() ? thrown.code() : AL_Error_code(thrown.al_class(), thrown.what());
  } catch (const std::bad_alloc &) {
    return MPI_ERR_NO_MEM;
  } catch (...) {
    return MPI_ERR_OTHER;
  }
}

} // namespace detail

/// A transfer that was started. Complete it by wait() or test(); the destructor waits, too, and then drops errors.
class request {
public:
  request() = default;
  request(request &&other) noexcept
      : transfer_(std::move(other.transfer_)), request_(std::exchange(other.request_, AL_REQUEST_NULL)) {}
  request &operator=(request &&other) noexcept {
    std::swap(transfer_, other.transfer_);
    std::swap(request_, other.request_);
    return *this;
  }
  ~request() {
    if (request_ != AL_REQUEST_NULL)
      AL_Wait(&request_, MPI_STATUS_IGNORE);
  }

  /// Returns when the transfer is complete. Throws what send() and recv() throw.
  void wait(MPI_Status *status = MPI_STATUS_IGNORE) { end(AL_Wait(&request_, status)); }

  int wait(MPI_Status *status, const std::nothrow_t &) noexcept {
    return detail::code_of([&] { wait(status); });
  }

  /// Returns whether the transfer is complete, or else stores that in *is_complete.
  bool test(MPI_Status *status = MPI_STATUS_IGNORE) {
    int is_complete = 0;
    const int code = AL_Test(&request_, &is_complete, status);
    if (is_complete || code != MPI_SUCCESS)
      end(code);
    return is_complete;
  }
  int test(bool *is_complete, MPI_Status *status, const std::nothrow_t &) noexcept {
    return detail::code_of([&] { *is_complete = test(status); });
  }

  /// Takes a call that was started.
  static request of(std::unique_ptr<detail::transfer> all, AL_Request started) {
    request out(std::move(all));
    out.request_ = started;
    return out;
  }

  /// Starts a call: start_call(transfer, &request) returns its code.
  template <typename Transfer, typename Call> static request start(std::unique_ptr<Transfer> all, Call start_call) {
    Transfer &given = *all;
    request out(std::move(all));
    detail::check(given, start_call(given, &out.request_));
    return out;
  }

private:
  explicit request(std::unique_ptr<detail::transfer> transfer) : transfer_(std::move(transfer)) {}

  void end(int code) {
    const std::unique_ptr<detail::transfer> ended = std::move(transfer_);
    if (!ended)
      return;
    detail::check(*ended, code);
    ended->finish();
  }

  std::unique_ptr<detail::transfer> transfer_;
  AL_Request request_ = AL_REQUEST_NULL;
};

} // namespace autolink

#endif
