// Decoded datatypes as text. See describe.h.
#include "describe.h"

#include "mpi/base/failure.h"

#include "layout/checked.h"
#include "layout/cost_model.h"
#include "layout/type_tree_text.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace automap::mpi {
namespace {

using layout::checked_add;
using layout::checked_multiply;
using layout::Cost;
using layout::CostModel;
using layout::TypeTree;

bool has_one_basic_type(const TypeTree &tree) {
  std::unordered_set<const void *> seen;
  std::vector<TypeTree> waiting = {tree};
  std::optional<layout::BasicType> first;
  while (!waiting.empty()) {
    const TypeTree next = waiting.back();
    waiting.pop_back();
    if (!seen.insert(next.node_address()).second)
      continue;
    if (next.kind() == TypeTree::Kind::leaf &&
        *(first ? &*first : &first.emplace(next.basic_type())) != next.basic_type())
      return false;
    waiting.insert(waiting.end(), next.children().begin(), next.children().end());
  }
  return true;
}

/// Returns, as JSON, the cost of listing every element: as an idx of a leaf, or as a struc of leaves if there are
/// several basic types. Returns null if it exceeds 64 bits.
std::string naive_cost(const TypeTree &tree, const CostModel &model) {
  const Cost n = tree.element_count();
  try {
    if (n > 0 && has_one_basic_type(tree))
      return std::to_string(checked_add(model.idx + model.leaf, checked_multiply(n, model.ix)));
    return std::to_string(checked_add(model.struc, checked_multiply(n, model.ix + model.type + model.leaf)));
  } catch (const std::length_error &) {
    return "null";
  }
}

/// Returns the number of nodes with shared ones counted each time that they are used, at most `limit`.
std::int64_t written_nodes(const TypeTree &tree, std::int64_t limit,
                           std::unordered_map<const void *, std::int64_t> &known) {
  if (const auto found = known.find(tree.node_address()); found != known.end())
    return found->second;
  std::int64_t nodes = 1;
  for (const TypeTree &child : tree.children())
    nodes = std::min(limit, nodes + written_nodes(child, limit, known));
  known.emplace(tree.node_address(), nodes);
  return nodes;
}

} // namespace

std::string to_notation(const Decoded &type) {
  constexpr std::int64_t limit = 1 << 24;
  std::unordered_map<const void *, std::int64_t> known;
  if (written_nodes(type.tree, limit, known) == limit)
    throw UsageFailure(MPI_ERR_COUNT, "AutoMap: too long in this notation; AM_FORMAT_TREE and AM_FORMAT_JSON write "
                                      "parts that are used several times once");
  return layout::to_string(type.tree);
}

std::string to_indented(const Decoded &type) {
  return "lb " + std::to_string(type.bounds.lower_bound) + ", extent " + std::to_string(type.bounds.extent) +
         ", size " + std::to_string(type.tree.data_bytes()) + ", cost " +
         std::to_string(layout::cost(type.tree, CostModel::mpi())) + '\n' + layout::to_indented(type.tree);
}

std::string to_json(const Decoded &type) {
  const TypeTree &tree = type.tree;
  const CostModel model = CostModel::mpi();
  std::string out;
  const auto member = [&](const char *name, const std::string &value) {
    out += (out.empty() ? "{\"" : ",\"") + std::string(name) + "\":" + value;
  };
  member("elements", std::to_string(tree.element_count()));
  member("size", std::to_string(tree.data_bytes()));
  member("lb", std::to_string(type.bounds.lower_bound));
  member("extent", std::to_string(type.bounds.extent));
  member("true_lb", std::to_string(tree.true_lower_bound()));
  member("true_extent", std::to_string(layout::checked_subtract(tree.true_upper_bound(), tree.true_lower_bound())));
  member("cost", std::to_string(layout::cost(tree, model)));
  member("dag_cost", std::to_string(layout::dag_cost(tree, model)));
  member("naive_cost", naive_cost(tree, model));
  member("tree", layout::to_json(tree));
  return out + "}";
}

} // namespace automap::mpi
