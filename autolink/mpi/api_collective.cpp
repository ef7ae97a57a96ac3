// The public calls of all ranks. See autolink/al_collective.h.
#include "autolink/autolink.h"

#include "calls.h"
#include "collective.h"
#include "comm_state.h"
#include "receiving.h"
#include "sending.h"

#include "core/plan/planning.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

using namespace autolink;

namespace {

/// Structures that are sent and received.
class Structures : public CollectiveData {
public:
  /// `roots`: the address of n_sent pointers to roots. `received`: the address of n_received pointers.
  Structures(const Settings &settings, AL_Type type, const void *roots, std::size_t n_sent, void *received,
             std::size_t n_received)
      : settings_(settings), type_(type), to_(received), sent_(n_sent), received_(n_received) {
    require_type(type);
    plan_of(type);
    require(roots || n_sent == 0, AL_ERR_ARGUMENT, "AutoLink: the address of the roots is NULL");
    require(received || n_received == 0, AL_ERR_ARGUMENT, "AutoLink: the address of what is received is NULL");
    if (n_sent > 0)
      std::memcpy(sent_.data(), roots, n_sent * sizeof(void *));
  }

  std::unique_ptr<Transfer> send(std::size_t item, std::span<const Destination> to) override {
    return std::make_unique<SendingStructure>(sent_[item], type_, settings_, to);
  }
  std::unique_ptr<Contents> receive(std::size_t item) override {
    return std::make_unique<StructureContents>(ReceivePlace(&received_[item], type_, settings_), true);
  }
  void deliver() override {
    if (!received_.empty())
      std::memcpy(to_, received_.data(), received_.size() * sizeof(void *));
  }
  void discard() noexcept override {
    for (void *root : received_)
      if (root)
        ReceivePlace(&root, type_, settings_).discard(root);
  }

private:
  Settings settings_;
  AL_Type type_;
  void *to_;
  std::vector<const void *> sent_;
  std::vector<void *> received_;
};

/// Contents that the caller's functions write and read.
class Streams : public CollectiveData {
public:
  Streams(const Settings &settings, const AL_Source *sources, std::size_t n_sources, const AL_Sink *sinks,
          std::size_t n_sinks)
      : settings_(settings) {
    require(sources || sinks, AL_ERR_MEMORY, "AutoLink: memory ran out");
    require(sources || n_sources == 0, AL_ERR_ARGUMENT, "AutoLink: the source is NULL");
    require(sinks || n_sinks == 0, AL_ERR_ARGUMENT, "AutoLink: the sink is NULL");
    sources_.assign(sources, sources + n_sources);
    sinks_.assign(sinks, sinks + n_sinks);
  }

  std::unique_ptr<Transfer> send(std::size_t item, std::span<const Destination> to) override {
    return std::make_unique<SendingStream>(sources_[item], settings_, Recipients(to));
  }
  std::unique_ptr<Contents> receive(std::size_t item) override {
    return std::make_unique<StreamContents>(sinks_[item], settings_.receiving().limit_bytes);
  }
  void deliver() override {}
  void discard() noexcept override {}

private:
  Settings settings_;
  std::vector<AL_Source> sources_;
  std::vector<AL_Sink> sinks_;
};

/// Returns what make() returns, once there is memory for it: other ranks wait for this one. It is short lists that are
/// made like this, without which MPI could not go on, either.
template <typename Make> auto insist(Make make) {
  for (Patience patience;; patience.rest())
    try {
      return make();
    } catch (const std::bad_alloc &) {
    }
}

OwnComm &own_comm_of(CommState &comm_state, MPI_Comm comm) {
  {
    const std::lock_guard lock(comm_state.mutex);
    if (comm_state.own)
      return *comm_state.own;
  }
  auto made = insist([&] { return std::make_unique<OwnComm>(comm); });
  made->begin(comm);
  const std::lock_guard lock(comm_state.mutex);
  comm_state.own = std::move(made);
  return *comm_state.own;
}

/// Throws Failure (AL_ERR_ARGUMENT) unless this is a root of a collective call on `comm`.
void check_root(MPI_Comm comm, int root) {
  int is_inter = 0, size = 0;
  check_call(MPI_Comm_test_inter(comm, &is_inter));
  if (is_inter && (root == MPI_ROOT || root == MPI_PROC_NULL))
    return;
  check_call(is_inter ? MPI_Comm_remote_size(comm, &size) : MPI_Comm_size(comm, &size));
  require(root >= 0 && root < size, AL_ERR_ARGUMENT,
          "AutoLink: the root of a collective call is not a rank of the communicator");
}

/// Returns the rank in `own` that a root means, or MPI_PROC_NULL.
int root_in(const OwnComm &own, int root) {
  if (own.is_inter() && root == MPI_ROOT)
    return own.rank();
  return own.is_inter() && root == MPI_PROC_NULL ? MPI_PROC_NULL : own.peers()[static_cast<std::size_t>(root)];
}

/// A collective call of the user's.
struct Call {
  MPI_Comm comm;
  const char *name;
  bool blocks;
  AL_Request *request = nullptr; // unless it blocks
  bool raises = true;            // whether errors are raised on the communicator
};

/// Runs or starts the call. make_schedule(own) returns what this rank does, and make_data(settings, schedule)
/// what it sends and receives. Whatever fails from there on, the rank takes part, because the others wait for it.
template <typename MakeSchedule, typename MakeData>
int run_collective(const Call &call, MakeSchedule make_schedule, MakeData make_data) {
  const auto body = [&] {
    if constexpr (requires { make_schedule.check(call.comm); })
      make_schedule.check(call.comm);
    CommState &comm_state = *insist([&] { return &state_of(call.comm); });
    OwnComm &own = own_comm_of(comm_state, call.comm);
    const Schedule schedule = insist([&] { return make_schedule(own); });
    const std::uint64_t number = own.next_call();
    std::unique_ptr<CollectiveData> data;
    try {
      if (!call.blocks)
        require_request(call.request);
      data = make_data(comm_state.settings(), schedule);
    } catch (...) {
      data = insist([failure = std::current_exception()] { return failed_data(failure); });
    }
    auto collective = insist([&] {
      auto out = std::make_unique<Collective>(comm_state, own, number);
      out->begin(data, schedule);
      return out;
    });
    if (!call.request) {
      run(*collective);
      return;
    }
    *call.request =
        insist([&] { return start_request(call.comm, call.name, [&] { return std::move(collective); }, call.raises); });
  };
  return run_call(call.comm, body, call.name, call.raises);
}

template <typename MakeSchedule>
int run_structures(const Call &call, AL_Type type, const void *roots, void *received, MakeSchedule make_schedule) {
  return run_collective(call, make_schedule, [&](const Settings &settings, const Schedule &schedule) {
    return std::make_unique<Structures>(settings, type, roots, schedule.sends.size(), received,
                                        schedule.receives.size());
  });
}

template <typename MakeSchedule>
int run_streams(const char *name, MPI_Comm comm, AL_Request *request, const AL_Source *sources, const AL_Sink *sinks,
                MakeSchedule make_schedule) {
  return run_collective(
      {comm, name, !request, request, false}, make_schedule, [&](const Settings &settings, const Schedule &schedule) {
        return std::make_unique<Streams>(settings, sources, schedule.sends.size(), sinks, schedule.receives.size());
      });
}

/// Makes the schedule of a call with a root.
template <Schedule (*make)(const OwnComm &, int)> struct WithRoot {
  int root;
  void check(MPI_Comm comm) const { check_root(comm, root); }
  Schedule operator()(const OwnComm &own) const { return make(own, root_in(own, root)); }
};

} // namespace

extern "C" int AL_Bcast(void *root, AL_Type type, int source, MPI_Comm comm) {
  return run_structures({comm, __func__, true}, type, root, root, WithRoot<broadcast>{source});
}

extern "C" int AL_Ibcast(void *root, AL_Type type, int source, MPI_Comm comm, AL_Request *request) {
  return run_structures({comm, __func__, false, request}, type, root, root, WithRoot<broadcast>{source});
}

extern "C" int AL_Gather(const void *root, void *roots, AL_Type type, int dest, MPI_Comm comm) {
  return run_structures({comm, __func__, true}, type, &root, roots, WithRoot<gather>{dest});
}

extern "C" int AL_Igather(const void *root, void *roots, AL_Type type, int dest, MPI_Comm comm, AL_Request *request) {
  return run_structures({comm, __func__, false, request}, type, &root, roots, WithRoot<gather>{dest});
}

extern "C" int AL_Scatter(const void *roots, void *root, AL_Type type, int source, MPI_Comm comm) {
  return run_structures({comm, __func__, true}, type, roots, root, WithRoot<scatter>{source});
}

extern "C" int AL_Iscatter(const void *roots, void *root, AL_Type type, int source, MPI_Comm comm,
                           AL_Request *request) {
  return run_structures({comm, __func__, false, request}, type, roots, root, WithRoot<scatter>{source});
}

extern "C" int AL_Allgather(const void *root, void *roots, AL_Type type, MPI_Comm comm) {
  return run_structures({comm, __func__, true}, type, &root, roots, all_gather);
}

extern "C" int AL_Iallgather(const void *root, void *roots, AL_Type type, MPI_Comm comm, AL_Request *request) {
  return run_structures({comm, __func__, false, request}, type, &root, roots, all_gather);
}

extern "C" int AL_Alltoall(const void *roots, void *received, AL_Type type, MPI_Comm comm) {
  return run_structures({comm, __func__, true}, type, roots, received, all_to_all);
}

extern "C" int AL_Ialltoall(const void *roots, void *received, AL_Type type, MPI_Comm comm, AL_Request *request) {
  return run_structures({comm, __func__, false, request}, type, roots, received, all_to_all);
}

extern "C" int AL_Bcast_stream(const AL_Source *source, const AL_Sink *sink, int from, MPI_Comm comm,
                               AL_Request *request) {
  return run_streams("autolink::bcast", comm, request, source, sink, WithRoot<broadcast>{from});
}

extern "C" int AL_Gather_stream(const AL_Source *source, const AL_Sink sinks[], int dest, MPI_Comm comm,
                                AL_Request *request) {
  return run_streams("autolink::gather", comm, request, source, sinks, WithRoot<gather>{dest});
}

extern "C" int AL_Scatter_stream(const AL_Source sources[], const AL_Sink *sink, int from, MPI_Comm comm,
                                 AL_Request *request) {
  return run_streams("autolink::scatter", comm, request, sources, sink, WithRoot<scatter>{from});
}

extern "C" int AL_Allgather_stream(const AL_Source *source, const AL_Sink sinks[], MPI_Comm comm, AL_Request *request) {
  return run_streams("autolink::allgather", comm, request, source, sinks, all_gather);
}

extern "C" int AL_Alltoall_stream(const AL_Source sources[], const AL_Sink sinks[], MPI_Comm comm,
                                  AL_Request *request) {
  return run_streams("autolink::alltoall", comm, request, sources, sinks, all_to_all);
}
