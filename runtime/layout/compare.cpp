// The first difference of two signatures. See compare.h.
#include "compare.h"

#include "checked.h"

#include <algorithm>
#include <stdexcept>

namespace automap::layout {
namespace {

/// Returns the largest number in [known, limit] for which `holds` is true. It must be true for `known`, and false for
/// all numbers above some number.
template <typename Holds> std::int64_t last_where(std::int64_t known, std::int64_t limit, Holds holds) {
  if (holds(limit))
    return limit;
  while (known < limit) {
    const std::int64_t middle = limit - (limit - known) / 2;
    if (holds(middle))
      known = middle;
    else
      limit = middle - 1;
  }
  return known;
}

struct Side {
  Side(const TypeTree &tree, std::int64_t count)
      : tree(tree), prefixes(tree), count(count), elements(checked_multiply(count, tree.element_count())) {
    typed = last_where(0, elements, [&](std::int64_t length) { return !prefix(length).has_packed(); });
  }

  Signature prefix(std::int64_t length) const { return prefixes.prefix(count, length); }

  std::optional<Element> at(std::int64_t index) const {
    return index < elements ? std::optional(element_at(tree, index)) : std::nullopt;
  }

  const TypeTree &tree;
  PrefixSignatures prefixes;
  std::int64_t count, elements;
  std::int64_t typed = 0; // the number of elements before the first MPI_PACKED
};

} // namespace

Element element_at(const TypeTree &root, std::int64_t index) {
  if (index < 0 || root.element_count() == 0)
    throw std::invalid_argument("compare: there is no element with this number");
  Element out;
  out.item = index / root.element_count();
  index %= root.element_count();
  const TypeTree *tree = &root;
  while (tree->kind() != TypeTree::Kind::leaf) {
    PathStep step{tree->kind()};
    const TypeTree *child = nullptr;
    if (tree->kind() == TypeTree::Kind::struc) {
      child = tree->children().data();
      while (index >= child->element_count())
        index -= (child++)->element_count();
      step.position = child - tree->children().data();
    } else {
      child = &tree->child();
      step.position = index / child->element_count();
      index %= child->element_count();
    }
    if (tree->kind() == TypeTree::Kind::idxbuc)
      while (step.position >= tree->bucket_sizes()[static_cast<std::size_t>(step.bucket)])
        step.position -= tree->bucket_sizes()[static_cast<std::size_t>(step.bucket++)];
    switch (tree->kind()) {
    case TypeTree::Kind::idx:
    case TypeTree::Kind::struc:
      out.displacement =
          wrapping_sum(out.displacement, 1, tree->displacements()[static_cast<std::size_t>(step.position)]);
      break;
    case TypeTree::Kind::idxbuc:
      out.displacement =
          wrapping_sum(out.displacement, 1, tree->displacements()[static_cast<std::size_t>(step.bucket)]);
      [[fallthrough]];
    case TypeTree::Kind::vec:
      out.displacement = wrapping_sum(out.displacement, step.position, tree->stride_bytes());
      break;
    case TypeTree::Kind::leaf:
      break;
    }
    out.path.push_back(step);
    tree = child;
  }
  out.type = tree->basic_type();
  return out;
}

std::string to_string(const std::vector<PathStep> &path) {
  std::string out;
  for (const PathStep &step : path) {
    if (step.kind == TypeTree::Kind::struc)
      out += '.' + std::to_string(step.position);
    else if (step.kind == TypeTree::Kind::idxbuc)
      out += '[' + std::to_string(step.bucket) + ':' + std::to_string(step.position) + ']';
    else
      out += '[' + std::to_string(step.position) + ']';
  }
  return out;
}

Comparison compare(const TypeTree &first, std::int64_t first_count, const TypeTree &second, std::int64_t second_count) {
  const Side a(first, first_count), b(second, second_count);
  if (a.prefix(a.elements) == b.prefix(b.elements))
    return {Relation::same, a.elements, {}, {}};
  const std::int64_t common = std::min(a.typed, b.typed);
  const std::int64_t agreeing =
      last_where(0, common, [&](std::int64_t length) { return a.prefix(length) == b.prefix(length); });
  Comparison out{Relation::packed, agreeing, a.at(agreeing), b.at(agreeing)};
  if (agreeing < common)
    out.relation = Relation::different;
  else if (a.elements == common)
    out.relation = Relation::first_is_prefix;
  else if (b.elements == common)
    out.relation = Relation::second_is_prefix;
  return out;
}

} // namespace automap::layout
