// C++ objects between ranks: all that a class holds travels, in containers and behind smart pointers.
//
//   autolink::send(mesh, 1, 0, MPI_COMM_WORLD);                       // rank 0
//   auto mesh = autolink::recv<Mesh>(0, 0, MPI_COMM_WORLD);           // rank 1
//
// `automap --autolink` reads the classes and generates a header about them, which has to be included, too; see
// autolink/objects.md. Messages match as those of AL_Send do (autolink.h), and AL_Init must have been called.
//
// Functions throw autolink::error, or what a constructor or allocator of the program has thrown. With std::nothrow as
// last argument, they return an MPI error code in place of that, and what they return else through a pointer. If a
// receive fails, its object is as it was. No function calls an MPI error handler, but MPI does for errors of its own.
#ifndef AUTOLINK_AUTOLINK_HPP
#define AUTOLINK_AUTOLINK_HPP

#include "al_transfer.hpp"
#include "autolink.h"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace autolink {

namespace detail {

/// Throws if the call for a transfer has returned an error.
inline void check(const transfer &all, int code) {
  all.rethrow();
  if (code == MPI_SUCCESS)
    return;
  char text[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0, al_class = 0;
  AL_Error_class(code, &al_class);
  MPI_Error_string(code, text, &length);
  throw error(al_class, code, text);
}

/// Calls body(), and returns MPI_SUCCESS or the error code of what it throws.
template <typename Body> int code_of(Body body) noexcept {
  try {
    body();
    return MPI_SUCCESS;
  } catch (const error &thrown) {
    return thrown.code() ? thrown.code() : MPI_ERR_OTHER;
  } catch (const std::bad_alloc &) {
    return MPI_ERR_NO_MEM;
  } catch (...) {
    return MPI_ERR_OTHER;
  }
}

} // namespace detail

/// Sends an object.
///
///   object     in  of a class that automap has read, a container, a smart pointer to an object, or a value
///   dest, tag  in  as for MPI_Send; dest may be MPI_PROC_NULL
///   comm       in  a communicator
///
/// Throws error: AL_ERR_STRUCTURE for a class that automap has not seen, or a plain pointer to what the object does not
/// own; AL_ERR_ARGUMENT, AL_ERR_NOT_READY, or MPI's own.
template <typename T> void send(const T &object, int dest, int tag, MPI_Comm comm) {
  detail::sending<T> all(object);
  const AL_Source source = all.source();
  detail::check(all, AL_Send_stream(&source, dest, tag, comm));
}
template <typename T> int send(const T &object, int dest, int tag, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { send(object, dest, tag, comm); });
}

/// Receives an object, which replaces `object` when all of it has come.
///
///   object       out  of the type that was sent, or one with the same elements: a list where a vector was sent. From
///                     MPI_PROC_NULL comes none, and it stays
///   source, tag  in   as for MPI_Recv; may be wildcards
///   comm         in   a communicator
///   status       out  source and tag, or MPI_STATUS_IGNORE; counts are of bytes that have travelled
///
/// Throws error: AL_ERR_TYPES if another type was sent, AL_ERR_MESSAGE, AL_ERR_SENDER if the sender gave up,
/// AL_ERR_LIMIT, AL_ERR_MEMORY, and those of send().
template <typename T> void recv(T &object, int source, int tag, MPI_Comm comm, MPI_Status *status = MPI_STATUS_IGNORE) {
  detail::receiving_for<T> all(object);
  const AL_Sink sink = all.sink();
  detail::check(all, AL_Recv_stream(&sink, source, tag, comm, status));
  all.finish();
}
template <typename T>
int recv(T &object, int source, int tag, MPI_Comm comm, MPI_Status *status, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { recv(object, source, tag, comm, status); });
}

/// Does the same, and returns the object; from MPI_PROC_NULL, one as the default constructor makes it.
template <typename T> T recv(int source, int tag, MPI_Comm comm, MPI_Status *status = MPI_STATUS_IGNORE) {
  T object = detail::make<T>();
  detail::receiving<T> all(object);
  const AL_Sink sink = all.sink();
  detail::check(all, AL_Recv_stream(&sink, source, tag, comm, status));
  return object;
}

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

private:
  template <typename T> friend request isend(const T &, int, int, MPI_Comm);
  template <typename T> friend request irecv(T &, int, int, MPI_Comm);
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

/// Starts to send an object, which must stay as it is until the request is complete. Arguments and errors are those of
/// send().
template <typename T> request isend(const T &object, int dest, int tag, MPI_Comm comm) {
  auto all = std::make_unique<detail::sending<T>>(object);
  const AL_Source source = all->source();
  request out(std::move(all));
  detail::check(*out.transfer_, AL_Isend_stream(&source, dest, tag, comm, &out.request_));
  return out;
}
template <typename T> request isend(const T &&, int, int, MPI_Comm) = delete; // it would not stay
template <typename T>
int isend(const T &object, int dest, int tag, MPI_Comm comm, request *started, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = isend(object, dest, tag, comm); });
}

/// Starts to receive an object, which is replaced when the request is completed by wait() or test(). Arguments and
/// errors are those of recv().
template <typename T> request irecv(T &object, int source, int tag, MPI_Comm comm) {
  auto all = std::make_unique<detail::receiving_for<T>>(object);
  const AL_Sink sink = all->sink();
  request out(std::move(all));
  detail::check(*out.transfer_, AL_Irecv_stream(&sink, source, tag, comm, &out.request_));
  return out;
}
template <typename T>
int irecv(T &object, int source, int tag, MPI_Comm comm, request *started, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = irecv(object, source, tag, comm); });
}

/// Returns an object as bytes, for unpack() on the same kind of machine.
template <typename T> std::vector<std::byte> pack(const T &object) {
  const AL_ContentType type = detail::type_of<T>();
  const std::size_t head = AL_Stream_head(&type, nullptr);
  std::vector<std::byte> out(head + 4096);
  AL_Stream_head(&type, out.data());
  struct filling {
    AL_Packet packet; // the first member, whose address grow() gets
    std::vector<std::byte> *bytes;
    std::size_t head;
  };
  const auto grow = [](AL_Packet *packet, std::size_t capacity) -> int {
    auto &self = *reinterpret_cast<filling *>(packet);
    try {
      self.bytes->resize(self.head + (capacity < 2 * packet->capacity ? 2 * packet->capacity : capacity));
    } catch (...) {
      return AL_ERR_MEMORY;
    }
    packet->bytes = reinterpret_cast<char *>(self.bytes->data() + self.head);
    packet->capacity = self.bytes->size() - self.head;
    return 0;
  };
  filling all{{reinterpret_cast<char *>(out.data() + head), 0, out.size() - head, grow}, &out, head};
  detail::writer writer;
  writer.begin(object);
  while (!writer.write(all.packet))
    if (grow(&all.packet, all.packet.capacity + 1) != 0)
      throw std::bad_alloc();
  out.resize(head + all.packet.size);
  return out;
}
template <typename T> int pack(const T &object, std::vector<std::byte> *bytes, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *bytes = pack(object); });
}

/// Returns the object that pack() has made bytes of. Throws what recv() throws.
template <typename T> T unpack(const std::byte *bytes, std::size_t size) {
  T object = detail::make<T>();
  detail::receiving<T> all(object);
  const AL_ContentType type = detail::type_of<T>();
  std::size_t head = 0;
  std::uint64_t limit_bytes = 0;
  detail::check(all, AL_Check_stream_head(&type, bytes, size, &head, &limit_bytes));
  const std::vector<std::byte> aligned(reinterpret_cast<std::uintptr_t>(bytes) % AL_PACKET_ALIGN
                                           ? std::vector<std::byte>(bytes, bytes + size)
                                           : std::vector<std::byte>());
  const auto *from = reinterpret_cast<const char *>(aligned.empty() ? bytes : aligned.data());
  const char *text = "";
  if (const int failure = all.read(from + head, size - head, true, limit_bytes, &text)) {
    all.rethrow();
    throw error(failure, text);
  }
  return object;
}
template <typename T> T unpack(const std::vector<std::byte> &bytes) { return unpack<T>(bytes.data(), bytes.size()); }
template <typename T> int unpack(const std::vector<std::byte> &bytes, T *object, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *object = unpack<T>(bytes); });
}

} // namespace autolink

#endif
