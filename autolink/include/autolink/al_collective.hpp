// C++ objects between all ranks of a communicator. autolink.hpp includes this header; al_collective.h says what holds
// for all collective calls.
//
//   autolink::bcast(mesh, 0, MPI_COMM_WORLD);                                    // the mesh of rank 0, on all ranks
//   std::vector<Result> all = autolink::gather(result, 0, MPI_COMM_WORLD);       // of all ranks, on rank 0
#ifndef AUTOLINK_AL_COLLECTIVE_HPP
#define AUTOLINK_AL_COLLECTIVE_HPP

#include "al_collective.h"
#include "al_request.hpp"
#include "al_transfer.hpp"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace autolink {
namespace detail {

/// Returns the number of ranks that this one sends to; 0 if there are none because of a mistake, which the C functions
/// report.
inline std::size_t peers(MPI_Comm comm) {
  int is_running = 0, is_inter = 0, size = 0;
  MPI_Initialized(&is_running);
  if (!is_running || comm == MPI_COMM_NULL)
    return 0;
  MPI_Comm_test_inter(comm, &is_inter);
  is_inter ? MPI_Comm_remote_size(comm, &size) : MPI_Comm_size(comm, &size);
  return static_cast<std::size_t>(size);
}

/// Whether this rank is the root of a call.
inline bool is_root(int root, MPI_Comm comm) {
  if (peers(comm) == 0)
    return false;
  int is_inter = 0, rank = 0;
  MPI_Comm_test_inter(comm, &is_inter);
  MPI_Comm_rank(comm, &rank);
  return is_inter ? root == MPI_ROOT : root == rank;
}

/// The objects that this rank sends and receives in a collective call.
template <typename T> class exchange : public transfer {
public:
  void send(const T &object) { sent_.push_back(std::make_unique<sending<T>>(object)); }
  /// Sends one to each of n ranks. It is an error if there are more or less.
  void send_all(const std::vector<T> &objects, std::size_t n) {
    if (objects.size() != n)
      wrong_.assign(n, {type_of<T>(), refuse, nullptr});
    else
      for (const T &object : objects)
        send(object);
  }

  void receive(T &object) { received_.push_back(std::make_unique<receiving_for<T>>(object)); }
  /// Receives n objects, which replace those of `to`.
  void receive_all(std::vector<T> &to, std::size_t n) {
    static_assert(!std::is_same_v<T, bool>, "a vector of bool has no objects of bool: use 'char'");
    static_assert(std::is_move_constructible_v<T>, "this object cannot be moved: send a smart pointer to it");
    to_ = &to;
    objects_.reserve(n);
    while (objects_.size() < n)
      objects_.push_back(make<T>());
    for (T &object : objects_)
      received_.push_back(std::make_unique<receiving<T>>(object));
  }

  std::vector<AL_Source> sources() {
    std::vector<AL_Source> out = wrong_;
    for (const auto &one : sent_)
      out.push_back(one->source());
    return out;
  }
  std::vector<AL_Sink> sinks() {
    std::vector<AL_Sink> out;
    for (const auto &one : received_)
      out.push_back(one->sink());
    return out;
  }

  void finish() override {
    for (const auto &one : received_)
      one->finish();
    if (to_)
      *to_ = std::move(objects_);
  }

  void discard() override {
    for (const auto &one : received_)
      one->discard();
  }

  void rethrow() const override {
    for (const auto &one : sent_)
      one->rethrow();
    for (const auto &one : received_)
      one->rethrow();
  }

private:
  static int refuse(void *, AL_Packet *, int *, const char **text) {
    *text = "AutoLink: the number of objects is not that of the ranks";
    return AL_ERR_ARGUMENT;
  }

  std::vector<T> objects_; // is destroyed after what refers to its elements
  std::vector<T> *to_ = nullptr;
  std::vector<AL_Source> wrong_;
  std::vector<std::unique_ptr<sending<T>>> sent_;
  std::vector<std::unique_ptr<receiving<T>>> received_;
};

/// Returns what calls a C function with its arguments between the sinks and the request.
template <typename Function, typename... Arguments> auto caller(Function function, Arguments... arguments) {
  return [=](const AL_Source *sources, const AL_Sink *sinks, AL_Request *request) {
    return function(sources, sinks, arguments..., request);
  };
}

/// Begins a call of C functions with the objects of fill(exchange); it is complete if `request` is null. If there is no
/// memory, or a constructor of the program throws, the rank takes part nevertheless: the others wait for it.
template <typename T, typename Fill, typename Call>
std::unique_ptr<exchange<T>> begin_exchange(Fill fill, Call call, AL_Request *request) {
  std::unique_ptr<exchange<T>> all;
  std::vector<AL_Source> sources;
  std::vector<AL_Sink> sinks;
  try {
    all = std::make_unique<exchange<T>>();
    fill(*all);
    sources = all->sources();
    sinks = all->sinks();
  } catch (...) {
    call(nullptr, nullptr, nullptr);
    throw;
  }
  check(*all, call(sources.data(), sinks.data(), request));
  return all;
}

template <typename T> auto begin_bcast(T &object, int source, MPI_Comm comm, AL_Request *request) {
  const auto fill = [&](exchange<T> &all) { is_root(source, comm) ? all.send(object) : all.receive(object); };
  return begin_exchange<T>(fill, caller(AL_Bcast_stream, source, comm), request);
}

template <typename T>
auto begin_gather(const T &object, std::vector<T> &received, int dest, MPI_Comm comm, AL_Request *request) {
  const auto fill = [&](exchange<T> &all) {
    all.send(object);
    all.receive_all(received, is_root(dest, comm) ? peers(comm) : 0);
  };
  return begin_exchange<T>(fill, caller(AL_Gather_stream, dest, comm), request);
}

/// `received`: returns the object that is replaced.
template <typename T, typename Received>
auto begin_scatter(const std::vector<T> &objects, Received received, int source, MPI_Comm comm, AL_Request *request) {
  const auto fill = [&](exchange<T> &all) {
    if (is_root(source, comm))
      all.send_all(objects, peers(comm));
    all.receive(received());
  };
  return begin_exchange<T>(fill, caller(AL_Scatter_stream, source, comm), request);
}

template <typename T>
auto begin_allgather(const T &object, std::vector<T> &received, MPI_Comm comm, AL_Request *request) {
  const auto fill = [&](exchange<T> &all) {
    all.send(object);
    all.receive_all(received, peers(comm));
  };
  return begin_exchange<T>(fill, caller(AL_Allgather_stream, comm), request);
}

template <typename T>
auto begin_alltoall(const std::vector<T> &objects, std::vector<T> &received, MPI_Comm comm, AL_Request *request) {
  const auto fill = [&](exchange<T> &all) {
    all.send_all(objects, peers(comm));
    all.receive_all(received, peers(comm));
  };
  return begin_exchange<T>(fill, caller(AL_Alltoall_stream, comm), request);
}

} // namespace detail

/// Sends the object of one rank to all others.
///
///   object  in/out  in on the rank `source`; replaced on the others when all of it has come
///   source  in      the rank that has it; on an intercommunicator MPI_ROOT, MPI_PROC_NULL, or a rank of the other group
///   comm    in      a communicator. All its ranks call this, in the same order as other collective calls
///
/// Throws error as send() and recv() do, on all ranks if on one: AL_ERR_SENDER where another rank's error is the cause.
template <typename T> void bcast(T &object, int source, MPI_Comm comm) {
  detail::begin_bcast(object, source, comm, nullptr)->finish();
}
template <typename T> int bcast(T &object, int source, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { bcast(object, source, comm); });
}

/// Returns the objects of all ranks, by rank, on the rank `dest`, and none on the others. Else as bcast().
template <typename T> std::vector<T> gather(const T &object, int dest, MPI_Comm comm) {
  std::vector<T> out;
  detail::begin_gather(object, out, dest, comm, nullptr)->finish();
  return out;
}
template <typename T>
int gather(const T &object, std::vector<T> *received, int dest, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *received = gather(object, dest, comm); });
}

/// Returns this rank's object of those that the rank `source` has for all ranks. Else as bcast().
///
///   objects  in  on the rank `source`: one for each rank; ignored on the others
template <typename T> T scatter(const std::vector<T> &objects, int source, MPI_Comm comm) {
  T out = [&] {
    try {
      return detail::make<T>();
    } catch (...) { // the rank takes part nevertheless
      detail::begin_scatter(objects, []() -> T & { throw; }, source, comm, nullptr);
      throw;
    }
  }();
  detail::begin_scatter(objects, [&]() -> T & { return out; }, source, comm, nullptr)->finish();
  return out;
}
template <typename T>
int scatter(const std::vector<T> &objects, T *received, int source, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *received = scatter(objects, source, comm); });
}

/// Returns the objects of all ranks, by rank. Else as bcast().
template <typename T> std::vector<T> allgather(const T &object, MPI_Comm comm) {
  std::vector<T> out;
  detail::begin_allgather(object, out, comm, nullptr)->finish();
  return out;
}
template <typename T>
int allgather(const T &object, std::vector<T> *received, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *received = allgather(object, comm); });
}

/// Returns the objects that all ranks have for this one. Else as bcast().
///
///   objects  in  one for each rank
template <typename T> std::vector<T> alltoall(const std::vector<T> &objects, MPI_Comm comm) {
  std::vector<T> out;
  detail::begin_alltoall(objects, out, comm, nullptr)->finish();
  return out;
}
template <typename T>
int alltoall(const std::vector<T> &objects, std::vector<T> *received, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *received = alltoall(objects, comm); });
}

/// Starts bcast(), gather(), scatter(), allgather() or alltoall(). What is sent must stay as it is, and outputs be left
/// alone, until the request is complete; outputs are replaced when it is completed by wait() or test().
template <typename T> request ibcast(T &object, int source, MPI_Comm comm) {
  AL_Request started = AL_REQUEST_NULL;
  auto all = detail::begin_bcast(object, source, comm, &started);
  return request::of(std::move(all), started);
}
template <typename T>
int ibcast(T &object, int source, MPI_Comm comm, request *started, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = ibcast(object, source, comm); });
}
template <typename T> request igather(const T &object, std::vector<T> &received, int dest, MPI_Comm comm) {
  AL_Request started = AL_REQUEST_NULL;
  auto all = detail::begin_gather(object, received, dest, comm, &started);
  return request::of(std::move(all), started);
}
template <typename T> request igather(const T &&, std::vector<T> &, int, MPI_Comm) = delete; // it would not stay
template <typename T>
int igather(const T &object, std::vector<T> &received, int dest, MPI_Comm comm, request *started,
            const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = igather(object, received, dest, comm); });
}
template <typename T> request iscatter(const std::vector<T> &objects, T &received, int source, MPI_Comm comm) {
  AL_Request started = AL_REQUEST_NULL;
  auto all = detail::begin_scatter(objects, [&]() -> T & { return received; }, source, comm, &started);
  return request::of(std::move(all), started);
}
template <typename T> request iscatter(const std::vector<T> &&, T &, int, MPI_Comm) = delete; // it would not stay
template <typename T>
int iscatter(const std::vector<T> &objects, T &received, int source, MPI_Comm comm, request *started,
             const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = iscatter(objects, received, source, comm); });
}
template <typename T> request iallgather(const T &object, std::vector<T> &received, MPI_Comm comm) {
  AL_Request started = AL_REQUEST_NULL;
  auto all = detail::begin_allgather(object, received, comm, &started);
  return request::of(std::move(all), started);
}
template <typename T> request iallgather(const T &&, std::vector<T> &, MPI_Comm) = delete; // it would not stay
template <typename T>
int iallgather(const T &object, std::vector<T> &received, MPI_Comm comm, request *started,
               const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = iallgather(object, received, comm); });
}
template <typename T> request ialltoall(const std::vector<T> &objects, std::vector<T> &received, MPI_Comm comm) {
  AL_Request started = AL_REQUEST_NULL;
  auto all = detail::begin_alltoall(objects, received, comm, &started);
  return request::of(std::move(all), started);
}
template <typename T>
request ialltoall(const std::vector<T> &&, std::vector<T> &, MPI_Comm) = delete; // it would not stay
template <typename T>
int ialltoall(const std::vector<T> &objects, std::vector<T> &received, MPI_Comm comm, request *started,
              const std::nothrow_t &) noexcept {
  return detail::code_of([&] { *started = ialltoall(objects, received, comm); });
}

} // namespace autolink

#endif
