// Encoding of type trees. See encode.h.
#include "encode.h"

#include "basic_type_handles.h"
#include "decode.h"
#include "mpi/base/failure.h"
#include "mpi/base/tuning.h"
#include "mpi/open_mpi.h"

#include "layout/fold.h"

#include <algorithm>
#include <limits>

namespace automap::mpi {
namespace {

using layout::BasicType;
using layout::BasicTypeId;
using layout::Bounds;
using layout::Construction;
using layout::ConstructionStep;
using layout::Operand;
using Call = ConstructionStep::Call;

#if MPI_VERSION >= 4
constexpr std::int64_t max_count = std::numeric_limits<MPI_Count>::max();
#else
constexpr std::int64_t max_count = std::numeric_limits<int>::max();
#endif

/// Returns numbers in the types of MPI's arguments. Throws std::length_error if one does not fit.
template <typename Number> Number narrow(std::int64_t value) {
  if (value < std::numeric_limits<Number>::min() || value > std::numeric_limits<Number>::max())
    throw std::length_error("a number is too large for MPI");
  return static_cast<Number>(value);
}

template <typename Number> std::vector<Number> narrow(const std::vector<std::int64_t> &values) {
  std::vector<Number> out(values.size());
  std::ranges::transform(values, out.begin(), [](std::int64_t value) { return narrow<Number>(value); });
  return out;
}

/// Runs the steps of a construction and owns their results until the last one is returned.
class Execution {
public:
  explicit Execution(const std::map<BasicTypeId, MPI_Datatype> &precise_types) : precise_types_(precise_types) {}

  ~Execution() {
    for (MPI_Datatype &type : owned_)
      MPI_Type_free(&type);
  }

  MPI_Datatype run(const Construction &steps, Bounds bounds) {
    results_.reserve(steps.size());
    owned_.reserve(4 * steps.size() + 1);
    for (const ConstructionStep &step : steps) {
      const bool is_last = results_.size() + 1 == steps.size();
      if (step.call == Call::resized && is_made(step.operands.front()) &&
          has(results_[std::get<std::size_t>(step.operands.front())], {step.lower_bound, step.extent}, is_last)) {
        results_.push_back(handle(step.operands.front())); // MPI has given it these bounds
        continue;
      }
      results_.push_back(own(call(step)));
      // Open MPI 4.1 gives some lists of overlapping blocks other bounds than the standard says.
      if (const auto expected = is_last ? bounds : step.result_bounds;
          expected && !has(results_.back(), *expected, is_last))
        results_.back() = own(resized(results_.back(), *expected));
    }
    const auto result = std::ranges::find(owned_, results_.back());
    if (result == owned_.end())
      throw std::logic_error("a construction makes no datatype");
    owned_.erase(result);
    return results_.back();
  }

private:
  MPI_Datatype own(MPI_Datatype type) { return owned_.emplace_back(type); }

  static bool is_made(const Operand &operand) { return std::holds_alternative<std::size_t>(operand); }

  /// Whether `type` has these bounds. Only the extent matters unless it is the last result.
  static bool has(MPI_Datatype type, Bounds bounds, bool is_last) {
    const Bounds actual = bounds_of(type);
    return actual.extent == bounds.extent && (!is_last || actual.lower_bound == bounds.lower_bound);
  }

  static MPI_Datatype resized(MPI_Datatype type, Bounds bounds) {
    MPI_Datatype result = MPI_DATATYPE_NULL;
    check_call(
        MPI_Type_create_resized(type, narrow<MPI_Aint>(bounds.lower_bound), narrow<MPI_Aint>(bounds.extent), &result));
    return result;
  }

  MPI_Datatype handle(const Operand &operand) const {
    if (const auto *index = std::get_if<std::size_t>(&operand))
      return results_[*index];
    const BasicTypeId id = std::get<BasicType>(operand).id;
    if (const auto precise = precise_types_.find(id); precise != precise_types_.end())
      return precise->second;
    const MPI_Datatype type = handle_of(id);
    if (type == MPI_DATATYPE_NULL)
      throw UsageFailure(MPI_ERR_TYPE, "AutoMap: the datatype has a basic type that this MPI library does not have");
    return type;
  }

  MPI_Datatype call(const ConstructionStep &step) {
#if MPI_VERSION >= 4
    constexpr std::int64_t int_max = std::numeric_limits<int>::max();
    if (step.count > int_max || std::ranges::any_of(step.blocklengths, [](auto n) { return n > int_max; }))
      return call_large(step);
#endif
    const int count = narrow<int>(step.count);
    const std::vector<int> blocklengths = narrow<int>(step.blocklengths);
    const std::vector<MPI_Aint> displacements = narrow<MPI_Aint>(step.displacements);
    const MPI_Datatype operand = handle(step.operands.front());
    MPI_Datatype result = MPI_DATATYPE_NULL;
    switch (step.call) {
    case Call::contiguous:
      check_call(MPI_Type_contiguous(count, operand, &result));
      break;
    case Call::hvector:
      if (is_open_mpi() && step.stride == -1) // Open MPI 4.1 treats it as 1
        return descending(count, blocklengths[0], operand);
      if (const MPI_Datatype block = own_type_of_block(step); block != MPI_DATATYPE_NULL)
        check_call(MPI_Type_create_hvector(count, 1, narrow<MPI_Aint>(step.stride), block, &result));
      else
        check_call(MPI_Type_create_hvector(count, blocklengths[0], narrow<MPI_Aint>(step.stride), operand, &result));
      break;
    case Call::hindexed_block:
      check_call(MPI_Type_create_hindexed_block(count, blocklengths[0], displacements.data(), operand, &result));
      break;
    case Call::hindexed:
      check_call(MPI_Type_create_hindexed(count, blocklengths.data(), displacements.data(), operand, &result));
      break;
    case Call::create_struct:
      check_call(
          MPI_Type_create_struct(count, blocklengths.data(), displacements.data(), handles(step).data(), &result));
      break;
    case Call::resized:
      result = resized(operand, {step.lower_bound, step.extent});
      break;
    }
    return result;
  }

  /// Returns a datatype for the blocks of an hvector, or MPI_DATATYPE_NULL if MPI packs them by their length as fast.
  MPI_Datatype own_type_of_block(const ConstructionStep &step) {
    const auto *const element = std::get_if<BasicType>(&step.operands.front());
    const std::int64_t length = step.blocklengths[0];
    if (!element || length == 1 || !tuning().prefers_own_type(length, element->size_bytes))
      return MPI_DATATYPE_NULL;
    MPI_Datatype out = MPI_DATATYPE_NULL;
    check_call(MPI_Type_contiguous(static_cast<int>(length), handle(step.operands.front()), &out));
    return own(out);
  }

#if MPI_VERSION >= 4
  MPI_Datatype call_large(const ConstructionStep &step) const {
    const std::vector<MPI_Count> blocklengths = narrow<MPI_Count>(step.blocklengths);
    const std::vector<MPI_Count> displacements = narrow<MPI_Count>(step.displacements);
    const MPI_Datatype operand = handle(step.operands.front());
    MPI_Datatype result = MPI_DATATYPE_NULL;
    switch (step.call) {
    case Call::contiguous:
      check_call(MPI_Type_contiguous_c(step.count, operand, &result));
      break;
    case Call::hvector:
      check_call(MPI_Type_create_hvector_c(step.count, blocklengths[0], step.stride, operand, &result));
      break;
    case Call::hindexed_block:
      check_call(MPI_Type_create_hindexed_block_c(step.count, blocklengths[0], displacements.data(), operand, &result));
      break;
    case Call::hindexed:
      check_call(MPI_Type_create_hindexed_c(step.count, blocklengths.data(), displacements.data(), operand, &result));
      break;
    case Call::create_struct:
      check_call(MPI_Type_create_struct_c(step.count, blocklengths.data(), displacements.data(), handles(step).data(),
                                          &result));
      break;
    case Call::resized: // has no counts
      break;
    }
    return result;
  }
#endif

  /// Returns an hvector with a stride of -1, constructed as adjacent blocks whose extent is -1.
  MPI_Datatype descending(int count, int blocklength, MPI_Datatype operand) {
    MPI_Datatype block = MPI_DATATYPE_NULL, result = MPI_DATATYPE_NULL;
    check_call(MPI_Type_contiguous(blocklength, operand, &block));
    own(block);
    check_call(MPI_Type_contiguous(count, own(resized(block, {bounds_of(block).lower_bound, -1})), &result));
    return result;
  }

  std::vector<MPI_Datatype> handles(const ConstructionStep &step) const {
    std::vector<MPI_Datatype> out;
    out.reserve(step.operands.size());
    for (const Operand &operand : step.operands)
      out.push_back(handle(operand));
    return out;
  }

  const std::map<BasicTypeId, MPI_Datatype> &precise_types_;
  std::vector<MPI_Datatype> results_; // one for each step so far
  std::vector<MPI_Datatype> owned_;
};

} // namespace

MPI_Datatype encode(const layout::TypeTree &tree, Bounds bounds,
                    const std::map<BasicTypeId, MPI_Datatype> &precise_types) {
  return encode_as_it_is(layout::fold(tree), bounds, precise_types);
}

MPI_Datatype encode_as_it_is(const layout::TypeTree &tree, Bounds bounds,
                             const std::map<BasicTypeId, MPI_Datatype> &precise_types) {
  return Execution(precise_types).run(layout::construct(tree, bounds, max_count), bounds);
}

} // namespace automap::mpi
