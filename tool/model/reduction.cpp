// Operators and what they fit. See reduction.h.
#include "reduction.h"

#include <algorithm>
#include <array>

namespace automap {
namespace {

using Id = layout::BasicTypeId;
using Op = ReductionOperator;

constexpr std::array<std::string_view, 12> operator_names = {"sum",  "prod", "min", "max",  "land",   "lor",
                                                    "lxor", "band", "bor", "bxor", "minloc", "maxloc"};

/// The groups of types in MPI's rules.
enum class Group : std::uint8_t { character, integer, address, real, complex, logical, bytes };

Group group_of(Id type) {
  switch (type) {
  case Id::CHAR:
  case Id::WCHAR:
    return Group::character;
  case Id::AINT:
  case Id::COUNT:
  case Id::OFFSET:
    return Group::address;
  case Id::FLOAT:
  case Id::DOUBLE:
  case Id::LONG_DOUBLE:
    return Group::real;
  case Id::C_BOOL:
  case Id::CXX_BOOL:
    return Group::logical;
  case Id::BYTE:
    return Group::bytes;
  default:
    return layout::numbers_in(type) == 2 ? Group::complex : Group::integer;
  }
}

} // namespace

std::string_view name_of(Op op) { return operator_names[static_cast<std::size_t>(op)]; }

std::optional<Op> reduction_operator_called(std::string_view name) {
  const auto *found = std::ranges::find(operator_names, name);
  if (found == operator_names.end())
    return std::nullopt;
  return static_cast<Op>(found - operator_names.begin());
}

std::vector<std::string> reduction_operators() { return {operator_names.begin(), operator_names.end()}; }

bool fits(Op op, Id type) {
  const Group group = group_of(type);
  const bool is_number = group == Group::integer || group == Group::address || group == Group::real;
  switch (op) {
  case Op::sum:
  case Op::prod:
    return is_number || group == Group::complex;
  case Op::land:
  case Op::lor:
  case Op::lxor:
    return group == Group::integer || group == Group::logical;
  case Op::band:
  case Op::bor:
  case Op::bxor:
    return group == Group::integer || group == Group::address || group == Group::bytes;
  default:
    return is_number;
  }
}

bool has_order(Id type) { return group_of(type) != Group::complex && group_of(type) != Group::bytes; }

std::string_view kind_of(Id type) {
  constexpr std::array<std::string_view, 7> kinds = {
      "a character",   "an integer",   "an integer of MPI's own", "a floating-point number", "a complex number",
      "a truth value", "sent as bytes"};
  return kinds[static_cast<std::size_t>(group_of(type))];
}

std::string describe(const Reduction &reduction) {
  std::string out = reduction.numbers.path + ": " + std::string(name_of(reduction.op));
  const char *before = "(";
  for (const Numbers &numbers : reduction.with) {
    out += before + numbers.path;
    before = ", ";
  }
  return out + (reduction.with.empty() ? "" : ")");
}

std::string describe(const std::vector<Reduction> &reductions) {
  std::string out;
  for (const Reduction &reduction : reductions)
    out += (out.empty() ? "" : ", ") + describe(reduction);
  return out;
}

} // namespace automap
