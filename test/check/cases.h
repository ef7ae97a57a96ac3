/* Cases of MPI programs that do not know about the checker: functions that all ranks run one after the other. The
 * program runs the cases named in its arguments, or all. */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  void (*run)(void);
} test_case;

static test_case cases[200];
static int case_count;
static int rank, size;

#define CASE(id)                                                                                             \
  static void id(void);                                                                                      \
  __attribute__((constructor)) static void register_##id(void) {                                             \
    cases[case_count].name = #id;                                                                            \
    cases[case_count++].run = id;                                                                            \
  }                                                                                                          \
  static void id(void)

/* Ends the program with a message unless `condition` holds: the checker must not change what MPI does. */
#define REQUIRE(condition)                                                                                   \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: rank %d: %s does not hold\n", __FILE__, __LINE__, rank, #condition);           \
      MPI_Abort(MPI_COMM_WORLD, 2);                                                                          \
    }                                                                                                        \
  } while (0)

#define WORLD MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

static int run_cases(int argc, char **argv) {
  MPI_Comm_rank(WORLD, &rank);
  MPI_Comm_size(WORLD, &size);
  for (int i = 0; i < case_count; ++i) {
    int wanted = argc == 1;
    for (int a = 1; a < argc; ++a)
      wanted |= strcmp(argv[a], cases[i].name) == 0;
    if (!wanted)
      continue;
    if (getenv("CASES_VERBOSE") && rank == 0)
      fprintf(stderr, "-- %s\n", cases[i].name);
    cases[i].run();
    MPI_Barrier(WORLD);
  }
  return 0;
}
