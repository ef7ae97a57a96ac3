// Costs of type trees. See cost_model.h.
#include "cost_model.h"

#include "checked.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace automap::layout {
namespace {

constexpr std::array<std::string_view, 8> keys = {"leaf", "vec", "idx", "ix", "idxbuc", "bucket", "struc", "type"};

} // namespace

CostModel CostModel::mpi() {
  constexpr Cost reference = 3, object = 66 + reference, count = 3, displacement = 4;
  return {
      .leaf = reference,
      .vec = count + displacement,
      .idx = object + count + count,
      .ix = displacement,
      .idxbuc = object + count + displacement + reference,
      .bucket = count,
      .struc = object + count,
      .type = count,
  };
}

std::optional<CostModel> CostModel::preset(std::string_view name) {
  if (name == "papers")
    return papers();
  if (name == "mpi")
    return mpi();
  return std::nullopt;
}

std::span<const std::string_view> cost_keys() { return keys; }

Cost *CostModel::find(std::string_view key) {
  Cost *const constants[] = {&leaf, &vec, &idx, &ix, &idxbuc, &bucket, &struc, &type};
  const auto *found = std::ranges::find(keys, key);
  return found == keys.end() ? nullptr : constants[found - keys.begin()];
}

Cost node_cost(const TypeTree &tree, const CostModel &model) {
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    return model.leaf;
  case TypeTree::Kind::vec:
    return model.vec;
  case TypeTree::Kind::idx:
    return checked_add(model.idx, checked_multiply(tree.count(), model.ix));
  case TypeTree::Kind::idxbuc:
    return checked_add(model.idxbuc, checked_multiply(tree.count(), checked_add(model.ix, model.bucket)));
  case TypeTree::Kind::struc:
    return checked_add(model.struc, checked_multiply(tree.count(), checked_add(model.ix, model.type)));
  }
  return 0;
}

Cost cost(const TypeTree &tree, const CostModel &model) {
  // Each subtree is added up once, because it may be shared many times over.
  struct Summing {
    const CostModel &model;
    std::unordered_map<const void *, Cost> known;

    Cost operator()(const TypeTree &tree) {
      if (const auto found = known.find(tree.node_address()); found != known.end())
        return found->second;
      Cost sum = node_cost(tree, model);
      for (const TypeTree &child : tree.children())
        sum = checked_add(sum, (*this)(child));
      known.emplace(tree.node_address(), sum);
      return sum;
    }
  };
  return Summing{model, {}}(tree);
}

Cost dag_cost(const TypeTree &tree, const CostModel &model) {
  std::unordered_set<const void *> seen;
  std::vector<TypeTree> waiting = {tree};
  Cost sum = 0;
  while (!waiting.empty()) {
    const TypeTree next = waiting.back();
    waiting.pop_back();
    if (!seen.insert(next.node_address()).second)
      continue;
    sum = checked_add(sum, node_cost(next, model));
    waiting.insert(waiting.end(), next.children().begin(), next.children().end());
  }
  return sum;
}

} // namespace automap::layout
