// Kills programs in AL_File_write at each of their calls of the system that change files. The file must then be the old
// one or the new one, whole.
//
//   file_killed DIRECTORY [LAUNCHER...]   runs itself as below, with the launcher before it, and reads the file each time
//   file_killed write FILE N              all ranks write lists of N nodes. The environment says which rank is killed in
//                                         which of its calls, and after how many quarters of what it writes: KILLED_RANK,
//                                         KILLED_AT, KILLED_AFTER. With FILE_CALLS, it lists the calls in that file.
//                                         With FAILING_DIRECTORY, directories cannot be synchronized
#include "pointer_kinds_routines.h"
#include "structures.h"

#include <autolink/autolink.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace autolink::test;

namespace {

long calls = 0, killed_at = -1; // -1: in no call
std::size_t killed_after = 0;   // quarters of a write
std::FILE *listed = nullptr;    // gets a letter for each call: w for a write, o for another one

void require(bool condition, const std::string &what) {
  if (!condition) {
    std::fprintf(stderr, "failed: %s\n", what.c_str());
    std::_Exit(1);
  }
}

template <typename Function> Function next(const char *name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// Counts a call, and tells whether it is the one in which the process is killed.
bool is_last_call(char kind) {
  if (listed)
    std::fputc(kind, listed);
  return killed_at >= 0 && calls++ == killed_at;
}

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  std::abort();
}

bool is_plain_file(int file) {
  struct stat status = {};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/// Writes only a part of the bytes if the process is killed in this call.
template <typename Write> ssize_t counted_write(int file, std::size_t n, Write write) {
  if (!is_plain_file(file) || !is_last_call('w'))
    return write(n);
  write(n * killed_after / 4);
  die();
}

} // namespace

// What MPI and AutoLink call.
extern "C" {
ssize_t write(int file, const void *bytes, size_t n) {
  static const auto real = next<decltype(&write)>("write");
  return counted_write(file, n, [&](size_t some) { return real(file, bytes, some); });
}
ssize_t pwrite(int file, const void *bytes, size_t n, off_t offset) {
  static const auto real = next<decltype(&pwrite)>("pwrite");
  return counted_write(file, n, [&](size_t some) { return real(file, bytes, some, offset); });
}
ssize_t pwrite64(int file, const void *bytes, size_t n, off64_t offset) {
  static const auto real = next<decltype(&pwrite64)>("pwrite64");
  return counted_write(file, n, [&](size_t some) { return real(file, bytes, some, offset); });
}
int fsync(int file) {
  static const auto real = next<decltype(&fsync)>("fsync");
  if (is_last_call('o'))
    die();
  struct stat status = {};
  if (std::getenv("FAILING_DIRECTORY") && fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
    errno = EIO;
    return -1;
  }
  return real(file);
}
int unlink(const char *path) noexcept {
  static const auto real = next<int (*)(const char *)>("unlink");
  if (is_last_call('o'))
    die();
  return real(path);
}
int rename(const char *from, const char *to) noexcept {
  static const auto real = next<int (*)(const char *, const char *)>("rename");
  if (is_last_call('o'))
    die();
  const int out = real(from, to);
  if (is_last_call('o')) // with the new name, which is not on the disk
    die();
  return out;
}
}

namespace {

std::size_t nodes_of(int rank, int n) { return static_cast<std::size_t>(n + 1000 * rank); }

int write_file(const char *path, int n) {
  int rank = 0;
  AL_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Made made;
  List *const list = make_list(made, nodes_of(rank, n), 1);
  const char *const rank_text = std::getenv("KILLED_RANK"), *const at = std::getenv("KILLED_AT");
  if (rank_text && at && std::atoi(rank_text) == rank)
    killed_at = std::atol(at);
  const char *const calls_file = std::getenv("FILE_CALLS");
  if (calls_file && rank_text && std::atoi(rank_text) == rank)
    listed = std::fopen(calls_file, "w");
  if (const char *const after = std::getenv("KILLED_AFTER"))
    killed_after = std::strtoul(after, nullptr, 10);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int code = AL_File_write(path, list, AutoLink_List, MPI_COMM_WORLD);
  killed_at = -1;
  if (std::getenv("FAILING_DIRECTORY")) {
    int al_class = 0;
    AL_Error_class(code, &al_class);
    const std::string text = AL_Error_string(code);
    require(al_class == AL_ERR_FILE &&
                text.find("its directory cannot be synchronized with the disk: ") != std::string::npos,
            text);
    AL_Finalize();
    return 0;
  }
  if (std::FILE *const file = std::exchange(listed, nullptr))
    std::fclose(file);
  AL_Finalize();
  return code != MPI_SUCCESS;
}

/// Returns the N of a whole file.
int read_file(const std::string &path, int n_ranks) {
  AL_File file = AL_FILE_NULL;
  int code = AL_File_open(path.c_str(), &file), n = 0, found = -1;
  require(code == 0, AL_Error_string(code));
  AL_File_count(file, &n);
  require(n == n_ranks, "the number of structures");
  for (int rank = 0; rank < n; ++rank) {
    List *list = nullptr;
    code = AL_File_read(file, rank, &list, AutoLink_List);
    require(code == 0, AL_Error_string(code));
    AL_Size size = {};
    AL_Count(list, AutoLink_List, &size);
    const int here = static_cast<int>(size.nodes) - 1000 * rank;
    require(found == -1 || here == found, "structures of two writes are in one file");
    found = here;
    Made made;
    require(difference(make_list(made, nodes_of(rank, found), 1), list).empty(), "the data");
    AL_Free(list, AutoLink_List);
  }
  AL_File_close(&file);
  return found;
}

/// Returns whether the program has ended by itself.
bool run(const std::string &launcher, const std::string &self, const std::string &path, int n, int rank, long at,
         int after) {
  setenv("KILLED_RANK", std::to_string(rank).c_str(), 1);
  setenv("KILLED_AT", std::to_string(at).c_str(), 1);
  setenv("KILLED_AFTER", std::to_string(after).c_str(), 1);
  const std::string command =
      launcher + " '" + self + "' write '" + path + "' " + std::to_string(n) + " >/dev/null 2>&1";
  return std::system(command.c_str()) == 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 4 && std::strcmp(argv[1], "write") == 0)
    return write_file(argv[2], std::atoi(argv[3]));
  require(argc >= 2, "arguments");
  const std::string path = std::string(argv[1]) + "/killed_" + std::to_string(getpid()) + ".al";
  std::string launcher;
  for (int i = 2; i < argc; ++i)
    launcher += std::string(argv[i]) + " ";
  const int n_ranks = launcher.empty() ? 1 : 2;
  int n_killed = 0, n_old = 0, n_new = 0;
  int last = 50000;
  require(run(launcher, argv[0], path, last, 0, -1, 0), "the file cannot be written");
  require(read_file(path, n_ranks) == last, "the first file");
  const std::string list = path + ".calls";
  for (int rank = 0; rank < n_ranks; ++rank) {
    setenv("FILE_CALLS", list.c_str(), 1);
    require(run(launcher, argv[0], path, ++last, rank, -1, 0), "the file cannot be written");
    unsetenv("FILE_CALLS");
    std::ifstream in(list);
    const std::string calls_of_rank((std::istreambuf_iterator<char>(in)), {});
    for (std::size_t at = 0; at < calls_of_rank.size(); ++at) // of two ranks' writes, after every other quarter
      for (int after = 0; after < (calls_of_rank[at] == 'w' ? 4 : 1); after += n_ranks) {
        const int now = last + 1;
        require(!run(launcher, argv[0], path, now, rank, static_cast<long>(at), after), "a killed program ends well");
        const int found = read_file(path, n_ranks);
        require(found == last || found == now, "another file");
        ++n_killed;
        n_old += found == last;
        n_new += found == now;
        last = found;
      }
  }
  setenv("FAILING_DIRECTORY", "1", 1);
  require(run(launcher, argv[0], path, ++last, 0, -1, 0), "the error of a directory that cannot be synchronized");
  unsetenv("FAILING_DIRECTORY");
  require(read_file(path, n_ranks) == last, "the new file, of which an error was told");
  std::remove(list.c_str());
  std::printf("killed %d times: %d times the old file, %d times the new one\n", n_killed, n_old, n_new);
  require(n_old >= 14 && n_new >= 1, "there are fewer calls than expected");
  std::remove(path.c_str());
  std::remove((path + ".new").c_str());
  return 0;
}
