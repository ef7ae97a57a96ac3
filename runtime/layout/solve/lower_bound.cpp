// Lower bounds. See lower_bound.h.
#include "layout/lower_bound.h"

#include "layout/type_map.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

/// The elements at both ends of a type map.
struct Ends {
  TypeMapEntry first, last;
};

class Tokens {
public:
  /// Collects the tokens of a tree and returns its ends; nothing if it has no elements.
  std::optional<Ends> operator()(const TypeTree &tree) {
    if (tree.element_count() == 0)
      return std::nullopt;
    if (const auto known = known_.find(tree.node_address()); known != known_.end())
      return known->second;
    const Ends ends = look_into(tree);
    known_.emplace(tree.node_address(), ends);
    return ends;
  }

  std::size_t distinct() const { return tokens_.size(); }
  std::size_t types() const { return types_.size(); }

private:
  using Type = std::pair<BasicTypeId, std::uint32_t>;

  static Type type_of(const TypeMapEntry &entry) { return {entry.type.id, entry.type.size_bytes}; }

  Ends look_into(const TypeTree &tree) {
    if (tree.kind() == TypeTree::Kind::leaf) {
      const TypeMapEntry entry{tree.basic_type(), 0};
      types_.insert(type_of(entry));
      return {entry, entry};
    }
    std::optional<Ends> all;
    const auto append = [&](const Ends &copies, std::int64_t displacement) {
      Ends placed = copies;
      placed.first.displacement += displacement;
      placed.last.displacement += displacement;
      if (all)
        add_token(all->last, placed.first);
      all = {all ? all->first : placed.first, placed.last};
    };
    if (tree.kind() == TypeTree::Kind::vec) {
      append(strided(*(*this)(tree.child()), tree.count(), tree.stride_bytes()), 0);
      return *all;
    }
    for (std::size_t i = 0; i < tree.displacements().size(); ++i) {
      const bool is_struc = tree.kind() == TypeTree::Kind::struc;
      const std::optional<Ends> copy = (*this)(is_struc ? tree.children()[i] : tree.child());
      const std::int64_t count = tree.kind() == TypeTree::Kind::idxbuc ? tree.bucket_sizes()[i] : 1;
      if (copy && count > 0)
        append(strided(*copy, count, tree.stride_bytes()), tree.displacements()[i]);
    }
    return *all;
  }

  /// Adds the token between copies, which is the same for all of them, and returns the ends of all copies.
  Ends strided(Ends copy, std::int64_t count, std::int64_t stride) {
    if (count > 1) {
      TypeMapEntry next = copy.first;
      __builtin_add_overflow(next.displacement, stride, &next.displacement); // modulo 2^64, see add_token()
      add_token(copy.last, next);
      copy.last.displacement += (count - 1) * stride;
    }
    return copy;
  }

  void add_token(const TypeMapEntry &entry, const TypeMapEntry &next) {
    // Differences are modulo 2^64, so that distances that exceed a signed number differ, too.
    tokens_.insert({type_of(entry), type_of(next),
                    static_cast<std::uint64_t>(next.displacement) - static_cast<std::uint64_t>(entry.displacement)});
  }

  std::set<Type> types_;
  std::set<std::tuple<Type, Type, std::uint64_t>> tokens_;
  std::unordered_map<const void *, Ends> known_;
};

} // namespace

Cost lower_bound(const TypeTree &tree, const CostModel &model) {
  Tokens tokens;
  const std::optional<Ends> ends = tokens(tree);
  if (!ends)
    return std::min({model.struc, model.idx, model.idxbuc, model.vec});
  __extension__ using Wide = __int128; // no product of a constant and a count overflows it
  const auto types = static_cast<Wide>(tokens.types());
  const auto distinct = static_cast<Wide>(tokens.distinct());
  const Wide child = Wide{model.ix} + model.type, bucket = Wide{model.ix} + model.bucket;
  Wide bound = types * model.leaf;
  Wide open = distinct; // the tokens that are not accounted for yet
  if (types > 1) {
    bound += model.struc + types * child;
    open = std::max<Wide>(0, distinct - (types - 1));
  }
  // A single type that does not begin at 0 needs an irregular node.
  const bool shifted = types == 1 && ends->first.displacement != 0;
  // One node of a kind that accounts for many tokens costs less than several such nodes.
  Wide rest = open * model.vec;
  if (shifted)
    rest = std::min(rest + std::min(Wide{model.idx} + model.ix, model.struc + child),
                    std::max<Wide>(0, open - 1) * model.vec + model.idxbuc + bucket);
  if (open > 0 || shifted)
    rest = std::min({rest, model.idx + (open + 1) * model.ix, model.idxbuc + std::max<Wide>(1, open) * bucket,
                     (types > 1 ? 0 : model.struc + child) + open * (child + model.leaf)});
  return static_cast<Cost>(std::min<Wide>(bound + rest, std::numeric_limits<Cost>::max()));
}

} // namespace automap::layout
