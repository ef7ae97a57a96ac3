// Random type trees for property tests. The caller passes the seed, and prints it if a test fails.
#pragma once

#include "amount.h"
#include "layout/type_tree.h"

#include <random>

namespace automap::layout {

inline unsigned random_cases(unsigned by_default) { return amount("AUTOMAP_RANDOM_MAPS", by_default); }

class RandomTree {
public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  /// Returns a tree of at most `depth` constructors on each path, with counts of zero, negative strides and overlapping
  /// elements among others.
  TypeTree operator()(int depth) {
    if (depth == 0 || below(5) == 0)
      return TypeTree::leaf(basic());
    const auto count = static_cast<std::int64_t>(below(4));
    switch (below(4)) {
    case 0:
      return TypeTree::vec(count, below(6) == 0 ? 8 : displacement(), (*this)(depth - 1));
    case 1:
      return TypeTree::idx(displacements(count), (*this)(depth - 1));
    case 2: {
      std::vector<std::int64_t> sizes;
      for (std::int64_t i = 0; i < count; ++i)
        sizes.push_back(static_cast<std::int64_t>(below(4)));
      return TypeTree::idxbuc(displacement(), displacements(count), std::move(sizes), (*this)(depth - 1));
    }
    default: {
      std::vector<TypeTree> children;
      for (std::int64_t i = 0; i < count; ++i)
        children.push_back((*this)(depth - 1));
      return TypeTree::struc(displacements(count), std::move(children));
    }
    }
  }

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_); }

private:
  BasicType basic() {
    constexpr BasicType types[] = {
        {BasicTypeId::CHAR, 1}, {BasicTypeId::SHORT, 2}, {BasicTypeId::INT, 4}, {BasicTypeId::DOUBLE, 8}};
    return types[below(4)];
  }

  std::int64_t displacement() { return static_cast<std::int64_t>(below(17)) * 4 - 16; }

  std::vector<std::int64_t> displacements(std::int64_t count) {
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < count; ++i)
      out.push_back(displacement());
    return out;
  }

  std::mt19937 random_;
};

} // namespace automap::layout
