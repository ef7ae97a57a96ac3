// Dense layouts. See dense.h.
#include "dense.h"

#include "../dag.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace automap::layout {
namespace {

TypeTree repeated(std::int64_t count, const TypeTree &child) {
  if (count == 0 || child.element_count() == 0)
    return TypeTree::empty();
  return count == 1 ? child : TypeTree::vec(count, child.data_bytes(), child);
}

/// Returns the trees, one after the other.
TypeTree in_sequence(const std::vector<TypeTree> &trees) {
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> parts;
  std::int64_t at = 0;
  for (const TypeTree &tree : trees)
    if (tree.element_count() > 0) {
      displacements.push_back(at);
      parts.push_back(tree);
      at += tree.data_bytes();
    }
  return parts.size() == 1 ? parts.front() : TypeTree::struc(std::move(displacements), std::move(parts));
}

/// Returns how many copies of its only child a node has that is no leaf or struc.
std::int64_t copies(const TypeTree &node) {
  return node.kind() == TypeTree::Kind::idxbuc
             ? std::accumulate(node.bucket_sizes().begin(), node.bucket_sizes().end(), std::int64_t{0})
             : node.count();
}

TypeTree dense_over(const TypeTree &node, const std::vector<TypeTree> &children) {
  switch (node.kind()) {
  case TypeTree::Kind::leaf:
    return node;
  case TypeTree::Kind::struc:
    return in_sequence(children);
  default:
    return repeated(copies(node), children.front());
  }
}

/// A sequence of trees. Each tree may be followed by a copy of itself, with all elements aligned as before.
class Sequence {
public:
  Sequence() = default;
  explicit Sequence(const TypeTree &leaf)
      : trees_{leaf}, bytes_(leaf.data_bytes()), alignment_(alignment_limit(leaf.basic_type())) {}

  void append(const Sequence &other, std::int64_t count = 1) {
    for (std::int64_t i = 0; i < count; ++i)
      trees_.insert(trees_.end(), other.trees_.begin(), other.trees_.end());
    bytes_ += count * other.bytes_;
    alignment_ = std::max(alignment_, other.alignment_);
  }

  Sequence times(std::int64_t count) const {
    Sequence out;
    if (count == 0 || trees_.empty())
      return out;
    const std::int64_t in_struct = trees_.size() == 1 ? 1 : alignment_ / std::gcd(bytes_, alignment_);
    if (count >= in_struct)
      out.append_structs(*this, in_struct, count / in_struct);
    out.append(*this, count - out.bytes_ / bytes_);
    return out;
  }

  bool is_too_long() const { return trees_.size() > 1024; }
  const std::vector<TypeTree> &trees() const { return trees_; }

private:
  void append_structs(const Sequence &other, std::int64_t in_each, std::int64_t count) {
    Sequence one;
    one.append(other, in_each);
    const TypeTree tree = in_sequence(one.trees_);
    trees_.push_back(tree.kind() == TypeTree::Kind::vec ? repeated(tree.count() * count, tree.child())
                                                        : repeated(count, tree));
    bytes_ += count * one.bytes_;
    alignment_ = std::max(alignment_, one.alignment_);
  }

  std::vector<TypeTree> trees_;
  std::int64_t bytes_ = 0;
  std::int64_t alignment_ = 1;
};

} // namespace

TypeTree dense(const TypeTree &tree) {
  std::unordered_map<const void *, TypeTree> known;
  for (const TypeTree &node : children_first(tree)) {
    std::vector<TypeTree> children;
    for (const TypeTree &child : node.children())
      children.push_back(known.at(child.node_address()));
    known.emplace(node.node_address(), dense_over(node, children));
  }
  return known.at(tree.node_address());
}

std::optional<TypeTree> dense_in_aligned_structs(const TypeTree &tree, std::int64_t count) {
  std::unordered_map<const void *, Sequence> known;
  for (const TypeTree &node : children_first(tree)) {
    Sequence all;
    if (node.kind() == TypeTree::Kind::leaf)
      all = Sequence(node);
    else if (node.kind() != TypeTree::Kind::struc)
      all = known.at(node.child().node_address()).times(copies(node));
    else
      for (const TypeTree &child : node.children())
        if (!all.is_too_long())
          all.append(known.at(child.node_address()));
    if (all.is_too_long())
      return std::nullopt;
    known.emplace(node.node_address(), std::move(all));
  }
  const Sequence all = known.at(tree.node_address()).times(count);
  return all.is_too_long() ? std::nullopt : std::optional(in_sequence(all.trees()));
}

} // namespace automap::layout
