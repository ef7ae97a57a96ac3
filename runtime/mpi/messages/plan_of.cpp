// Plans as attributes of datatypes. See plan_of.h.
//
// The environment variable AUTOMAP_KERNELS (portable, avx2, avx512) limits the instruction sets that plans use. With
// any other value, no plan is copied.
#include "plan_of.h"

#include "mpi/base/at_finalize.h"
#include "mpi/base/failure.h"
#include "mpi/base/fragments.h"
#include "mpi/types/decode.h"
#include "pipeline.h"

#include "layout/dataloop/words.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace automap::mpi {
namespace {

/// What is kept with a datatype: its plan, which is copied at its first use, and the functions for it.
class TypePlan {
public:
  explicit TypePlan(layout::PackFunctions functions) : functions_(functions) {}

  /// Returns the plan, or null before make().
  const layout::Plan *plan() const { return ready_.load(std::memory_order_acquire); }

  /// Makes the plan of `type`, with which this object is kept. Only one thread at a time may call this.
  const layout::Plan &make(MPI_Datatype type);

  /// Return what the functions of these names in plan_of.h return. make() must have been called.
  int whole_elements() const { return whole_elements_; }
  std::int64_t most_unsplit() const { return most_unsplit_; }
  bool has_pairs() const { return has_pairs_; }

private:
  layout::PackFunctions functions_;
  std::shared_ptr<const layout::Plan> plan_;
  int whole_elements_ = 0;
  std::int64_t most_unsplit_ = 0;
  bool has_pairs_ = false;
  std::atomic<const layout::Plan *> ready_{nullptr};
};

using TypePlanHandle = std::shared_ptr<TypePlan>; // an attribute's value points to one

int copy_type_plan(MPI_Datatype, int, void *, void *value, void *copy, int *flag) {
  auto *copied = new (std::nothrow) TypePlanHandle(*static_cast<TypePlanHandle *>(value));
  *static_cast<void **>(copy) = copied;
  *flag = copied ? 1 : 0; // a copy without the attribute makes a plan of its own
  return MPI_SUCCESS;
}

int delete_type_plan(MPI_Datatype, int, void *value, void *) {
  ++dropped_plans;
  delete static_cast<TypePlanHandle *>(value);
  return MPI_SUCCESS;
}

int type_plan_keyval() {
  static const int keyval = [] {
    int out = MPI_KEYVAL_INVALID;
    at_finalize([] { ++dropped_plans; });
    check_call(MPI_Type_create_keyval(copy_type_plan, delete_type_plan, &out, nullptr));
    return out;
  }();
  return keyval;
}

/// Plans in a table, which a library that sees all frees of datatypes uses in place of attributes. MPICH 4.0 lets other
/// threads into MPI while it deletes the attributes of a datatype whose last message has just arrived.
struct PlanTable {
  std::mutex mutex;
  std::unordered_map<MPI_Datatype, TypePlanHandle> plans;
};
PlanTable *plan_table = nullptr;

/// Returns what is kept with `type`, or null.
TypePlan *type_plan_of(MPI_Datatype type) {
  if (plan_table) {
    const std::lock_guard lock(plan_table->mutex);
    const auto found = plan_table->plans.find(type);
    return found == plan_table->plans.end() ? nullptr : found->second.get();
  }
  void *value = nullptr;
  int flag = 0;
  check_call(MPI_Type_get_attr(type, type_plan_keyval(), &value, &flag));
  return flag ? static_cast<TypePlanHandle *>(value)->get() : nullptr;
}

layout::CpuFeatures allowed_features() {
  using layout::CpuFeatures;
  const char *text = std::getenv("AUTOMAP_KERNELS");
  const std::string_view name = text ? text : "";
  require(name.empty() || name == "portable" || name == "avx2" || name == "avx512", MPI_ERR_ARG,
          "AutoMap: the environment variable AUTOMAP_KERNELS must be portable, avx2 or avx512, or unset");
  const CpuFeatures most = name == "portable" ? CpuFeatures::portable
                           : name == "avx2"   ? CpuFeatures::avx2
                                              : CpuFeatures::avx512;
  return std::min(most, layout::cpu_features());
}

/// Adds the bytes of the first elements of `tree` to `bytes`, until an announcement fits into these.
void add_elements(const layout::TypeTree &tree, std::int64_t &bytes) {
  using Kind = layout::TypeTree::Kind;
  constexpr std::int64_t enough = sizeof(PartsAnnouncement);
  if (tree.kind() == Kind::leaf || tree.data_bytes() <= enough - bytes) {
    bytes += tree.data_bytes();
    return;
  }
  while (bytes < enough) // a vec or idx repeats its only child; no child is empty
    for (const layout::TypeTree &child : tree.children())
      if (bytes < enough)
        add_elements(child, bytes);
}

const layout::Plan &TypePlan::make(MPI_Datatype type) {
  static const layout::CpuFeatures features = allowed_features();
  const Decoded decoded = decode(type);
  plan_ = std::make_shared<const layout::Plan>(decoded.tree, decoded.bounds, features, functions_,
                                               layout::Preparation::by_use);
  std::int64_t bytes = 0;
  while (plan_->size() > 0 && bytes < std::int64_t(sizeof(PartsAnnouncement)))
    add_elements(decoded.tree, bytes);
  whole_elements_ = static_cast<int>(bytes);
  has_pairs_ = decoded.has_pairs;
  if (!has_pairs_) // MPI takes a pair for one element
    most_unsplit_ = layout::most_within_words(decoded.tree, fragments().word_bytes);
  ready_.store(plan_.get(), std::memory_order_release);
  return *plan_;
}

/// Keeps a new TypePlan with `type`, in place of any earlier one.
TypePlan &set_type_plan(MPI_Datatype type, layout::PackFunctions functions) {
  if (plan_table) {
    const std::lock_guard lock(plan_table->mutex);
    return *(plan_table->plans[type] = std::make_shared<TypePlan>(functions));
  }
  auto value = std::make_unique<TypePlanHandle>(std::make_shared<TypePlan>(functions));
  check_call(MPI_Type_set_attr(type, type_plan_keyval(), value.get()));
  return **value.release();
}

/// Returns the plan of `type`, and makes it if necessary.
const layout::Plan &find_plan(MPI_Datatype type) {
  const TypePlan *known = type_plan_of(type);
  if (const layout::Plan *plan = known ? known->plan() : nullptr)
    return *plan;
  static std::recursive_mutex mutex; // if MPI fails, error handlers may make calls that need plans
  const std::lock_guard lock(mutex);
  TypePlan *kept = type_plan_of(type);
  if (!kept)
    kept = &set_type_plan(type, {});
  const layout::Plan *plan = kept->plan();
  return plan ? *plan : kept->make(type);
}

} // namespace

void keep_plans_in_table() {
  static auto &table = *new PlanTable;
  plan_table = &table;
}

void forget_plan(MPI_Datatype type) {
  TypePlanHandle forgotten; // destroyed after the lock
  const std::lock_guard lock(plan_table->mutex);
  const auto found = plan_table->plans.find(type);
  if (found == plan_table->plans.end())
    return;
  ++dropped_plans;
  forgotten = std::move(found->second);
  plan_table->plans.erase(found);
}

const layout::Plan &plan_of(MPI_Datatype type) {
  require_type(type);
  const unsigned long dropped = dropped_plans.load(std::memory_order_acquire);
  const layout::Plan &plan = find_plan(type);
  recent_plan_at(type) = {type, &plan, dropped};
  return plan;
}

int whole_elements(MPI_Datatype type) { return type_plan_of(type)->whole_elements(); }

std::int64_t most_unsplit(MPI_Datatype type) { return type_plan_of(type)->most_unsplit(); }

bool has_pairs(MPI_Datatype type) { return type_plan_of(type)->has_pairs(); }

void set_functions(MPI_Datatype type, layout::PackFunctions functions) {
  require_type(type);
  set_type_plan(type, functions);
}

} // namespace automap::mpi
