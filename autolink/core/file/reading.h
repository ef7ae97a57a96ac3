// Structures of a file, made in the program's types.
#pragma once

#include "container.h"
#include "evolution.h"

#include "core/base/memory.h"
#include "core/object/object_evolution.h"
#include "core/receive/unpacker.h"
#include "core/stream/stream_sink.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace autolink::file {

/// Returns the bytes of contents that the caller's functions have written, as messages in the file have them. Throws
/// Failure (AL_ERR_FILE, AL_ERR_DAMAGED) unless the messages are whole.
std::uint64_t content_bytes(const Container &container, std::uint64_t which);

/// Returns these contents, packet by packet. Throws Failure (AL_ERR_TYPES) if they are from a machine of another kind.
std::vector<std::vector<std::byte>> content_packets(const Container &container, std::uint64_t which);

class StructureReader {
public:
  /// The container must stay.
  explicit StructureReader(const Container &container);
  ~StructureReader();

  /// Returns the structure `which`, a number less than that of all. Throws Failure (AL_ERR_FILE, AL_ERR_DAMAGED,
  /// AL_ERR_TYPES, AL_ERR_LIMIT), std::bad_alloc; then nothing of it is left. Several threads may read at once.
  void *read(std::uint64_t which, const NodePlan &plan, const UnpackOptions &options, Arena &arena);

  /// Reads contents into a sink. If the type in the file is another one, they are converted by the names of the fields.
  /// Throws Failure, also for what the sink's functions return.
  void read(std::uint64_t which, const AL_Sink &sink, const AL_ContentFields &fields, std::uint64_t limit_bytes);

private:
  /// Returns how structures are converted to a plan's types; null if these are the file's.
  const Evolution *evolution_to(const NodePlan &plan);
  struct ObjectConversion;
  /// Returns how contents are converted; null if they have the sink's type.
  const ObjectConversion *conversion_to(const AL_Sink &sink, const AL_ContentFields &fields);

  const Container &container_;
  std::mutex mutex_;                                                        // guards the map
  std::map<const NodePlan *, std::unique_ptr<const Evolution>> evolutions_; // null: the types are the file's
  std::map<std::pair<std::uint64_t, std::string>, std::unique_ptr<const ObjectConversion>> conversions_;
};

} // namespace autolink::file
