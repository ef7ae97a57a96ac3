// The table of committed datatypes. See types.h.
#include "types.h"

#include "layout/basic_type.h"
#include "layout/dataloop/dataloop.h"
#include "mpi/base/failure.h"
#include "mpi/messages/plan_of.h"
#include "mpi/types/basic_type_handles.h"

#include <algorithm>

#include <climits>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

namespace automap::run {
namespace {

/// A datatype of which less has been sent is left to MPI.
constexpr std::int64_t least_seen = 4096, least_use = 1024; // bytes; each use counts as so many at least

using Table = std::unordered_map<MPI_Datatype, std::unique_ptr<KnownType>>;

void add(Table &table, MPI_Datatype type, bool is_plain) {
  MPI_Count size = 0;
  if (type != MPI_DATATYPE_NULL && PMPI_Type_size_x(type, &size) == MPI_SUCCESS && size >= 0)
    table.try_emplace(type, std::make_unique<KnownType>(size, is_plain));
}

/// Returns a table of MPI's own datatypes. Those of pairs may have gaps.
Table predefined() {
  Table out;
  for (std::size_t id = 0; id < layout::mpi_names().size(); ++id)
    add(out, mpi::handle_of(static_cast<layout::BasicTypeId>(id)), true);
  add(out, MPI_PACKED, true);
  for (const MPI_Datatype pair : {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT,
                                  MPI_LONG_DOUBLE_INT, MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER})
    add(out, pair, false);
  return out;
}

std::mutex types_mutex;
Table &table() {
  static auto &out = *new Table(predefined()); // MPI may outlive destructors
  return out;
}

} // namespace

const layout::Plan *KnownType::make(MPI_Datatype type, std::int64_t count, bool at_once) {
  static const bool is_forced = std::getenv("AUTOMAP_SEND");
  const std::int64_t seen = seen_ += std::max(least_use, count * size_);
  if (seen < least_seen && !at_once && !is_forced)
    return nullptr;
  static std::mutex making;
  const std::lock_guard lock(making);
  if (state_.load(std::memory_order_relaxed) != State::new_type)
    return plan_.get();
  try {
    plan_ = mpi::plan_of(type).shared_from_this();
  } catch (...) { // memory is short, or MPI does not tell what the datatype is
  }
  state_.store(plan_ ? State::ready : State::has_none, std::memory_order_release);
  return plan_.get();
}

void note_committed(MPI_Datatype type) {
  if (find_type(type))
    return;
  try {
    const std::lock_guard lock(types_mutex);
    ++types_version;
    add(table(), type, false);
  } catch (const std::bad_alloc &) { // it is left to MPI
  }
}

bool forget(MPI_Datatype type) {
  {
    const std::lock_guard lock(types_mutex);
    const auto found = table().find(type);
    if (found == table().end() || found->second->is_plain())
      return false;
    ++types_version;
    table().erase(found);
  }
  mpi::forget_plan(type);
  return true;
}

KnownType *find_type_slowly(MPI_Datatype type) {
  const std::lock_guard lock(types_mutex);
  const auto found = table().find(type);
  return found == table().end() ? nullptr : found->second.get();
}

namespace {

/// Whether a buffer may have data of this plan. If not, MPI reports it.
bool is_buffer(const layout::Plan &plan, const void *buffer, std::int64_t size) {
  try {
    mpi::require_buffer(plan, buffer, size);
    return true;
  } catch (const mpi::UsageFailure &) {
    return false;
  }
}

} // namespace

Gapped gapped(const void *buffer, MPI_Count count, MPI_Datatype type, bool at_once) {
  if (count <= 0 || count > INT_MAX || buffer == MPI_IN_PLACE)
    return {};
  KnownType *const known = find_type(type);
  if (!known || known->is_plain() || known->size() == 0 || known->size() * count > INT_MAX)
    return {};
  const layout::Plan *const plan = known->plan_for(type, count, at_once);
  if (!plan || plan->is_contiguous(count) || count > plan->most_within_64_bits())
    return {};
  const std::int64_t size = count * plan->size();
  return is_buffer(*plan, buffer, size) ? Gapped{plan, count, size} : Gapped{};
}

std::optional<AdjacentBytes> adjacent(const void *buffer, MPI_Count count, MPI_Datatype type) {
  if (count < 0 || count > INT_MAX || buffer == MPI_IN_PLACE)
    return std::nullopt;
  KnownType *const known = find_type(type);
  if (!known || known->size() * count > INT_MAX)
    return std::nullopt;
  char *const data = static_cast<char *>(const_cast<void *>(buffer));
  const int size = static_cast<int>(known->size() * count);
  if (known->is_plain() || size == 0)
    return AdjacentBytes{data, size};
  const layout::Plan *const plan = known->plan_for(type, count, true);
  if (!plan || !plan->is_contiguous(count) || !is_buffer(*plan, buffer, size))
    return std::nullopt;
  return AdjacentBytes{layout::moved(data, plan->true_lower_bound()), size};
}

} // namespace automap::run
