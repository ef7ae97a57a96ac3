/* Cases with several threads on each rank: a case calls on_threads(f), which runs f(0) … f(THREADS - 1) at once. */
#pragma once

#include "cases.h"

#include <pthread.h>

#define THREADS 4

typedef struct {
  pthread_t thread;
  int index;
  void (*run)(int);
} test_thread;

static void *run_thread(void *argument) {
  const test_thread *const self = argument;
  self->run(self->index);
  return NULL;
}

static void on_threads(void (*run)(int)) {
  test_thread threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    threads[i].index = i;
    threads[i].run = run;
    REQUIRE(pthread_create(&threads[i].thread, NULL, run_thread, &threads[i]) == 0);
  }
  for (int i = 0; i < THREADS; ++i)
    REQUIRE(pthread_join(threads[i].thread, NULL) == 0);
}

/* One communicator for each thread, in the same order on all ranks. */
static MPI_Comm own_comm[THREADS];

static void make_own_comms(void) {
  for (int i = 0; i < THREADS; ++i)
    MPI_Comm_dup(WORLD, &own_comm[i]);
}

static void free_own_comms(void) {
  for (int i = 0; i < THREADS; ++i)
    MPI_Comm_free(&own_comm[i]);
}

static int run_threaded_cases(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  REQUIRE(provided == MPI_THREAD_MULTIPLE);
  run_cases(argc, argv);
  return MPI_Finalize();
}
