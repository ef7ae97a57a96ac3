// Files. A buffer has to be a sequence of the view's etype, unless that is MPI_BYTE (MPI 4.0, section 14.6.6).
#include "created.h"

#include "check/compare/local_parts.h"

namespace automap::check {
namespace {

/// Reports a part that is no sequence of whole etypes.
void compare_with_etype(Checker &checker, Call call, const TypeRef &etype, const Part &part, const char *role) {
  if (!part.known) {
    ++checker.counters.skipped;
    return;
  }
  const std::int64_t size = etype->tree().element_count();
  if (size == 0 || etype->only_basic_type() == layout::BasicTypeId::BYTE)
    return;
  // If the last etype is not whole, it is counted: then the two differ at its end at the latest.
  const std::int64_t copies = part.signature.count / size + (part.signature.count % size != 0);
  compare_local(checker, call, Kind::etype, part, role, Part(etype, copies), "etypes of the view");
}

/// Whether a call reads a file or writes it.
enum class Direction { read, write };

void check_access(Call call, Direction direction, MPI_File file, std::int64_t count, MPI_Datatype type) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  ++checker->counters.file_accesses;
  const Part part =
      direction == Direction::read ? checker->received_part(call, type, count) : checker->sent_part(call, type, count);
  const auto etype = checker->etypes.find(file);
  if (etype != checker->etypes.end() && etype->second)
    compare_with_etype(*checker, call, etype->second, part, "buffer");
}

void set_view(Call call, MPI_File file, MPI_Datatype etype, MPI_Datatype filetype) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  const Part element = checker->sent_part(call, etype, 1), tile = checker->sent_part(call, filetype, 1);
  checker->etypes[file] = element.type;
  if (element.type && tile.known)
    compare_with_etype(*checker, call, element.type, tile, "filetype");
}

/// Notes that an access has begun. Returns `code`.
int note_begun_access(int code, const MPI_Request *request) {
  if (Checker *const checker = check::checker(); checker && !checker->threaded)
    checker->has_file_requests = true;
  return follow_none(code, request);
}

} // namespace
} // namespace automap::check

using namespace automap::check;

AUTOMAP_WRAPPER int MPI_File_set_view(MPI_File file, MPI_Offset place, MPI_Datatype etype, MPI_Datatype filetype,
                                      const char *representation, MPI_Info info) {
  set_view(AUTOMAP_THIS_CALL(File_set_view), file, etype, filetype);
  const OwnCalls of_mpi; // this function calls MPI's functions that create datatypes
  return PMPI_File_set_view(file, place, etype, filetype, representation, info);
}

AUTOMAP_WRAPPER int MPI_File_get_view(MPI_File file, MPI_Offset *place, MPI_Datatype *etype, MPI_Datatype *filetype,
                                      char *representation) {
  const int code = PMPI_File_get_view(file, place, etype, filetype, representation);
  if (Checker *const checker = automap::check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    for (const MPI_Datatype type : {*etype, *filetype})
      checker->types.note_handle(type, AUTOMAP_THIS_CALL(File_get_view));
  }
  return code;
}

// The handle may be that of a file which was closed unnoticed.
AUTOMAP_WRAPPER int MPI_File_open(MPI_Comm communicator, const char *name, int mode, MPI_Info info, MPI_File *file) {
  const int code = PMPI_File_open(communicator, name, mode, info, file);
  if (Checker *const checker = automap::check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    checker->etypes.erase(*file);
    checker->files.note_created(*file, AUTOMAP_THIS_CALL(File_open));
  }
  return code;
}

AUTOMAP_WRAPPER int MPI_File_close(MPI_File *file) {
  if (Checker *const checker = automap::check::checker(); checker && file) {
    const Lock lock(*checker);
    checker->etypes.erase(*file);
    checker->files.note_freed(*file);
  }
  return PMPI_File_close(file);
}

#define LIST(...) __VA_ARGS__

// Some parameters stand between the file and the buffer, and some after the datatype.
#define WRAP_ACCESS(name, verb, const_buffer, suffix, Count, before, before_names, after, after_names, returned)       \
  AUTOMAP_WRAPPER int MPI_File_##name##suffix(MPI_File file LIST before, const_buffer void *buffer, Count count,       \
                                              MPI_Datatype type LIST after) {                                          \
    check_access(AUTOMAP_THIS_CALL(File_##name##suffix), Direction::verb, file, count, type);                          \
    return returned(PMPI_File_##name##suffix(file LIST before_names, buffer, count, type LIST after_names));           \
  }

#define AT (, MPI_Offset offset)
#define AT_NAME (, offset)
#define STATUS (, MPI_Status * status)
#define STATUS_NAME (, status)
#define REQUEST (, MPI_Request * request)
#define REQUEST_NAME (, request)
#define AS_IT_IS(code) code
#define AS_REQUEST(code) note_begun_access(code, request)

#define WRAP_DIRECTION(verb, const_buffer, suffix, Count)                                                              \
  WRAP_ACCESS(verb, verb, const_buffer, suffix, Count, (), (), STATUS, STATUS_NAME, AS_IT_IS)                          \
  WRAP_ACCESS(verb##_all, verb, const_buffer, suffix, Count, (), (), STATUS, STATUS_NAME, AS_IT_IS)                    \
  WRAP_ACCESS(verb##_shared, verb, const_buffer, suffix, Count, (), (), STATUS, STATUS_NAME, AS_IT_IS)                 \
  WRAP_ACCESS(verb##_ordered, verb, const_buffer, suffix, Count, (), (), STATUS, STATUS_NAME, AS_IT_IS)                \
  WRAP_ACCESS(verb##_at, verb, const_buffer, suffix, Count, AT, AT_NAME, STATUS, STATUS_NAME, AS_IT_IS)                \
  WRAP_ACCESS(verb##_at_all, verb, const_buffer, suffix, Count, AT, AT_NAME, STATUS, STATUS_NAME, AS_IT_IS)            \
  WRAP_ACCESS(i##verb, verb, const_buffer, suffix, Count, (), (), REQUEST, REQUEST_NAME, AS_REQUEST)                   \
  WRAP_ACCESS(i##verb##_all, verb, const_buffer, suffix, Count, (), (), REQUEST, REQUEST_NAME, AS_REQUEST)             \
  WRAP_ACCESS(i##verb##_shared, verb, const_buffer, suffix, Count, (), (), REQUEST, REQUEST_NAME, AS_REQUEST)          \
  WRAP_ACCESS(i##verb##_at, verb, const_buffer, suffix, Count, AT, AT_NAME, REQUEST, REQUEST_NAME, AS_REQUEST)         \
  WRAP_ACCESS(i##verb##_at_all, verb, const_buffer, suffix, Count, AT, AT_NAME, REQUEST, REQUEST_NAME, AS_REQUEST)     \
  WRAP_ACCESS(verb##_all_begin, verb, const_buffer, suffix, Count, (), (), (), (), AS_IT_IS)                           \
  WRAP_ACCESS(verb##_ordered_begin, verb, const_buffer, suffix, Count, (), (), (), (), AS_IT_IS)                       \
  WRAP_ACCESS(verb##_at_all_begin, verb, const_buffer, suffix, Count, AT, AT_NAME, (), (), AS_IT_IS)

#define WRAP_FILES(suffix, Count, Displacement)                                                                        \
  WRAP_DIRECTION(read, , suffix, Count)                                                                                \
  WRAP_DIRECTION(write, const, suffix, Count)

AUTOMAP_FOR_COUNTS(WRAP_FILES)
