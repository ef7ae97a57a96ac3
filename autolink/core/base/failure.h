// Failures inside the library travel as exceptions and leave it as error codes.
#pragma once

#include "autolink/al_error.h"

#include <exception>
#include <string>
#include <utility>

namespace autolink {

struct Failure : std::exception {
  /// `error` is one of AL_ERR_…, `message` is what MPI_Error_string returns.
  Failure(int error, std::string message) : error(error), message(std::move(message)) {}
  const char *what() const noexcept override { return message.c_str(); }
  int error;
  std::string message;
};

inline void require(bool condition, int error, const char *message) {
  if (!condition) [[unlikely]]
    throw Failure(error, message);
}

} // namespace autolink
