// Reduces structs with the operators that automap generates, and each of their fields with MPI's own: both must give the
// same. The structs and the table of fields are random; see make_reductions.cpp.
#include "library_faults.h"
#include "run_on_all_ranks.h"

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

int rank, ranks;
std::mt19937 random_numbers;

using Bytes = std::vector<unsigned char>;

int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_numbers); }

/// Writes random numbers of which all sums and products of a few are exact.
template <typename Number> void fill(unsigned char *at, int count) {
  for (int i = 0; i < count; ++i) {
    Number value;
    if constexpr (std::is_floating_point_v<Number>)
      value = static_cast<Number>((below(2) ? 1 : -1) * (below(2) ? 1 : 2)) / static_cast<Number>(1 + below(2));
    else if constexpr (std::is_same_v<Number, bool>)
      value = below(2) != 0;
    else
      value =
          below(3) == 0 ? static_cast<Number>(below(3)) : static_cast<Number>(random_numbers() * 0x9e3779b97f4a7c15u);
    std::memcpy(at + static_cast<std::size_t>(i) * sizeof value, &value, sizeof value);
  }
}

template <typename Number> bool same(const unsigned char *a, const unsigned char *b, int count) {
  for (int i = 0; i < count; ++i, a += sizeof(Number), b += sizeof(Number)) {
    Number x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    if constexpr (std::is_floating_point_v<Number>) {
      if (x < y || y < x || x != x || y != y) // -0 and 0 are the same
        return false;
    } else if (x != y) {
      return false;
    }
  }
  return true;
}

/// A part of a struct: numbers that one operator of MPI reduces, a pair, or a field that is left out.
struct Row {
  const char *name;
  std::size_t offset, bytes;
  int values;
  MPI_Datatype type; // MPI_DATATYPE_NULL: left out
  MPI_Op op;
  void (*fill)(unsigned char *, int);
  bool (*same)(const unsigned char *, const unsigned char *, int);
  int numbers;
  bool is_flipped = false; // see order_of()
  // A pair: where the number lies in MPI's type, and the places of the rest.
  std::size_t pair_bytes = 0, loc_in_pair = 0, loc = 0, tag = 0;
};

struct Case {
  const char *name;
  std::size_t bytes;
  MPI_Datatype *type;
  MPI_Op *op;
  MPI_Op (*template_op)(); // null: the generated header is for C
  std::vector<Row> rows;
};

template <typename Number> constexpr bool is_integer = std::is_integral_v<Number> && !std::is_same_v<Number, bool>;

/// Writes numbers whose sums are small. Open MPI's sums of short integers do not wrap around, but saturate.
template <typename Number> void fill_small(unsigned char *at, int count) {
  for (int i = 0; i < count; ++i) {
    const Number value = static_cast<Number>(below(8));
    std::memcpy(at + static_cast<std::size_t>(i) * sizeof value, &value, sizeof value);
  }
}

/// Returns the signed type in whose order integers are compared, unsigned ones with their highest bit flipped. MPICH
/// 4.0.2 compares unsigned types as if they had a sign, and Open MPI 4.1.4 MPI_OFFSET as if it had none.
template <typename Number> MPI_Datatype order_of() {
  return sizeof(Number) == 1   ? MPI_INT8_T
         : sizeof(Number) == 2 ? MPI_INT16_T
         : sizeof(Number) == 4 ? MPI_INT32_T
                               : MPI_INT64_T;
}

template <typename Number>
Row numbers_row(const char *name, std::size_t offset, int numbers, MPI_Datatype type, int values, MPI_Op op) {
  Row row{name,         offset, static_cast<std::size_t>(numbers) * sizeof(Number), values, type, op, fill<Number>,
          same<Number>, numbers};
  if (is_integer<Number> && (op == MPI_MIN || op == MPI_MAX)) {
    row.type = order_of<Number>();
    row.is_flipped = std::is_unsigned_v<Number>;
  }
  if (is_integer<Number> && op == MPI_SUM)
    row.fill = fill_small<Number>;
  return row;
}

#ifdef AUTOMAP_OP_TEMPLATES
#define TEMPLATE_OP &automap::op<const Struct>
#else
#define TEMPLATE_OP nullptr
#endif

std::vector<Case> cases() {
  std::vector<Case> out;
#define SEED(seed)                                                                                                     \
  if (rank == 0)                                                                                                       \
    std::cout << "structs of seed " << seed << '\n';
#define BEGIN(name)                                                                                                    \
  {                                                                                                                    \
    using Struct = struct name;                                                                                        \
    out.push_back({#name, sizeof(Struct), &AutoMap_##name, &AutoMap_##name##_op, TEMPLATE_OP, {}});                    \
    std::vector<Row> &rows = out.back().rows;
#define FIELD(member, number, numbers, type, values, op)                                                               \
  rows.push_back(numbers_row<number>(#member, offsetof(Struct, member), numbers, type, values, op));
#define PAIR(member, number, type, op, loc, tag)                                                                       \
  {                                                                                                                    \
    struct Pair {                                                                                                      \
      number value;                                                                                                    \
      int place;                                                                                                       \
    };                                                                                                                 \
    rows.push_back({#member, offsetof(Struct, member), sizeof(number), 1, type, op, fill<number>, same<number>, 1,     \
                    false, sizeof(Pair), offsetof(Pair, place), offsetof(Struct, loc), offsetof(Struct, tag)});        \
  }
#define IGNORED(member)                                                                                                \
  rows.push_back(                                                                                                      \
      {#member, offsetof(Struct, member), sizeof(double), 0, MPI_DATATYPE_NULL, MPI_OP_NULL, nullptr, nullptr, 0});
#define END(name) }
#include "reductions.inc"
  // More ranks than cores take long for each collective call: each number of ranks reduces other structs then.
  if (ranks > 2)
    for (std::size_t i = out.size(); i-- > 0;)
      if (i % 12 != static_cast<std::size_t>(ranks))
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
  return out;
}

/// What goes with a number and its place.
void make_tag(const unsigned char *value, std::size_t bytes, int loc, unsigned char *tag) {
  const std::size_t hash =
      std::hash<std::string_view>()({reinterpret_cast<const char *>(value), bytes == 16 ? 10 : bytes}) +
      static_cast<std::size_t>(loc) * 40503u;
  for (int i = 0; i < 3; ++i)
    tag[i] = static_cast<unsigned char>(hash >> (8 * i));
}

Bytes random_structs(const Case &of, std::size_t count) {
  Bytes out(of.bytes * count);
  for (std::size_t i = 0; i < count; ++i)
    for (const Row &row : of.rows) {
      unsigned char *const element = out.data() + i * of.bytes;
      if (row.fill)
        row.fill(element + row.offset, row.numbers);
      if (row.pair_bytes == 0)
        continue;
      const int loc = below(4);
      std::memcpy(element + row.loc, &loc, sizeof loc);
      make_tag(element + row.offset, row.bytes, loc, element + row.tag);
    }
  return out;
}

/// Returns one row of all structs, as MPI's own operators take it.
Bytes column(const Case &of, const Row &row, const Bytes &structs) {
  const std::size_t bytes = row.pair_bytes == 0 ? row.bytes : row.pair_bytes, count = structs.size() / of.bytes;
  Bytes out(bytes * count);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned char *const element = structs.data() + i * of.bytes;
    std::memcpy(out.data() + i * bytes, element + row.offset, row.bytes);
    if (row.is_flipped)
      for (std::size_t last = row.bytes / static_cast<std::size_t>(row.numbers), end = last; end <= row.bytes;
           end += last)
        out[i * bytes + end - 1] ^= 0x80;
    if (row.pair_bytes != 0)
      std::memcpy(out.data() + i * bytes + row.loc_in_pair, element + row.loc, sizeof(int));
  }
  return out;
}

/// Whether struct `i` of a result, `got` at `at`, is what is expected.
bool is_right(const Case &of, const Row &row, const Bytes &got, const Bytes &expected, std::size_t at,
              const Bytes &result, int i) {
  if (!row.same(&got[at], &expected[at], row.numbers))
    return false;
  if (row.pair_bytes == 0)
    return true;
  int loc, expected_loc;
  std::memcpy(&loc, &got[at + row.loc_in_pair], sizeof loc);
  std::memcpy(&expected_loc, &expected[at + row.loc_in_pair], sizeof loc);
  unsigned char tag[3];
  make_tag(&got[at], row.bytes, loc, tag);
  return loc == expected_loc && std::memcmp(tag, &result[static_cast<std::size_t>(i) * of.bytes + row.tag], 3) == 0;
}

/// Compares reduced structs with what `reduce` makes of their rows. `before` is what the result's memory held.
template <typename Reduce>
void expect_same(const Case &of, const Bytes &in, const Bytes &result, const Bytes &before, const Reduce &reduce) {
  for (const Row &row : of.rows) {
    if (row.type == MPI_DATATYPE_NULL) {
      EXPECT_EQ(column(of, row, result), column(of, row, before)) << of.name << '.' << row.name << " has changed";
      continue;
    }
    const Bytes from = column(of, row, in), old = column(of, row, before), got = column(of, row, result);
    Bytes expected = old;
    const int count = static_cast<int>(in.size() / of.bytes);
    reduce(from.data(), expected.data(), count * row.values, row.type, row.op);
    const std::size_t bytes = got.size() / static_cast<std::size_t>(count);
    // All rows are reduced even after a failure: other ranks take part.
    for (int i = 0; i < count; ++i)
      if (const std::size_t at = static_cast<std::size_t>(i) * bytes;
          !is_right(of, row, got, expected, at, result, i)) {
        ADD_FAILURE() << of.name << '.' << row.name << ", struct " << i;
        break;
      }
  }
}

void allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op) {
  MPI_Allreduce(from, to, count, type, op, MPI_COMM_WORLD);
}
void scan(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op) {
  MPI_Scan(from, to, count, type, op, MPI_COMM_WORLD);
}
void reduce_local(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op) {
  MPI_Reduce_local(from, to, count, type, op);
}

constexpr int counts[] = {1, 37, 1000};

/// Whether the library can reduce so many structs. Open MPI 4.1.4 and 6.0 write behind their buffer, for any operator, if
/// they reduce more than 10,000 bytes of a type that does not begin at displacement 0.
bool can_reduce(const Case &of, int count) {
  static const bool is_open_mpi = mpi_is_open_mpi() != 0;
  MPI_Aint lower, extent;
  MPI_Type_get_true_extent(*of.type, &lower, &extent);
  return !is_open_mpi || lower == 0 || static_cast<std::size_t>(count) * of.bytes < 10'000;
}

TEST(Reductions, AreThoseOfEachField) {
  for (const Case &of : cases())
    for (const int count : counts) {
      if (!can_reduce(of, count))
        continue;
      const Bytes in = random_structs(of, static_cast<std::size_t>(count)), before(in.size(), 0xa5);
      Bytes out = before;
      allreduce(in.data(), out.data(), count, *of.type, *of.op);
      expect_same(of, in, out, before, allreduce);
      out = before;
      scan(in.data(), out.data(), count, *of.type, *of.op);
      expect_same(of, in, out, before, scan);
    }
}

TEST(Reductions, ArriveAtEachRoot) {
  for (const Case &of : cases())
    for (int root = 0; root < ranks; ++root) {
      const auto reduce = [&](const void *from, void *to, int count, MPI_Datatype type, MPI_Op op) {
        MPI_Reduce(from, to, count, type, op, root, MPI_COMM_WORLD);
      };
      const Bytes in = random_structs(of, 5), before(in.size(), 0xa5);
      Bytes out = before;
      reduce(in.data(), out.data(), 5, *of.type, *of.op);
      if (rank == root)
        expect_same(of, in, out, before, reduce);
      else
        for (const Row &row : of.rows) // the other ranks take part in the reductions of rows
          if (row.type != MPI_DATATYPE_NULL)
            reduce(column(of, row, in).data(), nullptr, 5 * row.values, row.type, row.op);
    }
}

TEST(Reductions, TouchNothingButTheirFields) {
  for (const Case &of : cases()) {
    const Bytes in = random_structs(of, 20), before = random_structs(of, 20);
    Bytes out = before;
    reduce_local(in.data(), out.data(), 20, *of.type, *of.op);
    expect_same(of, in, out, before, reduce_local);
    Bytes is_field(of.bytes);
    for (const Row &row : of.rows)
      if (row.type != MPI_DATATYPE_NULL) {
        std::fill_n(is_field.begin() + static_cast<std::ptrdiff_t>(row.offset), row.bytes, 1);
        if (row.pair_bytes != 0) {
          std::fill_n(is_field.begin() + static_cast<std::ptrdiff_t>(row.loc), sizeof(int), 1);
          std::fill_n(is_field.begin() + static_cast<std::ptrdiff_t>(row.tag), 3, 1);
        }
      }
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!is_field[i % of.bytes]) {
        ASSERT_EQ(out[i], before[i]) << of.name << ", byte " << i % of.bytes;
      }
    }
  }
}

TEST(Reductions, TakeDuplicatesAndArraysOfTheDatatype) {
  for (const Case &of : cases()) {
    const Bytes in = random_structs(of, 12), before(in.size(), 0xa5);
    MPI_Datatype copy, three, pairs;
    MPI_Type_dup(*of.type, &copy);
    MPI_Type_contiguous(3, *of.type, &three);
    MPI_Type_vector(2, 1, 1, copy, &pairs);
    for (MPI_Datatype *type : {&copy, &three, &pairs}) {
      MPI_Type_commit(type);
      Bytes out = before;
      allreduce(in.data(), out.data(), type == &copy ? 12 : type == &three ? 4 : 6, *type, *of.op);
      expect_same(of, in, out, before, allreduce);
      MPI_Type_free(type);
    }
  }
}

TEST(Reductions, TakeNothing) {
  for (const Case &of : cases()) {
    MPI_Allreduce(nullptr, nullptr, 0, *of.type, *of.op, MPI_COMM_WORLD);
    EXPECT_EQ(MPI_Reduce_local(nullptr, nullptr, 0, *of.type, *of.op), MPI_SUCCESS);
  }
}

TEST(Reductions, OperatorsAreFreedAndBuiltAgain) {
  EXPECT_EQ(Free_MPI_Types(), MPI_SUCCESS);
  for (const Case &of : cases())
    EXPECT_EQ(*of.op, MPI_OP_NULL) << of.name;
  EXPECT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  for (const Case &of : cases()) {
    int commutes = 0;
    EXPECT_NE(*of.op, MPI_OP_NULL) << of.name;
    if (of.template_op) {
      EXPECT_EQ(of.template_op(), *of.op) << of.name;
    }
    MPI_Op_commutative(*of.op, &commutes);
    EXPECT_EQ(commutes, 1) << of.name;
  }
}

} // namespace

int main(int argc, char **argv) {
  const std::string argument = argc > 1 ? argv[1] : "";
  const bool is_wrong = argument == "wrong", is_seed = argument.find_first_not_of("0123456789") == std::string::npos;
  const unsigned seed =
      is_seed && !argument.empty() ? static_cast<unsigned>(std::stoul(argument)) : std::random_device()();
  if (is_wrong) { // ends the program
    int from[] = {1, 2}, to[] = {3, 4};
    MPI_Init(&argc, &argv);
    Build_MPI_Types();
    MPI_Reduce_local(from, to, 1, MPI_INT, *cases().front().op);
    return std::puts("the operator has taken another datatype"), 1;
  }
  random_numbers.seed(seed); // of its own on each rank
  std::cout << "numbers of seed " << seed << '\n';
  return run_on_all_ranks(argc, argv, rank, ranks);
}
