// The first message of a structure, as its receiver waits for it.
#pragma once

#include "errors.h"

#include "core/base/wire.h"

#include "mpi/guarded_room.h"

#include <mpi.h>

#include <memory>
#include <utility>

namespace autolink {

/// Memory for a first message.
struct FirstBuffer {
  std::byte bytes[wire::max_first_bytes];
  automap::mpi::GuardedRoom room{bytes, static_cast<int>(wire::max_first_bytes), MPI_BYTE};
};

class FirstMessage {
public:
  FirstMessage();
  ~FirstMessage();
  FirstMessage(FirstMessage &&other) noexcept
      : buffer_(std::move(other.buffer_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL)),
        status_(other.status_), may_be_cancelled_(other.may_be_cancelled_), is_users_(other.is_users_) {}
  FirstMessage &operator=(FirstMessage &&) = delete;

  /// `is_users`: whether errors of `comm` are raised on the user's communicator.
  void post(int source, int tag, MPI_Comm comm, bool is_users);
  bool has_come();
  void cancel();

  // Once it has come, or has been cancelled:
  bool is_cancelled() const;
  const std::byte *bytes() const { return buffer_->bytes; }
  std::size_t size() const { return received_bytes(status_); }
  const MPI_Status &status() const { return status_; }

private:
  void check(int code) const { is_users_ ? check_call(code) : check_own_call(code); }

  std::unique_ptr<FirstBuffer> buffer_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  MPI_Status status_ = {};
  bool may_be_cancelled_ = false;
  bool is_users_ = true;
};

} // namespace autolink
