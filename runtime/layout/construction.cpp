// Constructions: the choice of MPI constructors. See construction.h.
//
// Every constructor below gives byte strides, so the extent of an inner type matters only where a block
// length above 1 is used. That is done for basic types, whose extent is their size, and for buckets,
// whose element is resized to the substride.
#include "construction.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

using Call = ConstructionStep::Call;

class Builder {
public:
  explicit Builder(std::int64_t max_count) : max_count_(max_count) { assert(max_count >= 2); }

  Construction build(const TypeTree &tree, std::int64_t extent_bytes) {
    Operand operand = build(tree);
    if (natural_extent(operand) != extent_bytes)
      step({.call = Call::resized, .extent = extent_bytes, .operands = {operand}});
    else if (std::holds_alternative<BasicType>(operand))
      step({.call = Call::contiguous, .count = 1, .operands = {operand}});
    return std::move(steps_);
  }

private:
  /// The type for `tree`; its extent is unspecified unless it is a basic type.
  Operand build(const TypeTree &tree) {
    const auto known = built_.find(tree.node_address());
    if (known != built_.end())
      return known->second;
    const Operand operand = build_new(tree);
    built_.emplace(tree.node_address(), operand);
    return operand;
  }

  Operand build_new(const TypeTree &tree) {
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      return tree.basic_type();
    case TypeTree::Kind::vec:
      return build_vec(tree);
    case TypeTree::Kind::idx: {
      const auto block = block_or_type(tree.child());
      return build_indexed(tree.displacements(), [&](auto displacements) {
        return ConstructionStep{.call = Call::hindexed_block,
                                .count = std::ssize(displacements),
                                .blocklengths = {block.first},
                                .displacements = {displacements.begin(), displacements.end()},
                                .operands = {block.second}};
      });
    }
    case TypeTree::Kind::idxbuc:
      return build_idxbuc(tree);
    case TypeTree::Kind::struc:
      return build_struc(tree);
    }
    __builtin_unreachable();
  }

  Operand build_vec(const TypeTree &tree) {
    const std::int64_t count = tree.count(), stride = tree.stride_bytes();
    if (count > max_count_)
      return build(split_vec(tree));
    if (const auto block = as_dense_block(tree); block && block->count <= max_count_)
      return step({.call = Call::contiguous, .count = block->count, .operands = {block->type}});
    const auto [blocklength, operand] = block_or_type(tree.child());
    return step({.call = Call::hvector,
                 .count = count,
                 .blocklengths = {blocklength},
                 .stride = stride,
                 .operands = {operand}});
  }

  Operand build_idxbuc(const TypeTree &tree) {
    const auto largest = std::ranges::max_element(tree.bucket_sizes());
    if (largest != tree.bucket_sizes().end() && *largest > max_count_) {
      std::vector<TypeTree> buckets;
      for (const std::int64_t size : tree.bucket_sizes())
        buckets.push_back(TypeTree::vec(size, tree.stride_bytes(), tree.child()));
      return build(keep(
          TypeTree::struc({tree.displacements().begin(), tree.displacements().end()}, std::move(buckets))));
    }
    Operand element = build(tree.child());
    if (natural_extent(element) != tree.stride_bytes())
      element = step({.call = Call::resized, .extent = tree.stride_bytes(), .operands = {element}});
    const auto sizes = tree.bucket_sizes();
    return build_indexed(tree.displacements(), [&](auto displacements) {
      const auto first = sizes.begin() + (displacements.data() - tree.displacements().data());
      return ConstructionStep{.call = Call::hindexed,
                              .count = std::ssize(displacements),
                              .blocklengths = {first, first + std::ssize(displacements)},
                              .displacements = {displacements.begin(), displacements.end()},
                              .operands = {element}};
    });
  }

  Operand build_struc(const TypeTree &tree) {
    std::vector<std::int64_t> blocklengths, displacements;
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < tree.children().size(); ++i) {
      const auto [blocklength, operand] = block_or_type(tree.children()[i]);
      const std::int64_t displacement = tree.displacements()[i];
      if (!operands.empty() && operands.back() == operand && blocklengths.back() <= max_count_ - blocklength)
        if (const auto *basic = std::get_if<BasicType>(&operand);
            basic && displacements.back() + blocklengths.back() * basic->size_bytes == displacement) {
          blocklengths.back() += blocklength; // adjacent elements, which cost nothing as one block
          continue;
        }
      blocklengths.push_back(blocklength);
      displacements.push_back(displacement);
      operands.push_back(operand);
    }
    return build_indexed(displacements, [&](auto part) {
      const auto at = part.data() - displacements.data();
      const auto end = at + std::ssize(part);
      return ConstructionStep{.call = Call::create_struct,
                              .count = std::ssize(part),
                              .blocklengths = {blocklengths.begin() + at, blocklengths.begin() + end},
                              .displacements = {part.begin(), part.end()},
                              .operands = {operands.begin() + at, operands.begin() + end}};
    });
  }

  /// One step for all `displacements`, or, where they are more than a count can say, one for each part
  /// of them and structs of the parts.
  template <typename MakeStep>
  Operand build_indexed(std::span<const std::int64_t> displacements, MakeStep make_step) {
    if (displacements.empty())
      return step({.call = Call::contiguous, .count = 0, .operands = {BasicType{}}});
    const auto limit = static_cast<std::size_t>(max_count_);
    std::vector<Operand> parts;
    for (; !displacements.empty();
         displacements = displacements.subspan(std::min(displacements.size(), limit)))
      parts.push_back(step(make_step(displacements.first(std::min(displacements.size(), limit)))));
    while (parts.size() > 1) {
      std::vector<Operand> wholes;
      for (std::size_t at = 0; at < parts.size(); at += limit) {
        const std::size_t count = std::min(parts.size() - at, limit);
        const auto first = parts.begin() + static_cast<std::ptrdiff_t>(at);
        wholes.push_back(step({.call = Call::create_struct,
                               .count = static_cast<std::int64_t>(count),
                               .blocklengths = std::vector<std::int64_t>(count, 1),
                               .displacements = std::vector<std::int64_t>(count, 0),
                               .operands = {first, first + static_cast<std::ptrdiff_t>(count)}}));
      }
      parts = std::move(wholes);
    }
    return parts.front();
  }

  /// A vec whose count is too large as a vec of vecs, and what is left over behind it.
  TypeTree split_vec(const TypeTree &tree) {
    const std::int64_t chunks = tree.count() / max_count_, rest = tree.count() % max_count_;
    const std::int64_t stride = tree.stride_bytes();
    TypeTree whole =
        TypeTree::vec(chunks, max_count_ * stride, TypeTree::vec(max_count_, stride, tree.child()));
    if (rest == 0)
      return keep(std::move(whole));
    return keep(TypeTree::struc({0, chunks * max_count_ * stride},
                                {std::move(whole), TypeTree::vec(rest, stride, tree.child())}));
  }

  /// Keeps a tree made here alive: built_ is keyed by node address.
  const TypeTree &keep(TypeTree tree) { return kept_.emplace_back(std::move(tree)); }

  /// `tree` as a block length and a type, so that a constructor's block length absorbs adjacent elements.
  std::pair<std::int64_t, Operand> block_or_type(const TypeTree &tree) {
    if (const auto block = as_dense_block(tree); block && block->count <= max_count_)
      return {block->count, block->type};
    return {1, build(tree)};
  }

  /// The extent that MPI gives the type, where that is certain.
  std::optional<std::int64_t> natural_extent(const Operand &operand) const {
    if (const auto *basic = std::get_if<BasicType>(&operand))
      return basic->size_bytes;
    const ConstructionStep &made = steps_[std::get<std::size_t>(operand)];
    if (made.call == Call::contiguous && made.count > 0)
      if (const auto *basic = std::get_if<BasicType>(&made.operands.front()))
        return made.count * basic->size_bytes;
    return std::nullopt;
  }

  Operand step(ConstructionStep step) {
    steps_.push_back(std::move(step));
    return steps_.size() - 1;
  }

  std::int64_t max_count_;
  Construction steps_;
  std::unordered_map<const void *, Operand> built_;
  std::deque<TypeTree> kept_;
};

} // namespace

Construction construct(const TypeTree &tree, std::int64_t extent_bytes, std::int64_t max_count) {
  return Builder(max_count).build(tree, extent_bytes);
}

} // namespace automap::layout
