// Constructions: the choice of MPI constructors. See construction.h.
//
// All constructors below get strides in bytes, so the extent of an inner type only matters if a block length exceeds 1.
// Such a type has a certain extent, or is resized to get one.
#include "construction.h"

#include "checked.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

using Call = ConstructionStep::Call;
using Kind = TypeTree::Kind;

/// The known properties of an operand.
struct Known {
  std::optional<Bounds> bounds; // the bounds that MPI gives it, if they are certain
  std::int64_t alignment = 1;   // an upper bound of the alignments of its basic types
  bool resized = false;         // whether it, or a type in it, has been resized
};

class Builder {
public:
  explicit Builder(std::int64_t max_count) : max_count_(max_count) { assert(max_count >= 2); }

  Construction build(const TypeTree &tree, Bounds bounds) {
    Operand operand = build(tree);
    if (known(operand).bounds != bounds)
      step(resized(operand, bounds));
    else if (std::holds_alternative<BasicType>(operand))
      step({.call = Call::contiguous, .count = 1, .operands = {operand}});
    assert(std::holds_alternative<BasicType>(operand) || std::get<std::size_t>(operand) + 2 >= steps_.size());
    return std::move(steps_);
  }

private:
  /// Adjacent copies of a type.
  struct Block {
    std::int64_t length = 1;
    Operand operand;
  };

  Operand build(const TypeTree &tree) {
    const auto found = built_.find(tree.node_address());
    if (found != built_.end())
      return found->second;
    const Operand operand = build_new(tree);
    built_.emplace(tree.node_address(), operand);
    return operand;
  }

  Operand build_new(const TypeTree &tree) {
    if (tree.element_count() == 0)
      return step({.call = Call::contiguous, .count = 0, .operands = {BasicType{}}});
    switch (tree.kind()) {
    case Kind::leaf:
      return tree.basic_type();
    case Kind::vec:
      return build_vec(tree);
    case Kind::idx:
      return build_idx(tree);
    case Kind::idxbuc:
      return build_idxbuc(tree);
    case Kind::struc:
      return build_struc(tree);
    }
    __builtin_unreachable();
  }

  Operand build_vec(const TypeTree &tree) {
    const std::int64_t count = tree.count(), stride = tree.stride_bytes();
    if (count == 1)
      return build(tree.child());
    if (count > max_count_)
      return build(split_vec(tree));
    const Block block = as_block(tree.child());
    if (block.length == 1 && extent(block.operand) == stride)
      return step({.call = Call::contiguous, .count = count, .operands = {block.operand}});
    return step({.call = Call::hvector,
                 .count = count,
                 .blocklengths = {block.length},
                 .stride = stride,
                 .operands = {block.operand}});
  }

  Operand build_idx(const TypeTree &tree) {
    const auto displacements = tree.displacements();
    if (displacements.size() == 1 && displacements.front() == 0)
      return build(tree.child());
    const Block block = as_block(tree.child());
    return build_indexed(displacements, [&](auto part) {
      return ConstructionStep{.call = Call::hindexed_block,
                              .count = std::ssize(part),
                              .blocklengths = {block.length},
                              .displacements = {part.begin(), part.end()},
                              .operands = {block.operand}};
    });
  }

  Operand build_idxbuc(const TypeTree &tree) {
    const std::int64_t substride = tree.stride_bytes(), largest = std::ranges::max(tree.bucket_sizes());
    if (largest > max_count_) {
      std::vector<TypeTree> buckets;
      for (const std::int64_t size : tree.bucket_sizes())
        buckets.push_back(TypeTree::vec(size, substride, tree.child()));
      return build(
          keep(TypeTree::struc({tree.displacements().begin(), tree.displacements().end()}, std::move(buckets))));
    }
    Block block = as_block(tree.child());
    const std::optional<std::int64_t> size = extent(block.operand);
    const bool adjacent = size && block.length <= max_count_ / std::max<std::int64_t>(largest, 1) &&
                          checked_multiply(block.length, *size) == substride;
    if (!adjacent)
      block = {1, with_extent(build(tree.child()), substride)};
    std::vector<std::int64_t> blocklengths;
    for (const std::int64_t bucket : tree.bucket_sizes())
      blocklengths.push_back(bucket * block.length);
    return build_indexed(tree.displacements(), [&](auto part) {
      const auto first = blocklengths.begin() + (part.data() - tree.displacements().data());
      return ConstructionStep{.call = Call::hindexed,
                              .count = std::ssize(part),
                              .blocklengths = {first, first + std::ssize(part)},
                              .displacements = {part.begin(), part.end()},
                              .operands = {block.operand}};
    });
  }

  Operand build_struc(const TypeTree &tree) {
    std::vector<std::int64_t> blocklengths, displacements;
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < tree.children().size(); ++i) {
      if (tree.children()[i].element_count() == 0)
        continue;
      const Block block = as_block(tree.children()[i]);
      const std::int64_t displacement = tree.displacements()[i];
      if (const auto size = extent(block.operand); size && !operands.empty() && operands.back() == block.operand &&
                                                   blocklengths.back() <= max_count_ - block.length &&
                                                   displacements.back() + blocklengths.back() * *size == displacement) {
        blocklengths.back() += block.length; // adjacent elements are one block for free
        continue;
      }
      blocklengths.push_back(block.length);
      displacements.push_back(displacement);
      operands.push_back(block.operand);
    }
    if (displacements.size() == 1 && displacements.front() == 0 && blocklengths.front() == 1)
      return operands.front();
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

  /// Adds one step for all `displacements`. If they are more than a count can hold, adds one step for each part of them
  /// and structs of these parts.
  template <typename MakeStep> Operand build_indexed(std::span<const std::int64_t> displacements, MakeStep make_step) {
    const auto limit = static_cast<std::size_t>(max_count_);
    std::vector<Operand> parts;
    for (; !displacements.empty(); displacements = displacements.subspan(std::min(displacements.size(), limit)))
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

  /// Builds a vec whose count is too large as a vec of vecs, followed by the rest.
  TypeTree split_vec(const TypeTree &tree) {
    const std::int64_t chunks = tree.count() / max_count_, rest = tree.count() % max_count_;
    const std::int64_t stride = tree.stride_bytes();
    TypeTree whole =
        TypeTree::vec(chunks, checked_multiply(max_count_, stride), TypeTree::vec(max_count_, stride, tree.child()));
    if (rest == 0)
      return keep(std::move(whole));
    return keep(TypeTree::struc({0, checked_multiply(chunks, checked_multiply(max_count_, stride))},
                                {std::move(whole), TypeTree::vec(rest, stride, tree.child())}));
  }

  /// Keeps a new tree alive, because the keys of built_ are the addresses of nodes.
  const TypeTree &keep(TypeTree tree) { return kept_.emplace_back(std::move(tree)); }

  /// Returns `tree` as a block length and a type, so that adjacent copies become a constructor's block length.
  Block as_block(const TypeTree &tree) {
    if (tree.kind() == Kind::vec && tree.element_count() > 0 && tree.count() <= max_count_) {
      const Operand element = build(tree.child());
      if (tree.count() == 1 || extent(element) == tree.stride_bytes())
        return {tree.count(), element};
    }
    return {1, build(tree)};
  }

  Operand with_extent(const Operand &operand, std::int64_t extent_bytes) {
    if (extent(operand) == extent_bytes)
      return operand;
    return step(resized(operand, {0, extent_bytes}));
  }

  static ConstructionStep resized(const Operand &operand, Bounds bounds) {
    return {.call = Call::resized, .lower_bound = bounds.lower_bound, .extent = bounds.extent, .operands = {operand}};
  }

  std::optional<std::int64_t> extent(const Operand &operand) const {
    const auto bounds = known(operand).bounds;
    return bounds ? std::optional(bounds->extent) : std::nullopt;
  }

  Known known(const Operand &operand) const {
    if (const auto *basic = std::get_if<BasicType>(&operand))
      return {Bounds{0, basic->size_bytes}, alignment_limit(*basic), false};
    return known_[std::get<std::size_t>(operand)];
  }

  Known describe(const ConstructionStep &step) const {
    Known result;
    bool all_resized = true;
    for (const Operand &operand : step.operands) {
      const Known inner = known(operand);
      result.alignment = std::max(result.alignment, inner.alignment);
      result.resized = result.resized || inner.resized;
      all_resized = all_resized && inner.resized;
    }
    if (step.call == Call::resized) {
      result.bounds = {step.lower_bound, step.extent};
      result.resized = true;
    } else if (all_resized || !result.resized) {
      const bool padded = step.call == Call::create_struct || !result.resized;
      try {
        result.bounds = bounds_of_blocks(step);
      } catch (const std::length_error &) { // they leave the 64-bit range, which the tree's bounds need not do
      }
      if (result.bounds && padded && result.bounds->extent % result.alignment != 0)
        result.bounds.reset();
    }
    return result;
  }

  /// Returns the bounds of the result without padding (MPI 4.0, section 5.1.7); nothing if an operand's bounds are
  /// uncertain.
  std::optional<Bounds> bounds_of_blocks(const ConstructionStep &step) const {
    std::optional<std::int64_t> low, high;
    const auto add_blocks = [&](const Operand &operand, std::int64_t first, std::int64_t last,
                                std::int64_t blocklength) {
      const auto inner = known(operand).bounds;
      if (!inner || inner->extent < 0 || blocklength == 0)
        return false;
      const std::int64_t begin = checked_add(std::min(first, last), inner->lower_bound);
      const std::int64_t end = checked_add(checked_add(std::max(first, last), inner->lower_bound),
                                           checked_multiply(blocklength, inner->extent));
      low = std::min(low.value_or(begin), begin);
      high = std::max(high.value_or(end), end);
      return true;
    };
    if (step.call == Call::contiguous) {
      if (!add_blocks(step.operands.front(), 0, 0, step.count))
        return std::nullopt;
    } else if (step.call == Call::hvector) {
      if (!add_blocks(step.operands.front(), 0, checked_multiply(step.count - 1, step.stride),
                      step.blocklengths.front()))
        return std::nullopt;
    } else {
      for (std::size_t i = 0; i < step.displacements.size(); ++i)
        if (!add_blocks(step.operands[step.call == Call::create_struct ? i : 0], step.displacements[i],
                        step.displacements[i], step.blocklengths[step.call == Call::hindexed_block ? 0 : i]))
          return std::nullopt;
    }
    return Bounds{*low, checked_subtract(*high, *low)};
  }

  Operand step(ConstructionStep step) {
    known_.push_back(describe(step));
    step.result_bounds = known_.back().bounds;
    steps_.push_back(std::move(step));
    return steps_.size() - 1;
  }

  std::int64_t max_count_;
  Construction steps_;
  std::vector<Known> known_; // the properties of each step's result
  std::unordered_map<const void *, Operand> built_;
  std::deque<TypeTree> kept_;
};

} // namespace

Construction construct(const TypeTree &tree, Bounds bounds, std::int64_t max_count) {
  return Builder(max_count).build(tree, bounds);
}

Construction construct(const TypeTree &tree, std::int64_t extent_bytes, std::int64_t max_count) {
  return construct(tree, Bounds{0, extent_bytes}, max_count);
}

} // namespace automap::layout
