// Type trees: construction with checked arithmetic, and comparison. See type_tree.h; short_text.cpp writes the text.
#include "type_tree.h"

#include "checked.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace automap::layout {
namespace {

void require(bool condition, const char *message) {
  if (!condition)
    throw std::invalid_argument(message);
}

} // namespace

struct TypeTree::Node {
  Kind kind = Kind::leaf;
  BasicType basic_type;
  std::int64_t count = 1;
  std::int64_t stride_bytes = 0;
  std::vector<std::int64_t> displacements;
  std::vector<std::int64_t> bucket_sizes;
  std::vector<TypeTree> children;

  // These follow from the others and are computed when the node is created.
  std::int64_t element_count = 0;
  std::int64_t data_bytes = 0;
  std::int64_t true_lower_bound = 0;
  std::int64_t true_upper_bound = 0;

  /// Adds `copies` of `child`, the first at `displacement` and `step` bytes apart, to the computed values.
  void account(const TypeTree &child, std::int64_t displacement, std::int64_t copies, std::int64_t step) {
    if (copies == 0 || child.element_count() == 0)
      return;
    const std::int64_t last = checked_add(displacement, checked_multiply(copies - 1, step));
    const std::int64_t low = checked_add(std::min(displacement, last), child.true_lower_bound());
    const std::int64_t high = checked_add(std::max(displacement, last), child.true_upper_bound());
    true_lower_bound = element_count == 0 ? low : std::min(true_lower_bound, low);
    true_upper_bound = element_count == 0 ? high : std::max(true_upper_bound, high);
    element_count = checked_add(element_count, checked_multiply(copies, child.element_count()));
    data_bytes = checked_add(data_bytes, checked_multiply(copies, child.data_bytes()));
  }
};

TypeTree TypeTree::leaf(BasicType type) {
  auto node = std::make_shared<Node>();
  node->basic_type = type;
  node->element_count = 1;
  node->data_bytes = type.size_bytes;
  node->true_upper_bound = type.size_bytes;
  return TypeTree(std::move(node));
}

TypeTree TypeTree::vec(std::int64_t count, std::int64_t stride_bytes, TypeTree child) {
  require(count >= 0, "vec: negative count");
  auto node = std::make_shared<Node>();
  node->kind = Kind::vec;
  node->count = count;
  node->stride_bytes = stride_bytes;
  node->account(child, 0, count, stride_bytes);
  node->children.push_back(std::move(child));
  return TypeTree(std::move(node));
}

TypeTree TypeTree::idx(std::vector<std::int64_t> displacements, TypeTree child) {
  auto node = std::make_shared<Node>();
  node->kind = Kind::idx;
  node->count = static_cast<std::int64_t>(displacements.size());
  for (const std::int64_t displacement : displacements)
    node->account(child, displacement, 1, 0);
  node->displacements = std::move(displacements);
  node->children.push_back(std::move(child));
  return TypeTree(std::move(node));
}

TypeTree TypeTree::idxbuc(std::int64_t substride_bytes, std::vector<std::int64_t> displacements,
                          std::vector<std::int64_t> bucket_sizes, TypeTree child) {
  require(displacements.size() == bucket_sizes.size(), "idxbuc: sequences of unequal length");
  auto node = std::make_shared<Node>();
  node->kind = Kind::idxbuc;
  node->count = static_cast<std::int64_t>(displacements.size());
  node->stride_bytes = substride_bytes;
  for (std::size_t i = 0; i < displacements.size(); ++i) {
    require(bucket_sizes[i] >= 0, "idxbuc: negative bucket size");
    node->account(child, displacements[i], bucket_sizes[i], substride_bytes);
  }
  node->displacements = std::move(displacements);
  node->bucket_sizes = std::move(bucket_sizes);
  node->children.push_back(std::move(child));
  return TypeTree(std::move(node));
}

TypeTree TypeTree::struc(std::vector<std::int64_t> displacements, std::vector<TypeTree> children) {
  require(displacements.size() == children.size(), "struc: sequences of unequal length");
  auto node = std::make_shared<Node>();
  node->kind = Kind::struc;
  node->count = static_cast<std::int64_t>(displacements.size());
  for (std::size_t i = 0; i < displacements.size(); ++i)
    node->account(children[i], displacements[i], 1, 0);
  node->displacements = std::move(displacements);
  node->children = std::move(children);
  return TypeTree(std::move(node));
}

TypeTree::Kind TypeTree::kind() const { return node_->kind; }
std::int64_t TypeTree::count() const { return node_->count; }
std::int64_t TypeTree::stride_bytes() const { return node_->stride_bytes; }
BasicType TypeTree::basic_type() const { return node_->basic_type; }
std::span<const std::int64_t> TypeTree::displacements() const { return node_->displacements; }
std::span<const std::int64_t> TypeTree::bucket_sizes() const { return node_->bucket_sizes; }
std::span<const TypeTree> TypeTree::children() const { return node_->children; }
std::int64_t TypeTree::element_count() const { return node_->element_count; }
std::int64_t TypeTree::data_bytes() const { return node_->data_bytes; }
std::int64_t TypeTree::true_lower_bound() const { return node_->true_lower_bound; }
std::int64_t TypeTree::true_upper_bound() const { return node_->true_upper_bound; }

bool operator==(const TypeTree &a, const TypeTree &b) {
  if (a.same_node(b))
    return true;
  const TypeTree::Node &x = *a.node_, &y = *b.node_;
  return x.kind == y.kind && x.count == y.count && x.stride_bytes == y.stride_bytes && x.basic_type == y.basic_type &&
         x.element_count == y.element_count && x.displacements == y.displacements && x.bucket_sizes == y.bucket_sizes &&
         x.children == y.children;
}

std::optional<DenseBlock> as_dense_block(const TypeTree &tree) {
  if (tree.kind() == TypeTree::Kind::leaf)
    return DenseBlock{1, tree.basic_type()};
  if (tree.kind() == TypeTree::Kind::vec && tree.child().kind() == TypeTree::Kind::leaf &&
      tree.stride_bytes() == tree.child().basic_type().size_bytes)
    return DenseBlock{tree.count(), tree.child().basic_type()};
  return std::nullopt;
}

} // namespace automap::layout
