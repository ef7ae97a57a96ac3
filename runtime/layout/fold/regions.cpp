// The division of a DAG into regions. See regions.h.
#include "regions.h"

#include <unordered_map>
#include <utility>

namespace automap::layout {

Regions::Regions(const TypeTree &root) : nodes_(children_first(root)), region_of_(nodes_.size()) {
  std::unordered_map<const void *, std::size_t> numbers, uses;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    numbers.emplace(nodes_[i].node_address(), i);
    for (const TypeTree &child : nodes_[i].children())
      ++uses[child.node_address()];
  }
  std::vector<bool> head(nodes_.size());
  Replacements inside; // each node in the region of its user
  const auto make_head = [&](std::size_t i) {
    head[i] = true;
    inside.set(nodes_[i], TypeTree::leaf(atom(i)));
  };
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    TypeTree content = inside.over(nodes_[i]);
    if (content.element_count() > longest) {
      for (const TypeTree &child : nodes_[i].children())
        make_head(numbers.at(child.node_address()));
      content = inside.over(nodes_[i]);
    }
    contents_.push_back(content);
    inside.set(nodes_[i], std::move(content));
    if (nodes_[i].kind() == TypeTree::Kind::leaf || uses[nodes_[i].node_address()] != 1)
      make_head(i);
  }
  std::vector<std::size_t> user(nodes_.size()); // the only user of each node that is no head
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const TypeTree &child : nodes_[i].children())
      user[numbers.at(child.node_address())] = i;
  for (std::size_t i = nodes_.size(); i-- > 0;)
    region_of_[i] = head[i] ? i : region_of_[user[i]];
}

TypeTree Regions::expanded(const TypeTree &tree, const Replacements &results) const {
  Replacements replaced;
  for (const TypeTree &node : children_first(tree))
    replaced.set(node, node.kind() == TypeTree::Kind::leaf ? results[nodes_[head_of(node.basic_type())]]
                                                           : replaced.over(node));
  return replaced[tree];
}

} // namespace automap::layout
