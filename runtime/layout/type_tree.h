// Type trees: the structure of a layout, in the five constructors of "Polynomial-time Construction of Optimal MPI
// Derived Datatype Trees" (Ganian, Kalany, Szeider, Träff), definition 1.
//
// A tree is an immutable value. Copies share their nodes: a subtree that is used twice is stored once, and same_node()
// shows that it need be built only once.
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

  /// Returns one element of basic type `type` at displacement 0.
  static TypeTree leaf(BasicType type);

  /// Returns `count` copies of `child`, `stride_bytes` apart, the first at displacement 0.
  static TypeTree vec(std::int64_t count, std::int64_t stride_bytes, TypeTree child);

  /// Returns one copy of `child` at each displacement (bytes).
  static TypeTree idx(std::vector<std::int64_t> displacements, TypeTree child);

  /// Returns buckets: bucket i is `bucket_sizes[i]` copies of `child`, `substride_bytes` apart, the first of them at
  /// `displacements[i]`. Both sequences have one length.
  static TypeTree idxbuc(std::int64_t substride_bytes, std::vector<std::int64_t> displacements,
                         std::vector<std::int64_t> bucket_sizes, TypeTree child);

  /// Returns `children[i]` at `displacements[i]`, in order. Both sequences have one length; if it is 0, the tree is the
  /// empty layout.
  static TypeTree struc(std::vector<std::int64_t> displacements, std::vector<TypeTree> children);

  // All constructors throw std::invalid_argument if a count is negative or sequences differ in length, and
  // std::length_error if a number of bytes or elements leaves the 64-bit range.

  /// Returns the layout without elements.
  static TypeTree empty() { return struc({}, {}); }

  Kind kind() const;

  /// Returns the number of copies of a vec, the length of displacements() of an idx, idxbuc or struc, 1 of a leaf.
  std::int64_t count() const;

  /// Returns the stride of a vec or the substride of an idxbuc, in bytes.
  std::int64_t stride_bytes() const;

  /// Returns the basic type of a leaf.
  BasicType basic_type() const;

  /// Returns the displacements of an idx, idxbuc or struc; other nodes have none.
  std::span<const std::int64_t> displacements() const;

  /// Returns the bucket sizes of an idxbuc; other nodes have none.
  std::span<const std::int64_t> bucket_sizes() const;

  /// Returns the children: one for each displacement of a struc; one of a vec, idx or idxbuc; none of a leaf.
  std::span<const TypeTree> children() const;

  /// Returns the only child of a vec, idx or idxbuc.
  const TypeTree &child() const { return children().front(); }

  /// Returns the number of basic elements: the length n of the type map.
  std::int64_t element_count() const;

  /// Returns the bytes of data: the sum of all elements' sizes (MPI_Type_size).
  std::int64_t data_bytes() const;

  /// Returns the lowest displacement and the highest end of an element (MPI_Type_get_true_extent); both are 0 for the
  /// empty layout.
  std::int64_t true_lower_bound() const;
  std::int64_t true_upper_bound() const;

  /// Whether both values share one node. This is cheaper than ==, which compares structure.
  bool same_node(const TypeTree &other) const { return node_ == other.node_; }

  /// Returns the identity of the shared node, as a key for tables of subtrees.
  const void *node_address() const { return node_.get(); }

  /// Whether both trees are the same constructors with the same arguments. Different trees may describe the same type
  /// map.
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

/// Returns `tree` as a dense block if it is a leaf or a vec of adjacent leaves, else nothing.
std::optional<DenseBlock> as_dense_block(const TypeTree &tree);

/// Returns the papers' notation, for example idx(1, <3>, vec(5, 2, leaf(MPI_INT))). A shared subtree is written as
/// often as it is used, which can be exponentially often; the texts of type_tree_text.h only grow with the nodes.
std::string to_string(const TypeTree &tree);

} // namespace automap::layout
