// Reference reconstructions. See reference_reconstruction.h.
#include "reference_reconstruction.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace automap::layout {
namespace {

constexpr Cost infinite = 1'000'000'000'000;

} // namespace

Cost papers_least_cost(const TypeMap &map, const CostModel &model) {
  const std::size_t n = map.size();
  std::vector<std::vector<Cost>> tree(n, std::vector<Cost>(n, infinite)); // cost of segment [i, j]
  const auto repetition = [&](std::size_t first, std::size_t length) {
    Cost best = infinite;
    const auto d = [&](std::size_t k) { return map[first + k].displacement; };
    for (std::size_t q = 1; q < length; ++q) {
      if (length % q != 0)
        continue;
      const std::size_t c = length / q;
      bool repeated = true, strided = true;
      for (std::size_t i = 1; i < c; ++i) {
        for (std::size_t j = 0; j < q; ++j)
          repeated =
              repeated && map[first + j].type == map[first + i * q + j].type && d(j) - d(0) == d(i * q + j) - d(i * q);
        strided = strided && d(i * q) - d((i - 1) * q) == d(q) - d(0);
      }
      if (!repeated)
        continue;
      const Cost block = tree[first][first + q - 1];
      best = std::min(best, model.idx + static_cast<Cost>(c) * model.ix + block);
      std::map<std::int64_t, std::size_t> strides;
      std::size_t most = 0;
      for (std::size_t i = 1; i < c; ++i)
        most = std::max(most, ++strides[d(i * q) - d((i - 1) * q)]);
      best = std::min(best, model.idxbuc + static_cast<Cost>(c - most) * (model.ix + model.bucket) + block);
      if (strided)
        best = std::min(best, model.vec + block);
    }
    return best;
  };
  for (std::size_t i = 0; i < n; ++i)
    tree[i][i] = model.leaf;
  for (std::size_t length = 2; length <= n; ++length)
    for (std::size_t i = 0; i + length <= n; ++i) {
      Cost best = repetition(i, length);
      std::vector<Cost> path(length + 1, infinite); // cost to vertex i + k
      path[0] = 0;
      for (std::size_t from = 0; from < length; ++from)
        for (std::size_t to = from + 1; to <= length; ++to)
          if (to - from < length)
            path[to] = std::min(path[to], path[from] + model.ix + model.type + tree[i + from][i + to - 1]);
      best = std::min(best, model.struc + path[length]);
      tree[i][i + length - 1] = best;
    }
  return tree[0][n - 1];
}

namespace {

class Exhaustive {
public:
  explicit Exhaustive(const CostModel &model) : model_(model) {}

  /// Returns the least cost of `map`. `wrapped` means that the parent is an irregular node with one child: two such
  /// nodes in a row do the same as one.
  Cost operator()(const TypeMap &map, bool wrapped = false) {
    std::vector<std::tuple<int, std::int64_t>> key = {{wrapped, 0}};
    for (const TypeMapEntry &entry : map)
      key.emplace_back(static_cast<int>(entry.type.id), entry.displacement);
    if (const auto known = known_.find(key); known != known_.end())
      return known->second;
    const Cost cost = search(map, wrapped);
    known_.emplace(std::move(key), cost);
    return cost;
  }

private:
  using Pieces = std::vector<TypeMap>;

  Cost search(const TypeMap &map, bool wrapped) {
    const std::size_t n = map.size();
    Cost best = infinite;
    if (n == 1 && map[0].displacement == 0)
      best = model_.leaf;
    for (std::size_t cuts = 0; cuts < (std::size_t{1} << (n - 1)); ++cuts) {
      Pieces pieces = {{}};
      for (std::size_t i = 0; i < n; ++i) {
        pieces.back().push_back(map[i]);
        if (i + 1 < n && (cuts >> i & 1))
          pieces.emplace_back();
      }
      if (pieces.size() == 1 && wrapped)
        continue;
      best = std::min(best, struc(pieces));
      best = std::min(best, homogeneous(pieces));
    }
    return best;
  }

  /// Tries each child at 0, at its place in the map, and in between.
  Cost cheapest_shift(const TypeMap &piece, bool wrapped) {
    std::set<std::int64_t> firsts = {0, piece[0].displacement, piece[0].displacement - piece.back().displacement};
    Cost best = infinite;
    for (const std::int64_t first : firsts)
      best = std::min(best, (*this)(moved(piece, first - piece[0].displacement), wrapped));
    return best;
  }

  Cost struc(const Pieces &pieces) {
    Cost sum = model_.struc;
    for (const TypeMap &piece : pieces)
      sum += model_.ix + model_.type + cheapest_shift(piece, pieces.size() == 1);
    return sum;
  }

  /// Treats all parts as copies of the first, with vec, idx and every choice of buckets.
  Cost homogeneous(const Pieces &pieces) {
    const TypeMap &first = pieces[0];
    std::vector<std::int64_t> at;
    for (const TypeMap &piece : pieces) {
      const std::int64_t shift = piece[0].displacement - first[0].displacement;
      if (moved(first, shift) != piece)
        return infinite;
      at.push_back(shift);
    }
    const std::size_t c = pieces.size();
    Cost best = infinite;
    bool strided = true;
    for (std::size_t i = 1; i < c; ++i)
      strided = strided && at[i] == static_cast<std::int64_t>(i) * at[1];
    if (strided && c > 1) // one copy is the same as its child
      best = model_.vec + (*this)(first);
    const Cost child = cheapest_shift(first, c == 1);
    best = std::min(best, model_.idx + static_cast<Cost>(c) * model_.ix + child);
    for (std::size_t cuts = 0; cuts < (std::size_t{1} << (c - 1)); ++cuts) {
      std::set<std::int64_t> strides; // inside buckets
      Cost buckets = 1;
      for (std::size_t i = 1; i < c; ++i)
        if (cuts >> (i - 1) & 1)
          ++buckets;
        else
          strides.insert(at[i] - at[i - 1]);
      if (strides.size() <= 1)
        best = std::min(best, model_.idxbuc + buckets * (model_.ix + model_.bucket) + child);
    }
    return best;
  }

  static TypeMap moved(TypeMap map, std::int64_t by) {
    for (TypeMapEntry &entry : map)
      entry.displacement += by;
    return map;
  }

  const CostModel &model_;
  std::map<std::vector<std::tuple<int, std::int64_t>>, Cost> known_;
};

} // namespace

Cost exhaustive_least_cost(const TypeMap &map, const CostModel &model) { return Exhaustive(model)(map); }

} // namespace automap::layout
