// Type maps: flattening (listing 1 of the type tree paper) and runs. See type_map.h.
#include "type_map.h"

#include "checked.h"

#include <optional>

namespace automap::layout {
namespace {

/// Calls visit(tree, base) for each copy of a child of `tree` that has elements, in type-map order, until it returns
/// false. Children without elements are skipped: there may be any number of copies, at displacements whose sums
/// overflow.
template <typename Visit> bool for_each_copy(const TypeTree &tree, std::int64_t base, Visit visit) {
  if (tree.element_count() == 0)
    return true;
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    break;
  case TypeTree::Kind::vec:
    for (std::int64_t i = 0; i < tree.count(); ++i)
      if (!visit(tree.child(), wrapping_sum(base, i, tree.stride_bytes())))
        return false;
    break;
  case TypeTree::Kind::idx:
    for (const std::int64_t displacement : tree.displacements())
      if (!visit(tree.child(), wrapping_sum(base, 1, displacement)))
        return false;
    break;
  case TypeTree::Kind::idxbuc:
    for (std::size_t i = 0; i < tree.displacements().size(); ++i)
      for (std::int64_t j = 0; j < tree.bucket_sizes()[i]; ++j)
        if (!visit(tree.child(), wrapping_sum(wrapping_sum(base, 1, tree.displacements()[i]), j, tree.stride_bytes())))
          return false;
    break;
  case TypeTree::Kind::struc:
    for (std::size_t i = 0; i < tree.displacements().size(); ++i)
      if (tree.children()[i].element_count() != 0 &&
          !visit(tree.children()[i], wrapping_sum(base, 1, tree.displacements()[i])))
        return false;
    break;
  }
  return true;
}

bool flatten_into(TypeMap &map, const TypeTree &tree, std::int64_t base) {
  if (tree.kind() == TypeTree::Kind::leaf)
    map.push_back({tree.basic_type(), base});
  return for_each_copy(tree, base, [&](const TypeTree &child, std::int64_t displacement) {
    return flatten_into(map, child, displacement);
  });
}

/// Receives blocks of equally spaced elements and builds the runs. Elements pass two stages: `pending_` gathers
/// adjacent ones; single ones go to the open group, which is the last of `runs_`.
class RunBuilder {
public:
  explicit RunBuilder(std::size_t limit) : limit_(limit) {}

  /// Adds `count` > 0 elements of `type`, `stride` bytes apart. Returns false if the limit is exceeded.
  bool add(BasicType type, std::int64_t offset, std::int64_t count, std::int64_t stride) {
    const std::int64_t size = type.size_bytes;
    if (count == 1 || stride == size) {
      if (pending_ && pending_->type == type && pending_->end() == offset)
        pending_->count += count;
      else {
        flush();
        pending_ = Run{type, offset, count, size};
      }
    } else {
      // Only the first and the last element can be adjacent to an element outside the block.
      add(type, offset, 1, size);
      flush();
      if (count > 2)
        add_singles(type, offset + stride, count - 2, stride);
      pending_ = Run{type, offset + (count - 1) * stride, 1, size};
    }
    return runs_.size() <= limit_;
  }

  Runs finish() {
    flush();
    const bool complete = runs_.size() <= limit_;
    if (!complete)
      runs_.resize(limit_);
    return {std::move(runs_), complete};
  }

private:
  void flush() {
    if (!pending_)
      return;
    if (pending_->count == 1)
      add_singles(pending_->type, pending_->offset, 1, pending_->stride);
    else {
      runs_.push_back(*pending_);
      group_open_ = false;
    }
    pending_.reset();
  }

  static bool continues(const Run &run, std::int64_t offset) {
    std::int64_t end = 0;
    return !__builtin_mul_overflow(run.count, run.stride, &end) && !__builtin_add_overflow(run.offset, end, &end) &&
           end == offset;
  }

  void add_singles(BasicType type, std::int64_t offset, std::int64_t count, std::int64_t stride) {
    Run *group = group_open_ && runs_.back().type == type ? &runs_.back() : nullptr;
    if (group && group->count == 1 && __builtin_sub_overflow(offset, group->offset, &group->stride)) {
      group->stride = type.size_bytes; // the distance leaves the 64-bit range: no run
      group = nullptr;
    }
    if (!group || !continues(*group, offset)) {
      runs_.push_back({type, offset, count, count == 1 ? type.size_bytes : stride});
      group_open_ = true;
    } else if (count == 1 || group->stride == stride)
      group->count += count;
    else {
      group->count += 1;
      add_singles(type, offset + stride, count - 1, stride);
    }
  }

  std::size_t limit_;
  std::vector<Run> runs_;
  std::optional<Run> pending_;
  bool group_open_ = false; // whether the last run may take another single element
};

bool add_runs(RunBuilder &builder, const TypeTree &tree, std::int64_t base) {
  if (tree.element_count() == 0)
    return true;
  if (tree.kind() == TypeTree::Kind::leaf)
    return builder.add(tree.basic_type(), base, 1, tree.basic_type().size_bytes);
  if (tree.kind() == TypeTree::Kind::vec && tree.child().kind() == TypeTree::Kind::leaf)
    return builder.add(tree.child().basic_type(), base, tree.count(), tree.stride_bytes());
  if (tree.kind() == TypeTree::Kind::idxbuc && tree.child().kind() == TypeTree::Kind::leaf) {
    for (std::size_t i = 0; i < tree.displacements().size(); ++i)
      if (tree.bucket_sizes()[i] > 0 && !builder.add(tree.child().basic_type(), base + tree.displacements()[i],
                                                     tree.bucket_sizes()[i], tree.stride_bytes()))
        return false;
    return true;
  }
  return for_each_copy(tree, base, [&](const TypeTree &child, std::int64_t displacement) {
    return add_runs(builder, child, displacement);
  });
}

} // namespace

TypeMap flatten(const TypeTree &tree) {
  TypeMap map;
  map.reserve(static_cast<std::size_t>(tree.element_count()));
  flatten_into(map, tree, 0);
  return map;
}

Runs runs(const TypeTree &tree, std::size_t limit) {
  RunBuilder builder(limit);
  add_runs(builder, tree, 0);
  return builder.finish();
}

} // namespace automap::layout
