// The step that makes subtrees equal that differ by a shift. See steps.h.
#include "layout/checked.h"
#include "layout/dag.h"
#include "steps.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

/// A node as `tree`, whose first element is at displacement 0, moved by `shift`.
struct Aligned {
  std::int64_t shift = 0;
  TypeTree tree;
};

std::vector<std::int64_t> moved(std::span<const std::int64_t> displacements, std::int64_t by) {
  std::vector<std::int64_t> out;
  for (const std::int64_t displacement : displacements)
    out.push_back(checked_add(displacement, by));
  return out;
}

class Aligner {
public:
  explicit Aligner(const CostModel &model) : model_(model) {}

  Aligned operator()(const TypeTree &root) {
    for (const TypeTree &node : children_first(root))
      aligned_.emplace(node.node_address(), align_node(node));
    return of(root);
  }

private:
  const Aligned &of(const TypeTree &node) const { return aligned_.at(node.node_address()); }

  Aligned align_node(const TypeTree &node) const {
    if (node.kind() == TypeTree::Kind::leaf || node.element_count() == 0)
      return {0, node};
    if (node.kind() == TypeTree::Kind::struc)
      return align_struc(node);
    const auto &[shift, child] = of(node.child());
    if (node.kind() == TypeTree::Kind::vec)
      return {shift, node.count() == 1 ? child : TypeTree::vec(node.count(), node.stride_bytes(), child)};

    std::vector<std::int64_t> displacements(node.displacements().begin(), node.displacements().end());
    std::vector<std::int64_t> sizes(node.bucket_sizes().begin(), node.bucket_sizes().end());
    if (node.kind() == TypeTree::Kind::idxbuc) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < sizes.size(); ++i)
        if (sizes[i] != 0) {
          displacements[kept] = displacements[i];
          sizes[kept++] = sizes[i];
        }
      displacements.resize(kept);
      sizes.resize(kept);
    }
    const std::int64_t first = displacements.front();
    const std::int64_t whole_shift = checked_add(first, shift);
    const bool one_copy = displacements.size() == 1 && (sizes.empty() || sizes.front() == 1);
    if (one_copy)
      return {whole_shift, child};
    displacements = moved(displacements, checked_subtract(0, first));
    if (node.kind() == TypeTree::Kind::idx)
      return {whole_shift, TypeTree::idx(std::move(displacements), child)};
    if (sizes.size() == 1 && model_.vec <= model_.idxbuc + model_.ix + model_.bucket)
      return {whole_shift, TypeTree::vec(sizes.front(), node.stride_bytes(), child)};
    return {whole_shift, TypeTree::idxbuc(node.stride_bytes(), std::move(displacements), std::move(sizes), child)};
  }

  Aligned align_struc(const TypeTree &node) const {
    std::vector<std::int64_t> displacements;
    std::vector<TypeTree> children;
    for (std::size_t i = 0; i < node.children().size(); ++i)
      if (const auto &[shift, child] = of(node.children()[i]); child.element_count() != 0) {
        displacements.push_back(checked_add(node.displacements()[i], shift));
        children.push_back(child);
      }
    const std::int64_t first = displacements.front();
    if (children.size() == 1)
      return {first, children.front()};
    return {first, TypeTree::struc(moved(displacements, checked_subtract(0, first)), std::move(children))};
  }

  const CostModel &model_;
  std::unordered_map<const void *, Aligned> aligned_;
};

/// Adds forms of `tree` moved by `shift`. The shift is in the tree's displacements, in those of the subtree that a vec
/// repeats, in a bucket that replaces a vec, or in a node above.
void add_moved_forms(const TypeTree &tree, std::int64_t shift, int depth, std::vector<TypeTree> &out) {
  switch (tree.kind()) {
  case TypeTree::Kind::idx:
    out.push_back(TypeTree::idx(moved(tree.displacements(), shift), tree.child()));
    return;
  case TypeTree::Kind::idxbuc:
    out.push_back(TypeTree::idxbuc(tree.stride_bytes(), moved(tree.displacements(), shift),
                                   {tree.bucket_sizes().begin(), tree.bucket_sizes().end()}, tree.child()));
    return;
  case TypeTree::Kind::struc:
    out.push_back(
        TypeTree::struc(moved(tree.displacements(), shift), {tree.children().begin(), tree.children().end()}));
    return;
  case TypeTree::Kind::vec: {
    out.push_back(TypeTree::idxbuc(tree.stride_bytes(), {shift}, {tree.count()}, tree.child()));
    std::vector<TypeTree> inner;
    if (depth > 0)
      add_moved_forms(tree.child(), shift, depth - 1, inner);
    for (TypeTree &child : inner)
      out.push_back(TypeTree::vec(tree.count(), tree.stride_bytes(), std::move(child)));
    break;
  }
  case TypeTree::Kind::leaf:
    break;
  }
  out.push_back(TypeTree::idx({shift}, tree));
  out.push_back(TypeTree::struc({shift}, {tree}));
  out.push_back(TypeTree::idxbuc(0, {shift}, {1}, tree));
}

} // namespace

TypeTree align(const TypeTree &tree, const CostModel &model) {
  const auto [shift, aligned] = Aligner(model)(tree);
  if (shift == 0)
    return aligned;
  constexpr int vec_depth = 8; // deeper vecs stay as they are
  std::vector<TypeTree> forms;
  add_moved_forms(aligned, shift, vec_depth, forms);
  return *std::ranges::min_element(forms, {}, [&](const TypeTree &form) { return dag_cost(form, model); });
}

} // namespace automap::layout
