// Sends objects of C++ classes between all ranks and compares byte by byte: selected bytes arrive, and others stay.
#include <gtest/gtest.h>

#include "run_on_all_ranks.h"

#include <cstring>
#include <random>
#include <span>
#include <vector>

struct Peek {
  using Bytes = std::vector<bool>; // whether each byte of an object is sent

  template <typename T> static Bytes none() { return Bytes(sizeof(T)); }

  static void mark(Bytes &bytes, std::size_t offset, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      bytes[offset + i] = true;
  }

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#define MARK(bytes, T, field) mark(bytes, offsetof(T, field), sizeof(std::declval<T &>().field))

  static Bytes shape() {
    Bytes bytes = none<sim::Shape>();
    MARK(bytes, sim::Shape, id);
    MARK(bytes, sim::Shape, area_);
    MARK(bytes, sim::Shape, tag_);
    return bytes;
  }

  static Bytes motion() {
    Bytes bytes = none<sim::Body>();
    MARK(bytes, sim::Body, id);
    MARK(bytes, sim::Body, velocity_);
    return bytes;
  }

  static Bytes body() {
    Bytes bytes = motion();
    MARK(bytes, sim::Body, area_);
    MARK(bytes, sim::Body, tag_);
    MARK(bytes, sim::Body, layer);
    return bytes;
  }

  static Bytes plain() {
    Bytes bytes = none<sim::Owner>();
    MARK(bytes, sim::Owner, id);
    MARK(bytes, sim::Owner, weight_);
    return bytes;
  }

  static Bytes state() {
    Bytes bytes = none<sim::Cell>();
    MARK(bytes, sim::Cell, state);
    mark(bytes, offsetof(sim::Cell, wave) + offsetof(decltype(sim::Cell::wave), second), 16);
    return bytes;
  }

  static Bytes cell() {
    Bytes bytes = state();
    MARK(bytes, sim::Cell, corners);
    MARK(bytes, sim::Cell, wave.first);
    MARK(bytes, sim::Cell, count);
    mark(bytes, offsetof(sim::Cell, state) + 1, 1); // the bit-fields
    return bytes;
  }

  template <typename T> static Bytes all() { return Bytes(sizeof(T), true); }

  static_assert(offsetof(sim::Body, layer) < sizeof(sim::Shape), "the tail of the base is used again");
};

namespace {

int rank, size;

struct Case {
  const char *name;
  MPI_Datatype *type;
  Peek::Bytes sent;
};

std::vector<unsigned char> random_bytes(std::size_t count, int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::vector<unsigned char> bytes(count);
  for (unsigned char &byte : bytes)
    byte = static_cast<unsigned char>(random());
  return bytes;
}

TEST(Classes, SentBytesArriveAndNoOthers) {
  const Case cases[] = {
      {"Shape", &AutoMap_sim_Shape, Peek::shape()},
      {"Body", &AutoMap_sim_Body, Peek::body()},
      {"Body, view motion", &AutoMap_sim_Body_motion, Peek::motion()},
      {"Cell", &AutoMap_sim_Cell, Peek::cell()},
      {"Cell, view state", &AutoMap_sim_Cell_state, Peek::state()},
      {"Owner, view plain", &AutoMap_sim_Owner_plain, Peek::plain()},
      {"Vec3", &AutoMap_sim_Vec3, Peek::all<sim::Vec3>()},
      {"Vec<float, 2>", &AutoMap_sim_Vec_float_2, Peek::all<sim::Vec<float, 2>>()},
  };
  constexpr int count = 5;
  for (const Case &one : cases) {
    SCOPED_TRACE(one.name);
    MPI_Aint lower_bound = -1, extent = -1;
    MPI_Type_get_extent(*one.type, &lower_bound, &extent);
    EXPECT_EQ(lower_bound, 0);
    ASSERT_EQ(static_cast<std::size_t>(extent), one.sent.size());
    const std::size_t bytes = count * one.sent.size();
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    const auto mine = random_bytes(bytes, rank), theirs = random_bytes(bytes, from);
    const auto before = random_bytes(bytes, 1000);
    auto received = before;
    MPI_Sendrecv(mine.data(), count, *one.type, to, 0, received.data(), count, *one.type, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (std::size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(received[i], one.sent[i % one.sent.size()] ? theirs[i] : before[i]) << "byte " << i;
  }
}

TEST(Classes, KeepTheirVirtualFunctionsAndWhatIsLeftOut) {
  for (int root = 0; root < size; ++root) {
    sim::Body body;
    body.id = rank + 100;
    body.layer = static_cast<short>(rank);
    body.neighbours = {rank, rank, rank};
    MPI_Bcast(&body, 1, AutoMap_sim_Body, root, MPI_COMM_WORLD);
    EXPECT_EQ(body.id, root + 100);
    EXPECT_EQ(body.layer, root);
    EXPECT_EQ(body.neighbours, std::vector<int>(3, rank));
    EXPECT_EQ(static_cast<const sim::Shape &>(body).kind(), 2);
  }
}

TEST(Templates, FindTheDatatype) {
  EXPECT_EQ(automap::datatype<sim::Body>(), AutoMap_sim_Body);
  EXPECT_EQ(automap::datatype<const sim::Vec3>(), AutoMap_sim_Vec3);
  EXPECT_EQ((automap::datatype<sim::Vec<double, 3>>()), AutoMap_sim_Vec3);
  EXPECT_EQ((automap::datatype<sim::Vec<float, 2>>()), AutoMap_sim_Vec_float_2);
  EXPECT_EQ(automap::datatype<double>(), MPI_DOUBLE);
  EXPECT_EQ(automap::datatype<sim::Cell::State>(), MPI_UNSIGNED_CHAR);
  EXPECT_EQ(automap::datatype<std::byte>(), MPI_BYTE);
}

template <typename Buffer> void expect(const Buffer &buffer, const void *data, int count, MPI_Datatype type) {
  EXPECT_EQ(static_cast<const void *>(buffer.data()), data);
  EXPECT_EQ(buffer.count(), count);
  EXPECT_EQ(buffer.type(), type);
}

TEST(Templates, MakeBuffersOfRangesAndObjects) {
  std::vector<sim::Body> bodies(3);
  const std::array<sim::Vec3, 4> points{};
  double matrix[2][3];
  std::vector<std::array<float, 3>> corners(5);
  sim::Cell cell{};
  expect(automap::buffer(bodies), bodies.data(), 3, AutoMap_sim_Body);
  expect(automap::buffer(points), points.data(), 4, AutoMap_sim_Vec3);
  expect(automap::buffer(matrix), matrix, 6, MPI_DOUBLE);
  expect(automap::buffer(corners), corners.data(), 15, MPI_FLOAT);
  expect(automap::buffer(std::span(bodies).subspan(1)), &bodies[1], 2, AutoMap_sim_Body);
  expect(automap::buffer(cell), &cell, 1, AutoMap_sim_Cell);
  static_assert(std::is_same_v<decltype(automap::buffer(points).data()), const sim::Vec3 *>);
  const automap::message_buffer<char> huge(nullptr, std::size_t{1} << 40);
  EXPECT_THROW(huge.count(), std::length_error);
}

TEST(Templates, BuffersTravel) {
  std::vector<sim::Cell> cells(7);
  if (rank == 0)
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i].wave.second = {static_cast<double>(i), -1};
      cells[i].refined = i % 2;
    }
  const auto buffer = automap::buffer(cells);
  MPI_Bcast(buffer.data(), buffer.count(), buffer.type(), 0, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cells[i].wave.second, std::complex<double>(static_cast<double>(i), -1));
    EXPECT_EQ(cells[i].refined, i % 2);
  }
}

} // namespace

int main(int argc, char **argv) { return run_on_all_ranks(argc, argv, rank, size); }
