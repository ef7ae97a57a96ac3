// The start and the stop of the checker. See session.h.
#include "session.h"

#include "check/compare/retiring.h"
#include "check/state/checker.h"
#include "check/state/source.h"
#include "early_end.h"
#include "fatal_errors.h"
#include "leftovers.h"

#include <dlfcn.h>
#include <sched.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

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

/// Whether the program, or a library loaded before this one, has some of MPI's functions itself, as tools do. It may
/// then complete a request, say, by a PMPI_ function.
bool has_functions_before_checker() {
  Dl_info own{};
  dladdr(reinterpret_cast<const void *>(&start_checker), &own);
  for (const char *const name :
       {"MPI_Wait",       "MPI_Waitall",  "MPI_Waitany",  "MPI_Waitsome",  "MPI_Test",       "MPI_Testall",
        "MPI_Testany",    "MPI_Testsome", "MPI_Cancel",   "MPI_Start",     "MPI_Startall",   "MPI_Request_free",
        "MPI_Send",       "MPI_Isend",    "MPI_Recv",     "MPI_Irecv",     "MPI_Sendrecv",   "MPI_Mrecv",
        "MPI_Barrier",    "MPI_Bcast",    "MPI_Reduce",   "MPI_Allreduce", "MPI_Gather",     "MPI_Allgather",
        "MPI_Scatter",    "MPI_Alltoall", "MPI_Ibarrier", "MPI_Comm_dup",  "MPI_Comm_split", "MPI_Comm_free",
        "MPI_Group_free", "MPI_Op_free",  "MPI_Win_free", "MPI_File_close"}) {
    Dl_info info{};
    if (const void *const function = dlsym(RTLD_DEFAULT, name);
        function && dladdr(function, &info) && info.dli_fbase != own.dli_fbase)
      return true;
  }
  return false;
}

/// Tells all ranks the programs of the others, if not all are the same, so that reports name lines in each.
void exchange_programs(const Checker &checker) {
  const std::uint32_t mine[2] = {program_number(), ~program_number()};
  std::uint32_t most[2] = {};
  PMPI_Allreduce(mine, most, 2, MPI_UINT32_T, MPI_MAX, checker.control);
  if (most[0] == ~most[1]) // the greatest number is the least one
    return;
  struct Entry {
    std::uint32_t number;
    char path[1020];
  };
  Entry entry{mine[0], {}};
  std::strncpy(entry.path, program_path().c_str(), sizeof entry.path - 1);
  std::vector<Entry> all(static_cast<std::size_t>(checker.size));
  PMPI_Allgather(&entry, sizeof entry, MPI_BYTE, all.data(), sizeof entry, MPI_BYTE, checker.control);
  for (const Entry &each : all)
    if (each.number != mine[0])
      note_other_program(each.number, each.path);
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
  exchange_programs(*out);
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
  out->has_unseen_calls = out->has_unseen_calls || has_functions_before_checker();
  int here = out->has_unseen_calls, anywhere = 0; // ranks may run different programs
  PMPI_Allreduce(&here, &anywhere, 1, MPI_INT, MPI_LOR, out->control);
  out->has_unseen_calls = anywhere != 0;
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
