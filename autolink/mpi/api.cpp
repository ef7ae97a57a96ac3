// The public C API. See autolink/autolink.h.
#include "autolink/autolink.h"

#include "arenas.h"
#include "calls.h"
#include "comm_state.h"
#include "files.h"
#include "probing.h"
#include "receiving.h"
#include "sending.h"
#include "status.h"

#include "core/exchange/packed.h"
#include "core/plan/planning.h"
#include "core/plan/root_types.h"
#include "core/stream/stream_types.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <vector>

using namespace autolink;

namespace {

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

/// Stores the structure that make(place, arena) returns in the pointer at `root`, with the settings of the process.
template <typename Make> void make_structure(void *root, AL_Type type, Make make) {
  const ReceivePlace place(root, type, settings_of_process());
  Arena arena;
  void *structure = make(place, arena);
  place.deliver(structure, std::move(arena));
}

void require_file(AL_File file) { require(file, AL_ERR_ARGUMENT, "AutoLink: the file is AL_FILE_NULL"); }

void open_file(const char *path, AL_File *file) {
  require(path && file, AL_ERR_ARGUMENT, "AutoLink: path or file is NULL");
  *file = new AL_FileObject(path);
}

/// Returns the type of several roots.
AL_Type type_of(int n, const void *roots, const AL_Type types[]) {
  require(types && roots, AL_ERR_ARGUMENT, "AutoLink: the roots or their types are NULL");
  return type_of_roots({types, static_cast<std::size_t>(std::max(n, 0))});
}

/// Returns the first root that is not null, under which an arena is kept; null if all are.
void *first_root(std::span<void *const> roots) {
  const auto found = std::find_if(roots.begin(), roots.end(), [](void *root) { return root; });
  return found == roots.end() ? nullptr : *found;
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

/// Does what AL_Irecv does, for the user's `call`.
int irecv(const ReceiveArguments &what, AL_Request *request, const char *call) {
  return run_call(
      what.comm,
      [&] {
        require_type(what.type);
        require_request(request);
        *request = what.source == MPI_PROC_NULL
                       ? complete_request(what.comm, proc_null_status(), call)
                       : start_request(what.comm, call, [&] { return std::make_unique<ReceivingStructure>(what); });
      },
      call);
}

/// Does what AL_Recv does, without reporting failures.
void receive_with_status(const ReceiveArguments &what, MPI_Status *status) {
  require_type(what.type);
  require_status(status);
  if (what.source == MPI_PROC_NULL) {
    set(status, proc_null_status());
    return;
  }
  MPI_Status received;
  receive(what, status == MPI_STATUS_IGNORE ? nullptr : &received);
  if (status != MPI_STATUS_IGNORE)
    set(status, received);
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
  return run_call(comm, [&] { receive_with_status({root, type, source, tag, comm}, status); });
}

extern "C" int AL_Sendrecv(const void *sent, AL_Type sent_type, int dest, int sent_tag, void *received,
                           AL_Type received_type, int source, int received_tag, MPI_Comm comm, MPI_Status *status) {
  return run_call(comm, [&] {
    require_type(sent_type);
    require_type(received_type);
    require_status(status);
    MPI_Status found;
    send_and_receive({sent, sent_type, {dest, sent_tag, comm}, 0},
                     {received, received_type, source, received_tag, comm}, found);
    set(status, found);
  });
}

extern "C" int AL_Send_roots(int n, const void *roots, const AL_Type types[], int dest, int tag, MPI_Comm comm) {
  return run_call(comm, [&] {
    const AL_Type type = type_of(n, roots, types);
    if (dest != MPI_PROC_NULL)
      autolink::send({roots, type, {dest, tag, comm}, 0});
  });
}

extern "C" int AL_Recv_roots(int n, void *roots, const AL_Type types[], int source, int tag, MPI_Comm comm,
                             MPI_Status *status) {
  return run_call(comm, [&] {
    void **record = nullptr;
    receive_with_status({&record, type_of(n, roots, types), source, tag, comm}, status);
    if (source == MPI_PROC_NULL)
      return;
    require(record, AL_ERR_TYPES, "AutoLink: several roots were expected, and one that is NULL has come");
    const std::span<void *const> received(record, static_cast<std::size_t>(n));
    std::memcpy(roots, record, received.size_bytes());
    const UnpackOptions options = state_of(comm).settings().receiving();
    if (!options.use_arena)
      options.allocator.release(record, received.size_bytes(), options.allocator.context);
    else if (void *root = first_root(received))
      move_arena(record, root);
    else
      free_arena(record);
  });
}

extern "C" int AL_Free_roots(int n, const void *roots, const AL_Type types[], const AL_Allocator *allocator) {
  return run_local_call([&] {
    const AL_Type type = type_of(n, roots, types);
    std::vector<void *> record(static_cast<std::size_t>(n));
    std::memcpy(record.data(), roots, record.size() * sizeof(void *));
    void *const root = first_root(record);
    if (!root || free_arena(root))
      return;
    struct Context {
      Allocator allocator;
      const void *record; // which is not freed
    } context = {allocator ? allocator_of(*allocator) : malloc_allocator(), record.data()};
    const auto release_others = [](void *node, std::size_t bytes, void *context) {
      const auto &all = *static_cast<const Context *>(context);
      if (node != all.record)
        all.allocator.release(node, bytes, all.allocator.context);
    };
    release(plan_of(type), record.data(), {context.allocator.allocate, release_others, &context});
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
  return irecv({root, type, source, tag, comm}, request, __func__);
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
  return run_local_call([&] {
    require_type(type);
    require(buffer && bytes, AL_ERR_ARGUMENT, "AutoLink: buffer or bytes is NULL");
    std::size_t size = 0;
    *buffer = pack(plan_of(type), root, settings_of_process().pack, size);
    *bytes = size;
  });
}

extern "C" int AL_Unpack(const void *buffer, size_t bytes, void *root, AL_Type type) {
  return run_local_call([&] {
    require_type(type);
    require(buffer && root, AL_ERR_ARGUMENT, "AutoLink: buffer or root is NULL");
    make_structure(root, type, [&](const ReceivePlace &place, Arena &arena) {
      return exchange::unpack(place.plan, static_cast<const std::byte *>(buffer), bytes, place.options, arena);
    });
  });
}

extern "C" int AL_File_write(const char *path, const void *root, AL_Type type, MPI_Comm comm) {
  const auto prepare = [&] {
    require_type(type);
    const NodePlan &plan = plan_of(type);
    return FileContents{file::write_types(file::types_of(plan)),
                        messages_of(plan, root, state_of(comm).settings().pack)};
  };
  return run_call(comm, [&] { write_file(path, comm, std::cref(prepare)); });
}

extern "C" int AL_File_open(const char *path, AL_File *file) {
  return run_local_call([&] { open_file(path, file); });
}

extern "C" int AL_File_count(AL_File file, int *n) {
  return run_local_call([&] {
    require_file(file);
    require(n, AL_ERR_ARGUMENT, "AutoLink: n is NULL");
    *n = file->count();
  });
}

extern "C" int AL_File_read(AL_File file, int which, void *root, AL_Type type) {
  return run_local_call([&] {
    require_type(type);
    require_file(file);
    require(root, AL_ERR_ARGUMENT, "AutoLink: root is NULL");
    make_structure(root, type, [&](const ReceivePlace &place, Arena &arena) {
      return file->read(which, place.plan, place.options, arena);
    });
  });
}

extern "C" int AL_File_close(AL_File *file) {
  return run_local_call([&] {
    require(file, AL_ERR_ARGUMENT, "AutoLink: the file is NULL");
    delete *file;
    *file = AL_FILE_NULL;
  });
}

extern "C" int AL_File_write_stream(const char *path, const AL_Source *source, const AL_ContentFields *fields,
                                    MPI_Comm comm) {
  const auto prepare = [&] {
    require(source, AL_ERR_MEMORY, "AutoLink: memory ran out");
    require(fields && fields->text, AL_ERR_ARGUMENT, "AutoLink: the description of the fields is NULL");
    const file::ContentType type = {source->type.hash, source->type.name, fields->text};
    return FileContents{file::write_types(file::types_of(type)),
                        std::make_unique<StreamSource>(*source, stream_options(state_of(comm).settings()), 0)};
  };
  return run_quiet_call(comm, "autolink::file_write", [&] { write_file(path, comm, std::cref(prepare)); });
}

extern "C" int AL_File_open_stream(const char *path, AL_File *file) {
  return run_local_call([&] { open_file(path, file); }, "autolink::file_reader", false);
}

extern "C" int AL_File_read_stream(AL_File file, int which, const AL_Sink *sink, const AL_ContentFields *fields) {
  return run_local_call(
      [&] {
        require_file(file);
        require(sink && fields && fields->text, AL_ERR_ARGUMENT,
                "AutoLink: the sink or the description of the fields is NULL");
        file->read(which, *sink, *fields, settings_of_process().receiving().limit_bytes);
      },
      "autolink::file_reader", false);
}

extern "C" int AL_Send_stream(const AL_Source *source, int dest, int tag, MPI_Comm comm) {
  return run_quiet_call(comm, "autolink::send", [&] {
    require(source, AL_ERR_ARGUMENT, "AutoLink: the source is NULL");
    if (dest == MPI_PROC_NULL)
      return;
    const Destination to = {dest, tag, comm};
    SendingStream sending =
        begin_sending(to, [&] { return SendingStream(*source, state_of(comm).settings(), Recipients(to)); });
    run(sending);
  });
}

extern "C" int AL_Isend_stream(const AL_Source *source, int dest, int tag, MPI_Comm comm, AL_Request *request) {
  constexpr auto call = "autolink::isend";
  return run_quiet_call(comm, call, [&] {
    require(source, AL_ERR_ARGUMENT, "AutoLink: the source is NULL");
    require_request(request);
    const Destination to = {dest, tag, comm};
    const auto begin = [&] {
      return std::make_unique<SendingStream>(*source, state_of(comm).settings(), Recipients(to));
    };
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

extern "C" int AL_Unpack_stream(const AL_Sink *sink, const void *bytes, size_t size) {
  return run_local_call(
      [&] {
        require(sink && bytes, AL_ERR_ARGUMENT, "AutoLink: an argument is NULL");
        exchange::unpack(*sink, static_cast<const std::byte *>(bytes), size,
                         settings_of_process().receiving().limit_bytes);
      },
      "autolink::unpack", false);
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

extern "C" const char *AL_Error_string(int code) { return error_text(code); }

extern "C" int AL_Error_code(int al_class, const char *text) {
  return run_local_call([&] { throw Failure(al_class, text); }, "autolink::pack", false);
}

extern "C" int AL_Error_class(int code, int *al_class) {
  return run_local_call([&] {
    require(al_class, AL_ERR_ARGUMENT, "AutoLink: al_class is NULL");
    *al_class = al_class_of(code);
  });
}
