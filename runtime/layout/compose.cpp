// Composition of records. See compose.h.
#include "compose.h"

#include "checked.h"

namespace automap::layout {
namespace {

/// The number of parts up to which a nested struct is spliced in. A larger one stays a subtree that copies share;
/// otherwise, structs of structs of structs would grow without bound.
constexpr std::int64_t splice_limit = 64;

class Sequence {
public:
  void append(std::int64_t displacement, const TypeTree &tree) {
    if (tree.element_count() == 0)
      return;
    if (tree.kind() == TypeTree::Kind::struc && tree.count() <= splice_limit) {
      for (std::size_t i = 0; i < tree.children().size(); ++i)
        append(displacement + tree.displacements()[i], tree.children()[i]);
      return;
    }
    if (!extend_last(displacement, tree)) {
      displacements_.push_back(displacement);
      trees_.push_back(tree);
    }
  }

  TypeTree finish() {
    if (trees_.size() == 1 && displacements_.front() == 0)
      return trees_.front();
    return TypeTree::struc(std::move(displacements_), std::move(trees_));
  }

private:
  bool extend_last(std::int64_t displacement, const TypeTree &tree) {
    if (trees_.empty())
      return false;
    const auto last = as_dense_block(trees_.back()), next = as_dense_block(tree);
    if (!last || !next || last->type != next->type ||
        displacements_.back() + last->count * last->type.size_bytes != displacement)
      return false;
    trees_.back() = array_of(last->count + next->count, last->type.size_bytes, TypeTree::leaf(last->type));
    return true;
  }

  std::vector<std::int64_t> displacements_;
  std::vector<TypeTree> trees_;
};

} // namespace

TypeTree array_of(std::int64_t count, std::int64_t extent_bytes, const TypeTree &element) {
  if (count == 0 || element.element_count() == 0)
    return TypeTree::empty();
  if (count == 1)
    return element;
  if (element.kind() == TypeTree::Kind::vec && extent_bytes % element.count() == 0 &&
      extent_bytes / element.count() == element.stride_bytes())
    return TypeTree::vec(checked_multiply(count, element.count()), element.stride_bytes(), element.child());
  return TypeTree::vec(count, extent_bytes, element);
}

TypeTree sequence(const std::vector<Placed> &parts) {
  Sequence result;
  for (const Placed &part : parts)
    result.append(part.displacement, part.tree);
  return result.finish();
}

} // namespace automap::layout
