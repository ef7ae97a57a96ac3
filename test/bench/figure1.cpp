// Repeats Figure 1 of "Polynomial-time Construction of Optimal MPI Derived Datatype Trees": the first row and then the
// first column of an n × n matrix of int, as three datatypes that MPI users write, and the result of AM_Type_normalize
// for each. Measures packing and unpacking, creating and committing, and a ping-pong between two ranks. All forms run
// in turn, each once per round. Prints medians, and the ratio to the better datatype in the same round.
//
// mpiexec -n 2 figure1 [N [ROUNDS]]        default: 1000 201
#include "automap/automap.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

int n = 1000;

/// Lists all 2n − 1 elements one by one.
MPI_Datatype indexed_block() {
  std::vector<int> displacements;
  for (int i = 0; i < n; ++i)
    displacements.push_back(i);
  for (int i = 1; i < n; ++i)
    displacements.push_back(i * n);
  MPI_Datatype type;
  MPI_Type_create_indexed_block(static_cast<int>(displacements.size()), 1, displacements.data(), MPI_INT, &type);
  return type;
}

/// Lists the row as a block and the column one by one.
MPI_Datatype indexed() {
  std::vector<int> blocklengths = {n}, displacements = {0};
  for (int i = 1; i < n; ++i) {
    blocklengths.push_back(1);
    displacements.push_back(i * n);
  }
  MPI_Datatype type;
  MPI_Type_indexed(static_cast<int>(displacements.size()), blocklengths.data(), displacements.data(), MPI_INT, &type);
  return type;
}

/// Describes the row as a block and the column as a vector.
MPI_Datatype struct_vec() {
  MPI_Datatype column, type;
  MPI_Type_vector(n - 1, 1, n, MPI_INT, &column);
  const int blocklengths[] = {n, 1};
  const MPI_Aint displacements[] = {0, MPI_Aint{4} * n};
  const MPI_Datatype types[] = {MPI_INT, column};
  MPI_Type_create_struct(2, blocklengths, displacements, types, &type);
  MPI_Type_free(&column);
  return type;
}

struct Form {
  const char *name;
  MPI_Datatype (*make)();
};

constexpr std::array<Form, 3> forms = {
    {{"INDEXED_BLOCK", indexed_block}, {"INDEXED", indexed}, {"STRUCT_VEC", struct_vec}}};

/// The measurements of a datatype in microseconds, one for each round.
struct Times {
  std::vector<double> create, pack, unpack, ping_pong;
};

template <typename Work> double microseconds(int repetitions, Work work) {
  const double start = MPI_Wtime();
  for (int i = 0; i < repetitions; ++i)
    work();
  return 1e6 * (MPI_Wtime() - start) / repetitions;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

double median_ratio(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.size(); ++i)
    ratios.push_back(a[i] / b[i]);
  return median(std::move(ratios));
}

/// The matrix and the packed elements. All forms share them, so that caches treat them alike.
struct Memory {
  std::vector<int> matrix = std::vector<int>(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 1);
  std::vector<char> packed = std::vector<char>(static_cast<std::size_t>(n) * 16 + 1024);
  int rank = 0;
};

void measure_creation(const std::function<MPI_Datatype()> &make, Times &times) {
  times.create.push_back(microseconds(1, [&] {
    MPI_Datatype made = make();
    MPI_Type_commit(&made);
    MPI_Type_free(&made);
  }));
}

void measure_use(Memory &memory, MPI_Datatype type, Times &times) {
  constexpr int repetitions = 10;
  const int size = static_cast<int>(memory.packed.size());
  const auto pack = [&] {
    int position = 0;
    MPI_Pack(memory.matrix.data(), 1, type, memory.packed.data(), size, &position, MPI_COMM_SELF);
  };
  pack(); // brings the matrix into the cache for all forms
  times.pack.push_back(microseconds(repetitions, pack));
  times.unpack.push_back(microseconds(repetitions, [&] {
    int position = 0;
    MPI_Unpack(memory.packed.data(), size, &position, memory.matrix.data(), 1, type, MPI_COMM_SELF);
  }));
  MPI_Barrier(MPI_COMM_WORLD);
  times.ping_pong.push_back(microseconds(repetitions, [&] {
    for (const int sender : {0, 1})
      if (memory.rank == sender)
        MPI_Send(memory.matrix.data(), 1, type, 1 - sender, 0, MPI_COMM_WORLD);
      else
        MPI_Recv(memory.matrix.data(), 1, type, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }));
}

MPI_Datatype better(MPI_Datatype type) {
  MPI_Datatype out;
  AM_Type_normalize(type, &out);
  return out;
}

std::string cost(MPI_Datatype type) {
  std::size_t length;
  AM_Type_describe(type, AM_FORMAT_JSON, nullptr, 0, &length);
  std::string json(length + 1, ' ');
  AM_Type_describe(type, AM_FORMAT_JSON, json.data(), json.size(), nullptr);
  const std::string key = "\"cost\":";
  const auto at = json.find(key) + key.size();
  return json.substr(at, json.find(',', at) - at);
}

void print_row(const char *name, MPI_Datatype type, const Times &times, const Times &reference) {
  std::printf("%-20s %6s", name, cost(type).c_str());
  for (const auto column : {&Times::create, &Times::pack, &Times::unpack, &Times::ping_pong})
    std::printf(" %9.1f %5.2f", median(times.*column), median_ratio(times.*column, reference.*column));
  std::printf("\n");
}

/// Returns its name and version, such as "MPICH 4.0.2" or "Open MPI v4.1.4".
std::string mpi_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(text, &length);
  std::string library(text);
  library.resize(std::min(library.size(), library.find_first_of(",\n")));
  if (const auto at = library.find(" Version:\t"); at != std::string::npos)
    library.replace(at, 10, " ");
  return library;
}

void run(int rounds, Memory &memory) {
  struct Contestant {
    MPI_Datatype type;
    std::function<MPI_Datatype()> make;
    Times times;
  };
  std::vector<Contestant> contestants; // each form, and its normalized form
  for (const Form &form : forms) {
    MPI_Datatype given = form.make(), improved = better(given);
    MPI_Type_commit(&given);
    MPI_Type_commit(&improved);
    contestants.push_back({given, form.make, {}});
    contestants.push_back({improved, [given] { return better(given); }, {}});
  }
  constexpr int warm_up = 3;
  for (int round = -warm_up; round < rounds; ++round) {
    if (round == 0)
      for (Contestant &contestant : contestants)
        contestant.times = {};
    // Measured separately, because normalizing leaves the caches in another state than creating.
    for (Contestant &contestant : contestants)
      measure_creation(contestant.make, contestant.times);
    for (Contestant &contestant : contestants)
      measure_use(memory, contestant.type, contestant.times);
  }
  if (memory.rank == 0) {
    const std::string library = mpi_library();
    std::printf("%s, %d x %d int, medians of %d rounds; x: ratio to the better type\n", library.c_str(), n, n, rounds);
    std::printf("%-20s %6s %9s %5s %9s %5s %9s %5s %9s %5s\n", "datatype", "cost", "create us", "x", "pack us", "x",
                "unpack us", "x", "ping-pong", "x");
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const Contestant &given = contestants[2 * i], &improved = contestants[2 * i + 1];
      print_row(forms[i].name, given.type, given.times, improved.times);
      print_row("  normalized", improved.type, improved.times, improved.times);
    }
  }
  for (Contestant &contestant : contestants)
    MPI_Type_free(&contestant.type);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  n = argc > 1 ? std::atoi(argv[1]) : n;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 201;
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2 || n < 2 || n > 20'000 || rounds < 1) {
    std::fprintf(stderr, "usage: mpiexec -n 2 %s [N [ROUNDS]]\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  Memory memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &memory.rank);
  run(rounds, memory);
  MPI_Finalize();
}
