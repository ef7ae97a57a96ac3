// Expands and evaluates the type trees of automap's JSON, independently of the library that made them.
#pragma once

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace automap::test {

using Elements = std::vector<std::pair<std::string, std::int64_t>>; // type, displacement

/// Returns the bytes of each basic type on x86-64.
inline const std::map<std::string, std::int64_t> &type_bytes() {
  static const std::map<std::string, std::int64_t> out = {{"MPI_CHAR", 1},
                                                          {"MPI_SIGNED_CHAR", 1},
                                                          {"MPI_UNSIGNED_CHAR", 1},
                                                          {"MPI_BYTE", 1},
                                                          {"MPI_C_BOOL", 1},
                                                          {"MPI_SHORT", 2},
                                                          {"MPI_UNSIGNED_SHORT", 2},
                                                          {"MPI_INT", 4},
                                                          {"MPI_UNSIGNED", 4},
                                                          {"MPI_LONG", 8},
                                                          {"MPI_UNSIGNED_LONG", 8},
                                                          {"MPI_LONG_LONG", 8},
                                                          {"MPI_FLOAT", 4},
                                                          {"MPI_UNSIGNED_LONG_LONG", 8},
                                                          {"MPI_DOUBLE", 8},
                                                          {"MPI_LONG_DOUBLE", 16},
                                                          {"MPI_INT8_T", 1},
                                                          {"MPI_INT16_T", 2},
                                                          {"MPI_INT32_T", 4},
                                                          {"MPI_INT64_T", 8},
                                                          {"MPI_UINT8_T", 1},
                                                          {"MPI_UINT16_T", 2},
                                                          {"MPI_UINT32_T", 4},
                                                          {"MPI_UINT64_T", 8},
                                                          {"MPI_C_FLOAT_COMPLEX", 8},
                                                          {"MPI_C_DOUBLE_COMPLEX", 16},
                                                          {"MPI_C_LONG_DOUBLE_COMPLEX", 32},
                                                          {"MPI_WCHAR", 4}};
  return out;
}

/// Returns the elements of a "typemap" of runs.
inline Elements expand_runs(const llvm::json::Array &runs) {
  Elements out;
  for (const llvm::json::Value &value : runs) {
    const llvm::json::Object &run = *value.getAsObject();
    for (std::int64_t i = 0; i < *run.getInteger("count"); ++i)
      out.emplace_back(run.getString("type")->str(), *run.getInteger("offset") + i * *run.getInteger("stride"));
  }
  return out;
}

/// Reads a "tree"; {"ref": n} means the earlier node with "id": n.
class JsonTree {
public:
  explicit JsonTree(const llvm::json::Object &root) : root_(root) { find_ids(root); }

  Elements elements() const {
    Elements out;
    expand(root_, 0, out);
    return out;
  }

  /// Returns the cost with the papers' constants, which counts a shared subtree as often as it is used.
  std::int64_t cost() const { return cost(root_, true); }
  std::int64_t dag_cost() const { return cost(root_, false); }

private:
  using Object = llvm::json::Object;

  static std::vector<std::int64_t> numbers(const Object &node, llvm::StringRef key) {
    std::vector<std::int64_t> out;
    for (const llvm::json::Value &value : *node.getArray(key))
      out.push_back(*value.getAsInteger());
    return out;
  }

  static std::vector<const Object *> children(const Object &node) {
    std::vector<const Object *> out;
    if (const Object *child = node.getObject("child"))
      out.push_back(child);
    if (const llvm::json::Array *list = node.getArray("children"))
      for (const llvm::json::Value &child : *list)
        out.push_back(child.getAsObject());
    return out;
  }

  void find_ids(const Object &node) {
    if (const auto id = node.getInteger("id"))
      ids_[*id] = &node;
    for (const Object *child : children(node))
      find_ids(*child);
  }

  void expand(const Object &node, std::int64_t base, Elements &out) const {
    if (const auto ref = node.getInteger("ref"))
      return expand(*ids_.at(*ref), base, out);
    const std::string kind = node.getString("kind")->str();
    if (kind == "leaf") {
      out.emplace_back(node.getString("type")->str(), base);
    } else if (kind == "vec") {
      for (std::int64_t i = 0; i < *node.getInteger("count"); ++i)
        expand(*node.getObject("child"), base + i * *node.getInteger("stride"), out);
    } else if (kind == "idx" || kind == "idxbuc") {
      const auto displacements = numbers(node, "displacements");
      const auto sizes =
          kind == "idx" ? std::vector<std::int64_t>(displacements.size(), 1) : numbers(node, "bucket_sizes");
      const std::int64_t stride = kind == "idx" ? 0 : *node.getInteger("substride");
      for (std::size_t i = 0; i < displacements.size(); ++i)
        for (std::int64_t j = 0; j < sizes.at(i); ++j)
          expand(*node.getObject("child"), base + displacements[i] + j * stride, out);
    } else if (kind == "struc") {
      const auto displacements = numbers(node, "displacements");
      const auto parts = children(node);
      for (std::size_t i = 0; i < displacements.size(); ++i)
        expand(*parts.at(i), base + displacements[i], out);
    } else {
      throw std::runtime_error("no kind of node: " + kind);
    }
  }

  /// Returns the cost of a node. With `as_tree`, the target of a reference counts again.
  std::int64_t cost(const Object &node, bool as_tree) const {
    if (const auto ref = node.getInteger("ref"))
      return as_tree ? cost(*ids_.at(*ref), true) : 0;
    const std::string kind = node.getString("kind")->str();
    const auto length = [&] { return static_cast<std::int64_t>(numbers(node, "displacements").size()); };
    std::int64_t sum = kind == "leaf"     ? 2
                       : kind == "vec"    ? 4
                       : kind == "idx"    ? 3 + length()
                       : kind == "idxbuc" ? 4 + 2 * length()
                                          : 2 + 2 * length();
    for (const Object *child : children(node))
      sum += cost(*child, as_tree);
    return sum;
  }

  const Object &root_;
  std::map<std::int64_t, const Object *> ids_;
};

/// Returns the "signature" of a type map, by the definition in layout/signature.h.
inline std::string signature_text(const Elements &elements) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  const auto number_of = [](const std::string &name) {
    std::uint64_t x = 14695981039346656037u;
    for (const char c : name)
      x = (x ^ static_cast<unsigned char>(c)) * 1099511628211u;
    x = (x ^ (x >> 33)) * 18397679294719823053u;
    x = (x ^ (x >> 33)) * 14181476777654086739u;
    return (x ^ (x >> 33)) % prime;
  };
  std::uint64_t polynomial = 0, bytes = 0, packed = 0;
  for (const auto &[type, displacement] : elements) {
    polynomial =
        static_cast<std::uint64_t>((static_cast<Wide>(polynomial) * 1425089352415399822u + number_of(type)) % prime);
    bytes |= type == "MPI_BYTE";
    packed |= type == "MPI_PACKED";
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(polynomial | bytes << 62 | packed << 63));
  return std::to_string(elements.size()) + ":" + digits;
}

/// Returns a mistake in the "tree", the signature or the costs of an object with a "typemap", or "" if there is none.
inline std::string wrong_with_tree(const llvm::json::Object &object) {
  const llvm::json::Object *root = object.getObject("tree");
  if (!root)
    return "there is no tree";
  const JsonTree tree(*root);
  const std::int64_t cost = *object.getInteger("cost"), dag_cost = *object.getInteger("dag_cost"),
                     lower_bound = *object.getInteger("lower_bound");
  const Elements elements = expand_runs(*object.getArray("typemap"));
  if (tree.elements() != elements)
    return "the tree is not the type map's";
  if (object.getString("signature") != signature_text(elements))
    return "the signature is not " + signature_text(elements);
  if (tree.cost() != cost)
    return "the tree costs " + std::to_string(tree.cost()) + ", not " + std::to_string(cost);
  // A leaf is written as often as it is used, but may be a single node.
  if (dag_cost > cost || dag_cost > tree.dag_cost())
    return "the DAG costs " + std::to_string(tree.dag_cost()) + ", not " + std::to_string(dag_cost);
  if (cost > *object.getInteger("naive_cost"))
    return "the tree is dearer than the naive one";
  if (lower_bound > cost || *object.getBoolean("proved") != (lower_bound == cost))
    return "cost, lower bound and what is proved do not fit";
  return "";
}

} // namespace automap::test
