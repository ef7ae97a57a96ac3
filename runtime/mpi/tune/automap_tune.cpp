// automap-tune: measures what the MPI library takes to send and to pack data with holes, against this library, and
// writes the table from which AM_Send and its like choose (mpi/base/tuning.h).
//
// mpiexec -n 2 automap-tune [FILE [ROUNDS]]
//
// Two ranks send to each other; one alone sends to itself, which tells less. FILE is by default where the library
// looks. Each time is the least of ROUNDS (default 9), because other programs only add to it.
#include "automap/automap.h"

#include "mpi/base/tuning.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using automap::mpi::Spacing;
using automap::mpi::Times;
using automap::mpi::Tuning;

int rank = 0, ranks = 0;

/// Items of a datatype, which is freed at the end.
struct Data {
  Data(MPI_Datatype made, int number) : type(made), count(number) {
    AM_Type_commit(&type);
    MPI_Aint lower_bound = 0, extent = 0;
    MPI_Type_get_extent(type, &lower_bound, &extent);
    AM_Pack_size(count, type, &size);
    memory.resize(static_cast<std::size_t>(extent) * static_cast<std::size_t>(count) + 64, 1);
    packed.resize(static_cast<std::size_t>(size) + 64);
  }
  Data(const Data &) = delete;
  Data &operator=(const Data &) = delete;
  ~Data() { MPI_Type_free(&type); }

  MPI_Datatype type;
  int count;
  MPI_Count size = 0;
  std::vector<char> memory, packed;
};

MPI_Datatype element_of(int block) { return block % 8 == 0 ? MPI_DOUBLE : MPI_FLOAT; }

/// Returns `blocks` blocks of `bytes`, each followed by a hole as long.
MPI_Datatype equal_blocks(int blocks, int bytes) {
  const MPI_Datatype element = element_of(bytes);
  const int length = bytes / (element == MPI_DOUBLE ? 8 : 4);
  MPI_Datatype out;
  MPI_Type_vector(blocks, length, 2 * length, element, &out);
  return out;
}

/// Returns blocks of `bytes`, far apart, in at most 64 MiB.
MPI_Datatype sparse_blocks(int blocks, int bytes) {
  constexpr int far = 1024, most = 64 << 20;
  const MPI_Datatype element = element_of(bytes);
  const int distance = std::max(2 * bytes, std::min(bytes + far, most / blocks / 8 * 8));
  MPI_Datatype out;
  MPI_Type_create_hvector(blocks, bytes / (element == MPI_DOUBLE ? 8 : 4), distance, element, &out);
  return out;
}

/// Returns planes of rows of blocks.
MPI_Datatype nested_blocks(int blocks, int bytes) {
  constexpr int row = 8;
  MPI_Datatype inner = equal_blocks(std::min(blocks, row), bytes), out;
  MPI_Type_create_hvector(std::max(1, blocks / row), 1, MPI_Aint{2 * row + 3} * bytes, inner, &out);
  MPI_Type_free(&inner);
  return out;
}

MPI_Datatype irregular_blocks(int blocks, int bytes) {
  const MPI_Datatype element = element_of(bytes);
  std::mt19937 random(1);
  std::vector<MPI_Aint> places;
  MPI_Aint at = 0;
  for (int i = 0; i < blocks; ++i) {
    places.push_back(at);
    at += bytes + 8 * static_cast<MPI_Aint>(1 + random() % 7);
  }
  MPI_Datatype out;
  MPI_Type_create_hindexed_block(blocks, bytes / (element == MPI_DOUBLE ? 8 : 4), places.data(), element, &out);
  return out;
}

/// Returns structs of a char and of an array, which have blocks of `bytes` on average; stores their number.
MPI_Datatype mixed_blocks(int blocks, int bytes, int &count) {
  const MPI_Datatype element = bytes < 8 ? MPI_INT : MPI_DOUBLE;
  const int element_bytes = bytes < 8 ? 4 : 8, length = std::max(1, 2 * bytes / element_bytes);
  const int lengths[] = {1, length};
  const MPI_Aint places[] = {0, element_bytes};
  const MPI_Datatype types[] = {MPI_CHAR, element};
  MPI_Datatype out;
  MPI_Type_create_struct(2, lengths, places, types, &out);
  count = std::max(1, blocks / 2);
  return out;
}

Data make_data(Spacing spacing, std::int64_t block_bytes, std::int64_t bytes) {
  const auto block = static_cast<int>(std::min(block_bytes, bytes / 2)), blocks = static_cast<int>(bytes / block);
  int count = 1;
  const MPI_Datatype type = spacing == Spacing::equal       ? equal_blocks(blocks, block)
                            : spacing == Spacing::nested    ? nested_blocks(blocks, block)
                            : spacing == Spacing::irregular ? irregular_blocks(blocks, block)
                            : spacing == Spacing::sparse    ? sparse_blocks(blocks, block)
                                                            : mixed_blocks(blocks, block, count);
  return {type, count};
}

void pack(Data &data) {
  MPI_Count position = 0;
  AM_Pack(data.memory.data(), data.count, data.type, data.packed.data(), data.size, &position);
}

void unpack(Data &data) {
  MPI_Count position = 0;
  AM_Unpack(data.packed.data(), data.size, &position, data.memory.data(), data.count, data.type);
}

/// Moves the data from one rank to the other, or from this one to itself.
void move(Data &data, void *buffer, int count, MPI_Datatype type, bool is_packed, bool sends) {
  const int other = ranks == 1 ? 0 : 1 - rank;
  if (is_packed && (sends || ranks == 1))
    pack(data);
  if (ranks == 1) {
    static std::vector<char> elsewhere;
    elsewhere.resize(std::max(data.memory.size(), data.packed.size()));
    MPI_Sendrecv(buffer, count, type, 0, 0, elsewhere.data(), count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (sends) {
    MPI_Send(buffer, count, type, other, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(buffer, count, type, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (is_packed && (!sends || ranks == 1))
    unpack(data);
}

/// Returns the nanoseconds of a pass.
double time_of(const std::function<void()> &pass, int passes) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < passes; ++i)
    pass();
  return std::max(1.0, 1e9 * (MPI_Wtime() - start) / passes);
}

Times measure(Spacing spacing, std::int64_t block, std::int64_t size, int rounds) {
  Data data = make_data(spacing, block, size);
  const int bytes = static_cast<int>(data.size);
  const auto send = [&](bool is_packed) {
    void *const buffer = is_packed ? data.packed.data() : data.memory.data();
    const int count = is_packed ? bytes : data.count;
    const MPI_Datatype type = is_packed ? MPI_PACKED : data.type;
    for (const int sender : {0, 1})
      if (ranks == 2 || sender == 0)
        move(data, buffer, count, type, is_packed, rank == sender);
  };
  const auto pack_by_mpi = [&] {
    int position = 0;
    MPI_Pack(data.memory.data(), data.count, data.type, data.packed.data(), bytes, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(data.packed.data(), bytes, &position, data.memory.data(), data.count, data.type, MPI_COMM_WORLD);
  };
  const auto pack_here = [&] {
    pack(data);
    unpack(data);
  };
  const std::function<void()> passes[] = {[&] { send(false); }, [&] { send(true); }, pack_by_mpi, pack_here};
  const int repetitions = static_cast<int>(std::clamp<std::int64_t>(100'000 / size, 2, 200));
  double least[4];
  std::ranges::fill(least, std::numeric_limits<double>::infinity());
  for (int round = -1; round < rounds; ++round) // the first one prepares
    for (int i = 0; i < 4; ++i)
      if (const double time = time_of(passes[i], repetitions); round >= 0)
        least[i] = std::min(least[i], time);
  const double both_ways = ranks == 2 ? 2 : 1;
  return {least[0] / both_ways, least[1] / both_ways, least[2], least[3]};
}

/// Measures MPI_Pack of vectors whose blocks have `elements`, by their length and by a datatype of their own.
void measure_blocks(Tuning &tuning, int elements, std::size_t size, int rounds) {
  constexpr int blocks = 2000, repetitions = 10;
  const MPI_Datatype basic[] = {MPI_SHORT, MPI_FLOAT, MPI_DOUBLE};
  double least[2];
  for (const int has_type : {0, 1}) {
    MPI_Datatype block, made;
    MPI_Type_contiguous(elements, basic[size], &block);
    if (has_type)
      MPI_Type_vector(blocks, 1, 2, block, &made);
    else
      MPI_Type_vector(blocks, elements, 2 * elements, basic[size], &made);
    MPI_Type_free(&block);
    Data data(made, 1);
    least[has_type] = std::numeric_limits<double>::infinity();
    for (int round = -1; round < rounds; ++round) {
      const double time = time_of(
          [&] {
            int position = 0;
            MPI_Pack(data.memory.data(), 1, data.type, data.packed.data(), static_cast<int>(data.size), &position,
                     MPI_COMM_WORLD);
          },
          repetitions);
      if (round >= 0)
        least[has_type] = std::min(least[has_type], time);
    }
  }
  tuning.set_blocks(elements, size, least[0], least[1]);
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  return "unknown";
}

/// Writes the table to a file as a whole. Returns what is wrong, or an empty text.
std::string write(const Tuning &tuning, const std::string &path) {
  if (path.empty())
    return "no file is named, and neither XDG_CACHE_HOME nor HOME is set";
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty())
    std::filesystem::create_directories(folder, error);
  const std::string unfinished = path + ".new";
  std::ofstream file(unfinished);
  automap::mpi::write_tuning(tuning, file);
  file.close();
  if (!file)
    return "cannot write " + unfinished;
  std::filesystem::rename(unfinished, path, error);
  return error ? "cannot write " + path + ": " + error.message() : "";
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  if (ranks > 2 || argc > 3 || rounds < 1) {
    if (rank == 0)
      std::fprintf(stderr, "usage: mpiexec -n 2 %s [FILE [ROUNDS]]\n", argv[0]);
    MPI_Finalize();
    return 2;
  }
  Tuning tuning;
  tuning.mpi = automap::mpi::library_version();
  tuning.cpu = processor();
  for (std::size_t spacing = 0; spacing < Tuning::spacings.size(); ++spacing)
    for (std::size_t block = 0; block < Tuning::block_sizes.size(); ++block)
      for (std::size_t size = 0; size < Tuning::sizes.size(); ++size)
        tuning.set(static_cast<Spacing>(spacing), block, size,
                   measure(static_cast<Spacing>(spacing), Tuning::block_sizes[block], Tuning::sizes[size], rounds));
  for (int elements = 2; elements <= Tuning::longest_block; ++elements)
    for (std::size_t size = 0; size < Tuning::element_sizes.size(); ++size)
      measure_blocks(tuning, elements, size, rounds);
  int result = 0;
  if (rank == 0) {
    const std::string path = argc > 1 ? argv[1] : automap::mpi::tuning_file(tuning.mpi);
    const std::string wrong = write(tuning, path);
    if (wrong.empty())
      std::printf("%s: %s on %s\n", path.c_str(), tuning.mpi.c_str(), tuning.cpu.c_str());
    else
      std::fprintf(stderr, "automap-tune: %s\n", wrong.c_str());
    result = !wrong.empty();
  }
  MPI_Finalize();
  return result;
}
