// Structures for tests: made from seeds, compared by graph isomorphism with payload, and freed. The code is independent
// of AutoLink, because it knows only the C types.
#pragma once

#include "figure3_types.h"
#include "late_kinds.h"
#include "pointer_kinds.h"
#include "weak_kinds.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace autolink::test {

/// Owns what a test has created, with a separate allocation for each node.
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

/// Makes a list's last node point to this one.
template <typename T> void lead_back(T *root, T *to) {
  T *last = root;
  while (last->next)
    last = last->next;
  last->next = to;
}
template <typename T> void close_ring(T *root) { lead_back(root, root); }

/// Turns a ring of n nodes back into a list. Returns false if it is no ring.
template <typename T> bool open_ring(T *root, std::size_t n) {
  T *last = root;
  for (; n > 1 && last; --n)
    last = last->next;
  if (!last || last->next != root)
    return false;
  last->next = nullptr;
  return true;
}
/// Returns a tree of n nodes with a random shape.
Tree *make_tree(Made &made, std::size_t n, std::uint64_t seed);
/// Returns a graph of n nodes with random links, some of them NULL or to themselves, with sharing and cycles.
Graph *make_graph(Made &made, std::size_t n, std::uint64_t seed);
/// Returns a map of n Cities, about as many Roads with sharing and cycles, and Signs. Some Roads are the first fields
/// of Cities.
City *make_map(Made &made, std::size_t n, std::uint64_t seed);
/// Returns about n Kinds, which point to each other with all kinds of pointers.
Kinds *make_kinds(Made &made, std::size_t n, std::uint64_t seed);
/// Returns a list of n Kinds whose ids begin with shared_id. The second half points to arrays and strings of random
/// nodes in the first. They are short or empty, except for several with `longest` elements.
Kinds *make_sharing_kinds(Made &made, std::size_t n, int longest, std::uint64_t seed);
inline constexpr int shared_id = 0x5a5a0000;
/// Returns about n Parcels, which share nodes and whose lengths and kinds depend on what pointers lead to.
Parcel *make_parcels(Made &made, std::size_t n, std::uint64_t seed);
/// Returns the root of about `n` Cells that strong pointers lead to, with sharing and cycles. Weak pointers lead to
/// these, to as many other Cells, to Spots by themselves and in arrays, and to places inside of all that.
/// `any_place`: else only the beginnings and ends of nodes and elements, which all machines can name.
Cell *make_cells(Made &made, std::size_t n, std::uint64_t seed, bool any_place = true);

/// Returns a tree of n Twigs that know their parents and others. The root is a subtree of a larger tree.
Twig *make_twigs(Made &made, std::size_t n, std::uint64_t seed);

/// Returns the structure of Figure 3 of the paper.
Square *make_figure3(Made &made);

/// Returns the difference between two structures, or "" if there is none. Pointers may differ, but must lead to nodes
/// that are paired one to one. Pointers into nodes must lead to the same places.
std::string difference(const List *a, const List *b);
std::string difference(const Tree *a, const Tree *b);
std::string difference(const Graph *a, const Graph *b);
std::string difference(const City *a, const City *b);
std::string difference(const Kinds *a, const Kinds *b);
std::string difference(const Parcel *a, const Parcel *b);
std::string difference(const Square *a, const Square *b);
/// These expect that a weak pointer leads to the copy of what strong pointers lead to, and otherwise is NULL.
std::string difference(const Cell *a, const Cell *b);
std::string difference(const Twig *a, const Twig *b);

/// How many weak pointers have led to copies, and how many have become NULL, in all these comparisons.
struct WeakFates {
  std::size_t arrived = 0, lost = 0;
};
WeakFates &weak_fates();

} // namespace autolink::test
