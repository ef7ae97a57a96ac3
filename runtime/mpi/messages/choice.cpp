// Ways of messages. See way.h.
#include "choice.h"

#include "mpi/base/failure.h"
#include "mpi/base/fragments.h"
#include "pipeline.h"
#include "plan_of.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace automap::mpi {
namespace {

using layout::Plan;

// Estimates of time in nanoseconds, from test/bench/messages, two ranks that share memory: what MPI_Send takes
// for data with holes, and AM_Send beyond what it has in common with that.
#ifdef OPEN_MPI
constexpr double hole_message = 0, equally_spaced_part = 7, other_part = 25, long_byte = 0.4,
                 pipelined_byte = 0;                       // no less than otherwise
constexpr std::int64_t least_single_copy = (4 << 10) - 48; // its limit, less headers
#else                                                      // MPICH
constexpr double hole_message = 350, equally_spaced_part = 16, other_part = 12, long_byte = 0.4,
                 pipelined_byte = 0.03;
constexpr std::int64_t least_single_copy = 16 << 10;
#endif

/// What packing and unpacking take. Long messages without holes, as packed ones are, cross from one process to
/// the other by calls of the system, which take longer than copies by way of shared memory do; and packed data
/// longer than the caches travel through memory twice more.
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
/// What MPICH takes to pack items all of which are equal parts of one basic type: as good loops over the elements of
/// whole items, but part by part through the item that a fragment ends in.
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

/// What MPI takes to pack `count` items in the message itself.
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

/// What the environment wants for data with holes: AUTOMAP_SEND (mpi, packed), else estimates decide.
const std::optional<Way> &wanted_way() {
  static const std::optional<Way> wanted = [] {
    const char *text = std::getenv("AUTOMAP_SEND");
    const std::string_view name = text ? text : "";
    require(name.empty() || name == "mpi" || name == "packed", MPI_ERR_ARG,
            "AutoMap: AUTOMAP_SEND is neither mpi nor packed");
    return name == "mpi"      ? std::optional(Way::by_mpi)
           : name == "packed" ? std::optional(Way::packed)
                              : std::nullopt;
  }();
  return wanted;
}

/// Whether data without holes may reach MPI_Recv cut inside of an element, for which it would fail.
bool may_be_cut(MPI_Datatype type, int count, std::int64_t size) {
  return size > Fragments::shortest && size > fragments().longest_whole && count > most_uncut(type);
}

bool is_received_by_automap(MPI_Comm comm) {
  const Pipeline *const pipeline = pipeline_of(comm);
  return pipeline && pipeline->is_on();
}

} // namespace

Way way_of(const Plan &plan, int count, std::int64_t size, Travel travel) {
  if (size > INT_MAX && travel == Travel::whole)
    return Way::by_mpi;
  if (plan.is_contiguous(count))
    return Way::in_place;
  if (const std::optional<Way> &wanted = wanted_way())
    return *wanted;
  return packing_time_in_mpi(plan, count, size) < packing_time(size, travel) ? Way::by_mpi : Way::packed;
}

/// One without holes may be left to MPI, too, if there is no other way not to have it cut. AutoMap receives what is cut,
/// but gets shorter messages sooner where MPI copies them through shared memory, as what is not.
Travelling way_to_send(const Plan &plan, int count, MPI_Datatype type, std::int64_t size, MPI_Comm comm) {
  constexpr std::int64_t least_cut = 1 << 20;
  const Way way = way_of(plan, count, size, Travel::whole);
  const bool to_automap = is_received_by_automap(comm);
  const bool is_wanted = way == Way::packed && wanted_way() == Way::packed;
  if (way == Way::by_mpi || is_wanted || !may_be_cut(type, count, size) || (to_automap && size >= least_cut))
    return {way, nullptr};
  std::shared_ptr<const OwnedType> uncut = uncut_type(type, plan, count);
  return {uncut || to_automap ? way : Way::by_mpi, std::move(uncut)};
}

/// An announcement ends where an element does, but perhaps inside of a pair, which MPICH takes for one element: the
/// sender's datatype may have a long and an int in the place of an MPI_LONG_INT.
Way way_to_receive(const Plan &plan, int count, MPI_Datatype type, std::int64_t size, bool may_be_announced) {
  const Way way = way_of(plan, count, size, Travel::whole);
  if (way != Way::by_mpi || size > INT_MAX)
    return way;
  return may_be_cut(type, count, size) || (may_be_announced && has_pairs(type)) ? Way::packed : way;
}

} // namespace automap::mpi
