// The end of nonblocking messages in the public C API: AM_Wait, AM_Test and the like, and AM_Request_free. See
// automap/automap.h.
#include "automap/automap.h"

#include "abandoned.h"
#include "mpi/base/failure.h"
#include "mpi/base/pending.h"
#include "request.h"

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace automap;
using mpi::require;
using mpi::require_arguments;
using mpi::require_status;

namespace {

void set_empty(MPI_Status *status) {
  if (status != MPI_STATUS_IGNORE)
    *status = mpi::empty_status();
}

/// Frees the request, which has ended, and stores its status. Throws what has gone wrong.
void end(AM_Request &request, MPI_Status *status) {
  if (request == AM_REQUEST_NULL)
    return set_empty(status);
  const std::unique_ptr<AM_Request_s> call(std::exchange(request, AM_REQUEST_NULL)); // even if that fails
  mpi::copy_status(call->status, status);
  call->end();
}

/// A message that was sent whole and is not waited for: AM_Request_free.
class FreedSend final : public mpi::AbandonedSend {
public:
  explicit FreedSend(AM_Request send) : send_(send) {}
  std::span<MPI_Request> requests() noexcept override { return {&send_->request, 1}; }
  void report_waiting() const override {
    std::fputs("AutoMap: MPI_Finalize waits until a message is received whose request was freed by AM_Request_free\n",
               stderr);
  }

private:
  const std::unique_ptr<AM_Request_s> send_;
};

/// Returns where the status of the i-th of several operations is stored.
MPI_Status *status_of(MPI_Status *statuses, std::size_t i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/// Ends `count` operations; at(i) returns the i-th request. If some have failed, calls an error handler for each
/// failure and stores a code in each status (MPI 4.0, section 3.7.5). Then throws CallFailure for MPI_ERR_IN_STATUS.
/// `name` is that of the user's call.
template <typename At> void end_all(std::size_t count, At at, MPI_Status *statuses, const char *name) {
  bool has_failed = false;
  for (std::size_t i = 0; i < count; ++i)
    has_failed = has_failed || (at(i) && at(i)->failure);
  for (std::size_t i = 0; i < count; ++i) {
    MPI_Status *const status = status_of(statuses, i);
    const int code = mpi::catch_failures([&] { end(at(i), status); }, MPI_COMM_NULL, name);
    if (has_failed && status != MPI_STATUS_IGNORE)
      status->MPI_ERROR = code;
  }
  if (has_failed)
    throw mpi::CallFailure(MPI_ERR_IN_STATUS);
}

/// Returns the number of requests up to and including the last send in parts; 0 if there is none.
std::size_t up_to_last_in_parts(std::span<const AM_Request> requests) {
  std::size_t out = requests.size();
  while (out > 0 && !(requests[out - 1] && requests[out - 1]->outgoing))
    --out;
  return out;
}

/// Carries on an operation that may be shared, and returns whether it has ended.
bool advance(AM_Request_s &call, AM_Request_s::Mode mode) {
  const bool was_shared = call.withdraw();
  const bool out = call.proceed(mode);
  if (!out && was_shared)
    call.share();
  return out;
}

/// The requests of a call that ends several operations.
class RequestSet {
public:
  RequestSet(int count, AM_Request requests[], const MPI_Status *statuses, const char *name) : name_(name) {
    mpi::require_count(count);
    require_arguments(count == 0 || requests);
    require_arguments(count == 0 || statuses || statuses == MPI_STATUSES_IGNORE);
    all_ = {requests, static_cast<std::size_t>(count)};
  }

  /// Whether some are not AM_REQUEST_NULL.
  bool are_active() const {
    return std::ranges::any_of(all_, [](AM_Request each) { return each != AM_REQUEST_NULL; });
  }

  void wait_for_all() const {
    const std::size_t others = up_to_last_in_parts(all_);
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i])
        wait(*all_[i], all_.first(others).subspan(std::min(i + 1, others)));
  }

  /// Carries on all operations, and returns whether all have ended.
  bool test_all() const {
    bool out = true;
    for (const AM_Request each : all_)
      out = (!each || advance(*each, AM_Request_s::Mode::test)) && out;
    return out;
  }

  void end_all(MPI_Status *statuses) const {
    ::end_all(all_.size(), [&](std::size_t i) -> AM_Request & { return all_[i]; }, statuses, name_);
  }

  /// Carries on operations until `most` have ended, stores their indices, and returns their number. If it `waits`, one
  /// must be active, and it carries on until one has ended.
  int find_ended(bool waits, int most, int indices[]) const {
    for (;; mpi::carry_on_others()) {
      int out = 0;
      for (std::size_t i = 0; i < all_.size() && out < most; ++i)
        if (all_[i] && advance(*all_[i], waits ? AM_Request_s::Mode::test_in_turn : AM_Request_s::Mode::test))
          indices[out++] = static_cast<int>(i);
      if (out > 0 || !waits)
        return out;
    }
  }

  void end_these(int number, const int indices[], MPI_Status *statuses) const {
    const auto at = [&](std::size_t i) -> AM_Request & { return all_[static_cast<std::size_t>(indices[i])]; };
    ::end_all(static_cast<std::size_t>(number), at, statuses, name_);
  }

  void end_one(int index, MPI_Status *status) const { end(all_[static_cast<std::size_t>(index)], status); }

private:
  std::span<AM_Request> all_;
  const char *name_;
};

/// Does the work of AM_Waitany and AM_Testany. *flag tells whether one has ended or none is active.
void end_any(const RequestSet &all, bool waits, int *index, int *flag, MPI_Status *status) {
  require_arguments(index && flag);
  require_status(status);
  *index = MPI_UNDEFINED;
  *flag = !all.are_active();
  if (*flag)
    return set_empty(status);
  *flag = all.find_ended(waits, 1, index);
  if (*flag)
    all.end_one(*index, status);
}

/// Does the work of AM_Waitsome and AM_Testsome.
void end_some(const RequestSet &all, bool waits, int most, int *outcount, int indices[], MPI_Status *statuses) {
  require_arguments(outcount && (indices || most == 0));
  *outcount = MPI_UNDEFINED;
  if (!all.are_active())
    return;
  *outcount = all.find_ended(waits, most, indices);
  all.end_these(*outcount, indices, statuses);
}

} // namespace

extern "C" int AM_Request_free(AM_Request *request) {
  return mpi::run_call([&] {
    require_arguments(request);
    require(*request, MPI_ERR_REQUEST, "AutoMap: the request is AM_REQUEST_NULL");
    require(!(*request)->receives, MPI_ERR_REQUEST,
            "AutoMap: the request is a receive, which only AM_Wait, AM_Test or their variants can complete");
    require(!(*request)->collective, MPI_ERR_REQUEST,
            "AutoMap: the request is a collective call, which only AM_Wait, AM_Test or their variants can complete");
    mpi::free_finished_sends();
    if ((*request)->outgoing)
      delete std::exchange(*request, AM_REQUEST_NULL); // the destructor abandons the parts
    else
      mpi::abandon(std::make_unique<FreedSend>(std::exchange(*request, AM_REQUEST_NULL)));
  });
}

extern "C" int AM_Wait(AM_Request *request, MPI_Status *status) {
  return mpi::run_call([&] {
    require_arguments(request);
    require_status(status);
    if (*request)
      wait(**request);
    end(*request, status);
  });
}

extern "C" int AM_Test(AM_Request *request, int *flag, MPI_Status *status) {
  return mpi::run_call([&] {
    require_arguments(request && flag);
    require_status(status);
    *flag = !*request || advance(**request, AM_Request_s::Mode::test);
    if (*flag)
      end(*request, status);
  });
}

extern "C" int AM_Waitall(int count, AM_Request requests[], MPI_Status *statuses) {
  return mpi::run_call([&] {
    const RequestSet all(count, requests, statuses, "AM_Waitall");
    all.wait_for_all();
    all.end_all(statuses);
  });
}

extern "C" int AM_Testall(int count, AM_Request requests[], int *flag, MPI_Status *statuses) {
  return mpi::run_call([&] {
    require_arguments(flag);
    const RequestSet all(count, requests, statuses, "AM_Testall");
    *flag = all.test_all();
    if (*flag)
      all.end_all(statuses);
  });
}

extern "C" int AM_Waitany(int count, AM_Request requests[], int *index, MPI_Status *status) {
  return mpi::run_call([&] {
    int flag = 0;
    end_any(RequestSet(count, requests, MPI_STATUSES_IGNORE, "AM_Waitany"), true, index, &flag, status);
  });
}

extern "C" int AM_Testany(int count, AM_Request requests[], int *index, int *flag, MPI_Status *status) {
  return mpi::run_call(
      [&] { end_any(RequestSet(count, requests, MPI_STATUSES_IGNORE, "AM_Testany"), false, index, flag, status); });
}

extern "C" int AM_Waitsome(int count, AM_Request requests[], int *outcount, int indices[], MPI_Status *statuses) {
  return mpi::run_call([&] {
    end_some(RequestSet(count, requests, statuses, "AM_Waitsome"), true, count, outcount, indices, statuses);
  });
}

extern "C" int AM_Testsome(int count, AM_Request requests[], int *outcount, int indices[], MPI_Status *statuses) {
  return mpi::run_call([&] {
    end_some(RequestSet(count, requests, statuses, "AM_Testsome"), false, count, outcount, indices, statuses);
  });
}
