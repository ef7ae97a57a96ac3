// Compares AL_File_write and AL_File_read with plain write() and read() of as many bytes, by the same ranks to one file.
// Both write a new file, synchronize it with the disk, and rename it over the old one. The sides run in turn; prints
// medians in ms, and the plain time divided by ours.
//
// mpiexec -n N checkpoint [DIRECTORY [ROUNDS]]        default: ., 9
//
//   cold  the file is not in the page cache, as after a restart
//   warm  it is
#include "al_routines.h"
#include "checkpoint_structs.h"

#include <autolink/autolink.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

int rank = 0, size = 1;
std::string ours, plain; // paths

void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "failed: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/// Returns the time in which all ranks have run body().
template <typename Body> double time_ms(Body body) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  body();
  MPI_Barrier(MPI_COMM_WORLD);
  return 1e3 * (MPI_Wtime() - start);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Particle *make_particles(int n) {
  Particle *out = nullptr;
  for (int i = 0; i < n; ++i) {
    auto *one = static_cast<Particle *>(std::malloc(sizeof(Particle)));
    *one = {{1.0 * i, 2, 3}, out};
    out = one;
  }
  return out;
}

Patch *make_patches(int n, int values) {
  Patch *out = nullptr;
  for (int i = 0; i < n; ++i) {
    auto *one = static_cast<Patch *>(std::malloc(sizeof(Patch)));
    *one = {values, static_cast<double *>(std::malloc(sizeof(double) * static_cast<std::size_t>(values))), out};
    for (int j = 0; j < values; ++j)
      one->values[j] = i + j;
    out = one;
  }
  return out;
}

void plain_write(const std::vector<char> &bytes) {
  const std::string path = plain + ".new";
  const int file = open(path.c_str(), O_CREAT | O_WRONLY, 0600);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t n = std::min<std::size_t>(bytes.size() - at, 64 << 20);
    require(pwrite(file, bytes.data() + at, n, static_cast<off_t>(rank * bytes.size() + at)) == static_cast<ssize_t>(n),
            "write");
    at += n;
  }
  require(fsync(file) == 0, "fsync");
  close(file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    require(std::rename(path.c_str(), plain.c_str()) == 0, "rename");
}

void plain_read(std::size_t bytes) {
  const int file = open(plain.c_str(), O_RDONLY);
  auto *const to = static_cast<char *>(std::malloc(bytes));
  for (std::size_t at = 0; at < bytes;) {
    const ssize_t n = pread(file, to + at, bytes - at, static_cast<off_t>(static_cast<std::size_t>(rank) * bytes + at));
    require(n > 0, "read");
    at += static_cast<std::size_t>(n);
  }
  close(file);
  std::free(to);
}

void forget(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY);
  posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  close(file);
}

template <typename T> void measure(const char *name, T *root, AL_Type type, int rounds) {
  void *packed = nullptr;
  std::size_t bytes = 0;
  AL_Pack(root, type, &packed, &bytes);
  std::free(packed);
  const std::vector<char> same(bytes, 'x');
  enum { write_plain, write_ours, cold_plain, cold_ours, warm_plain, warm_ours, n_sides };
  std::vector<double> times[n_sides];
  const auto read_ours = [&] {
    AL_File file;
    T *copy = nullptr;
    require(AL_File_open(ours.c_str(), &file) == MPI_SUCCESS, "open");
    require(AL_File_read(file, rank, &copy, type) == MPI_SUCCESS, "AL_File_read");
    AL_File_close(&file);
    return copy;
  };
  for (int round = -1; round < rounds; ++round) { // the first is not counted
    T *copies[2] = {};
    double now[n_sides];
    now[write_plain] = time_ms([&] { plain_write(same); });
    now[write_ours] = time_ms(
        [&] { require(AL_File_write(ours.c_str(), root, type, MPI_COMM_WORLD) == MPI_SUCCESS, "AL_File_write"); });
    forget(plain);
    now[cold_plain] = time_ms([&] { plain_read(bytes); });
    forget(ours);
    now[cold_ours] = time_ms([&] { copies[0] = read_ours(); });
    now[warm_plain] = time_ms([&] { plain_read(bytes); });
    now[warm_ours] = time_ms([&] { copies[1] = read_ours(); });
    for (T *copy : copies)
      AL_Free(copy, type);
    for (int side = 0; round >= 0 && side < n_sides; ++side)
      times[side].push_back(now[side]);
  }
  if (rank != 0)
    return;
  const char *const what[] = {"write", "read, cold", "read, warm"};
  for (int i = 0; i < 3; ++i) {
    const double by_hand = median(times[2 * i]), by_us = median(times[2 * i + 1]);
    std::printf("%-34s %6.0f MB  %-10s  plain %8.1f  AutoLink %8.1f  ratio %.2f\n", name,
                static_cast<double>(bytes) * size / 1e6, what[i], by_hand, by_us, by_hand / by_us);
  }
}

} // namespace

int main(int argc, char **argv) {
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string directory = argc > 1 ? argv[1] : ".";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  ours = directory + "/checkpoint.al";
  plain = directory + "/checkpoint.plain";
  {
    Patch *const patches = make_patches(1000, 10000);
    measure("1000 arrays of 10000 doubles", patches, AutoLink_Patch, rounds);
    AL_Free(patches, AutoLink_Patch);
  }
  {
    Patch *const patches = make_patches(50000, 100);
    measure("50000 arrays of 100 doubles", patches, AutoLink_Patch, rounds);
    AL_Free(patches, AutoLink_Patch);
  }
  {
    Particle *const particles = make_particles(1000000);
    measure("a list of 10^6 nodes of 32 bytes", particles, AutoLink_Particle, rounds);
    AL_Free(particles, AutoLink_Particle);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    unlink(ours.c_str());
    unlink(plain.c_str());
  }
  AL_Finalize();
  return 0;
}
