// The first message of a structure. See first_message.h.
#include "first_message.h"

#include "core/base/thread_local_pool.h"

namespace autolink {

FirstMessage::FirstMessage() : buffer_(Pool<FirstBuffer>::get()) {}

FirstMessage::~FirstMessage() {
  if (request_ == MPI_REQUEST_NULL) {
    Pool<FirstBuffer>::put(std::move(buffer_));
    return;
  }
  static_cast<void>(buffer_.release()); // an MPI call has failed, and MPI may still write there
  if (!may_be_cancelled_)
    MPI_Cancel(&request_);
  MPI_Request_free(&request_);
}

void FirstMessage::post(int source, int tag, MPI_Comm comm, bool is_users) {
  is_users_ = is_users;
  automap::mpi::GuardedRoom &room = buffer_->room;
  check(room.open());
  check(MPI_Irecv(room.place(), room.count(), room.type(), source, tag, comm, &request_));
}

bool FirstMessage::has_come() {
  int flag = 1;
  if (request_ == MPI_REQUEST_NULL)
    return true;
  check(MPI_Test(&request_, &flag, &status_));
  if (flag && !is_cancelled())
    buffer_->room.close(static_cast<int>(size()));
  return flag;
}

void FirstMessage::cancel() {
  if (request_ == MPI_REQUEST_NULL || may_be_cancelled_)
    return; // Open MPI's MPI_Cancel ends the program if it is called twice
  may_be_cancelled_ = true;
  check_call(MPI_Cancel(&request_));
}

bool FirstMessage::is_cancelled() const {
  int flag = 0;
  if (may_be_cancelled_)
    MPI_Test_cancelled(&status_, &flag);
  return flag;
}

} // namespace autolink
