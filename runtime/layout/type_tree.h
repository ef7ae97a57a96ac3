// Type trees: how a layout is built, with the five constructors of "Polynomial-time Construction of
// Optimal MPI Derived Datatype Trees" (Ganian, Kalany, Szeider, Träff), definition 1.
//
// A tree is an immutable value. Copies share their nodes, so a subtree that is used twice is stored
// once, and same_node() tells a consumer that it need be built only once.
#pragma once

#include "basic_type.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace automap::layout {

class TypeTree {
public:
  enum class Kind : std::uint8_t { leaf, vec, idx, idxbuc, struc };

  /// One element of basic type `type` at displacement 0.
  static TypeTree leaf(BasicType type);

  /// `count` copies of `child`, `stride_bytes` apart, the first at displacement 0.
  static TypeTree vec(std::int64_t count, std::int64_t stride_bytes, TypeTree child);

  /// One copy of `child` at each displacement (bytes).
  static TypeTree idx(std::vector<std::int64_t> displacements, TypeTree child);

  /// Bucket i is `bucket_sizes[i]` copies of `child`, `substride_bytes` apart, the first of them at
  /// `displacements[i]`. Both sequences have one length.
  static TypeTree idxbuc(std::int64_t substride_bytes, std::vector<std::int64_t> displacements,
                         std::vector<std::int64_t> bucket_sizes, TypeTree child);

  /// `children[i]` at `displacements[i]`, in order. Both sequences have one length; with length 0 the
  /// tree is the empty layout.
  static TypeTree struc(std::vector<std::int64_t> displacements, std::vector<TypeTree> children);

  // Every constructor throws std::invalid_argument for a negative count or sequences of unequal length
  // and std::length_error where a byte or element count leaves the 64-bit range.

  /// The layout without elements.
  static TypeTree empty() { return struc({}, {}); }

  Kind kind() const;

  /// vec: copies; idx, idxbuc, struc: length of displacements(); leaf: 1.
  std::int64_t count() const;

  /// vec: stride; idxbuc: substride; in bytes.
  std::int64_t stride_bytes() const;

  /// leaf only.
  BasicType basic_type() const;

  /// idx, idxbuc, struc; empty for the others.
  std::span<const std::int64_t> displacements() const;

  /// idxbuc; empty for the others.
  std::span<const std::int64_t> bucket_sizes() const;

  /// struc: one for each displacement; vec, idx, idxbuc: one; leaf: none.
  std::span<const TypeTree> children() const;

  /// The only child of a vec, idx or idxbuc.
  const TypeTree &child() const { return children().front(); }

  /// Basic elements in the type map (its length n).
  std::int64_t element_count() const;

  /// Bytes of data: the sizes of all elements added up (MPI_Type_size).
  std::int64_t data_bytes() const;

  /// Lowest displacement of an element, and the highest end of one (MPI_Type_get_true_extent); both 0
  /// for the empty layout.
  std::int64_t true_lower_bound() const;
  std::int64_t true_upper_bound() const;

  /// True if both values share one node. Cheaper than ==, which compares structure.
  bool same_node(const TypeTree &other) const { return node_ == other.node_; }

  /// Identity of the shared node, for tables that are keyed by subtree.
  const void *node_address() const { return node_.get(); }

  /// Equal structure: the same constructors with the same arguments. Different trees may still
  /// describe the same type map.
  friend bool operator==(const TypeTree &a, const TypeTree &b);

private:
  struct Node;
  explicit TypeTree(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

/// Adjacent elements of one basic type.
struct DenseBlock {
  std::int64_t count = 0;
  BasicType type;
};

/// `tree` as a dense block, if it is a leaf or a vec of adjacent leaves.
std::optional<DenseBlock> as_dense_block(const TypeTree &tree);

/// The papers' notation, for example idx(1, <3>, vec(5, 2, leaf(MPI_INT))). A shared subtree is written as
/// often as it is used, which can be exponentially often: what type_tree_text.h writes grows with the nodes.
std::string to_string(const TypeTree &tree);

} // namespace automap::layout
