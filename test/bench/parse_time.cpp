// Compares the time of automap for a header with that of `clang -fsyntax-only` for the same header: whole processes, in
// turn, each once per round. Prints medians and the median of the rounds' ratios.
//
// parse_time [ROUNDS]        default: 31
#include "process.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <vector>

extern char **environ;

namespace {

using automap::test::Scratch;

struct Seconds {
  double wall = 0, cpu = 0;
};

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Runs a command and discards its output. Ends the program if the command fails.
Seconds run(const std::string &command) {
  std::vector<std::string> words;
  std::istringstream text(command);
  for (std::string word; text >> word;)
    words.push_back(word);
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  const double start = now();
  pid_t child;
  int status = -1;
  rusage usage{};
  if (posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ) == 0)
    wait4(child, &status, 0, &usage);
  const double end = now();
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) {
    std::fprintf(stderr, "failed: %s\n", command.c_str());
    std::exit(1);
  }
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {end - start, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Case {
  const char *name;
  const char *file;
  std::string text;
  const char *output;
  bool knows_where_mpi_is = true; // Clang always does
};

std::string marked(const std::string &record) {
  return "/*~ AutoMap_Begin */\n" + record + " /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */\n";
}

std::string many_records() {
  std::string text = "#include <stdint.h>\n/*~ AutoMap_Begin */\n";
  for (int i = 0; i < 500; ++i) {
    const std::string n = std::to_string(i);
    text += "struct r" + n + " { char c; double d[" + std::to_string(i % 7 + 1) + "]; int32_t a, b; float f; " +
            (i > 0 ? "struct r" + std::to_string(i / 2) + " in; " : "") + "} /*~ AutoMap_TpUsed */;\n";
  }
  return text + "/*~ AutoMap_End */\n";
}

} // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 31;
  if (rounds < 1) {
    std::fprintf(stderr, "usage: %s [ROUNDS]\n", argv[0]);
    return 1;
  }
  setenv("MPICC", MPICC, 1); // both sides read the same MPI library's header
  const std::string record = "struct particle { char tag; double pos[3]; int id; }";
  const Case cases[] = {
      {"a struct alone", "alone.h", marked(record), "m.c"},
      {"#include <mpi.h>", "mpi_user.h", "#include <mpi.h>\n" + marked("struct p { MPI_Aint a; double pos[3]; }"),
       "m.c"},
      {"the same, mpi.h not told where", "mpi_finder.h",
       "#include <mpi.h>\n" + marked("struct p { MPI_Aint a; double pos[3]; }"), "m.c", false},
      {"mpi.h, stdio, stdlib, math", "usual.h",
       "#include <math.h>\n#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" +
           marked(record),
       "m.c"},
      {"500 structs", "many.h", many_records(), "m.c"},
      {"C++: <vector>, <map>, <string>", "cxx.hpp",
       "#include <map>\n#include <string>\n#include <vector>\n" + marked(record), "m.cpp"},
  };
  std::printf("%-32s %12s %12s %11s %11s\n", "header", "automap ms", "clang ms", "wall ratio", "CPU ratio");
  for (const Case &one : cases) {
    const Scratch scratch;
    scratch.write(one.file, one.text);
    const std::string file = scratch / one.file;
    const std::string ours = AUTOMAP " " + file + " -o " + (scratch / one.output).string() +
                             (one.knows_where_mpi_is ? " -- " MPI_INCLUDE_FLAGS : "");
    const std::string theirs = CLANG " -fsyntax-only " MPI_INCLUDE_FLAGS " " + file;
    std::vector<double> our_wall, their_wall, wall_ratio, cpu_ratio;
    run(ours);
    run(theirs);
    for (int round = 0; round < rounds; ++round) {
      const Seconds a = run(ours), b = run(theirs);
      our_wall.push_back(1e3 * a.wall);
      their_wall.push_back(1e3 * b.wall);
      wall_ratio.push_back(a.wall / b.wall);
      cpu_ratio.push_back(a.cpu / b.cpu);
    }
    std::printf("%-32s %12.1f %12.1f %11.2f %11.2f\n", one.name, median(our_wall), median(their_wall),
                median(wall_ratio), median(cpu_ratio));
    std::fflush(stdout);
  }
}
