// Structures for tests: made from seeds, compared by graph isomorphism with payload, freed. Knows the C types
// alone and nothing of AutoLink, so that it is a judge of its own.
#pragma once

#include "figure3_types.h"
#include "pointer_kinds.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace autolink::test {

/// How much there is of a test: what the environment says in long runs.
std::uint64_t amount(const char *variable, std::uint64_t otherwise);

/// Owns what a test has made, each node from an allocation of its own.
class Made {
public:
  template <typename T> T *one() { return many<T>(1); }
  template <typename T> T *many(std::size_t n) {
    memory_.push_back(std::make_unique<std::max_align_t[]>(n * sizeof(T) / sizeof(std::max_align_t) + 1));
    return reinterpret_cast<T *>(memory_.back().get());
  }
  char *string(const std::string &text);

private:
  std::vector<std::unique_ptr<std::max_align_t[]>> memory_;
};

List *make_list(Made &made, std::size_t n, std::uint64_t seed);

/// Makes a list's last node lead to this one.
template <typename T> void lead_back(T *root, T *to) {
  T *last = root;
  while (last->next)
    last = last->next;
  last->next = to;
}
template <typename T> void close_ring(T *root) { lead_back(root, root); }

/// Makes a ring of n nodes a list again. False if it is none.
template <typename T> bool open_ring(T *root, std::size_t n) {
  T *last = root;
  for (; n > 1 && last; --n)
    last = last->next;
  if (!last || last->next != root)
    return false;
  last->next = nullptr;
  return true;
}
/// With n nodes of random shape.
Tree *make_tree(Made &made, std::size_t n, std::uint64_t seed);
/// n nodes with random links, some NULL, some to themselves; sharing and cycles.
Graph *make_graph(Made &made, std::size_t n, std::uint64_t seed);
/// n Cities, about as many Roads with sharing and cycles, some of which are the first fields of Cities, and Signs.
City *make_map(Made &made, std::size_t n, std::uint64_t seed);
/// About n Kinds, with pointers of all kinds among them.
Kinds *make_kinds(Made &made, std::size_t n, std::uint64_t seed);
/// A list of n Kinds, whose ids begin with shared_id. The second half points to arrays and strings of nodes anywhere in
/// the first one. They are short, some empty, but for some of `longest` elements.
Kinds *make_sharing_kinds(Made &made, std::size_t n, int longest, std::uint64_t seed);
inline constexpr int shared_id = 0x5a5a0000;
/// The structure of Figure 3 of the paper.
Square *make_figure3(Made &made);

/// What is different between two structures: "" if nothing is. Pointers may differ, but must lead to pairs of
/// nodes one to one; of pointers to places inside of nodes, the places must be the same.
std::string difference(const List *a, const List *b);
std::string difference(const Tree *a, const Tree *b);
std::string difference(const Graph *a, const Graph *b);
std::string difference(const City *a, const City *b);
std::string difference(const Kinds *a, const Kinds *b);
std::string difference(const Square *a, const Square *b);

} // namespace autolink::test
