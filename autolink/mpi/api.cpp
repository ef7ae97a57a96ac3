// The public C API. See autolink/autolink.h.
#include "autolink/autolink.h"

#include "arenas.h"
#include "comm_state.h"
#include "engine.h"
#include "errors.h"
#include "probing.h"
#include "receiving.h"
#include "sending.h"
#include "status.h"

#include "core/plan/planning.h"
#include "core/stream/stream_types.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <cstdlib>
#include <memory>
#include <new>

using namespace autolink;

namespace {

void set(MPI_Status *status, const MPI_Status &value) {
  if (status == MPI_STATUS_IGNORE)
    return;
  const int error = status->MPI_ERROR; // only calls that complete several set it
  *status = value;
  status->MPI_ERROR = error;
}

AL_RequestObject *complete_request(MPI_Comm comm, const MPI_Status &status, const char *call) {
  auto *out = new AL_RequestObject(comm, status, call);
  out->done = true;
  return out;
}

/// Starts the transfer that begin() returns. What needs memory comes before it.
template <typename Begin>
AL_RequestObject *start_request(MPI_Comm comm, const char *call, Begin begin, bool raises = true) {
  auto out = std::make_unique<AL_RequestObject>(comm, empty_status(), call);
  out->raises = raises;
  out->transfer = begin();
  if (!start(out.get()))
    throw CallFailure(out->outcome.code, true);
  return out.release();
}

void require_type(AL_Type type) { require(type, AL_ERR_ARGUMENT, "AutoLink: the type is NULL"); }

void require_request(const AL_Request *request) { require(request, AL_ERR_ARGUMENT, "AutoLink: the request is NULL"); }

void require_status(const MPI_Status *status) {
  require(status || status == MPI_STATUS_IGNORE, AL_ERR_ARGUMENT, "AutoLink: the status is NULL");
}

MPI_Comm comm_of(const AL_Request *request) { return request && *request ? (*request)->comm : MPI_COMM_WORLD; }

/// Ends the request if it is done: sets status and handle, and raises its error on its communicator.
bool end_if_done(AL_Request *request, MPI_Status *status, int *code) {
  AL_RequestObject *object = *request;
  *code = MPI_SUCCESS;
  if (object && object->transfer && !is_done(object))
    return false;
  if (!object) {
    set(status, empty_status());
    return true;
  }
  const std::unique_ptr<AL_RequestObject> ended(object);
  *request = AL_REQUEST_NULL;
  set(status, ended->status);
  *code = ended->raises ? raise(ended->comm, ended->outcome) : ended->outcome.code;
  return true;
}

int wait(AL_Request *request, MPI_Status *status) {
  int code = MPI_SUCCESS;
  Patience patience;
  while (!end_if_done(request, status, &code))
    if (progress())
      patience = Patience();
    else
      patience.rest();
  return code;
}

/// Looks for a structure, and leaves it where it is.
bool probe_envelope(CommState &state, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MPI_Status found;
  int flag = 0;
  if (const auto probed = find_probed(state.probed, source, tag); probed != state.probed.end()) {
    found = probed->status;
    flag = 1;
  } else {
    check_call(MPI_Iprobe(source, tag, comm, &flag, &found));
  }
  if (flag)
    set(status, found);
  return flag;
}

/// Returns false if there is no structure, or its size is not known yet.
bool probe(int source, int tag, MPI_Comm comm, AL_Size *size, MPI_Status *status) {
  CommState &state = state_of(comm);
  const std::lock_guard lock(state.mutex);
  if (!size)
    return probe_envelope(state, source, tag, comm, status);
  const auto found = autolink::probe(state, source, tag, comm);
  if (found == state.probed.end())
    return false;
  const Measure &measure = found->measure;
  const bool is_known = measure.is_known() && measure.bytes_of_limit() <= state.settings().unpack.limit_bytes;
  *size = {is_known ? static_cast<MPI_Count>(measure.nodes()) : -1,
           is_known ? static_cast<MPI_Count>(measure.bytes()) : -1};
  set(status, found->status);
  return true;
}

Allocator allocator_of(const AL_Allocator &given) {
  require(given.allocate && given.release, AL_ERR_ARGUMENT, "AutoLink: the allocator's allocate or release is NULL");
  return {given.allocate, given.release, given.context};
}

/// Does what AL_Send_flags does, for the user's `call`.
int send(const SendArguments &what, const char *call) {
  return run_call(
      what.to.comm,
      [&] {
        require_type(what.type);
        if (what.to.rank != MPI_PROC_NULL)
          autolink::send(what);
      },
      call);
}

/// Does what AL_Isend_flags does, for the user's `call`.
int isend(const SendArguments &what, AL_Request *request, const char *call) {
  return run_call(
      what.to.comm,
      [&] {
        require_type(what.type);
        require_request(request);
        if (what.to.rank == MPI_PROC_NULL) {
          *request = complete_request(what.to.comm, empty_status(), call);
          return;
        }
        const auto begin = [&] { return make_sending(what); };
        *request = begin_sending(what.to, [&] { return start_request(what.to.comm, call, begin); });
      },
      call);
}

/// Does what AL_Iprobe does, for the user's `call`.
int iprobe(int source, int tag, MPI_Comm comm, int *flag, AL_Size *size, MPI_Status *status, const char *call) {
  return run_call(
      comm,
      [&] {
        require(flag, AL_ERR_ARGUMENT, "AutoLink: flag is NULL");
        require_status(status);
        progress();
        if (source == MPI_PROC_NULL) {
          if (size)
            *size = {0, 0};
          set(status, proc_null_status());
          *flag = 1;
          return;
        }
        *flag = probe(source, tag, comm, size, status);
      },
      call);
}

} // namespace

extern "C" int AL_Init(int *argc, char ***argv) {
  try {
    init(argc, argv);
    return MPI_SUCCESS;
  } catch (...) {
    const Outcome outcome = outcome_of_current_exception("AL_Init");
    return running_status() == MPI_SUCCESS ? raise(MPI_COMM_WORLD, outcome) : outcome.code;
  }
}

extern "C" int AL_Finalize(void) {
  return run_call(MPI_COMM_WORLD, [] { finalize(has_started()); });
}

extern "C" int AL_Send(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm) {
  return send({root, type, {dest, tag, comm}, 0}, __func__);
}

extern "C" int AL_Send_flags(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags) {
  return send({root, type, {dest, tag, comm}, flags}, __func__);
}

extern "C" int AL_Recv(void *root, AL_Type type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return run_call(comm, [&] {
    require_type(type);
    require_status(status);
    if (source == MPI_PROC_NULL) {
      set(status, proc_null_status());
      return;
    }
    MPI_Status received;
    receive({root, type, source, tag, comm}, status == MPI_STATUS_IGNORE ? nullptr : &received);
    if (status != MPI_STATUS_IGNORE)
      set(status, received);
  });
}

extern "C" int AL_Isend(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, AL_Request *request) {
  return isend({root, type, {dest, tag, comm}, 0}, request, __func__);
}

extern "C" int AL_Isend_flags(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags,
                              AL_Request *request) {
  return isend({root, type, {dest, tag, comm}, flags}, request, __func__);
}

extern "C" int AL_Irecv(void *root, AL_Type type, int source, int tag, MPI_Comm comm, AL_Request *request) {
  const char *const call = __func__;
  return run_call(comm, [&] {
    require_type(type);
    require_request(request);
    *request =
        source == MPI_PROC_NULL ? complete_request(comm, proc_null_status(), call) : start_request(comm, call, [&] {
          return std::make_unique<ReceivingStructure>(ReceiveArguments{root, type, source, tag, comm});
        });
  });
}

extern "C" int AL_Test(AL_Request *request, int *flag, MPI_Status *status) {
  return run_call(comm_of(request), [&] {
    require_request(request);
    require(flag, AL_ERR_ARGUMENT, "AutoLink: flag is NULL");
    require_status(status);
    progress();
    int code = MPI_SUCCESS;
    *flag = end_if_done(request, status, &code);
    check_call(code);
  });
}

extern "C" int AL_Wait(AL_Request *request, MPI_Status *status) {
  return run_call(comm_of(request), [&] {
    require_request(request);
    require_status(status);
    check_call(wait(request, status));
  });
}

extern "C" int AL_Waitall(int n, AL_Request requests[], MPI_Status *statuses) {
  return run_call(MPI_COMM_WORLD, [&] {
    require(n >= 0, AL_ERR_ARGUMENT, "AutoLink: the number of requests is negative");
    require(requests || n == 0, AL_ERR_ARGUMENT, "AutoLink: the requests are NULL");
    require(statuses || statuses == MPI_STATUSES_IGNORE || n == 0, AL_ERR_ARGUMENT, "AutoLink: the statuses are NULL");
    int first_code = MPI_SUCCESS;
    for (int i = 0; i < n; ++i) {
      MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
      const int code = wait(&requests[i], status);
      if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = code;
      if (first_code == MPI_SUCCESS)
        first_code = code;
    }
    check_call(first_code);
  });
}

extern "C" int AL_Cancel(AL_Request *request) {
  return run_call(comm_of(request), [&] {
    require(request && *request, AL_ERR_ARGUMENT, "AutoLink: the request is NULL");
    if ((*request)->transfer)
      cancel(*request);
  });
}

extern "C" int AL_Iprobe(int source, int tag, MPI_Comm comm, int *flag, AL_Size *size, MPI_Status *status) {
  return iprobe(source, tag, comm, flag, size, status, __func__);
}

extern "C" int AL_Probe(int source, int tag, MPI_Comm comm, AL_Size *size, MPI_Status *status) {
  int flag = 0;
  Patience patience;
  while (true) {
    const int code = iprobe(source, tag, comm, &flag, size, status, __func__);
    if (code != MPI_SUCCESS || flag)
      return code;
    patience.rest();
  }
}

extern "C" int AL_Free(void *root, AL_Type type) {
  return run_local_call([&] {
    require_type(type);
    if (root && !free_arena(root))
      release(plan_of(type), root, malloc_allocator());
  });
}

extern "C" int AL_Free_with(void *root, AL_Type type, const AL_Allocator *allocator) {
  return run_local_call([&] {
    require_type(type);
    require(allocator, AL_ERR_ARGUMENT, "AutoLink: the allocator is NULL");
    release(plan_of(type), root, allocator_of(*allocator));
  });
}

extern "C" int AL_Count(const void *root, AL_Type type, AL_Size *size) {
  return run_local_call([&] {
    require_type(type);
    require(size, AL_ERR_ARGUMENT, "AutoLink: size is NULL");
    const Counts counts = count(plan_of(type), root, Sharing::as_declared);
    *size = {static_cast<MPI_Count>(counts.nodes), static_cast<MPI_Count>(counts.bytes)};
  });
}

extern "C" int AL_Pack(const void *root, AL_Type type, void **buffer, size_t *bytes) {
  return run_call(MPI_COMM_WORLD, [&] {
    require_type(type);
    require(buffer && bytes, AL_ERR_ARGUMENT, "AutoLink: buffer or bytes is NULL");
    std::size_t size = 0;
    *buffer = pack(plan_of(type), root, state_of(MPI_COMM_WORLD).settings().pack, size);
    *bytes = size;
  });
}

extern "C" int AL_Unpack(const void *buffer, size_t bytes, void *root, AL_Type type) {
  return run_call(MPI_COMM_WORLD, [&] {
    require_type(type);
    require(buffer && root, AL_ERR_ARGUMENT, "AutoLink: buffer or root is NULL");
    const UnpackOptions options = state_of(MPI_COMM_WORLD).settings().receiving();
    Arena arena;
    void *structure = unpack(plan_of(type), buffer, bytes, options, arena);
    if (structure && options.use_arena)
      keep_arena(structure, std::move(arena));
    std::memcpy(root, &structure, sizeof structure);
  });
}

extern "C" int AL_Send_stream(const AL_Source *source, int dest, int tag, MPI_Comm comm) {
  return run_quiet_call(comm, "autolink::send", [&] {
    require(source, AL_ERR_ARGUMENT, "AutoLink: the source is NULL");
    if (dest == MPI_PROC_NULL)
      return;
    const Destination to = {dest, tag, comm};
    SendingStream sending = begin_sending(to, [&] { return SendingStream(*source, to); });
    run(sending);
  });
}

extern "C" int AL_Isend_stream(const AL_Source *source, int dest, int tag, MPI_Comm comm, AL_Request *request) {
  constexpr auto call = "autolink::isend";
  return run_quiet_call(comm, call, [&] {
    require(source, AL_ERR_ARGUMENT, "AutoLink: the source is NULL");
    require_request(request);
    const Destination to = {dest, tag, comm};
    const auto begin = [&] { return std::make_unique<SendingStream>(*source, to); };
    *request = dest == MPI_PROC_NULL ? complete_request(comm, empty_status(), call)
                                     : begin_sending(to, [&] { return start_request(comm, call, begin, false); });
  });
}

extern "C" int AL_Recv_stream(const AL_Sink *sink, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return run_quiet_call(comm, "autolink::recv", [&] {
    require(sink, AL_ERR_ARGUMENT, "AutoLink: the sink is NULL");
    require_status(status);
    if (source == MPI_PROC_NULL) {
      set(status, proc_null_status());
      return;
    }
    ReceivingStream receiving(*sink, source, tag, comm);
    run(receiving);
    set(status, receiving.status());
  });
}

extern "C" int AL_Irecv_stream(const AL_Sink *sink, int source, int tag, MPI_Comm comm, AL_Request *request) {
  constexpr auto call = "autolink::irecv";
  return run_quiet_call(comm, call, [&] {
    require(sink, AL_ERR_ARGUMENT, "AutoLink: the sink is NULL");
    require_request(request);
    const auto begin = [&] { return std::make_unique<ReceivingStream>(*sink, source, tag, comm); };
    *request = source == MPI_PROC_NULL ? complete_request(comm, proc_null_status(), call)
                                       : start_request(comm, call, begin, false);
  });
}

extern "C" size_t AL_Stream_head(const AL_ContentType *type, void *to) {
  if (to)
    put_stream_head(static_cast<std::byte *>(to), *type, wire::flag_whole);
  return stream_head_bytes(*type);
}

extern "C" int AL_Check_stream_head(const AL_ContentType *type, const void *bytes, size_t size, size_t *head_bytes,
                                    uint64_t *limit_bytes) {
  return run_quiet_call(MPI_COMM_WORLD, "autolink::unpack", [&] {
    require(type && bytes && head_bytes && limit_bytes, AL_ERR_ARGUMENT, "AutoLink: an argument is NULL");
    const wire::LoadedHead head = get_stream_head(*type, static_cast<const std::byte *>(bytes), size);
    require(head.is_whole(), AL_ERR_MESSAGE, "AutoLink: these bytes were not packed by autolink::pack");
    *head_bytes = head.types_end;
    *limit_bytes = state_of(MPI_COMM_WORLD).settings().receiving().limit_bytes;
  });
}

extern "C" int AL_Trace(const void *root, AL_Type type, FILE *file) {
  return run_local_call([&] {
    require_type(type);
    require(file, AL_ERR_ARGUMENT, "AutoLink: the file is NULL");
    const std::string text = trace(plan_of(type), root, Sharing::as_declared);
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size())
      throw CallFailure(MPI_ERR_IO, false);
  });
}

extern "C" int AL_Comm_prepare(MPI_Comm comm) {
  return run_call(comm, [&] { prepare(comm); });
}

extern "C" int AL_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  return run_call(comm, [&] {
    require(info != MPI_INFO_NULL, AL_ERR_ARGUMENT, "AutoLink: the info object is MPI_INFO_NULL");
    CommState &state = state_of(comm);
    const std::lock_guard lock(state.mutex);
    state.change(apply(state.settings(), info));
  });
}

extern "C" int AL_Comm_get_info(MPI_Comm comm, MPI_Info *info) {
  return run_call(comm, [&] {
    require(info, AL_ERR_ARGUMENT, "AutoLink: info is NULL");
    CommState &state = state_of(comm);
    *info = info_of(state.settings());
  });
}

extern "C" int AL_Comm_set_allocator(MPI_Comm comm, const AL_Allocator *allocator) {
  return run_call(comm, [&] {
    CommState &state = state_of(comm);
    const Allocator chosen = allocator ? allocator_of(*allocator) : malloc_allocator();
    const std::lock_guard lock(state.mutex);
    Settings settings = state.settings();
    settings.unpack.allocator = chosen;
    state.change(settings);
  });
}

extern "C" int AL_Error_class(int code, int *al_class) {
  return run_local_call([&] {
    require(al_class, AL_ERR_ARGUMENT, "AutoLink: al_class is NULL");
    *al_class = al_class_of(code);
  });
}
