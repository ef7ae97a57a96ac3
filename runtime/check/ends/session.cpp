// The start and the stop of the checker. See session.h.
#include "session.h"

#include "check/compare/retiring.h"
#include "check/state/checker.h"
#include "check/state/source_lines.h"
#include "early_end.h"
#include "fatal_errors.h"
#include "leftovers.h"

#include <dlfcn.h>
#include <sched.h>

#include <string>
#include <utility>

namespace automap::check {
namespace {

/// See Checker::end_program.
void end_program(Checker &checker, Call call) {
  checker.settings.mode = Mode::warn; // errors that are found from here on do not end the program
  end_by_mode(checker, call);
}

/// Returns the sums over all ranks, at rank 0.
Counters total_of(const Checker &checker) {
  static_assert(sizeof(Counters) % sizeof(std::int64_t) == 0);
  Counters out;
  PMPI_Reduce(&checker.counters, &out, sizeof(Counters) / sizeof(std::int64_t), MPI_INT64_T, MPI_SUM, 0,
              checker.control);
  return out;
}

void stop_checker() {
  Checker *const checker = std::exchange(running, nullptr);
  if (!checker)
    return;
  const InCall in_call;
  note_stacks(false);
  report_requests_left(*checker);
  for (const CommunicatorRef &communicator : checker->communicators.all())
    begin_retiring(*checker, communicator);
  finish_retiring(*checker);
  // Every rank that has called distrust_me() has sent one message to each.
  const int mine = checker->has_asked_for_distrust;
  int tellers = 0;
  PMPI_Allreduce(&mine, &tellers, 1, MPI_INT, MPI_SUM, checker->control);
  while (checker->count_distrusted() < tellers)
    sched_yield();
  report_messages_left(*checker);
  report_handles_left(*checker);
  const Counters total = total_of(*checker);
  stop_watching(); // not earlier: this rank may be stopped while it waits for the others
  checker->reporter.summary(checker->counters, checker->rank == 0 ? &total : nullptr);
  PMPI_Group_free(&checker->world_group);
  PMPI_Comm_free(&checker->control);
  restore_error_handlers();
}

int on_finalize(MPI_Comm, int, void *, void *) {
  stop_checker();
  return MPI_SUCCESS;
}

/// Has the checker stop within MPI_Finalize. That first deletes the attributes of MPI_COMM_SELF, and the one that was
/// set first comes last. So the checker stops after the program's delete functions, which may free datatypes and send
/// messages (MPI 4.0, section 11.2.4).
void stop_in_finalize() {
  int key = MPI_KEYVAL_INVALID;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &key, nullptr);
  PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  PMPI_Comm_free_keyval(&key); // MPI frees it when the attribute is gone
}

} // namespace

void start_checker() {
  started = true;
  if (running)
    return;
  const Settings settings = read_settings();
  if (settings.mode == Mode::off)
    return;
  auto *out = new Checker; // never freed: threads may still be in a call when the program ends
  out->settings = settings;
  out->end_program = end_program;
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  out->threaded = refs_are_shared = level == MPI_THREAD_MULTIPLE;
  PMPI_Comm_rank(MPI_COMM_WORLD, &out->rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &out->size);
  MPI_Comm parents = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parents);
  out->reporter.start(settings, out->rank, parents != MPI_COMM_NULL);
  PMPI_Comm_dup(MPI_COMM_WORLD, &out->control);
  PMPI_Comm_set_errhandler(out->control, MPI_ERRORS_RETURN);
  PMPI_Comm_group(MPI_COMM_WORLD, &out->world_group);
  for (const MPI_Comm communicator : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Comm shadow = MPI_COMM_NULL;
    PMPI_Comm_dup(communicator, &shadow);
    out->communicators.add(communicator, shadow);
  }
#ifdef OPEN_MPI
  out->has_unseen_calls = dlsym(RTLD_DEFAULT, "ompi_barrier_f"); // all functions for Fortran
#else
  out->has_unseen_calls = dlsym(RTLD_DEFAULT, "mpi_type_vector_f08_"); // most functions of mpi_f08
  if (out->has_unseen_calls)
    out->types.expect_unseen_datatypes();
#endif
  replace_error_handlers();
  program_number();
  note_stacks(true);
  watch_for_early_end(*out);
  if (settings.hang.count() > 0)
    watch_for_hang(settings.hang);
  stop_in_finalize();
  running = out;
}

} // namespace automap::check
