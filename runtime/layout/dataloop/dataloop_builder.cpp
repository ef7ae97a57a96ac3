// Builds dataloops from a type tree, children first. See dataloop.h.
//
// The depth is bounded: an inner loop has at least two equal blocks, or is a struct none of whose blocks is a struct
// with more than half of its data, because such blocks are spliced in. Therefore each two levels at least halve the
// data.
//
// A loop begins at its first byte, so offsets start with 0. Therefore all sums of offsets on the path to a byte are
// displacements of bytes, which the tree has checked to be in range.
#include "actions.h"
#include "dataloop.h"

#include "../checked.h"
#include "../dag.h"

#include <limits>
#include <unordered_map>

namespace automap::layout {
namespace {

/// The number of pieces up to which an irregular loop becomes one leaf.
constexpr std::int64_t few_pieces = 64;

constexpr std::int64_t many_pieces = std::int64_t{1} << 62;

std::int64_t saturated_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) || product > many_pieces ? many_pieces : product;
}

/// Joins adjacent pieces.
std::vector<ByteRange> join_adjacent(const std::vector<ByteRange> &pieces) {
  std::vector<ByteRange> out;
  for (const ByteRange &piece : pieces)
    if (!out.empty() && out.back().offset + out.back().length == piece.offset)
      out.back().length += piece.length;
    else
      out.push_back(piece);
  return out;
}

} // namespace

class DataloopBuilder {
public:
  DataloopBuilder(Dataloops &loops, Dataloops::Types types) : result_(loops), types_(types) {}

  void build(const TypeTree &tree, Bounds bounds) {
    result_.bounds_ = bounds;
    if (tree.data_bytes() == 0)
      return;
    checked_add(tree.true_lower_bound(), bounds.extent);
    checked_add(tree.true_upper_bound(), bounds.extent);
    checked_multiply(tree.data_bytes(), 2);
    std::unordered_map<const void *, PlacedLoop> known;
    for (const TypeTree &node : children_first(tree)) {
      children_.clear();
      for (const TypeTree &child : node.children())
        children_.push_back(known.at(child.node_address()));
      known.emplace(node.node_address(), build_node(node));
    }
    result_.one_ = known.at(tree.node_address());
    const Dataloop &one = loop(result_.one_.loop);
    result_.size_ = one.size;
    result_.true_lower_bound_ = result_.one_.offset + one.true_lower_bound;
    result_.true_upper_bound_ = result_.one_.offset + one.true_upper_bound;
    build_array(bounds.extent);
  }

private:
  const Dataloop &loop(Dataloop::Id id) const { return result_.loops_[id]; }

  /// Returns a copy without the members that may be long. The copy of a vector is complete.
  Dataloop copy_head(Dataloop::Id id) const {
    const Dataloop &from = loop(id);
    Dataloop out;
    out.kind = from.kind, out.leaf = from.leaf, out.type = from.type;
    out.count = from.count, out.block_bytes = from.block_bytes, out.stride = from.stride;
    if (from.children.size() == 1)
      out.children = from.children;
    out.size = from.size, out.pieces = from.pieces;
    out.true_lower_bound = from.true_lower_bound, out.true_upper_bound = from.true_upper_bound;
    return out;
  }

  PlacedLoop add(Dataloop added, std::int64_t offset = 0) {
    added.parts = result_.parts(added, 0, added.count);
    result_.loops_.push_back(std::move(added));
    return {static_cast<Dataloop::Id>(result_.loops_.size() - 1), offset};
  }

  void build_array(std::int64_t extent) {
    const auto [id, offset] = result_.one_;
    const Dataloop one = copy_head(id);
    const bool equally_spaced = one.kind == Dataloop::Kind::contig || one.kind == Dataloop::Kind::vector;
    std::int64_t span = 0;
    if (equally_spaced && one.count > 1 && !__builtin_mul_overflow(one.count, one.stride, &span) && span == extent) {
      result_.array_ = {id, offset};
      result_.array_blocks_ = one.count;
    } else if (one.leaf && one.kind == Dataloop::Kind::contig) {
      Dataloop array = one;
      array.stride = extent;
      array.kind = extent == one.block_bytes ? Dataloop::Kind::contig : Dataloop::Kind::vector;
      result_.array_ = add(std::move(array), offset);
    } else {
      Dataloop array;
      array.leaf = false;
      array.kind = extent == one.extent() ? Dataloop::Kind::contig : Dataloop::Kind::vector;
      array.count = 1;
      array.block_bytes = one.size;
      array.stride = extent;
      array.children = {id};
      array.size = one.size;
      array.true_lower_bound = one.true_lower_bound;
      array.true_upper_bound = one.true_upper_bound;
      array.pieces = one.pieces;
      result_.array_ = add(std::move(array), offset);
    }
  }

  PlacedLoop build_node(const TypeTree &node) {
    checked_subtract(node.true_upper_bound(), node.true_lower_bound());
    switch (node.kind()) {
    case TypeTree::Kind::leaf:
      return add_bytes(node.basic_type().size_bytes,
                       types_ == Dataloops::Types::kept ? node.basic_type() : BasicType{});
    case TypeTree::Kind::vec:
      return add_copies(node.count(), node.stride_bytes(), children_.front());
    case TypeTree::Kind::idx:
      return add_copies_at({node.displacements().begin(), node.displacements().end()}, children_.front());
    case TypeTree::Kind::idxbuc:
      return add_buckets(node, children_.front());
    case TypeTree::Kind::struc:
      return add_sequence({node.displacements().begin(), node.displacements().end()}, children_);
    }
    return {};
  }

  PlacedLoop add_bytes(std::int64_t length, BasicType type, std::int64_t offset = 0) {
    if (length == 0)
      return {};
    const auto [known, is_new] = contigs_.try_emplace({length, static_cast<int>(type.id)}, 0);
    if (is_new) {
      Dataloop out;
      out.type = type;
      out.count = 1;
      out.block_bytes = out.size = out.stride = out.true_upper_bound = length;
      out.pieces = 1;
      known->second = add(std::move(out)).loop;
    }
    return {known->second, offset};
  }

  /// Adds `count` copies of `child`, the first of which is at the place of `child`.
  PlacedLoop add_copies(std::int64_t count, std::int64_t stride, PlacedLoop child) {
    if (count == 0 || child.empty())
      return {};
    if (count == 1)
      return child;
    const Dataloop element = copy_head(child.loop);
    const bool equally_spaced = element.kind == Dataloop::Kind::contig || element.kind == Dataloop::Kind::vector;
    if (element.leaf && element.kind == Dataloop::Kind::contig && stride == element.size)
      return add_bytes(count * element.size, element.type, child.offset);
    std::int64_t span = 0;
    Dataloop out;
    out.leaf = element.leaf && element.kind == Dataloop::Kind::contig;
    out.count = count;
    out.block_bytes = element.size;
    out.stride = stride;
    if (equally_spaced && element.count > 1 && !__builtin_mul_overflow(element.count, element.stride, &span) &&
        span == stride) {
      out = element;
      out.count *= count;
    } else if (out.leaf) {
      out.type = element.type;
    } else {
      out.children = {child.loop};
    }
    const bool adjacent = !out.leaf && out.stride == loop(out.children.front()).extent();
    out.kind = adjacent ? Dataloop::Kind::contig : Dataloop::Kind::vector;
    const std::int64_t last = (count - 1) * stride;
    out.size = count * element.size;
    out.true_lower_bound = element.true_lower_bound + std::min<std::int64_t>(last, 0);
    out.true_upper_bound = element.true_upper_bound + std::max<std::int64_t>(last, 0);
    out.pieces = saturated_product(count, element.pieces);
    return add(std::move(out), child.offset);
  }

  /// Adds `child` at each offset.
  PlacedLoop add_copies_at(std::vector<std::int64_t> offsets, PlacedLoop child) {
    if (offsets.empty() || child.empty())
      return {};
    if (offsets.size() == 1)
      return {child.loop, child.offset + offsets.front()};
    if (const auto difference = common_difference(offsets)) {
      const PlacedLoop out = add_copies(static_cast<std::int64_t>(offsets.size()), *difference, child);
      return {out.loop, out.offset + offsets.front()};
    }
    const Dataloop &element = loop(child.loop);
    if (element.leaf && element.kind == Dataloop::Kind::contig) {
      std::vector<ByteRange> pieces;
      pieces.reserve(offsets.size());
      for (const std::int64_t offset : offsets)
        pieces.push_back({offset + child.offset, element.size});
      return add_leaves(join_adjacent(pieces), element.type);
    }
    if (types_ == Dataloops::Types::erased &&
        saturated_product(static_cast<std::int64_t>(offsets.size()), element.pieces) <= few_pieces) {
      ListAction all;
      for (const std::int64_t offset : offsets)
        walk(result_, child, element.count, offset, 0, element.size, all);
      return add_leaves(all.ranges(), {});
    }
    std::vector<ByteRange> pieces; // the length has no meaning
    for (const std::int64_t offset : offsets)
      pieces.push_back({offset, 1});
    if (const auto period = find_period(pieces))
      return add_periodic(pieces, *period, [&](const std::vector<ByteRange> &part) {
        std::vector<std::int64_t> places;
        for (const ByteRange &piece : part)
          places.push_back(piece.offset);
        return add_copies_at(std::move(places), child);
      });
    Dataloop out;
    out.leaf = false;
    out.kind = Dataloop::Kind::blockindexed;
    out.block_bytes = element.size;
    out.children = {child.loop};
    return add_indexed(std::move(out), std::move(offsets), child.offset);
  }

  /// Adds the loop `out`, which describes its blocks, with these offsets.
  PlacedLoop add_indexed(Dataloop out, std::vector<std::int64_t> offsets, std::int64_t offset = 0) {
    const std::int64_t first = offsets.front();
    for (std::int64_t &place : offsets)
      place -= first;
    out.count = static_cast<std::int64_t>(offsets.size());
    out.offsets = std::move(offsets);
    out.size = out.bytes_before(out.count);
    out.true_lower_bound = std::numeric_limits<std::int64_t>::max();
    out.true_upper_bound = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t i = 0; i < out.count; ++i) {
      const std::int64_t low = out.leaf ? 0 : loop(out.child(i)).true_lower_bound;
      const std::int64_t high = out.leaf ? out.bytes_of(i) : loop(out.child(i)).true_upper_bound;
      out.true_lower_bound = std::min(out.true_lower_bound, out.offset(i) + low);
      out.true_upper_bound = std::max(out.true_upper_bound, out.offset(i) + high);
      out.pieces = std::min(many_pieces, out.pieces + (out.leaf ? 1 : loop(out.child(i)).pieces));
    }
    return add(std::move(out), offset + first);
  }

  /// Adds leaves for pieces that do not touch.
  PlacedLoop add_leaves(const std::vector<ByteRange> &pieces, BasicType type) {
    if (pieces.size() == 1)
      return add_bytes(pieces.front().length, type, pieces.front().offset);
    std::vector<std::int64_t> offsets;
    offsets.reserve(pieces.size());
    bool uniform = true;
    for (const ByteRange &piece : pieces) {
      offsets.push_back(piece.offset);
      uniform = uniform && piece.length == pieces.front().length;
    }
    if (uniform)
      if (const auto difference = common_difference(offsets))
        return add_copies(static_cast<std::int64_t>(offsets.size()), *difference,
                          add_bytes(pieces.front().length, type, offsets.front()));
    if (static_cast<std::int64_t>(pieces.size()) > few_pieces)
      if (const auto period = find_period(pieces))
        return add_periodic(pieces, *period,
                            [&](const std::vector<ByteRange> &part) { return add_leaves(part, type); });
    Dataloop out;
    out.type = type;
    if (uniform) {
      out.kind = Dataloop::Kind::blockindexed;
      out.block_bytes = pieces.front().length;
    } else {
      out.kind = Dataloop::Kind::indexed;
      out.before.reserve(pieces.size() + 1);
      out.before.push_back(0);
      for (const ByteRange &piece : pieces)
        out.before.push_back(out.before.back() + piece.length);
    }
    return add_indexed(std::move(out), std::move(offsets));
  }

  /// Adds the head, the repeated part and the rest of a list, each built by `make`.
  template <typename Make>
  PlacedLoop add_periodic(const std::vector<ByteRange> &pieces, const Period &period, Make make) {
    const auto part = [&](std::int64_t from, std::int64_t to) {
      return std::vector<ByteRange>(pieces.begin() + from, pieces.begin() + to);
    };
    const auto n = static_cast<std::int64_t>(pieces.size());
    const std::int64_t rest = period.head + period.period * period.repetitions;
    std::vector<PlacedLoop> parts;
    if (period.head > 0)
      parts.push_back(make(part(0, period.head)));
    parts.push_back(add_copies(period.repetitions, period.step, make(part(period.head, period.head + period.period))));
    if (rest < n)
      parts.push_back(make(part(rest, n)));
    return parts.size() == 1 ? parts.front() : add_struct(std::vector<std::int64_t>(parts.size(), 0), parts);
  }

  /// Adds the loops of an idxbuc: blocks of blocks of bytes are longer blocks; other buckets are loops of their own.
  PlacedLoop add_buckets(const TypeTree &node, PlacedLoop child) {
    if (child.empty())
      return {};
    const Dataloop element = copy_head(child.loop);
    const std::int64_t n = node.count(), step = node.stride_bytes();
    const bool dense = element.leaf && element.kind == Dataloop::Kind::contig && step == element.size;
    std::int64_t total = 0;
    for (const std::int64_t size : node.bucket_sizes())
      total += size;
    if (dense) {
      std::vector<ByteRange> pieces;
      for (std::int64_t i = 0; i < n; ++i)
        if (const std::int64_t size = node.bucket_sizes()[static_cast<std::size_t>(i)]; size > 0)
          pieces.push_back({node.displacements()[static_cast<std::size_t>(i)] + child.offset, size * element.size});
      return pieces.empty() ? PlacedLoop{} : add_leaves(join_adjacent(pieces), element.type);
    }
    std::vector<std::int64_t> offsets;
    if (total <= 8 * n) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
        for (std::int64_t j = 0; j < node.bucket_sizes()[i]; ++j)
          offsets.push_back(node.displacements()[i] + j * step);
      return add_copies_at(std::move(offsets), child);
    }
    std::unordered_map<std::int64_t, PlacedLoop> of_size;
    std::vector<PlacedLoop> parts;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      const std::int64_t size = node.bucket_sizes()[i];
      if (size == 0)
        continue;
      const auto [known, is_new] = of_size.try_emplace(size);
      if (is_new)
        known->second = add_copies(size, step, child);
      offsets.push_back(node.displacements()[i]);
      parts.push_back(known->second);
    }
    return add_sequence(std::move(offsets), parts);
  }

  /// Adds different parts, each at its offset.
  PlacedLoop add_sequence(std::vector<std::int64_t> offsets, std::vector<PlacedLoop> parts) {
    std::size_t kept = 0;
    std::int64_t size = 0;
    bool equal = true;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!parts[i].empty()) {
        offsets[kept] = offsets[i];
        parts[kept] = parts[i];
        size += loop(parts[i].loop).size;
        equal = equal && parts[kept].loop == parts[0].loop && parts[kept].offset == parts[0].offset;
        ++kept;
      }
    offsets.resize(kept);
    parts.resize(kept);
    if (kept == 0)
      return {};
    if (equal)
      return add_copies_at(std::move(offsets), parts.front());
    return add_struct(splice(offsets, parts, size), parts);
  }

  /// Replaces structs among the parts by their own parts if they are small or have more than half of the data.
  std::vector<std::int64_t> splice(const std::vector<std::int64_t> &offsets, std::vector<PlacedLoop> &parts,
                                   std::int64_t size) {
    std::vector<std::int64_t> out_offsets;
    std::vector<PlacedLoop> out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Dataloop &part = loop(parts[i].loop);
      if (part.kind == Dataloop::Kind::struc && (part.count <= 8 || part.size > size / 2)) {
        for (std::size_t j = 0; j < part.children.size(); ++j) {
          out_offsets.push_back(offsets[i] + parts[i].offset + part.offsets[j]);
          out.push_back({part.children[j], 0});
        }
      } else {
        out_offsets.push_back(offsets[i]);
        out.push_back(parts[i]);
      }
    }
    parts = std::move(out);
    return out_offsets;
  }

  /// Adds parts that are not all equal. Small ones become leaves, which are joined with their neighbours.
  PlacedLoop add_struct(const std::vector<std::int64_t> &offsets, const std::vector<PlacedLoop> &parts) {
    Dataloop out;
    out.leaf = false;
    out.kind = Dataloop::Kind::struc;
    out.before.push_back(0);
    std::vector<std::int64_t> places;
    ListAction small;
    BasicType type;
    const auto add_part = [&](PlacedLoop part, std::int64_t offset) {
      places.push_back(offset + part.offset);
      out.children.push_back(part.loop);
      out.before.push_back(out.before.back() + loop(part.loop).size);
    };
    const auto add_small = [&] {
      if (!small.ranges().empty())
        add_part(add_leaves(small.ranges(), type), 0);
      small = ListAction();
    };
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Dataloop part = copy_head(parts[i].loop);
      const bool is_small = types_ == Dataloops::Types::erased ? part.pieces <= few_pieces / 2
                                                               : part.leaf && part.kind == Dataloop::Kind::contig;
      if (is_small) {
        if (part.leaf && part.type != type)
          add_small();
        type = part.leaf ? part.type : BasicType{};
        walk(result_, parts[i], part.count, offsets[i], 0, part.size, small);
      } else {
        add_small();
        add_part(parts[i], offsets[i]);
      }
    }
    add_small();
    if (out.children.size() == 1)
      return {out.children.front(), places.front()};
    return add_indexed(std::move(out), std::move(places));
  }

  struct ContigHash {
    std::size_t operator()(const std::pair<std::int64_t, int> &key) const {
      return std::hash<std::int64_t>()(key.first * 64 + key.second);
    }
  };

  Dataloops &result_;
  Dataloops::Types types_;
  std::vector<PlacedLoop> children_; // the children of the current node
  std::unordered_map<std::pair<std::int64_t, int>, Dataloop::Id, ContigHash> contigs_;
};

Dataloops::Dataloops(const TypeTree &tree, Bounds bounds, Types types) {
  DataloopBuilder(*this, types).build(tree, bounds);
}

} // namespace automap::layout
