// The pack plan of a datatype. It is found once and then stays with the datatype as an attribute, which
// copies of the datatype (MPI_Type_dup) share and MPI_Type_free drops.
#pragma once

#include "mpi/base/failure.h"

#include "layout/checked.h"
#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <iterator>

namespace automap::mpi {

/// The plan of `type`, made if there is none yet. It lives as long as the datatype. May be called by several
/// threads. Throws what decode() throws.
const layout::Plan &plan_of(MPI_Datatype type);

/// The bytes of the first elements of `type`, of which plan_of() was called and which has some, or of several of it:
/// so many elements that an PartsAnnouncement goes into them.
int whole_elements(MPI_Datatype type);

/// The most of `type`, of which plan_of() was called, that fragments (fragments.h) of packed data do not cut inside
/// of an element.
std::int64_t most_unsplit(MPI_Datatype type);

/// Whether some elements of `type`, of which plan_of() was called, are those of pairs, such as MPI_2INT.
bool has_pairs(MPI_Datatype type);

/// Returns the bytes of `count` items. Throws UsageFailure if that is negative.
inline std::int64_t bytes_of(const layout::Plan &plan, MPI_Count count) {
  require_count(count);
  return layout::checked_multiply(count, plan.size());
}

/// Returns where the data of a buffer without holes begin, or null if there are none.
inline char *first_byte(const layout::Plan &plan, void *buffer, std::int64_t size) {
  return size > 0 ? layout::moved(static_cast<char *>(buffer), plan.true_lower_bound()) : nullptr;
}

/// Throws UsageFailure if `bytes` of data of a plan, unless that is 0, are to be at a null buffer with
/// displacements that are no addresses, or in MPI_IN_PLACE, which none of our calls knows. MPI_BOTTOM is null, too, so
/// that displacements tell: those of a subarray that begins behind `lowest` of its array are taken for addresses.
inline void require_buffer(const layout::Plan &plan, const void *buffer, std::int64_t bytes) {
  constexpr std::int64_t lowest = 64 << 10; // no data lie below: Linux's vm.mmap_min_addr
  const std::int64_t at = plan.true_lower_bound();
  require(buffer || bytes == 0 || at <= -lowest || at >= lowest, MPI_ERR_BUFFER, "AutoMap: a buffer is null");
  require(buffer != MPI_IN_PLACE || bytes == 0, MPI_ERR_BUFFER, "AutoMap: a buffer is MPI_IN_PLACE");
}

/// Gives `type` a plan that uses these functions, in place of the one that it may have. No other thread may
/// be using `type`.
void set_functions(MPI_Datatype type, layout::PackFunctions functions);

/// What each thread remembers is void when a plan was dropped since, because MPI uses handles anew.
inline std::atomic<unsigned long> dropped_plans{0};

struct RecentPlan {
  MPI_Datatype type{}; // as it is before MPI has given one: thread_local, so a constant
  const layout::Plan *plan = nullptr;
  unsigned long dropped_plans = 0;
};
inline constinit thread_local RecentPlan recent_plans[4]; // by what handles end with

inline RecentPlan &recent_plan_at(MPI_Datatype type) noexcept {
  const auto bits = (std::uintptr_t)type; // a pointer or a number
  return recent_plans[(bits ^ bits >> 5 ^ bits >> 9) % std::size(recent_plans)];
}

/// plan_of() without a call of MPI, if the calling thread has just had it; else null. Outside of MPI_Init and
/// MPI_Finalize it is null.
inline const layout::Plan *recent_plan_of(MPI_Datatype type) noexcept {
  const RecentPlan &entry = recent_plan_at(type);
  const bool valid =
      entry.type == type && entry.dropped_plans == dropped_plans.load(std::memory_order_acquire);
  return valid ? entry.plan : nullptr;
}

/// Runs body(plan of type) and returns MPI_SUCCESS, or the error code for what it throws. `comm` and `call` as for
/// error_code_of().
template <typename Body>
int with_plan_of(MPI_Datatype type, Body body, MPI_Comm comm = MPI_COMM_NULL,
                 const char *call = __builtin_FUNCTION()) noexcept {
  if (const layout::Plan *recent = recent_plan_of(type))
    return code_of([&] { body(*recent); }, comm, call);
  return error_code_of([&] { body(plan_of(type)); }, comm, call);
}

} // namespace automap::mpi
