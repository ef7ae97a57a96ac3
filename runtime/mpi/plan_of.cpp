// Plans as attributes. See plan_of.h.
//
// The environment variable AUTOMAP_KERNELS (portable, avx2, avx512) keeps plans from using more of the processor
// than it says.
#include "plan_of.h"

#include "decode.h"
#include "failure.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>

namespace automap::mpi {
namespace {

using PlanHandle = std::shared_ptr<const layout::Plan>; // an attribute's value points to one

int copy_plan(MPI_Datatype, int, void *, void *value, void *copy, int *flag) {
  auto *made = new (std::nothrow) PlanHandle(*static_cast<PlanHandle *>(value));
  *static_cast<void **>(copy) = made;
  *flag = made ? 1 : 0; // else the copy finds its plan anew
  return MPI_SUCCESS;
}

/// What each thread remembers is void when a plan was dropped since, because MPI uses handles anew.
std::atomic<unsigned long> dropped_plans{0};

struct Remembered {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const layout::Plan *plan = nullptr;
  unsigned long dropped_plans = 0;
};
thread_local Remembered recent[4]; // by what handles end with

Remembered &recent_entry(MPI_Datatype type) {
  const auto bits = (std::uintptr_t)type; // a pointer or a number
  return recent[(bits ^ bits >> 5 ^ bits >> 9) % std::size(recent)];
}

int delete_plan(MPI_Datatype, int, void *value, void *) {
  ++dropped_plans;
  delete static_cast<PlanHandle *>(value);
  return MPI_SUCCESS;
}

/// MPI_Finalize deletes the attributes of MPI_COMM_SELF before all else (MPI 4.0, section 11.2.4).
int finalizing(MPI_Comm, int, void *, void *) {
  ++dropped_plans;
  return MPI_SUCCESS;
}

int plan_keyval() {
  static const int keyval = [] {
    int out = MPI_KEYVAL_INVALID;
    int at_finalize = MPI_KEYVAL_INVALID;
    check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalizing, &at_finalize, nullptr));
    check(MPI_Comm_set_attr(MPI_COMM_SELF, at_finalize, nullptr));
    check(MPI_Comm_free_keyval(&at_finalize));
    check(MPI_Type_create_keyval(copy_plan, delete_plan, &out, nullptr));
    return out;
  }();
  return keyval;
}

const layout::Plan *known_plan(MPI_Datatype type) {
  void *value = nullptr;
  int flag = 0;
  check(MPI_Type_get_attr(type, plan_keyval(), &value, &flag));
  return flag ? static_cast<PlanHandle *>(value)->get() : nullptr;
}

layout::CpuFeatures allowed_features() {
  const char *text = std::getenv("AUTOMAP_KERNELS");
  const std::string_view named = text ? text : "";
  const layout::CpuFeatures most = named == "portable" ? layout::CpuFeatures::portable
                                   : named == "avx2"   ? layout::CpuFeatures::avx2
                                                       : layout::CpuFeatures::avx512;
  return std::min(most, layout::cpu_features());
}

const layout::Plan &attach_plan(MPI_Datatype type, layout::PackFunctions functions) {
  static const layout::CpuFeatures features = allowed_features();
  const Decoded decoded = decode(type);
  auto value = std::make_unique<PlanHandle>(
      std::make_shared<const layout::Plan>(decoded.tree, decoded.bounds, features, functions));
  check(MPI_Type_set_attr(type, plan_keyval(), value.get()));
  return **value.release();
}

/// The plan of `type`, known or new.
const layout::Plan &find_plan(MPI_Datatype type) {
  if (const layout::Plan *plan = known_plan(type))
    return *plan;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const layout::Plan *plan = known_plan(type);
  return plan ? *plan : attach_plan(type, {});
}

} // namespace

const layout::Plan *recent_plan_of(MPI_Datatype type) noexcept {
  const Remembered &entry = recent_entry(type);
  const bool valid =
      entry.type == type && entry.dropped_plans == dropped_plans.load(std::memory_order_acquire);
  return valid ? entry.plan : nullptr;
}

const layout::Plan &plan_of(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    throw UsageFailure(MPI_ERR_TYPE, "AutoMap: the datatype is MPI_DATATYPE_NULL");
  const unsigned long dropped = dropped_plans.load(std::memory_order_acquire);
  const layout::Plan &plan = find_plan(type);
  recent_entry(type) = {type, &plan, dropped};
  return plan;
}

void set_functions(MPI_Datatype type, layout::PackFunctions functions) {
  if (type == MPI_DATATYPE_NULL)
    throw UsageFailure(MPI_ERR_TYPE, "AutoMap: the datatype is MPI_DATATYPE_NULL");
  attach_plan(type, functions);
}

} // namespace automap::mpi
