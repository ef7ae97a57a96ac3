// Structures with weak pointers for tests. See structures.h.
#include "structures.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace autolink::test {
namespace {

using Random = std::mt19937_64;
std::size_t below(Random &random, std::size_t n) { return static_cast<std::size_t>(random() % n); }
bool chance(Random &random, unsigned percent) { return random() % 100 < percent; }

/// What strong pointers lead to, paired with its copy. The walk is depth-first, unlike AutoLink's.
class Copies {
public:
  std::string problem;

  /// Pairs a node of `n` elements with its copy. Returns whether they have to be compared.
  template <typename T> bool pair(const T *a, const T *b, std::size_t n, const char *type) {
    if (!a || !b) {
      require((a == nullptr) == (b == nullptr), std::string(type) + " is NULL on one side");
      return false;
    }
    require(static_cast<const void *>(a) != b, std::string(type) + " is not copied");
    if (n == 0)
      return false;
    const Key key = {reinterpret_cast<std::uintptr_t>(a), type};
    const auto [found, is_new] = nodes_.try_emplace(key, Node{reinterpret_cast<std::uintptr_t>(b), n * sizeof(T)});
    require(found->second.copy == reinterpret_cast<std::uintptr_t>(b) && copied_.insert({b, type}).second == is_new,
            std::string(type) + " is shared on one side alone");
    return is_new;
  }

  /// Returns the copy of the place `bias` bytes after the beginning of a node of one of these types, or of an element of
  /// `size` bytes in it; null if it has none. All nodes have allocations of their own.
  const void *find(const void *target, std::initializer_list<const char *> types, std::size_t size,
                   std::size_t bias = 0) const {
    const auto at = find_node(reinterpret_cast<std::uintptr_t>(target) - bias);
    if (at == nodes_.end() || std::find(types.begin(), types.end(), at->first.second) == types.end())
      return nullptr;
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(target) - bias - at->first.first;
    return offset < at->second.bytes && offset % size == 0
               ? reinterpret_cast<const void *>(at->second.copy + offset + bias)
               : nullptr;
  }

  /// Returns the copy of the place inside of any node, or at its end.
  const void *find_inside(const void *target) const {
    const auto at = find_node(reinterpret_cast<std::uintptr_t>(target));
    const std::uintptr_t offset = at == nodes_.end() ? 0 : reinterpret_cast<std::uintptr_t>(target) - at->first.first;
    return at != nodes_.end() && offset <= at->second.bytes ? reinterpret_cast<const void *>(at->second.copy + offset)
                                                            : nullptr;
  }

  void require(bool holds, const std::string &what) {
    if (!holds && problem.empty())
      problem = what;
  }
  void require_weak(const void *original, const void *copy, const void *expected, const char *name) {
    require(copy == expected,
            std::string(name) + (expected ? copy ? " leads elsewhere" : " is NULL" : " leads to what does not travel"));
    if (original)
      ++(expected ? weak_fates().arrived : weak_fates().lost);
  }

private:
  using Key = std::pair<std::uintptr_t, std::string>;
  struct Node {
    std::uintptr_t copy;
    std::size_t bytes;
  };
  using Nodes = std::map<Key, Node>;

  /// Returns the node that begins last, and not after `address`.
  Nodes::const_iterator find_node(std::uintptr_t address) const {
    const auto after = nodes_.lower_bound({address + 1, ""});
    return after == nodes_.begin() ? nodes_.end() : std::prev(after);
  }

  Nodes nodes_;
  std::set<std::pair<const void *, std::string>> copied_;
};

const Cell *cell_of(const Strap *strap) {
  return strap ? reinterpret_cast<const Cell *>(reinterpret_cast<const char *>(strap) - offsetof(Cell, strap))
               : nullptr;
}

} // namespace

WeakFates &weak_fates() {
  static WeakFates fates;
  return fates;
}

Cell *make_cells(Made &made, std::size_t n, std::uint64_t seed, bool any_place) {
  Random random(seed);
  // The first n are strongly linked; the others are only led to by weak pointers, and themselves lead anywhere.
  std::vector<Cell *> cells(2 * n);
  std::vector<Spot *> spots;
  std::vector<char *> places;
  for (Cell *&cell : cells) {
    cell = made.one<Cell>();
    *cell = Cell();
  }
  const auto any_cell = [&] { return cells[below(random, cells.size())]; };
  std::vector<double *> travelling;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Cell &cell = *cells[i];
    cell.id = static_cast<std::int64_t>(random());
    cell.n_beside = static_cast<int>(below(random, 4));
    if (chance(random, 60))
      cell.beside = made.many<Cell *>(static_cast<std::size_t>(cell.n_beside));
    if (chance(random, 60))
      cell.cursors = made.many<void *>(static_cast<std::size_t>(cell.n_beside));
    cell.n_spots = static_cast<int>(below(random, 5));
    cell.spots = chance(random, 50) ? made.many<Spot>(static_cast<std::size_t>(cell.n_spots)) : nullptr;
    for (int j = 0; cell.spots && j < cell.n_spots; ++j)
      spots.push_back(&cell.spots[j]);
    if (chance(random, 40))
      spots.push_back(cell.single = made.one<Spot>());
    else if (!spots.empty() && chance(random, 20) && cells[0]->single)
      cell.single = cells[0]->single;
    cell.n_values = static_cast<int>(1 + below(random, 6));
    cell.values = made.many<double>(static_cast<std::size_t>(cell.n_values));
    for (int j = 0; j < cell.n_values; ++j)
      cell.values[j] = static_cast<double>(random() % 1000);
    const std::size_t values_bytes = sizeof(double) * static_cast<std::size_t>(cell.n_values);
    const std::size_t step = any_place ? 1 : sizeof(double);
    places.push_back(reinterpret_cast<char *>(cell.values) + step * below(random, values_bytes / step + 1));
    places.push_back(reinterpret_cast<char *>(&cell) + (any_place ? below(random, sizeof(Cell)) : 0));
    if (i < n && chance(random, 30)) // its own array travels with it
      cell.strict = cell.values + below(random, static_cast<std::size_t>(cell.n_values) + 1);
  }
  for (Spot *spot : spots)
    places.push_back(reinterpret_cast<char *>(spot));
  for (std::size_t i = 0; i < n; ++i) // each of the first n is linked from an earlier one, if it has room
    if (i > 0)
      cells[below(random, i)]->child[below(random, 3)] = cells[i];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Cell &cell = *cells[i];
    for (Cell *&child : cell.child)
      if (!child && chance(random, i < n ? 20 : 50))
        child = i < n ? cells[below(random, n)] : any_cell();
    if (chance(random, 25))
      cell.strap.next = &(i < n ? cells[below(random, n)] : any_cell())->strap;
    if (chance(random, 50))
      cell.strap.previous = &any_cell()->strap;
    cell.parent = chance(random, 80) ? any_cell() : nullptr;
    for (Cell *&near : cell.near)
      near = chance(random, 70) ? any_cell() : nullptr;
    for (int j = 0; cell.beside && j < cell.n_beside; ++j)
      cell.beside[j] = chance(random, 80) ? any_cell() : nullptr;
    for (int j = 0; cell.cursors && j < cell.n_beside; ++j)
      cell.cursors[j] = chance(random, 80) ? places[below(random, places.size())] : nullptr;
    cell.favourite = spots.empty() || chance(random, 20) ? nullptr : spots[below(random, spots.size())];
    cell.cursor = chance(random, 70) ? places[below(random, places.size())] : nullptr;
    if (chance(random, 20))
      cell.world = made.one<World>();
    cell.kind = static_cast<int>(1 + below(random, spots.empty() ? 1 : 2));
    if (chance(random, 50))
      cell.any = cell.kind == 1 ? static_cast<void *>(any_cell()) : spots[below(random, spots.size())];
  }
  for (Spot *spot : spots)
    *spot = {static_cast<short>(random()), chance(random, 80) ? any_cell() : nullptr};
  return cells[0];
}

Twig *make_twigs(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Twig *> twigs(2 * n);
  for (Twig *&twig : twigs) {
    twig = made.one<Twig>();
    *twig = Twig();
    twig->key = static_cast<char>(random());
  }
  // The root is below the first of the others, which travel nowhere.
  twigs[n]->left = twigs[0];
  twigs[0]->parent = twigs[n];
  for (std::size_t i = 1; i < n; ++i)
    while (!twigs[i]->parent) {
      Twig *const parent = twigs[below(random, i)];
      Twig *&place = chance(random, 50) ? parent->left : parent->right;
      if (place)
        continue;
      place = twigs[i];
      twigs[i]->parent = parent;
    }
  for (Twig *twig : twigs)
    twig->other = chance(random, 70) ? twigs[below(random, twigs.size())] : nullptr;
  return twigs[0];
}

std::string difference(const Cell *root_a, const Cell *root_b) {
  Copies copies;
  std::vector<std::pair<const Cell *, const Cell *>> waiting, cells;
  std::vector<std::pair<const Spot *, const Spot *>> spots;
  const auto pair_cells = [&](const Cell *a, const Cell *b) {
    if (copies.pair(a, b, 1, "Cell"))
      waiting.emplace_back(a, b);
  };
  const auto pair_spots = [&](const Spot *a, const Spot *b, std::size_t n, const char *type) {
    if (copies.pair(a, b, n, type))
      for (std::size_t i = 0; i < n; ++i)
        spots.emplace_back(a + i, b + i);
  };
  pair_cells(root_a, root_b);
  while (!waiting.empty() && copies.problem.empty()) {
    const auto [a, b] = waiting.back();
    waiting.pop_back();
    cells.emplace_back(a, b);
    copies.require(a->id == b->id && a->n_beside == b->n_beside && a->n_spots == b->n_spots &&
                       a->n_values == b->n_values && a->kind == b->kind,
                   "a number differs");
    if (!copies.problem.empty())
      break;
    for (int i = 0; i < 3; ++i)
      pair_cells(a->child[i], b->child[i]);
    pair_cells(cell_of(a->strap.next), cell_of(b->strap.next));
    copies.pair(a->beside, b->beside, static_cast<std::size_t>(a->n_beside), "Cell *[]");
    copies.pair(a->cursors, b->cursors, static_cast<std::size_t>(a->n_beside), "void *[]");
    pair_spots(a->spots, b->spots, static_cast<std::size_t>(a->n_spots), "Spot[]");
    pair_spots(a->single, b->single, 1, "Spot");
    if (copies.pair(a->values, b->values, static_cast<std::size_t>(a->n_values), "double[]"))
      copies.require(std::equal(a->values, a->values + a->n_values, b->values), "a value differs");
  }
  if (!copies.problem.empty())
    return copies.problem;
  const auto same_cell = [&](const Cell *a, const Cell *b, const char *name) {
    copies.require_weak(a, b, a ? copies.find(a, {"Cell"}, sizeof(Cell)) : nullptr, name);
  };
  const auto same_spot = [&](const Spot *a, const Spot *b, const char *name) {
    copies.require_weak(a, b, a ? copies.find(a, {"Spot", "Spot[]"}, sizeof(Spot)) : nullptr, name);
  };
  const auto same_place = [&](const void *a, const void *b, const char *name) {
    copies.require_weak(a, b, a ? copies.find_inside(a) : nullptr, name);
  };
  for (const auto &[a, b] : cells) {
    same_cell(a->parent, b->parent, "parent");
    for (int i = 0; i < 2; ++i)
      same_cell(a->near[i], b->near[i], "near");
    for (int i = 0; a->beside && i < a->n_beside; ++i)
      same_cell(a->beside[i], b->beside[i], "beside");
    for (int i = 0; a->cursors && i < a->n_beside; ++i)
      same_place(a->cursors[i], b->cursors[i], "cursors");
    same_spot(a->favourite, b->favourite, "favourite");
    same_place(a->cursor, b->cursor, "cursor");
    copies.require(b->strict == (a->strict ? b->values + (a->strict - a->values) : nullptr), "strict leads elsewhere");
    copies.require(!b->world, "world is not NULL");
    if (a->kind == 1)
      same_cell(static_cast<const Cell *>(a->any), static_cast<const Cell *>(b->any), "any");
    else
      same_spot(static_cast<const Spot *>(a->any), static_cast<const Spot *>(b->any), "any");
    copies.require_weak(
        a->strap.previous, b->strap.previous,
        a->strap.previous ? copies.find(a->strap.previous, {"Cell"}, sizeof(Cell), offsetof(Cell, strap)) : nullptr,
        "strap.previous");
  }
  for (const auto &[a, b] : spots) {
    copies.require(a->number == b->number, "a number of a Spot differs");
    same_cell(a->owner, b->owner, "owner");
  }
  return copies.problem;
}

std::string difference(const Twig *root_a, const Twig *root_b) {
  Copies copies;
  std::vector<std::pair<const Twig *, const Twig *>> waiting, twigs;
  const auto pair_twigs = [&](const Twig *a, const Twig *b) {
    if (copies.pair(a, b, 1, "Twig"))
      waiting.emplace_back(a, b);
  };
  pair_twigs(root_a, root_b);
  while (!waiting.empty() && copies.problem.empty()) {
    const auto [a, b] = waiting.back();
    waiting.pop_back();
    twigs.emplace_back(a, b);
    copies.require(a->key == b->key, "a key differs");
    pair_twigs(a->left, b->left);
    pair_twigs(a->right, b->right);
  }
  for (const auto &[a, b] : twigs) {
    if (!copies.problem.empty())
      break;
    copies.require_weak(a->parent, b->parent, a->parent ? copies.find(a->parent, {"Twig"}, sizeof(Twig)) : nullptr,
                        "parent");
    copies.require_weak(a->other, b->other, a->other ? copies.find(a->other, {"Twig"}, sizeof(Twig)) : nullptr,
                        "other");
  }
  return copies.problem;
}

} // namespace autolink::test
