// C++ objects between ranks: all that a class holds travels, in containers and behind smart pointers.
//
//   autolink::send(mesh, 1, 0, MPI_COMM_WORLD);                       // rank 0
//   auto mesh = autolink::recv<Mesh>(0, 0, MPI_COMM_WORLD);           // rank 1
//
// `automap --autolink` reads the classes and generates a header about them, which has to be included, too; see
// autolink/objects.md. Messages match as those of AL_Send do (autolink.h), and AL_Init must have been called; pack(),
// unpack() and file_reader need no MPI.
//
// Functions throw autolink::error, or what a constructor or allocator of the program has thrown. With std::nothrow as
// last argument, they return an MPI error code in place of that, and what they return else through a pointer. If a
// receive fails, its object is as it was. No function calls an MPI error handler, but MPI does for errors of its own.
#ifndef AUTOLINK_AUTOLINK_HPP
#define AUTOLINK_AUTOLINK_HPP

#include "al_collective.hpp" // IWYU pragma: export
#include "al_file.hpp"       // IWYU pragma: export
#include "al_request.hpp"    // IWYU pragma: export
#include "al_transfer.hpp"
#include "autolink.h"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace autolink {

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

namespace detail {

/// Returns a T to receive into. If its constructor throws, the message is received all the same and dropped, so that
/// the next receive finds its own.
template <typename T> T made_to_receive(int source, int tag, MPI_Comm comm) {
  static_assert(std::is_move_constructible_v<T>, "this object cannot be moved: send a smart pointer to it");
  try {
    return make<T>();
  } catch (...) {
    const AL_Sink dropped = {
        type_of<T>(), [](void *, const char *, std::size_t, int, std::uint64_t, const char **) { return 0; }, nullptr};
    AL_Recv_stream(&dropped, source, tag, comm, MPI_STATUS_IGNORE);
    throw;
  }
}
template <typename Receiving, typename T>
void receive(T &target, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  Receiving all(target);
  const AL_Sink sink = all.sink();
  check(all, AL_Recv_stream(&sink, source, tag, comm, status));
  all.finish();
}

} // namespace detail

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
  detail::receive<detail::receiving_for<T>>(object, source, tag, comm, status);
}
template <typename T>
int recv(T &object, int source, int tag, MPI_Comm comm, MPI_Status *status, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { recv(object, source, tag, comm, status); });
}

/// Does the same, and returns the object; from MPI_PROC_NULL, one as the default constructor makes it.
template <typename T> T recv(int source, int tag, MPI_Comm comm, MPI_Status *status = MPI_STATUS_IGNORE) {
  T object = detail::made_to_receive<T>(source, tag, comm);
  detail::receiving<T> all(object);
  const AL_Sink sink = all.sink();
  detail::check(all, AL_Recv_stream(&sink, source, tag, comm, status));
  return object;
}

/// Sends several objects in one message. What they share stays shared, and plain pointers may lead from one into what
/// another one owns.
///
///   roots  in  std::tie(a, b, …), or std::forward_as_tuple() with constants
///
/// Other arguments and errors are those of send(). May also be received as a std::tuple<A, B, …>.
template <typename... T> void send_roots(const std::tuple<T &...> &roots, int dest, int tag, MPI_Comm comm) {
  send(roots, dest, tag, comm);
}
template <typename... T>
int send_roots(const std::tuple<T &...> &roots, int dest, int tag, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return send(roots, dest, tag, comm, std::nothrow);
}

/// Receives the objects of send_roots(), which replace these when all of them have come.
///
///   roots  out  std::tie(a, b, …), of the types that were sent
///
/// Other arguments and errors are those of recv().
template <typename... T>
void recv_roots(const std::tuple<T &...> &roots, int source, int tag, MPI_Comm comm,
                MPI_Status *status = MPI_STATUS_IGNORE) {
  std::tuple<T &...> targets = roots;
  detail::receive<detail::receiving_roots<T...>>(targets, source, tag, comm, status);
}
template <typename... T>
int recv_roots(const std::tuple<T &...> &roots, int source, int tag, MPI_Comm comm, MPI_Status *status,
               const std::nothrow_t &) noexcept {
  return detail::code_of([&] { recv_roots(roots, source, tag, comm, status); });
}

/// Starts to send an object, which must stay as it is until the request is complete. Arguments and errors are those of
/// send().
template <typename T> request isend(const T &object, int dest, int tag, MPI_Comm comm) {
  return request::start(std::make_unique<detail::sending<T>>(object), [&](auto &all, AL_Request *started) {
    const AL_Source source = all.source();
    return AL_Isend_stream(&source, dest, tag, comm, started);
  });
}
template <typename T> request isend(const T &&, int, int, MPI_Comm) = delete; // it would not stay
template <typename T>
int isend(const T &object, int dest, int tag, MPI_Comm comm, request *started, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = isend(object, dest, tag, comm); });
}

/// Starts to receive an object, which must not be used until the request is completed by wait() or test(). Arguments and
/// errors are those of recv().
template <typename T> request irecv(T &object, int source, int tag, MPI_Comm comm) {
  return request::start(std::make_unique<detail::receiving_for<T>>(object), [&](auto &all, AL_Request *started) {
    const AL_Sink sink = all.sink();
    return AL_Irecv_stream(&sink, source, tag, comm, started);
  });
}
template <typename T>
int irecv(T &object, int source, int tag, MPI_Comm comm, request *started, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = irecv(object, source, tag, comm); });
}

/// Sends an object and receives another one at once, so that ranks that do so with each other do not wait for ever.
/// Arguments and errors are those of send() and recv().
template <typename S, typename R>
void sendrecv(const S &sent, int dest, int sent_tag, R &received, int source, int received_tag, MPI_Comm comm,
              MPI_Status *status = MPI_STATUS_IGNORE) {
  request sending = isend(sent, dest, sent_tag, comm);
  recv(received, source, received_tag, comm, status);
  sending.wait();
}
template <typename S, typename R>
int sendrecv(const S &sent, int dest, int sent_tag, R &received, int source, int received_tag, MPI_Comm comm,
             MPI_Status *status, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { sendrecv(sent, dest, sent_tag, received, source, received_tag, comm, status); });
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

/// Returns the object that pack() has made bytes of, or AL_Pack if the object fits (autolink/objects.md). Throws what
/// recv() throws.
template <typename T> T unpack(const std::byte *bytes, std::size_t size) {
  static_assert(std::is_move_constructible_v<T>, "this object cannot be moved: pack a smart pointer to it");
  T object = detail::make<T>();
  detail::receiving<T> all(object);
  const AL_Sink sink = all.sink();
  detail::check(all, AL_Unpack_stream(&sink, bytes, size));
  return object;
}
template <typename T> T unpack(const std::vector<std::byte> &bytes) { return unpack<T>(bytes.data(), bytes.size()); }
template <typename T> int unpack(const std::vector<std::byte> &bytes, T *object, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *object = unpack<T>(bytes); });
}

} // namespace autolink

#endif
