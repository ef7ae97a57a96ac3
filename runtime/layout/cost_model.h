// What a type tree costs: the additive model of "Polynomial-time Construction of Optimal MPI Derived Datatype
// Trees" (Ganian, Kalany, Szeider, Träff), section III.
//
// The cost of a tree is the sum of the costs of its nodes. It stands for the space that a representation
// takes and is a lower bound of the work of walking it.
#pragma once

#include "type_tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace automap::layout {

using Cost = std::int64_t;

/// The constants, in words. None may be negative.
struct CostModel {
  Cost leaf = 2;
  Cost vec = 4;
  Cost idx = 3;    // + ix for each index
  Cost ix = 1;     //
  Cost idxbuc = 4; // + ix + bucket for each bucket
  Cost bucket = 1;
  Cost struc = 2; // + ix + type for each child
  Cost type = 1;

  /// Those of the paper: the words that its structures (listing 2) store.
  static CostModel papers() { return {}; }

  /// Those of an MPI library, in words of 4 bytes, as MPICH 4.0 stores a type: the arguments of the call for
  /// MPI_Type_get_contents (MPIR_Datatype_contents; int and handle 1, MPI_Aint 2), and again in what packing
  /// walks (yaksi_type_s; each number and pointer 2). So a count or a block length takes 3 words, a
  /// displacement or a stride 4, a reference to a type 3, and each type an object of 66 (sizes and bounds of
  /// MPIR_Datatype and yaksi_type_s, heads of the contents). idx, idxbuc and struc are such objects; idxbuc
  /// refers to an element that is resized to the substride. A leaf is but a reference: basic types are there
  /// anyway. So are most vecs a block length of what refers to them, and a vec is charged its count and
  /// stride alone.
  static CostModel mpi();

  /// The model called `name`, "papers" or "mpi"; nothing if there is none.
  static std::optional<CostModel> preset(std::string_view name);

  /// The constant called `key` ("leaf", "idxbuc", …), to be changed; null if there is none.
  Cost *find(std::string_view key);

  friend bool operator==(const CostModel &, const CostModel &) = default;
};

/// The names of the constants, in the order of CostModel.
std::span<const std::string_view> cost_keys();

/// The cost of `tree`, a shared subtree as often as it is used. Throws std::length_error beyond 64 bits.
///
/// Example, with the papers' constants: struc(2, <0, 8>, <leaf(MPI_CHAR), vec(3, 8, leaf(MPI_DOUBLE))>) costs
/// 2 + 2 * (1 + 1) for the struc, 2 for the first leaf, 4 + 2 for the vec and its leaf: 14.
Cost cost(const TypeTree &tree, const CostModel &model);

/// The same with each shared subtree (same_node()) counted once (section V).
Cost dag_cost(const TypeTree &tree, const CostModel &model);

/// The cost of the one node.
Cost node_cost(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
