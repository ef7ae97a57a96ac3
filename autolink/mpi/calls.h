// What the public calls have in common: arguments, statuses, requests.
#pragma once

#include "engine.h"
#include "errors.h"
#include "status.h"

#include "autolink/autolink.h"

#include <memory>

namespace autolink {

inline void set(MPI_Status *status, const MPI_Status &value) {
  if (status == MPI_STATUS_IGNORE)
    return;
  const int error = status->MPI_ERROR; // only calls that complete several set it
  *status = value;
  status->MPI_ERROR = error;
}

inline AL_RequestObject *complete_request(MPI_Comm comm, const MPI_Status &status, const char *call) {
  auto *out = new AL_RequestObject(comm, status, call);
  out->done = true;
  return out;
}

/// Starts the transfer that begin() returns. What needs memory comes before it.
template <typename Begin>
AL_RequestObject *start_request(MPI_Comm comm, const char *call, Begin begin, bool raises = true) {
  auto out = std::make_unique<AL_RequestObject>(comm, empty_status(), call);
  out->raises = raises;
  out->transfer = begin();
  if (!start(out.get()))
    throw CallFailure(out->outcome.code, true);
  return out.release();
}

inline void require_type(AL_Type type) { require(type, AL_ERR_ARGUMENT, "AutoLink: the type is NULL"); }

inline void require_request(const AL_Request *request) {
  require(request, AL_ERR_ARGUMENT, "AutoLink: the request is NULL");
}

inline void require_status(const MPI_Status *status) {
  require(status || status == MPI_STATUS_IGNORE, AL_ERR_ARGUMENT, "AutoLink: the status is NULL");
}

} // namespace autolink
