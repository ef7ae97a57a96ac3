// How AutoMap_Reduce combines the fields of two structs into one.
#pragma once

#include "layout/basic_type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// The predefined operators of MPI. Those of pairs come last: the smallest or largest number, and what belongs to it.
enum class ReductionOperator : std::uint8_t { sum, prod, min, max, land, lor, lxor, band, bor, bxor, minloc, maxloc };

/// Returns the name that users write: "sum".
std::string_view name_of(ReductionOperator op);

/// Returns the operator with this name; nothing if there is none.
std::optional<ReductionOperator> reduction_operator_called(std::string_view name);

/// Returns the names of all operators.
std::vector<std::string> reduction_operators();

/// Whether other fields go with the number that the operator chooses.
constexpr bool takes_fields(ReductionOperator op) { return op >= ReductionOperator::minloc; }

/// Whether MPI applies the operator to numbers of this type (MPI 4.0, sections 6.9.2 and 6.9.4).
bool fits(ReductionOperator op, layout::BasicTypeId type);

/// Whether one value of this type can be less than another one.
bool has_order(layout::BasicTypeId type);

/// Returns what MPI takes a value of this type for: "a complex number".
std::string_view kind_of(layout::BasicTypeId type);

/// An array, or a record's part of one.
struct Repetition {
  std::uint64_t count = 1;
  std::uint64_t stride_bytes = 0;

  friend bool operator==(const Repetition &, const Repetition &) = default;
};

/// A field of numbers.
struct Numbers {
  std::string path; // "pos.x"
  std::uint64_t offset_bytes = 0;
  layout::BasicType type;
  std::vector<Repetition> arrays; // outermost first; none: one number
};

/// What is done with a field, or with the fields of a minloc or maxloc.
struct Reduction {
  ReductionOperator op = ReductionOperator::sum;
  Numbers numbers;
  std::vector<Numbers> with;      // minloc, maxloc: what goes with the number that is chosen
  std::vector<Repetition> around; // arrays of records in which all of it lies, outermost first
};

/// Returns the reduction as a header writes it: "pos.x: sum", "energy: minloc(rank, cell)".
std::string describe(const Reduction &reduction);

/// Returns all of them, separated by commas.
std::string describe(const std::vector<Reduction> &reductions);

} // namespace automap
