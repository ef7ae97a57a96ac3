// Constructions: a type tree as a short program of MPI type constructor calls.
//
// This is the only place that decides which MPI constructor stands for which tree node. It does not know MPI: the
// generator prints a construction as C, and the runtime executes it.
#pragma once

#include "type_tree.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace automap::layout {

/// The operand of a call: a basic type, or the result of an earlier call, by its index among the steps.
using Operand = std::variant<BasicType, std::size_t>;

/// The bounds of a datatype in bytes, as MPI_Type_get_extent returns them. The extent may be negative.
struct Bounds {
  std::int64_t lower_bound = 0;
  std::int64_t extent = 0;

  friend bool operator==(const Bounds &, const Bounds &) = default;
};

struct ConstructionStep {
  enum class Call : std::uint8_t {
    contiguous,     // MPI_Type_contiguous(count, operand)
    hvector,        // MPI_Type_create_hvector(count, blocklengths[0], stride, operand)
    hindexed_block, // MPI_Type_create_hindexed_block(count, blocklengths[0], displacements, operand)
    hindexed,       // MPI_Type_create_hindexed(count, blocklengths, displacements, operand)
    create_struct,  // MPI_Type_create_struct(count, blocklengths, displacements, operands)
    resized,        // MPI_Type_create_resized(operand, lower_bound, extent)
  };

  Call call = Call::contiguous;
  std::int64_t count = 0;
  std::vector<std::int64_t> blocklengths;
  std::vector<std::int64_t> displacements; // bytes
  std::int64_t stride = 0;                 // bytes
  std::int64_t lower_bound = 0;            // bytes
  std::int64_t extent = 0;                 // bytes
  std::vector<Operand> operands;           // `count` of create_struct, one of other calls

  /// The bounds of the result if the standard fixes them; later steps may rely on them.
  std::optional<Bounds> result_bounds = std::nullopt;

  friend bool operator==(const ConstructionStep &, const ConstructionStep &) = default;
};

/// The steps in the order in which they must run; the last one creates the type. All other results are intermediate and
/// are freed when the construction is done.
using Construction = std::vector<ConstructionStep>;

/// Returns the calls that build `tree` with these bounds; there is at least one. A shared subtree is built once.
/// Adjacent copies become block lengths. A type is resized if a call relies on its extent and MPI does not guarantee
/// that extent (MPI 4.0, section 5.1.6 on the padding of structs). No count or block length exceeds `max_count`, the
/// largest count argument of a call; larger ones are nested.
Construction construct(const TypeTree &tree, Bounds bounds, std::int64_t max_count = INT32_MAX);

/// Returns the same for lower bound 0 and extent `extent_bytes`, which is a record's size.
///
/// Example: struc(2, <0, 8>, <leaf(MPI_CHAR), vec(3, 8, leaf(MPI_DOUBLE))>) with extent 40 gives
///   [0] create_struct(2, {1, 3}, {0, 8}, {MPI_CHAR, MPI_DOUBLE})   [1] resized([0], 0, 40).
Construction construct(const TypeTree &tree, std::int64_t extent_bytes, std::int64_t max_count = INT32_MAX);

} // namespace automap::layout
