// Files. A buffer has to be a sequence of the view's etype, unless that is MPI_BYTE (MPI 4.0, section 14.6.6).
#include "wrap.h"

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

void check_access(Call call, Access access, MPI_File file, std::int64_t count, MPI_Datatype type) {
  with_checker([&](Checker &known) {
    ++known.counters.file_accesses;
    const Part part =
        access == Access::writes ? known.received_part(call, type, count) : known.sent_part(call, type, count);
    const auto etype = known.etypes.find(file);
    if (etype != known.etypes.end() && etype->second)
      compare_with_etype(known, call, etype->second, part, "buffer");
  });
}

void set_view(Call call, MPI_File file, MPI_Datatype etype, MPI_Datatype filetype) {
  with_checker([&](Checker &known) {
    const Part element = known.sent_part(call, etype, 1), tile = known.sent_part(call, filetype, 1);
    known.etypes[file] = element.type;
    if (element.type && tile.known)
      compare_with_etype(known, call, element.type, tile, "filetype");
  });
}

/// Notes the datatypes of a view, which the program has to free if they are derived.
int note_view(const Call &call, int code, const MPI_Datatype *etype, const MPI_Datatype *filetype) {
  return after(code, [&](Checker &known) {
    for (const MPI_Datatype type : {*etype, *filetype})
      known.types.note_handle(type, call);
  });
}

/// Notes a new file. The handle may be that of a file which was closed unnoticed.
int note_opened(const Call &call, int code, const MPI_File *file) {
  return after(code, [&](Checker &known) {
    known.etypes.erase(*file);
    known.files.note_created(*file, call);
  });
}

void note_closed(const MPI_File *file) {
  if (file)
    with_checker([&](Checker &known) {
      known.etypes.erase(*file);
      known.files.note_freed(*file);
    });
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

#include "files.inc"
