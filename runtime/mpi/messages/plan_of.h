// The pack plan of a datatype. It is made once and kept with the datatype as an attribute. Duplicates
// (MPI_Type_dup) share it, and MPI_Type_free drops it.
#pragma once

#include "mpi/base/failure.h"

#include "layout/checked.h"
#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <iterator>

namespace automap::mpi {

/// Returns the plan of `type`, and makes it if there is none yet. It lives as long as the datatype. Several threads may
/// call this. Throws what decode() throws.
const layout::Plan &plan_of(MPI_Datatype type);

/// Has plans kept in a table, in place of attributes, from now on. The caller must then call forget_plan() before each
/// datatype is freed. Before any other function here.
void keep_plans_in_table();
void forget_plan(MPI_Datatype type);

/// Returns the bytes of so many first elements of `type`, or of several of it, that a PartsAnnouncement fits into them.
/// plan_of() must have been called for `type`, which must have elements.
int whole_elements(MPI_Datatype type);

/// Returns the most items of `type` whose elements the fragments of packed data do not split (fragments.h). plan_of()
/// must have been called for `type`.
std::int64_t most_unsplit(MPI_Datatype type);

/// Whether some elements of `type` belong to pairs, such as MPI_2INT. plan_of() must have been called for `type`.
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

/// Throws UsageFailure if there are `bytes` > 0 of data of a plan in MPI_IN_PLACE, where none can be, or at a null
/// buffer whose displacements, moved by `offset`, are no addresses. MPI_BOTTOM is null, too, so the displacements
/// decide. Those of a subarray that begins at least `lowest` bytes into its array count as addresses.
inline void require_buffer(const layout::Plan &plan, const void *buffer, std::int64_t bytes, std::int64_t offset = 0) {
  constexpr std::int64_t lowest = 64 << 10; // no data lie below: Linux's vm.mmap_min_addr
  const std::int64_t at = layout::wrapping_sum(plan.true_lower_bound(), 1, offset);
  require(buffer || bytes == 0 || at <= -lowest || at >= lowest, MPI_ERR_BUFFER, "AutoMap: a buffer is null");
  require(buffer != MPI_IN_PLACE || bytes == 0, MPI_ERR_BUFFER, "AutoMap: a buffer is MPI_IN_PLACE");
}

/// Gives `type` a plan that uses these functions, in place of any earlier plan. No other thread may be using `type`.
void set_functions(MPI_Datatype type, layout::PackFunctions functions);

/// The number of dropped plans. A change invalidates what threads remember, because MPI reuses handles.
inline std::atomic<unsigned long> dropped_plans{0};

/// A plan that the calling thread has found after so many were dropped.
struct RecentPlan {
  MPI_Datatype type{}; // no datatype yet; constinit needs a constant
  const layout::Plan *plan = nullptr;
  unsigned long dropped_plans = 0;
};
inline constinit thread_local RecentPlan recent_plans[4]; // indexed by a hash of the handle

inline RecentPlan &recent_plan_at(MPI_Datatype type) noexcept {
  const auto bits = (std::uintptr_t)type; // a pointer or a number
  return recent_plans[(bits ^ bits >> 5 ^ bits >> 9) % std::size(recent_plans)];
}

/// Returns the plan of `type` without an MPI call if the calling thread has just used it, else null. Before MPI_Init
/// and after MPI_Finalize, it is null.
inline const layout::Plan *recent_plan_of(MPI_Datatype type) noexcept {
  const RecentPlan &entry = recent_plan_at(type);
  const bool valid = entry.type == type && entry.dropped_plans == dropped_plans.load(std::memory_order_acquire);
  return valid ? entry.plan : nullptr;
}

/// Runs body(plan of type) and returns MPI_SUCCESS, or the error code for what it throws. `comm` and `call` are as for
/// run_call().
template <typename Body>
int with_plan_of(MPI_Datatype type, Body body, MPI_Comm comm = MPI_COMM_NULL,
                 const char *call = __builtin_FUNCTION()) noexcept {
  if (const layout::Plan *recent = recent_plan_of(type))
    return catch_failures([&] { body(*recent); }, comm, call);
  return run_call([&] { body(plan_of(type)); }, comm, call);
}

} // namespace automap::mpi
