// Pipelines as attributes of communicators. See pipeline.h.
#include "pipeline.h"

#include "automap/automap.h"

#include "mpi/base/at_finalize.h"
#include "mpi/base/failure.h"
#include "mpi/open_mpi.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <random>
#include <set>
#include <utility>

namespace automap::mpi {
namespace {

// The constants of AM_PIPELINE_DEFAULT, from test/bench/messages with two ranks that share memory. MPI sends short
// parts at once by copies through shared memory, where this takes less time than the system calls for longer ones. Long
// parts are such that some of them stay in the caches. Messages of other sizes gain nothing from parts.
std::int64_t short_part() { return is_open_mpi() ? 3968 : 8000; }
std::int64_t most_in_short_parts() { return is_open_mpi() ? 128 << 10 : std::numeric_limits<std::int64_t>::max(); }
constexpr std::int64_t least_in_short_parts = 16 << 10, least_in_long_parts = 1 << 20;

/// Returns the bytes in a part by default, or 0 for a message to be sent whole. Parts that are all started `at_once`,
/// before the receive may have begun, are never short: MPI would send short ones immediately, and their receiver would
/// have to keep all of them.
std::int64_t default_part(std::int64_t size, bool at_once) {
  constexpr std::int64_t page = 4096, longest_part = 1 << 20;
  if (!at_once && size >= least_in_short_parts && size <= most_in_short_parts())
    return short_part();
  return size < least_in_long_parts ? 0 : std::min(size / 8 / page * page, longest_part);
}

/// The limits on the number of parts. MPICH has requests for 262144 messages of a process at once. A part needs one if
/// it is started before it is received: those of AM_Isend, and those for which AM_Send does not wait.
constexpr std::int64_t most_parts = 16384, most_parts_at_once = 2048, most_parts_of_process = 131072;

using Handle = std::shared_ptr<Pipeline>; // an attribute's value points to one

std::atomic<bool> is_finalizing{false};

/// The pipelines of this process.
struct Pipelines {
  std::mutex mutex;
  std::set<const Pipeline *> all;
};
Pipelines &pipelines() {
  static auto &out = *new Pipelines; // never destroyed: communicators may live as long as the process
  return out;
}

void begin_to_finalize() {
  is_finalizing = true;
  const std::lock_guard lock(pipelines().mutex);
  for (const Pipeline *each : pipelines().all)
    each->report_unreceived();
}

int delete_handle(MPI_Comm, int, void *value, void *) {
  ++pipeline_changes; // invalidates what threads remember
  const std::unique_ptr<Handle> handle(static_cast<Handle *>(value));
  (*handle)->user_freed(); // receives under way keep the pipeline
  return MPI_SUCCESS;
}

int keyval() {
  static const int keyval = [] {
    int out = MPI_KEYVAL_INVALID;
    at_finalize(begin_to_finalize);
    check_call(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_handle, &out, nullptr));
    return out;
  }();
  return keyval;
}

/// A communicator that its destructor frees.
class Owned {
public:
  Owned() = default;
  ~Owned() {
    if (comm_ != MPI_COMM_NULL)
      MPI_Comm_free(&comm_);
  }
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  operator MPI_Comm() const { return comm_; }
  MPI_Comm *out() { return &comm_; }
  MPI_Comm release() { return std::exchange(comm_, MPI_COMM_NULL); }

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

void require_part_bytes(int value) {
  if (value == AM_PIPELINE_DEFAULT || value == 0 || value >= AM_PIPELINE_LEAST)
    return;
  static thread_local char text[120];
  std::snprintf(text, sizeof text,
                "AutoMap: part_bytes is %d, not from %d (AM_PIPELINE_LEAST) to %d, 0 or %d (AM_PIPELINE_DEFAULT)",
                value, AM_PIPELINE_LEAST, INT_MAX, AM_PIPELINE_DEFAULT);
  throw UsageFailure(MPI_ERR_ARG, text);
}

/// What the ranks agree on in AM_Comm_set_pipeline, in both groups of an intercommunicator.
struct Agreement {
  bool same_part_bytes;
  Pipeline::Key key;
};

Agreement agree(MPI_Comm comm, int part_bytes) {
  int is_between_groups = 0, rank = 0;
  check_call(MPI_Comm_test_inter(comm, &is_between_groups));
  Owned merged;
  if (is_between_groups)
    check_call(MPI_Intercomm_merge(comm, 0, merged.out()));
  const MPI_Comm all = is_between_groups ? MPI_Comm(merged) : comm;
  check_call(MPI_Comm_rank(all, &rank));
  std::uint64_t mine[4] = {0, 0, static_cast<std::uint64_t>(part_bytes - std::int64_t(INT_MIN)),
                           static_cast<std::uint64_t>(std::int64_t(INT_MAX) - part_bytes)};
  if (rank == 0) {
    std::random_device random;
    for (std::uint64_t *word : {&mine[0], &mine[1]})
      *word = std::uint64_t(random()) << 32 | random();
  }
  std::uint64_t most[4];
  check_call(MPI_Allreduce(mine, most, 4, MPI_UINT64_T, MPI_MAX, all));
  return {most[2] == mine[2] && most[3] == mine[3], {most[0], most[1]}};
}

/// Attaches a new pipeline to `comm`. MPI_Comm_split makes the communicator for the parts, because MPI_Comm_dup would
/// call the user's functions that copy attributes.
Pipeline *attach(MPI_Comm comm, const Pipeline::Key &key) {
  int rank = 0;
  check_call(MPI_Comm_rank(comm, &rank));
  Owned parts;
  check_call(MPI_Comm_split(comm, 0, rank, parts.out()));
  check_call(MPI_Comm_set_errhandler(parts, MPI_ERRORS_RETURN));
  auto handle = std::make_unique<Handle>(std::make_shared<Pipeline>(comm, parts, key));
  parts.release();
  check_call(MPI_Comm_set_attr(comm, keyval(), handle.get()));
  ++pipeline_changes; // last: threads may remember that there is none
  return handle.release()->get();
}

} // namespace

Pipeline::Pipeline(MPI_Comm comm, MPI_Comm parts, const Key &key) : user_(comm), parts_(parts), key_(key) {
  void *value = nullptr;
  int found = 0;
  if (MPI_Comm_get_attr(parts, MPI_TAG_UB, &value, &found) != MPI_SUCCESS || !found)
    most_tag_ = 32767; // the least that the standard allows
  else
    most_tag_ = *static_cast<int *>(value);
  const std::lock_guard lock(pipelines().mutex);
  pipelines().all.insert(this);
}

Pipeline::~Pipeline() {
  {
    const std::lock_guard lock(pipelines().mutex);
    pipelines().all.erase(this);
  }
  if (is_finalizing)
    return;
  report_unreceived();
  discard_unreceived();
  MPI_Comm_free(&parts_);
}

void Pipeline::user_freed() {
  int length = 0;
  MPI_Comm_get_name(user_, name_, &length);
  user_ = MPI_COMM_NULL;
}

std::string Pipeline::name() const {
  const MPI_Comm comm = user();
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  if (comm != MPI_COMM_NULL)
    MPI_Comm_get_name(comm, name, &length);
  const std::string out = comm == MPI_COMM_NULL ? name_ : name;
  return out.empty() ? "a communicator without a name" : "communicator " + out;
}

void Pipeline::report_unreceived() const {
  int found = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, parts_, &found, &status) == MPI_SUCCESS && found)
    std::fprintf(stderr,
                 "AutoMap: a message of rank %d on %s was lost: it was sent in parts, of which MPI_Recv receives "
                 "only the announcement. Call AM_Recv or another AM_ call instead\n",
                 status.MPI_SOURCE, name().c_str());
}

void Pipeline::discard_unreceived() const {
  int found = 0, bytes = 0;
  MPI_Status status;
  while (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, parts_, &found, &status) == MPI_SUCCESS && found) {
    MPI_Get_count(&status, MPI_PACKED, &bytes);
    const std::unique_ptr<char[]> part(new (std::nothrow) char[static_cast<std::size_t>(bytes)]);
    if (!part || MPI_Recv(part.get(), bytes, MPI_PACKED, status.MPI_SOURCE, status.MPI_TAG, parts_,
                          MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return;
  }
}

std::int64_t Pipeline::part_of(std::int64_t size, bool at_once) const {
  const int wanted = part_bytes_.load(std::memory_order_relaxed);
  const std::int64_t part = wanted == AM_PIPELINE_DEFAULT ? default_part(size, at_once) : size > wanted ? wanted : 0;
  const std::int64_t most = at_once ? most_parts_at_once : most_parts, least = (size - 1) / most + 1;
  return part == 0 || PartsStarted::all() + most > most_parts_of_process
             ? 0
             : std::min<std::int64_t>(std::max(part, least), INT_MAX);
}

bool Pipeline::may_announce(std::int64_t room) const {
  const int part = part_bytes_.load(std::memory_order_relaxed);
  return part == AM_PIPELINE_DEFAULT ? room >= least_in_short_parts : part > 0 && room > part;
}

PartsAnnouncement Pipeline::announce(std::int64_t size, std::int64_t part) {
  const std::uint64_t number = messages_.fetch_add(1, std::memory_order_relaxed);
  return {key_, size, part, static_cast<std::int64_t>(number % (static_cast<std::uint64_t>(most_tag_) + 1))};
}

bool Pipeline::has_sent(const PartsAnnouncement &received) const {
  return received.key == key_ && received.part > 0 && received.part <= INT_MAX && received.size > 0 &&
         received.tag >= 0 && received.tag <= most_tag_;
}

Pipeline *find_pipeline(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) // the MPI call that follows reports it
    return nullptr;
  const unsigned long changes = pipeline_changes.load(std::memory_order_acquire);
  void *value = nullptr;
  int found = 0;
  check_call(MPI_Comm_get_attr(comm, keyval(), &value, &found));
  Pipeline *const out = found ? static_cast<Handle *>(value)->get() : nullptr;
  std::ranges::copy_backward(recent_pipelines.begin(), recent_pipelines.end() - 1, recent_pipelines.end());
  recent_pipelines.front() = {comm, out, changes};
  return out;
}

} // namespace automap::mpi

using namespace automap;
using mpi::Pipeline;
using mpi::require;

extern "C" int AM_Comm_set_pipeline(MPI_Comm comm, int part_bytes) {
  return mpi::run_call(
      [&] {
        mpi::require_comm(comm);
        const mpi::Agreement agreed = mpi::agree(comm, part_bytes);
        require(agreed.same_part_bytes, MPI_ERR_ARG, "AutoMap: part_bytes is not the same on all ranks");
        mpi::require_part_bytes(part_bytes);
        Pipeline *pipeline = mpi::pipeline_of(comm);
        if (!pipeline && part_bytes != 0)
          pipeline = mpi::attach(comm, agreed.key);
        if (pipeline)
          pipeline->set(part_bytes);
      },
      comm);
}
