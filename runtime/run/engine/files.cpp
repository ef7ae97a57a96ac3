// What is known of the program's files. See files.h.
#include "files.h"

#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>
#include <unordered_set>

namespace automap::run {
namespace {

std::mutex files_mutex;

struct Files {
  std::unordered_set<MPI_File> others; // whose data are not in the native representation
  std::unordered_map<MPI_File, std::unique_ptr<PendingMessage>> split;
};
Files &files() {
  static auto &out = *new Files;
  return out;
}

bool is_native(MPI_File file) {
  const std::lock_guard lock(files_mutex);
  return !files().others.contains(file);
}

/// Returns a call's packed data, or null if it has no gaps, if the file has another representation, or if memory is
/// short.
template <typename Packed, typename Buffer>
std::unique_ptr<Packed> packed_in_file(const Call &call, Buffer buffer, MPI_Count count, MPI_Datatype type,
                                       MPI_File file) {
  const Gapped data = file == MPI_FILE_NULL ? Gapped{} : gapped(buffer, count, type, true);
  if (!data || !is_native(file))
    return nullptr;
  if (!packs_nothing())
    return make_or_null<Packed>(data, buffer, row_of(call, type, Packing::by_automap));
  count_left(call, type, data);
  return nullptr;
}

} // namespace

std::unique_ptr<PackedToSend> packed_to_write(const Call &call, const void *buffer, MPI_Count count, MPI_Datatype type,
                                              MPI_File file) {
  auto out = packed_in_file<PackedToSend>(call, buffer, count, type, file);
  if (out)
    out->pack();
  return out;
}

std::unique_ptr<PackedToReceive> packed_to_read(const Call &call, void *buffer, MPI_Count count, MPI_Datatype type,
                                                MPI_File file) {
  return packed_in_file<PackedToReceive>(call, buffer, count, type, file);
}

bool begin_split(MPI_File file, std::unique_ptr<PendingMessage> call) {
  try {
    const std::lock_guard lock(files_mutex);
    files().split[file] = std::move(call);
    return true;
  } catch (const std::bad_alloc &) {
    return false;
  }
}

std::unique_ptr<PendingMessage> take_split(MPI_File file) {
  const std::lock_guard lock(files_mutex);
  const auto found = files().split.find(file);
  if (found == files().split.end())
    return nullptr;
  std::unique_ptr<PendingMessage> out = std::move(found->second);
  files().split.erase(found);
  return out;
}

void note_closed(MPI_File file) {
  take_split(file);
  note_view(file, "native");
}

void note_view(MPI_File file, const char *representation) {
  const std::lock_guard lock(files_mutex);
  if (representation && std::strcmp(representation, "native") != 0)
    files().others.insert(file);
  else
    files().others.erase(file);
}

} // namespace automap::run
