// The library's state. See comm_state.h.
#include "comm_state.h"

#include "errors.h"

#include "core/base/memory.h"
#include "mpi/stay_loaded.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace autolink {
namespace {

std::mutex states_mutex;
int users = 0;
bool began_mpi = false;
std::atomic<bool> is_ready = false;
int keyval = MPI_KEYVAL_INVALID;
MPI_Comm own_comm = MPI_COMM_NULL;
std::uint64_t tags = 32768;
std::atomic<std::uint64_t> streams = 0;
std::atomic<std::uint64_t> deleted_states = 0;

/// Returns the settings of new communicators. They exist before global objects are created, one of which may call
/// AL_Init.
Settings &defaults() {
  static auto &settings = *new Settings;
  return settings;
}

/// Reports misspelled settings once, by one process, because mostly all have the same environment.
void report_misspelled_settings() {
  static bool is_reported = false;
  const std::string text = misspelled_in_environment();
  if (text.empty() || std::exchange(is_reported, true))
    return;
  int rank = 0;
  check_call(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  if (rank == 0)
    std::fputs(text.c_str(), stderr);
}

/// Deletes the state when the communicator is freed, which all its processes do at once.
int delete_state(MPI_Comm, int, void *state, void *) {
  delete static_cast<CommState *>(state);
  deleted_states.fetch_add(1, std::memory_order_release);
  return MPI_SUCCESS;
}

/// Finds the ranks in MPI_COMM_WORLD of the processes that are sent to, which tell where packets go.
void find_world_ranks(MPI_Comm comm, CommState &state) {
  int is_inter = 0, comparison = MPI_UNEQUAL, size = 0;
  check_call(MPI_Comm_test_inter(comm, &is_inter));
  if (!is_inter) {
    check_call(MPI_Comm_compare(comm, MPI_COMM_WORLD, &comparison));
    if (comparison == MPI_IDENT || comparison == MPI_CONGRUENT)
      return;
  }
  check_call(is_inter ? MPI_Comm_remote_size(comm, &size) : MPI_Comm_size(comm, &size));
  std::vector<int> ranks(static_cast<std::size_t>(size));
  state.world_ranks.resize(ranks.size());
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  check_call(is_inter ? MPI_Comm_remote_group(comm, &group) : MPI_Comm_group(comm, &group));
  check_call(MPI_Comm_group(MPI_COMM_WORLD, &world));
  std::iota(ranks.begin(), ranks.end(), 0);
  const int code = MPI_Group_translate_ranks(group, size, ranks.data(), world, state.world_ranks.data());
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  check_call(code);
}

} // namespace

CommState &state_of(MPI_Comm comm) {
  require(is_ready.load(std::memory_order_acquire), AL_ERR_NOT_READY, "AutoLink: AL_Init has not been called");
  // The last communicator is found again without MPI, unless one was freed since: its handle may be used again.
  static thread_local struct {
    MPI_Comm comm;
    CommState *state;
    std::uint64_t deleted_states;
  } last = {};
  const std::uint64_t deleted = deleted_states.load(std::memory_order_acquire);
  if (last.state && last.comm == comm && last.deleted_states == deleted)
    return *last.state;
  void *found = nullptr;
  int is_there = 0;
  check_call(MPI_Comm_get_attr(comm, keyval, static_cast<void *>(&found), &is_there));
  if (!is_there) {
    const std::lock_guard lock(states_mutex);
    check_call(MPI_Comm_get_attr(comm, keyval, static_cast<void *>(&found), &is_there));
    if (!is_there) {
      auto created = std::make_unique<CommState>(defaults());
      find_world_ranks(comm, *created);
      check_call(MPI_Comm_set_attr(comm, keyval, created.get()));
      found = created.release();
    }
  }
  last = {comm, static_cast<CommState *>(found), deleted};
  return *last.state;
}

Settings settings_of_process() {
  const bool has_state = is_ready.load(std::memory_order_acquire) && running_status() == MPI_SUCCESS;
  return has_state ? state_of(MPI_COMM_WORLD).settings() : settings_from_environment();
}

CommState::~CommState() {
  if (channel != MPI_COMM_NULL)
    MPI_Comm_free(&channel);
}

Route route_to(const CommState &state, int rank) {
  const auto at = static_cast<std::size_t>(rank);
  if (state.world_ranks.empty() || at >= state.world_ranks.size()) // MPI refuses a rank that is too large
    return {own_comm, rank};
  if (state.world_ranks[at] != MPI_UNDEFINED)
    return {own_comm, state.world_ranks[at]};
  require(state.channel != MPI_COMM_NULL, AL_ERR_ARGUMENT,
          "AutoLink: the other process is not in MPI_COMM_WORLD: call AL_Comm_prepare on the communicator "
          "before");
  return {state.channel, rank};
}

void prepare(MPI_Comm comm) {
  CommState &state = state_of(comm);
  if (state.channel != MPI_COMM_NULL || state.world_ranks.empty())
    return;
  check_call(MPI_Comm_dup(comm, &state.channel));
  check_own_call(MPI_Comm_set_errhandler(state.channel, MPI_ERRORS_RETURN));
}

int packet_tag(std::uint64_t stream) { return static_cast<int>(stream % tags); }

std::uint64_t next_stream() { return streams.fetch_add(1, std::memory_order_relaxed); }

void init(int *argc, char ***argv) {
  const std::lock_guard lock(states_mutex);
  int initialized = 0, finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  if (finalized)
    throw CallFailure(MPI_ERR_OTHER, true); // no error handler exists after MPI_Finalize
  if (users++ > 0)
    return;
  try {
    if (!initialized) {
      check_call(MPI_Init(argc, argv));
      began_mpi = true;
    }
    prepare_errors();
    defaults() = settings_from_environment();
    report_misspelled_settings();
    automap::mpi::stay_loaded(reinterpret_cast<void *>(&delete_state));
    check_call(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_state, &keyval, nullptr));
    check_call(MPI_Comm_dup(MPI_COMM_WORLD, &own_comm));
    check_call(MPI_Comm_set_errhandler(own_comm, MPI_ERRORS_RETURN));
    int *greatest = nullptr, is_there = 0;
    check_call(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void *>(&greatest), &is_there));
    if (is_there)
      tags = static_cast<std::uint64_t>(*greatest) + 1;
    find_thread_level();
    is_ready.store(true, std::memory_order_release);
  } catch (...) {
    --users;
    throw;
  }
}

void finalize(bool has_requests) {
  const std::lock_guard lock(states_mutex);
  require(users > 0, AL_ERR_NOT_READY, "AutoLink: AL_Init has not been called");
  require(users > 1 || !has_requests, AL_ERR_NOT_READY,
          "AutoLink: AL_Finalize has been called before all requests are complete");
  if (--users > 0)
    return;
  is_ready.store(false, std::memory_order_release);
  release_kept_pages();
  deleted_states.fetch_add(1, std::memory_order_release); // no state is found by the keyval from now on
  void *state = nullptr;
  int is_there = 0;
  check_call(MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, static_cast<void *>(&state), &is_there));
  if (is_there)
    check_call(MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval));
  check_call(MPI_Comm_free(&own_comm));
  check_call(MPI_Comm_free_keyval(&keyval));
  if (began_mpi) {
    began_mpi = false;
    check_call(MPI_Finalize());
  }
}

} // namespace autolink
