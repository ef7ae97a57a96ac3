// The cost of a type tree: the additive model of "Polynomial-time Construction of Optimal MPI Derived Datatype Trees"
// (Ganian, Kalany, Szeider, Träff), section III.
//
// The cost of a tree is the sum of the costs of its nodes. It stands for the space that a representation takes and is a
// lower bound of the work to walk it.
#pragma once

#include "type_tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace automap::layout {

using Cost = std::int64_t;

/// The constants of the model, in words. None may be negative.
struct CostModel {
  Cost leaf = 2;
  Cost vec = 4;
  Cost idx = 3; // plus ix for each index
  Cost ix = 1;
  Cost idxbuc = 4; // plus ix + bucket for each bucket
  Cost bucket = 1;
  Cost struc = 2; // plus ix + type for each child
  Cost type = 1;

  /// Returns the constants of the paper: the words that its structures (listing 2) store.
  static CostModel papers() { return {}; }

  /// Returns the constants of an MPI library, in words of 4 bytes. They follow how MPICH 4.0 stores a type twice: the
  /// arguments of the call for MPI_Type_get_contents (MPIR_Datatype_contents; int and handle 1, MPI_Aint 2), and the
  /// structure that packing walks (yaksi_type_s; each number and pointer 2).
  ///
  /// A count or a block length takes 3 words, a displacement or a stride 4, a reference to a type 3. Each type takes an
  /// object of 66 words (sizes and bounds of MPIR_Datatype and yaksi_type_s, heads of the contents). idx, idxbuc and
  /// struc are such objects; an idxbuc refers to an element that is resized to the substride. A leaf is only a
  /// reference, because basic types always exist. Most vecs are only a block length of the node that refers to them, so
  /// a vec costs its count and stride alone.
  static CostModel mpi();

  /// Returns the model called `name`, "papers" or "mpi"; nothing if there is no such model.
  static std::optional<CostModel> preset(std::string_view name);

  /// Returns the constant called `key` ("leaf", "idxbuc", …), which may be changed; null if there is none.
  Cost *find(std::string_view key);

  friend bool operator==(const CostModel &, const CostModel &) = default;
};

/// Returns the names of the constants, in the order of CostModel.
std::span<const std::string_view> cost_keys();

/// Returns the cost of `tree`, in which a shared subtree counts as often as it is used. Throws std::length_error if the
/// cost leaves the 64-bit range.
///
/// Example, with the papers' constants: struc(2, <0, 8>, <leaf(MPI_CHAR), vec(3, 8, leaf(MPI_DOUBLE))>) costs 2 + 2 *
/// (1 + 1) for the struc, 2 for the first leaf, 4 + 2 for the vec and its leaf: 14.
Cost cost(const TypeTree &tree, const CostModel &model);

/// Returns the cost of `tree` in which each shared subtree (same_node()) counts once (section V).
Cost dag_cost(const TypeTree &tree, const CostModel &model);

/// Returns the cost of the root node alone.
Cost node_cost(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
