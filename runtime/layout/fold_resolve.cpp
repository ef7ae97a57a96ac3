// The step that solves anew what lies between shared nodes. See fold_steps.h.
//
// A region is a node that is shared, or the root, with all below it that nothing else uses, down to leaves
// and other shared nodes. These cost nothing more however often the region uses them, so the best region is
// the least-cost tree over them as basic types, with K_leaf = 0.
#include "dag.h"
#include "fold_steps.h"
#include "reconstruct.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace automap::layout {
namespace {

constexpr std::int64_t longest_region = 256;              // elements
constexpr std::int64_t most_work = std::int64_t{1} << 23; // sum of the squares of the regions' lengths

class Resolver {
public:
  explicit Resolver(const CostModel &model) : model_(model) { model_.leaf = 0; }

  TypeTree operator()(const TypeTree &root) {
    const std::vector<TypeTree> nodes = children_first(root);
    std::unordered_map<const void *, std::size_t> uses;
    for (const TypeTree &node : nodes)
      for (const TypeTree &child : node.children())
        ++uses[child.node_address()];
    for (const TypeTree &node : nodes) {
      if (node.kind() == TypeTree::Kind::leaf) {
        become_atom(node, node);
        continue;
      }
      TypeTree region = regions_.over(node);
      if (region.element_count() > longest_region) { // each child that is not an atom ends its region here
        for (const TypeTree &child : node.children())
          if (!results_.contains(child.node_address()))
            become_atom(child, solved(regions_[child]));
        region = regions_.over(node);
      }
      regions_.set(node, region);
      if (uses[node.node_address()] > 1 || node.same_node(root))
        become_atom(node, solved(region));
    }
    return results_.at(root.node_address());
  }

private:
  /// From now on a leaf of what uses `node`. A basic type of size i stands for atom i - 1.
  void become_atom(const TypeTree &node, TypeTree result) {
    atoms_.push_back(result);
    results_.emplace(node.node_address(), std::move(result));
    regions_.set(node, TypeTree::leaf({BasicTypeId::BYTE, static_cast<std::uint32_t>(atoms_.size())}));
  }

  /// The best tree that was found for `region`, over what its atoms stand for.
  TypeTree solved(const TypeTree &region) {
    TypeTree best = region;
    const std::int64_t length = region.element_count();
    if (length > 0 && length <= longest_region && work_ + length * length <= most_work) {
      work_ += length * length;
      TypeTree found = normalize(region, model_).tree;
      if (cost(found, model_) < cost(region, model_))
        best = std::move(found);
    }
    Replacements replaced;
    for (const TypeTree &node : children_first(best))
      replaced.set(node, node.kind() == TypeTree::Kind::leaf ? atoms_[node.basic_type().size_bytes - 1]
                                                             : replaced.over(node));
    return replaced[best];
  }

  CostModel model_;
  std::int64_t work_ = 0;
  Replacements regions_;                               // what a node is within its region
  std::unordered_map<const void *, TypeTree> results_; // of nodes that are atoms
  std::vector<TypeTree> atoms_;                        // their results
};

} // namespace

TypeTree resolve(const TypeTree &tree, const CostModel &model) { return Resolver(model)(tree); }

} // namespace automap::layout
