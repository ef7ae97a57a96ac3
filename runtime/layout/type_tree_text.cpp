// Type trees as indented text and as JSON. See type_tree_text.h.
#include "type_tree_text.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

using Json = nlohmann::ordered_json;

/// The numbers of subtrees that are used more than once, assigned on first use.
class SharedNumbers {
public:
  explicit SharedNumbers(const TypeTree &root) {
    std::unordered_set<const void *> seen = {root.node_address()};
    std::vector<TypeTree> waiting = {root};
    while (!waiting.empty()) {
      const TypeTree tree = std::move(waiting.back());
      waiting.pop_back();
      for (const TypeTree &child : tree.children())
        if (seen.insert(child.node_address()).second)
          waiting.push_back(child);
        else if (child.kind() != TypeTree::Kind::leaf)
          numbers_.emplace(child.node_address(), 0);
    }
  }

  struct Mention {
    std::size_t number = 0; // 0 if it is not shared
    bool first = true;
  };

  Mention mention(const TypeTree &tree) {
    const auto found = numbers_.find(tree.node_address());
    if (found == numbers_.end())
      return {};
    if (found->second != 0)
      return {found->second, false};
    found->second = ++given_;
    return {given_, true};
  }

private:
  std::unordered_map<const void *, std::size_t> numbers_;
  std::size_t given_ = 0;
};

std::string_view kind_name(TypeTree::Kind kind) {
  switch (kind) {
  case TypeTree::Kind::leaf:
    return "leaf";
  case TypeTree::Kind::vec:
    return "vec";
  case TypeTree::Kind::idx:
    return "idx";
  case TypeTree::Kind::idxbuc:
    return "idxbuc";
  case TypeTree::Kind::struc:
    return "struc";
  }
  __builtin_unreachable();
}

/// Returns a list as text, such as <0, 3, 7, …, 143>.
std::string shortened(std::span<const std::int64_t> sequence) {
  constexpr std::size_t longest_whole = 8, beginning = 3;
  const std::size_t shown = sequence.size() <= longest_whole ? sequence.size() : beginning;
  std::string out = "<";
  const char *separator = "";
  for (const std::int64_t number : sequence.first(shown))
    out += std::exchange(separator, ", ") + std::to_string(number);
  if (shown < sequence.size())
    out += ", …, " + std::to_string(sequence.back());
  return out + '>';
}

/// Returns the line of an indented tree that shows the node alone.
std::string node_text(const TypeTree &tree) {
  std::string out(kind_name(tree.kind()));
  if (tree.kind() == TypeTree::Kind::leaf)
    return (out += ' ') += mpi_name(tree.basic_type().id);
  out += ' ' + std::to_string(tree.count());
  switch (tree.kind()) {
  case TypeTree::Kind::vec:
    return out + " stride " + std::to_string(tree.stride_bytes());
  case TypeTree::Kind::idxbuc:
    out += " substride " + std::to_string(tree.stride_bytes());
    return out + " at " + shortened(tree.displacements()) + " sizes " + shortened(tree.bucket_sizes());
  case TypeTree::Kind::idx:
    return out + " at " + shortened(tree.displacements());
  default:
    return out;
  }
}

class JsonWriter {
public:
  explicit JsonWriter(const TypeTree &root) : shared_(root) {}

  Json operator()(const TypeTree &tree) {
    const auto [number, first] = shared_.mention(tree);
    if (!first)
      return {{"ref", number}};
    Json out = Json::object();
    if (number != 0)
      out["id"] = number;
    out["kind"] = kind_name(tree.kind());
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      out["type"] = mpi_name(tree.basic_type().id);
      return out;
    case TypeTree::Kind::vec:
      out["count"] = tree.count();
      out["stride"] = tree.stride_bytes();
      break;
    case TypeTree::Kind::idxbuc:
      out["substride"] = tree.stride_bytes();
      out["displacements"] = tree.displacements();
      out["bucket_sizes"] = tree.bucket_sizes();
      break;
    case TypeTree::Kind::idx:
    case TypeTree::Kind::struc:
      out["displacements"] = tree.displacements();
      break;
    }
    if (tree.kind() != TypeTree::Kind::struc) {
      out["child"] = (*this)(tree.child());
      return out;
    }
    Json &children = out["children"] = Json::array();
    for (const TypeTree &child : tree.children())
      children.push_back((*this)(child));
    return out;
  }

private:
  SharedNumbers shared_;
};

} // namespace

std::string to_indented(const TypeTree &tree) {
  struct Line {
    TypeTree tree;
    std::size_t depth = 0;
    std::string place; // its text in a struc
  };
  SharedNumbers shared(tree);
  std::vector<Line> waiting = {{tree, 0, {}}}; // a stack: the next line is the last
  std::string out;
  while (!waiting.empty()) {
    const Line line = std::move(waiting.back());
    waiting.pop_back();
    (out.append(2 * line.depth, ' ')) += line.place;
    const auto [number, first] = shared.mention(line.tree);
    if (number != 0)
      out += '#' + std::to_string(number) + (first ? " = " : "\n");
    if (!first)
      continue;
    (out += node_text(line.tree)) += '\n';
    const bool struc = line.tree.kind() == TypeTree::Kind::struc;
    const auto children = line.tree.children();
    for (std::size_t i = children.size(); i-- > 0;) {
      std::string place;
      if (struc)
        place = "at " + std::to_string(line.tree.displacements()[i]) + ": ";
      waiting.push_back({children[i], line.depth + 1, std::move(place)});
    }
  }
  return out;
}

std::string to_json(const TypeTree &tree) { return JsonWriter(tree)(tree).dump(); }

} // namespace automap::layout
