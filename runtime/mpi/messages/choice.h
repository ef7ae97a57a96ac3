// How the data of a message travel: in place, in parts, or as a whole message, which MPI is given in place, packed or
// with the user's datatype. Estimates decide which is fastest.
//
// Some MPI libraries cannot receive into a datatype with holes if the data were sent without holes and a fragment
// splits an element (fragments.h). There, data that may be split are sent as a datatype that shows MPI the elements
// (fragmentable_type.h), except in long messages that AM_Recv is known to receive. Received data that may be split go
// into memory without holes.
//
// A wrong estimate costs little. Data that are left to MPI take as long as with MPI. A packed message takes as long as
// one without holes, plus AM_Pack and AM_Unpack. The environment variable AUTOMAP_SEND (mpi, packed) overrules the
// estimates where MPI packs faster or slower than assumed.
#pragma once

#include "envelope.h"
#include "fragmentable_type.h"
#include "mpi/base/fragments.h"
#include "mpi/base/tuning.h"
#include "pipeline.h"
#include "plan_of.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <climits>
#include <cstdint>
#include <memory>

namespace automap::mpi {

/// How packed data travel: as one message, or in parts that stay in the caches, one after the other or by a pipeline.
enum class Travel { whole, in_parts, pipelined };

/// What MPI is given for the data: the user's memory as bytes, packed bytes, or the user's buffer and datatype.
enum class Method { in_place, packed, by_mpi };

/// Returns what MPI and this library take, by the tuned times, for `size` bytes of data with holes.
Times estimated_times(const layout::Plan &plan, std::int64_t size);

/// Returns the method for `count` items, `size` bytes. Like the others, throws UsageFailure if AUTOMAP_SEND is set to
/// another word.
Method choose_method(const layout::Plan &plan, int count, std::int64_t size, Travel travel);

/// Whether MPI moves `count` items with holes faster with their datatype than packed, and can receive them even if they
/// were sent without holes.
bool is_faster_by_mpi(MPI_Datatype type, const layout::Plan &plan, std::int64_t count, std::int64_t size);

/// The method for a message that is sent whole, or received.
struct WholeMethod {
  Method method;
  std::shared_ptr<const OwnedType> type; // the type of data without holes; null: MPI_PACKED
};

WholeMethod method_to_send(const layout::Plan &plan, const Envelope &envelope, std::int64_t size);

/// Returns the method for a receive. `may_be_announced`: what arrives may be an announcement of parts.
Method method_to_receive(const layout::Plan &plan, const Envelope &envelope, std::int64_t size, bool may_be_announced);

/// Data as MPI's calls take them.
struct MpiData {
  void *data = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_PACKED;
};

/// How the data of one call travel.
struct Choice {
  enum class Kind {
    in_place, // MPI reads or writes the user's memory itself
    in_parts, // sent in parts; or received in place, where what arrives may be an announcement of parts
    whole     // one message, by a MessageBuffer
  };

  Kind kind = Kind::whole;
  MpiData in_place{};           // set unless the data are sent in parts or whole
  Pipeline *pipeline = nullptr; // the pipeline of data in parts
  std::int64_t part_bytes = 0;  // bytes in a part of data sent in parts
};

/// Returns the data of a buffer without holes as MPI takes them in place. Returns null data if there are none, or if an
/// argument may be wrong, which MessageBuffer then reports. Is cheap enough for short messages.
inline MpiData data_in_place(const layout::Plan &plan, const void *buffer, const Envelope &envelope) {
  if (!buffer || buffer == MPI_IN_PLACE || envelope.count <= 0 || envelope.peer == MPI_PROC_NULL ||
      envelope.comm == MPI_COMM_NULL || plan.size() > INT_MAX)
    return {};
  const std::int64_t size = envelope.count * plan.size();
  if (size > INT_MAX || !plan.is_contiguous(envelope.count))
    return {};
  return {first_byte(plan, const_cast<void *>(buffer), size), static_cast<int>(size), MPI_PACKED};
}

/// Returns the bytes of a part if the data are to be sent in parts, perhaps all `at_once`; else 0.
std::int64_t part_to_send(const Pipeline &pipeline, const layout::Plan &plan, const Envelope &envelope, bool at_once);

/// Returns how a message is sent, perhaps all its parts `at_once`.
inline Choice choose_to_send(const layout::Plan &plan, const void *buffer, const Envelope &envelope, bool at_once) {
  const MpiData here = data_in_place(plan, buffer, envelope);
  if (here.data && (here.count <= Fragments::shortest || here.count <= fragments().longest_whole))
    return {Choice::Kind::in_place, here};
  Pipeline *const pipeline = pipeline_of(envelope.comm);
  const std::int64_t part = pipeline ? part_to_send(*pipeline, plan, envelope, at_once) : 0;
  return part > 0 ? Choice{Choice::Kind::in_parts, {}, pipeline, part} : Choice{};
}

/// Returns how a message is received.
inline Choice choose_to_receive(const layout::Plan &plan, void *buffer, const Envelope &envelope) {
  const MpiData here = data_in_place(plan, buffer, envelope);
  if (!here.data)
    return {};
  Pipeline *const pipeline = pipeline_of(envelope.comm);
  return {pipeline ? Choice::Kind::in_parts : Choice::Kind::in_place, here, pipeline};
}

} // namespace automap::mpi
