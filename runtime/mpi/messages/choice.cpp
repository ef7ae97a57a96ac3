// The choice of a method. See choice.h.
#include "choice.h"

#include "mpi/base/failure.h"
#include "mpi/base/tuning.h"
#include "mpi/open_mpi.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace automap::mpi {
namespace {

using layout::Plan;

/// The binary logarithm. With Open MPI, parts take no less time than the whole.
double gain_by_pipeline() { return is_open_mpi() ? 0 : 1; }

/// Returns the bytes in a contiguous block, on average.
double average_block(const Plan &plan) {
  const layout::Dataloop &loop = plan.loops()[plan.loops().one().loop];
  return static_cast<double>(plan.size()) / static_cast<double>(std::max<std::int64_t>(loop.pieces, 1));
}

Spacing spacing_of(const Plan &plan) {
  const layout::Dataloop &loop = plan.loops()[plan.loops().one().loop];
  if (plan.element_bytes() == 0)
    return Spacing::mixed;
  constexpr std::int64_t least_distance = 256; // several cache lines
  constexpr std::int64_t least_ratio = 4;      // of the distance to the bytes of a block
  const std::int64_t extent = std::max(std::abs(plan.loops().bounds().extent), loop.extent());
  if (extent / loop.pieces >= least_distance && extent / least_ratio >= plan.size())
    return Spacing::sparse;
  if (!loop.leaf)
    return Spacing::nested;
  return loop.pieces == 1 || loop.kind == layout::Dataloop::Kind::vector ? Spacing::equal : Spacing::irregular;
}

/// Whether the tuned times tell that MPI sends data with holes faster with their datatype than packed. Parts stay in
/// the caches and take as long as messages that do.
bool is_faster_by_datatype(const Plan &plan, std::int64_t size, Travel travel) {
  constexpr double longest_part = 1 << 20;
  const auto bytes = static_cast<double>(size);
  const double gain = tuning().gain_by_packing(spacing_of(plan), average_block(plan),
                                               travel == Travel::whole ? bytes : std::min(bytes, longest_part));
  return gain + (travel == Travel::pipelined ? gain_by_pipeline() : 0) < 0;
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
bool may_be_split(MPI_Datatype type, std::int64_t count, std::int64_t size) {
  return size > Fragments::shortest && size > fragments().longest_whole && count > most_unsplit(type);
}

/// Returns the method for data with holes.
Method method_with_holes(const Plan &plan, std::int64_t size, Travel travel) {
  if (const std::optional<Method> &wanted = forced_method())
    return *wanted;
  return is_faster_by_datatype(plan, size, travel) ? Method::by_mpi : Method::packed;
}

bool is_received_by_automap(MPI_Comm comm) {
  const Pipeline *const pipeline = pipeline_of(comm);
  return pipeline && pipeline->is_on();
}

} // namespace

Times estimated_times(const Plan &plan, std::int64_t size) {
  return tuning().at(spacing_of(plan), average_block(plan), static_cast<double>(size));
}

Method choose_method(const Plan &plan, int count, std::int64_t size, Travel travel) {
  if (size > INT_MAX && travel == Travel::whole)
    return Method::by_mpi;
  if (plan.is_contiguous(count))
    return Method::in_place;
  return method_with_holes(plan, size, travel);
}

bool is_faster_by_mpi(MPI_Datatype type, const Plan &plan, std::int64_t count, std::int64_t size) {
  return method_with_holes(plan, size, Travel::whole) == Method::by_mpi && !may_be_split(type, count, size);
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
