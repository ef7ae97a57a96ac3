// The other libraries of the benchmark of C++ objects, each if it is available.
#ifndef TEST_BENCH_OBJECTS_PEERS_H
#define TEST_BENCH_OBJECTS_PEERS_H

#include "objects.hpp"

#include <mpi.h>

#include <memory>
#include <streambuf>
#include <type_traits>
#include <vector>

/// One side of a row.
template <typename T> struct Side {
  const char *name;
  void (*send)(const T &, int dest);
  void (*receive)(T &, int source);
};

inline std::unique_ptr<char[]> receive_bytes(int source, int &bytes) {
  MPI_Status status;
  MPI_Probe(source, 1, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  std::unique_ptr<char[]> buffer(new char[static_cast<std::size_t>(bytes)]);
  MPI_Recv(buffer.get(), bytes, MPI_BYTE, source, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return buffer;
}

/// Cereal and Boost recurse for each vertex of the graph, and overflow the stack; zpp::bits knows no shared objects.
template <typename T> constexpr bool is_graph = std::is_same_v<T, std::shared_ptr<bench_objects::vertex>>;

#ifdef OBJECTS_BENCH_CEREAL
#include <cereal/archives/binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/polymorphic.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>

namespace cereal {
template <typename A> void serialize(A &archive, bench_objects::cell &of) { archive(of.x, of.values, of.name); }
template <typename A> void serialize(A &archive, bench_objects::tree &of) { archive(of.value, of.left, of.right); }
template <typename A> void serialize(A &archive, bench_objects::shape &of) { archive(of.id); }
template <typename A> void serialize(A &archive, bench_objects::circle &of) {
  archive(base_class<bench_objects::shape>(&of), of.radius);
}
template <typename A> void serialize(A &archive, bench_objects::box &of) {
  archive(base_class<bench_objects::shape>(&of), of.a, of.b);
}
template <typename A> void serialize(A &archive, bench_objects::path &of) {
  archive(base_class<bench_objects::shape>(&of), of.points);
}
template <typename A> void serialize(A &archive, bench_objects::small &of) {
  archive(of.a, of.b, of.c, of.d, of.name, of.values, of.letters, of.is_set, of.id, of.numbers);
}
} // namespace cereal
CEREAL_REGISTER_TYPE(bench_objects::circle)
CEREAL_REGISTER_TYPE(bench_objects::box)
CEREAL_REGISTER_TYPE(bench_objects::path)

/// A stream over memory, so that cereal's own copy is the only one.
class Memory : public std::streambuf {
public:
  Memory() = default;
  Memory(char *bytes, std::size_t n) { setg(bytes, bytes, bytes + n); }
  std::vector<char> bytes;

protected:
  std::streamsize xsputn(const char *from, std::streamsize n) override {
    bytes.insert(bytes.end(), from, from + n);
    return n;
  }
  int_type overflow(int_type c) override {
    bytes.push_back(static_cast<char>(c));
    return c;
  }
};

template <typename T> void send_by_cereal(const T &object, int dest) {
  Memory memory;
  std::ostream stream(&memory);
  cereal::BinaryOutputArchive archive(stream);
  archive(object);
  MPI_Send(memory.bytes.data(), static_cast<int>(memory.bytes.size()), MPI_BYTE, dest, 1, MPI_COMM_WORLD);
}
template <typename T> void receive_by_cereal(T &object, int source) {
  int bytes = 0;
  const auto buffer = receive_bytes(source, bytes);
  Memory memory(buffer.get(), static_cast<std::size_t>(bytes));
  std::istream stream(&memory);
  cereal::BinaryInputArchive archive(stream);
  archive(object);
}
#endif

#ifdef OBJECTS_BENCH_BOOST
#include <boost/mpi.hpp>
#include <boost/serialization/base_object.hpp>
#include <boost/serialization/export.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/unique_ptr.hpp>
#include <boost/serialization/vector.hpp>

namespace boost::serialization {
template <typename A> void serialize(A &archive, bench_objects::cell &of, unsigned) {
  archive & of.x & of.values & of.name;
}
template <typename A> void serialize(A &archive, bench_objects::tree &of, unsigned) {
  archive & of.value & of.left & of.right;
}
template <typename A> void serialize(A &archive, bench_objects::shape &of, unsigned) { archive & of.id; }
template <typename A> void serialize(A &archive, bench_objects::circle &of, unsigned) {
  archive &base_object<bench_objects::shape>(of) & of.radius;
}
template <typename A> void serialize(A &archive, bench_objects::box &of, unsigned) {
  archive &base_object<bench_objects::shape>(of) & of.a & of.b;
}
template <typename A> void serialize(A &archive, bench_objects::path &of, unsigned) {
  archive &base_object<bench_objects::shape>(of) & of.points;
}
template <typename A> void serialize(A &archive, bench_objects::small &of, unsigned) {
  archive & of.a & of.b & of.c & of.d & of.name & of.values & of.letters & of.is_set & of.id & of.numbers;
}
} // namespace boost::serialization
BOOST_CLASS_EXPORT(bench_objects::circle)
BOOST_CLASS_EXPORT(bench_objects::box)
BOOST_CLASS_EXPORT(bench_objects::path)

inline const boost::mpi::communicator &boost_world() {
  static const boost::mpi::communicator out(MPI_COMM_WORLD, boost::mpi::comm_attach);
  return out;
}
template <typename T> void send_by_boost(const T &object, int dest) { boost_world().send(dest, 1, object); }
template <typename T> void receive_by_boost(T &object, int source) { boost_world().recv(source, 1, object); }
#endif

#ifdef OBJECTS_BENCH_ZPP_BITS
#include <zpp_bits.h>

namespace bench_objects {
auto serialize(const cell &) -> zpp::bits::members<3>;
auto serialize(const small &) -> zpp::bits::members<10>;
template <typename A, typename Tree>
zpp::bits::errc serialize(A &archive, Tree &of)
  requires std::is_same_v<std::remove_const_t<Tree>, tree>
{
  const auto branch = [&archive](auto &one) -> zpp::bits::errc {
    bool is_there = one != nullptr;
    if (const zpp::bits::errc result = archive(is_there); zpp::bits::failure(result) || !is_there)
      return result;
    if constexpr (A::kind() == zpp::bits::kind::in)
      one = std::make_unique<tree>();
    return archive(*one);
  };
  if (const zpp::bits::errc result = archive(of.value); zpp::bits::failure(result))
    return result;
  if (const zpp::bits::errc result = branch(of.left); zpp::bits::failure(result))
    return result;
  return branch(of.right);
}
} // namespace bench_objects

template <typename T> void send_by_zpp(const T &object, int dest) {
  std::vector<std::byte> bytes;
  zpp::bits::out out(bytes);
  if constexpr (std::is_same_v<T, std::unique_ptr<bench_objects::tree>>)
    out(*object).or_throw();
  else
    out(object).or_throw();
  MPI_Send(bytes.data(), static_cast<int>(out.position()), MPI_BYTE, dest, 1, MPI_COMM_WORLD);
}
template <typename T> void receive_by_zpp(T &object, int source) {
  int bytes = 0;
  const auto buffer = receive_bytes(source, bytes);
  zpp::bits::in in(std::span<const char>(buffer.get(), static_cast<std::size_t>(bytes)));
  if constexpr (std::is_same_v<T, std::unique_ptr<bench_objects::tree>>) {
    object = std::make_unique<bench_objects::tree>();
    in(*object).or_throw();
  } else {
    in(object).or_throw();
  }
}
#endif

template <typename T> void add_peers(std::vector<Side<T>> &sides) {
  static_cast<void>(sides);
  if constexpr (!is_graph<T>) {
#ifdef OBJECTS_BENCH_CEREAL
    sides.push_back({"cereal", send_by_cereal<T>, receive_by_cereal<T>});
#endif
#ifdef OBJECTS_BENCH_BOOST
    sides.push_back({"Boost", send_by_boost<T>, receive_by_boost<T>});
#endif
#ifdef OBJECTS_BENCH_ZPP_BITS
    if constexpr (!std::is_same_v<T, std::vector<std::unique_ptr<bench_objects::shape>>>)
      sides.push_back({"zpp::bits", send_by_zpp<T>, receive_by_zpp<T>});
#endif
  }
}

#endif
