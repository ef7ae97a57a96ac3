// The choice of a method. See choice.h.
#include "choice.h"

#include "mpi/base/failure.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace automap::mpi {
namespace {

using layout::Plan;

// Estimates of time in nanoseconds, from test/bench/messages with two ranks that share memory: what MPI_Send takes for
// data with holes, and what AM_Send takes in addition to the common part.
#ifdef OPEN_MPI
constexpr double hole_message = 0, equally_spaced_part = 7, other_part = 25, long_byte = 0.4,
                 pipelined_byte = 0;                       // no less than otherwise
constexpr std::int64_t least_single_copy = (4 << 10) - 48; // its limit, less headers
#else                                                      // MPICH
constexpr double hole_message = 350, equally_spaced_part = 16, other_part = 12, long_byte = 0.4, pipelined_byte = 0.03;
constexpr std::int64_t least_single_copy = 16 << 10;
#endif

/// Returns the time for packing and unpacking. Long messages without holes, such as packed ones, move between processes
/// by system calls, which take longer than copies through shared memory. Packed data longer than the caches travel
/// through memory twice more.
double packing_time(std::int64_t size, Travel travel) {
  constexpr std::int64_t longer_than_caches = 4 << 20;
  const auto bytes = static_cast<double>(size);
  if (pipelined_byte > 0 && travel == Travel::pipelined)
    return pipelined_byte * bytes;
  if (size < least_single_copy)
    return 0.1 * bytes;
  return size < longer_than_caches || travel != Travel::whole ? 1500 + 0.145 * bytes : long_byte * bytes;
}

#ifndef OPEN_MPI
/// Returns the time that MPICH takes to pack items that all are equal parts of one basic type. It has good loops over
/// the elements of whole items, but goes part by part through the item in which a fragment ends.
double packing_time_of_whole_items(const Plan &plan, std::int64_t size) {
  constexpr double message = 700, element = 0.2, fragment_bytes = 8000;
  const layout::Dataloop &loop = plan.loops()[plan.loops().one().loop];
  if (plan.element_bytes() == 0 || !loop.leaf || !loop.uniform())
    return std::numeric_limits<double>::infinity();
  const auto bytes = static_cast<double>(size);
  return message + element * bytes / static_cast<double>(plan.element_bytes()) +
         bytes / fragment_bytes * static_cast<double>(loop.pieces) * equally_spaced_part;
}
#endif

/// Returns the time that MPI takes to pack `count` items while it sends the message.
double packing_time_in_mpi(const Plan &plan, std::int64_t count, std::int64_t size) {
  const layout::Dataloop &loop = plan.loops()[plan.loops().one().loop];
  const bool equally_spaced = loop.leaf && (loop.pieces == 1 || loop.kind == layout::Dataloop::Kind::vector);
  const double parts = static_cast<double>(count) * static_cast<double>(loop.pieces);
  const double by_parts = hole_message + parts * (equally_spaced ? equally_spaced_part : other_part);
#ifdef OPEN_MPI
  static_cast<void>(size);
  return by_parts;
#else
  return std::min(by_parts, packing_time_of_whole_items(plan, size));
#endif
}

/// Returns the method for data with holes that the environment demands by AUTOMAP_SEND (mpi, packed); nothing if the
/// estimates decide.
const std::optional<Method> &forced_method() {
  static const std::optional<Method> wanted = [] {
    const char *text = std::getenv("AUTOMAP_SEND");
    const std::string_view name = text ? text : "";
    require(name.empty() || name == "mpi" || name == "packed", MPI_ERR_ARG,
            "AutoMap: the environment variable AUTOMAP_SEND must be mpi or packed, or unset");
    return name == "mpi"      ? std::optional(Method::by_mpi)
           : name == "packed" ? std::optional(Method::packed)
                              : std::nullopt;
  }();
  return wanted;
}

/// Whether a fragment may split an element of data without holes, so that MPI_Recv would fail.
bool may_be_split(MPI_Datatype type, int count, std::int64_t size) {
  return size > Fragments::shortest && size > fragments().longest_whole && count > most_unsplit(type);
}

bool is_received_by_automap(MPI_Comm comm) {
  const Pipeline *const pipeline = pipeline_of(comm);
  return pipeline && pipeline->is_on();
}

} // namespace

Method choose_method(const Plan &plan, int count, std::int64_t size, Travel travel) {
  if (size > INT_MAX && travel == Travel::whole)
    return Method::by_mpi;
  if (plan.is_contiguous(count))
    return Method::in_place;
  if (const std::optional<Method> &wanted = forced_method())
    return *wanted;
  return packing_time_in_mpi(plan, count, size) < packing_time(size, travel) ? Method::by_mpi : Method::packed;
}

/// Leaves data without holes to MPI, too, if nothing else keeps them from being split. AutoMap can receive split data,
/// but gets shorter messages sooner if they are not split: MPI then copies them through shared memory.
WholeMethod method_to_send(const Plan &plan, const Envelope &envelope, std::int64_t size) {
  constexpr std::int64_t least_split = 1 << 20;
  const Method method = choose_method(plan, envelope.count, size, Travel::whole);
  const bool to_automap = is_received_by_automap(envelope.comm);
  const bool is_forced = method == Method::packed && forced_method() == Method::packed;
  if (method == Method::by_mpi || is_forced || !may_be_split(envelope.type, envelope.count, size) ||
      (to_automap && size >= least_split))
    return {method, nullptr};
  std::shared_ptr<const OwnedType> type = fragmentable_type(envelope.type, plan, envelope.count);
  return {type || to_automap ? method : Method::by_mpi, std::move(type)};
}

/// An announcement ends where an element ends, but perhaps inside a pair, which MPICH takes for one element: the
/// sender's datatype may have a long and an int in place of an MPI_LONG_INT.
Method method_to_receive(const Plan &plan, const Envelope &envelope, std::int64_t size, bool may_be_announced) {
  const Method method = choose_method(plan, envelope.count, size, Travel::whole);
  if (method != Method::by_mpi || size > INT_MAX)
    return method;
  return may_be_split(envelope.type, envelope.count, size) || (may_be_announced && has_pairs(envelope.type))
             ? Method::packed
             : method;
}

std::int64_t part_to_send(const Pipeline &pipeline, const Plan &plan, const Envelope &envelope, bool at_once) {
  const std::int64_t size = bytes_of(plan, envelope.count), part = pipeline.part_of(size, at_once);
  const bool is_whole = part == 0 || envelope.peer == MPI_PROC_NULL ||
                        choose_method(plan, envelope.count, size, Travel::pipelined) != Method::packed;
  return is_whole ? 0 : part;
}

} // namespace automap::mpi
