// The structures of the AutoLink benchmark, AutoLink's sides, and the table of all workloads.
#include "al_routines.h"
#include "autolink_by_hand.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <random>

namespace bench {
namespace {

MPI_Comm arena_comm = MPI_COMM_NULL;

template <typename T> T *make_list(std::size_t n, bool shuffled) {
  std::vector<T *> nodes(n);
  for (T *&one : nodes)
    one = node<T>();
  if (shuffled)
    std::shuffle(nodes.begin(), nodes.end(), std::mt19937_64(1));
  for (std::size_t i = 0; i < n; ++i) {
    std::memset(nodes[i], 0, sizeof(T));
    nodes[i]->data[0] = static_cast<float>(i % 1000);
    nodes[i]->next = i + 1 < n ? nodes[i + 1] : nullptr;
  }
  return nodes[0];
}

template <typename T> double sum_list(const void *root) {
  double out = 0;
  for (auto *at = static_cast<const T *>(root); at; at = at->next)
    out += static_cast<double>(at->data[0]);
  return out;
}

/// Returns a balanced tree. A node's memory is next to its parent's, as if a program inserted sorted data, or anywhere.
Tree *make_tree(std::size_t n, bool shuffled) {
  std::vector<Tree *> nodes(n);
  for (Tree *&one : nodes)
    one = node<Tree>();
  if (shuffled)
    std::shuffle(nodes.begin(), nodes.end(), std::mt19937_64(2));
  for (std::size_t i = 0; i < n; ++i)
    *nodes[i] = {static_cast<double>(i % 1000), 2 * i + 1 < n ? nodes[2 * i + 1] : nullptr,
                 2 * i + 2 < n ? nodes[2 * i + 2] : nullptr};
  return nodes[0];
}

/// Returns a balanced tree of `n` nodes that are in memory in the order of a recursion: a node, its left part, its
/// right part.
Tree *make_tree_depth_first(std::size_t n) {
  if (n == 0)
    return nullptr;
  Tree *const out = node<Tree>();
  out->key = static_cast<double>(n % 1000);
  out->left = make_tree_depth_first((n - 1) / 2);
  out->right = make_tree_depth_first(n - 1 - (n - 1) / 2);
  return out;
}

template <typename T, typename Value> double sum_nodes(const void *root, Value value) {
  double out = 0;
  std::deque<const T *> next = {static_cast<const T *>(root)};
  while (!next.empty()) {
    const T *at = next.front();
    next.pop_front();
    out += value(*at);
    for (const T *child : {at->left, at->right})
      if (child)
        next.push_back(child);
  }
  return out;
}

double sum_tree(const void *root) {
  return sum_nodes<Tree>(root, [](const Tree &at) { return at.key; });
}

double *make_values(std::int64_t n) {
  auto *out = static_cast<double *>(std::malloc(static_cast<std::size_t>(n) * sizeof(double)));
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = static_cast<double>(i);
  return out;
}

/// Returns nodes like those of a depth-first tree. All of them have one array or, if that is null, each has a small
/// one.
Branch *make_branches(std::int64_t n, double *shared) {
  if (n == 0)
    return nullptr;
  Branch *const out = node<Branch>();
  out->key = out->weight = static_cast<double>(n % 1000);
  out->n = shared ? shared_values : own_values;
  out->values = shared ? shared : make_values(own_values);
  out->left = make_branches((n - 1) / 2, shared);
  out->right = make_branches(n - 1 - (n - 1) / 2, shared);
  return out;
}

double sum_branches(const void *root) {
  return sum_nodes<Branch>(root, [](const Branch &at) { return at.key + at.values[at.n - 1]; });
}

Graph *make_graph(std::size_t n) {
  std::mt19937_64 random(3);
  std::vector<Graph *> nodes(n);
  for (Graph *&one : nodes)
    one = node<Graph>();
  for (std::size_t i = 0; i < n; ++i) {
    nodes[i]->id = static_cast<std::int64_t>(i % 1000);
    for (Graph *&link : nodes[i]->link)
      link = nodes[random() % n];
    nodes[i]->link[0] = nodes[(i + 1) % n];
  }
  return nodes[0];
}

double sum_graph(const void *root) { // follows the cycle through all nodes, and one link of each
  double out = 0;
  const auto *first = static_cast<const Graph *>(root), *at = first;
  do {
    out += static_cast<double>(at->id + 2 * at->link[3]->id);
    at = at->link[0];
  } while (at != first);
  return out;
}

Square *make_mixed(std::size_t n) {
  Square *root = nullptr;
  Triangle *shared = nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    auto *triangle = node<Triangle>();
    *triangle = {{1, 2, static_cast<float>(i % 1000)}};
    auto *first = node<Circle>(), *second = node<Circle>();
    *first = {static_cast<double>(i % 1000), triangle};
    *second = {1, i % 3 ? shared : nullptr};
    auto *square = node<Square>();
    *square = {static_cast<int>(i), first, second, triangle, root};
    root = square;
    shared = triangle;
  }
  return root;
}

double sum_mixed(const void *root) {
  double out = 0;
  for (auto *at = static_cast<const Square *>(root); at; at = at->next)
    out += at->first->radius + 2 * static_cast<double>(at->third->angle[2]) +
           (at->second->inner ? static_cast<double>(at->second->inner->angle[2]) : 0);
  return out;
}

/// Returns a list in which each row has an array, and points at one of its elements.
Row *make_rows(std::size_t n) {
  Row *root = nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t length = 1 + i % 15;
    auto *values = static_cast<double *>(std::malloc(length * sizeof(double)));
    for (std::size_t j = 0; j < length; ++j)
      values[j] = static_cast<double>(j);
    auto *row = node<Row>();
    *row = {static_cast<int>(length), values, values + i % length, root};
    root = row;
  }
  return root;
}

double sum_rows(const void *root) {
  double out = 0;
  for (auto *at = static_cast<const Row *>(root); at; at = at->next)
    out += at->values[at->n - 1] + 2 * *at->greatest;
  return out;
}

// ---- AutoLink

template <const AL_TypeInfo *Type> void al_send(const void *root) { AL_Send(root, Type, 1, 0, MPI_COMM_WORLD); }
template <const AL_TypeInfo *Type> void al_send_acyclic(const void *root) {
  AL_Send_flags(root, Type, 1, 0, arena_comm, AL_NO_SHARING);
}
template <const AL_TypeInfo *Type> void al_send_arena(const void *root) { AL_Send(root, Type, 1, 0, arena_comm); }
template <const AL_TypeInfo *Type> void *al_receive() {
  void *root = nullptr;
  AL_Recv(&root, Type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return root;
}
template <const AL_TypeInfo *Type> void *al_receive_arena() {
  void *root = nullptr;
  AL_Recv(&root, Type, 0, 0, arena_comm, MPI_STATUS_IGNORE);
  return root;
}
template <const AL_TypeInfo *Type> void al_isend(const void *root) {
  AL_Request request;
  AL_Isend(root, Type, 1, 0, MPI_COMM_WORLD, &request);
  AL_Wait(&request, MPI_STATUS_IGNORE);
}
template <const AL_TypeInfo *Type> void *al_ireceive() {
  void *root = nullptr;
  AL_Request request;
  AL_Irecv(&root, Type, 0, 0, MPI_COMM_WORLD, &request);
  AL_Wait(&request, MPI_STATUS_IGNORE);
  return root;
}

/// Returns the hand-written sides and AutoLink's.
template <const AL_TypeInfo *Type> std::vector<Side> with_autolink(std::vector<Side> sides, bool may_be_acyclic) {
  sides.push_back({"autolink malloc", al_send<Type>, al_receive<Type>, al_release<Type>, nullptr});
  sides.push_back({"autolink arena", al_send_arena<Type>, al_receive_arena<Type>, al_release<Type>, nullptr});
  if (may_be_acyclic)
    sides.push_back(
        {"autolink arena, acyclic", al_send_acyclic<Type>, al_receive_arena<Type>, al_release<Type>, nullptr});
  return sides;
}

// ---- Workloads of `n` nodes, or of `n` squares

template <typename T, const AL_TypeInfo *Type>
Workload list(const char *name, int repetitions, std::size_t n, std::vector<Side> sides, bool shuffled = false) {
  return {name,
          repetitions,
          n * sizeof(T),
          n,
          [=] { return make_list<T>(n, shuffled); },
          sum_list<T>,
          with_autolink<Type>(std::move(sides), true)};
}

Workload small_list(const char *name, int repetitions, std::size_t n) {
  return list<Small, AutoLink_Small>(name, repetitions, n, {by_hand::small, by_hand::small_kept});
}

Workload nonblocking_list(const char *name, int repetitions, std::size_t n) {
  const Side autolink = {"autolink malloc, AL_Isend", al_isend<AutoLink_Small>, al_ireceive<AutoLink_Small>,
                         al_release<AutoLink_Small>, nullptr};
  return {name,
          repetitions,
          n * sizeof(Small),
          n,
          [=] { return make_list<Small>(n, false); },
          sum_list<Small>,
          {by_hand::small_nonblocking, autolink}};
}

Workload tree(const char *name, int repetitions, std::size_t n, std::vector<Side> sides,
              std::function<Tree *(std::size_t)> make) {
  return {name,
          repetitions,
          n * sizeof(Tree),
          n,
          [=] { return make(n); },
          sum_tree,
          with_autolink<AutoLink_Tree>(std::move(sides), true)};
}

Workload small_tree(const char *name, int repetitions, std::size_t n) {
  return tree(name, repetitions, n, {by_hand::tree, by_hand::tree_kept},
              [](std::size_t m) { return make_tree(m, false); });
}

Workload large_tree(const char *name, std::function<Tree *(std::size_t)> make) {
  return tree(name, 1, 1000000, {by_hand::tree, by_hand::tree_kept, by_hand::tree_recursive}, std::move(make));
}

Workload graph(const char *name, int repetitions, std::size_t n) {
  return {name,
          repetitions,
          n * sizeof(Graph),
          n,
          [=] { return make_graph(n); },
          sum_graph,
          with_autolink<AutoLink_Graph>({by_hand::graph, by_hand::graph_kept}, false)};
}

Workload mixed(const char *name, int repetitions, std::size_t n,
               std::vector<Side> sides = {by_hand::mixed, by_hand::mixed_kept}) {
  return {name,
          repetitions,
          n * (sizeof(Square) + 2 * sizeof(Circle) + sizeof(Triangle)),
          4 * n,
          [=] { return make_mixed(n); },
          sum_mixed,
          with_autolink<AutoLink_Square>(std::move(sides), false)};
}

Workload tree_with_shared_array() {
  return {"tree-shared-array",
          1,
          48000000,
          1000000,
          [] { return make_branches(1000000, make_values(shared_values)); },
          sum_branches,
          with_autolink<AutoLink_Branch>({by_hand::shared_array}, true)};
}

Workload tree_with_arrays() {
  return {"tree-arrays",
          1,
          40000000,
          1000000,
          [] { return make_branches(500000, nullptr); },
          sum_branches,
          with_autolink<AutoLink_Branch>({by_hand::own_arrays}, true)};
}

Workload list_of_rows() {
  return {"rows",
          1,
          19200000,
          400000,
          [] { return make_rows(200000); },
          sum_rows,
          with_autolink<AutoLink_Row>({by_hand::rows}, false)};
}

} // namespace

std::vector<Workload> all_workloads(MPI_Comm arena) {
  arena_comm = arena;
  const std::vector<Side> for_lists = {by_hand::small, by_hand::small_counted, by_hand::small_kept};
  return {list<Small, AutoLink_Small>("list", 1, 1000000, for_lists),
          list<Small, AutoLink_Small>("list-shuffled", 1, 1000000, for_lists, true),
          list<Large, AutoLink_Large>("list-4KB", 1, 10000, {by_hand::large}),
          large_tree("tree", [](std::size_t n) { return make_tree(n, false); }),
          large_tree("tree-depth-first", make_tree_depth_first),
          large_tree("tree-shuffled", [](std::size_t n) { return make_tree(n, true); }),
          tree_with_shared_array(),
          tree_with_arrays(),
          graph("graph", 1, 200000),
          mixed("three-types", 1, 100000, {by_hand::mixed}),
          list<Small, AutoLink_Small>("list-5000", 1, 5000, {by_hand::small}),
          list<Large, AutoLink_Large>("list-4KB-5000", 1, 5000, {by_hand::large}),
          mixed("three-types-2000", 1, 2000, {by_hand::mixed}),
          small_list("list-10", 10000, 10),
          list<Slim, AutoLink_Slim>("list-24B", 1, 1000000, {by_hand::slim, by_hand::slim_kept}),
          small_list("list-100", 2000, 100),
          small_list("list-1000", 500, 1000),
          list_of_rows(),
          small_tree("tree-100", 2000, 100),
          small_tree("tree-1000", 500, 1000),
          graph("graph-100", 2000, 100),
          graph("graph-1000", 500, 1000),
          mixed("three-types-100", 2000, 25),
          mixed("three-types-1000", 500, 250),
          nonblocking_list("isend-200", 1000, 200),
          nonblocking_list("isend-1200", 500, 1200),
          small_list("list-2100", 100, 2100),
          small_tree("tree-2100", 100, 2100),
          graph("graph-2100", 100, 2100),
          mixed("three-types-2100", 100, 525),
          small_list("list-4000", 100, 4000),
          small_tree("tree-4000", 100, 4000),
          graph("graph-4000", 100, 4000),
          mixed("three-types-4000", 100, 1000)};
}

} // namespace bench
