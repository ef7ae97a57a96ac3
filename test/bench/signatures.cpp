// Repeats Table 1 of "Runtime Checking of Datatype Signatures in MPI" (Gropp), and tests our hash on the same
// signatures and on many more. Also measures the cost of the operations. Runs on one rank.
#include "automap/automap.h"

#include "layout/compare.h"

#include "signature_sets.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>

using namespace automap;
using namespace automap::test;
using layout::BasicTypeId;
using layout::Signature;
using layout::TypeTree;

namespace {

void print_table_1() {
  const auto signatures = paper_patterns();
  std::printf("%zu signatures: patterns (4), (5), (6); n = 4, 8, 16, 32, 64; m = %lld to %lld;\n"
              "CHAR SHORT INT FLOAT DOUBLE = ",
              signatures.size(), static_cast<long long>(paper_first_m), static_cast<long long>(paper_last_m));
  for (const std::uint32_t number : small_numbers)
    std::printf("%u ", number);
  std::printf("(small), ");
  for (const std::uint32_t number : medium_numbers)
    std::printf("%u ", number);
  std::printf("(medium)\n\n%-28s %10s %11s   %s\n", "percent", "collisions", "duplicates", "in the paper");
  for (const PaperRow &row : paper_rows()) {
    const Quality found = quality_of(paper_values(signatures, row.operators, row.numbers));
    std::printf("%-5s %-10s %-11s %10.1f %11.2f %10.1f %6.2f\n", row.plus, row.shift, row.operand, found.collisions,
                found.duplicates, row.paper.collisions, row.paper.duplicates);
  }

  // Shows how much of that depends on the choice of five numbers.
  std::mt19937 random(1);
  std::vector<double> draws;
  for (int draw = 0; draw < 101; ++draw) {
    Numbers numbers;
    for (std::uint32_t &number : numbers)
      number = random() % 65536;
    draws.push_back(quality_of(paper_values(signatures, {layout::paper::Plus::add, 1}, numbers)).collisions);
  }
  std::ranges::sort(draws);
  std::printf("  the last row with 101 random choices of medium numbers: %.1f to %.1f, median %.1f\n", draws.front(),
              draws.back(), draws[draws.size() / 2]);
  std::vector<std::uint64_t> ours;
  for (const Pattern &pattern : signatures)
    ours.push_back(signature_of(pattern).hash);
  const Quality found = quality_of(ours);
  std::printf("%-28s %10.1f %11.2f\n\n", "ours, without the length", found.collisions, found.duplicates);
}

void print_generated() {
  const auto print = [](const char *what, const std::vector<std::uint64_t> &hashes) {
    const Quality found = quality_of(hashes);
    std::printf("%-58s %9zu %11.0f\n", what, hashes.size(),
                found.collisions * static_cast<double>(hashes.size()) / 100);
  };
  std::printf("%-58s %9s %11s\n", "ours, without the length", "different", "collisions");
  print("patterns (4) to (6), 12 types, n to 200, m to 200", hashes_of_patterns(200, 200));
  print("all sequences of 12 elements of 4 types", hashes_of_words(12));
  print("10^9 MPI_DOUBLE with two MPI_INT at random places", hashes_of_long_messages(5'000'000, 1));
}

volatile std::uint64_t sink;

double median_ns(const std::function<std::uint64_t()> &operation) {
  using Clock = std::chrono::steady_clock;
  const auto run = [&](std::int64_t times) {
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < times; ++i)
      sink = sink + operation();
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / static_cast<double>(times);
  };
  const auto times = std::max<std::int64_t>(1, static_cast<std::int64_t>(2e6 / std::max(run(3), 1.0)));
  std::vector<double> rounds;
  for (int round = 0; round < 15; ++round)
    rounds.push_back(run(times));
  std::ranges::nth_element(rounds, rounds.begin() + 7);
  return rounds[7];
}

void print_times() {
  const layout::paper::Operators operators{layout::paper::Plus::add, 1};
  layout::paper::Signature paper_a{13151, 1}, paper_b{30423, 7};
  Signature a = Signature::of(BasicTypeId::INT), b = Signature::of(BasicTypeId::DOUBLE, 7);
  constexpr std::int64_t million = 1'000'000;
  const auto print = [](const char *what, double ours, double paper) {
    std::printf("%-58s %9.1f", what, ours);
    if (paper > 0)
      std::printf(" %11.1f", paper);
    std::printf("\n");
  };
  std::printf("\n%-58s %9s %11s\n", "ns, medians of 15", "ours", "the paper's");
  print("concatenate two", median_ns([&] { return (a = concatenate(Signature::of(BasicTypeId::INT), b)).hash; }),
        median_ns([&] { return (paper_a = combine(operators, {13151, 1}, paper_b)).word; }));
  print("10^6 copies of a basic type", median_ns([&] { return Signature::of(BasicTypeId::INT, million).hash; }),
        median_ns([&] { return repeat(operators, {13151, 1}, million).word; }));
  print("10^6 copies of a signature", median_ns([&] { return repeat(b, million).hash; }),
        median_ns([&] { return repeat(operators, paper_b, million).word; }));

  const auto leaf = [](BasicTypeId type, std::uint32_t size) { return TypeTree::leaf({type, size}); };
  const TypeTree record = TypeTree::struc(
      {0, 8, 32, 40, 56},
      {leaf(BasicTypeId::CHAR, 1), TypeTree::vec(3, 8, leaf(BasicTypeId::DOUBLE, 8)), leaf(BasicTypeId::INT, 4),
       TypeTree::vec(2, 8, leaf(BasicTypeId::DOUBLE, 8)), leaf(BasicTypeId::SHORT, 2)});
  const auto numbers = [](BasicTypeId type) { return 13151 + static_cast<std::uint32_t>(type); };
  print("a tree: a struct of 5 fields", median_ns([&] { return signature_of(record).hash; }),
        median_ns([&] { return signature_of(operators, numbers, record).word; }));
  print("a prefix of 10^6 such structs",
        median_ns([&] { return prefix_signature(record, million, 8 * million - 3).hash; }), 0);
  const layout::PrefixSignatures prefixes(record);
  print("the same, the tree known", median_ns([&] { return prefixes.prefix(million, 8 * million - 3).hash; }), 0);
  const TypeTree other = TypeTree::struc(
      {0, 64 * (million - 1)},
      {TypeTree::vec(million - 1, 64, record),
       TypeTree::struc({0, 8, 32}, {leaf(BasicTypeId::CHAR, 1), TypeTree::vec(3, 8, leaf(BasicTypeId::DOUBLE, 8)),
                                    leaf(BasicTypeId::FLOAT, 4)})});
  print("the first difference of 8 * 10^6 elements, in the last struct",
        median_ns([&] { return static_cast<std::uint64_t>(compare(record, million, other, 1).index); }), 0);

  const int blocklengths[] = {1, 3, 1, 2, 1};
  const MPI_Aint displacements[] = {0, 8, 32, 40, 56};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_DOUBLE, MPI_SHORT};
  const auto make = [&](bool sign) {
    MPI_Datatype made;
    AM_Signature signature{};
    MPI_Type_create_struct(5, blocklengths, displacements, types, &made);
    if (sign)
      AM_Type_signature(made, 1, &signature);
    MPI_Type_free(&made);
    return signature.hash;
  };
  const double made = median_ns([&] { return make(false); });
  print("MPI_Type_create_struct of 5 fields and MPI_Type_free", made, 0);
  print("AM_Type_signature, the first time", median_ns([&] { return make(true); }) - made, 0);
  MPI_Datatype datatype;
  MPI_Type_create_struct(5, blocklengths, displacements, types, &datatype);
  print("AM_Type_signature, later", median_ns([&] {
          AM_Signature signature;
          AM_Type_signature(datatype, 1, &signature);
          return signature.hash;
        }),
        0);
  print("AM_Type_signature of 10^6 MPI_INT", median_ns([&] {
          AM_Signature signature;
          AM_Type_signature(MPI_INT, million, &signature);
          return signature.hash;
        }),
        0);
  MPI_Type_free(&datatype);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  print_table_1();
  print_generated();
  print_times();
  MPI_Finalize();
}
