// Compares AutoLink with a hand-written flattening, with Boost.MPI and cereal (if they are available and survive), and
// with lower bounds. Measures from the time when rank 0 has a structure to the time when rank 1 has a copy. All sides
// run in turn; prints medians.
//
// mpiexec -n 2 autolink [--one-core] [ROUNDS [WORKLOAD…]]        default: 15, all
//
// --one-core: both ranks share processor 0.
#include "al_routines.h"
#include "autolink_sides.h"

#include <autolink/autolink.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string_view>
#include <unordered_map>

#include <malloc.h>
#include <sched.h>

using namespace bench;

namespace {

constexpr std::size_t max_nodes = 1000000;

int rank = 0;
MPI_Comm arena_comm = MPI_COMM_NULL;

template <typename T> T *node() { return static_cast<T *>(std::malloc(sizeof(T))); }

// ---- Workloads

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

constexpr std::int64_t own_values = 4, shared_values = 256;

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
template <const AL_TypeInfo *Type> void al_release(void *root) { AL_Free(root, Type); }

template <const AL_TypeInfo *Type> void add_autolink(std::vector<Side> &sides, bool may_be_acyclic) {
  sides.push_back({"autolink malloc", al_send<Type>, al_receive<Type>, al_release<Type>, nullptr});
  sides.push_back({"autolink arena", al_send_arena<Type>, al_receive_arena<Type>, al_release<Type>, nullptr});
  if (may_be_acyclic)
    sides.push_back(
        {"autolink arena, acyclic", al_send_acyclic<Type>, al_receive_arena<Type>, al_release<Type>, nullptr});
}

// ---- Hand-written: the nodes are gathered in a vector, and its length is sent before it. The code is as one would
// write it for each of these structures, without a table of addresses if none is needed.

template <typename T> void send_vector(const std::vector<T> &vector) {
  const std::uint64_t n = vector.size();
  MPI_Send(&n, 1, MPI_UINT64_T, 1, 1, MPI_COMM_WORLD);
  MPI_Send(vector.data(), static_cast<int>(n * sizeof(T)), MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

template <typename T> std::vector<T> receive_vector() {
  std::uint64_t n = 0;
  MPI_Recv(&n, 1, MPI_UINT64_T, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::vector<T> out(n);
  MPI_Recv(out.data(), static_cast<int>(n * sizeof(T)), MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return out;
}

template <typename T> void hand_send_list(const void *root) {
  std::vector<T> nodes;
  for (auto *at = static_cast<const T *>(root); at; at = at->next)
    nodes.push_back(*at);
  send_vector(nodes);
}

/// Returns a list of nodes from malloc.
template <typename T> T *relinked(const T *nodes, std::size_t n) {
  T *root = nullptr, **last = &root;
  for (std::size_t i = 0; i < n; ++i) {
    T *made = node<T>();
    *made = nodes[i];
    *last = made;
    last = &made->next;
  }
  *last = nullptr;
  return root;
}

template <typename T> void *hand_receive_list() {
  const std::vector<T> nodes = receive_vector<T>();
  return relinked(nodes.data(), nodes.size());
}

/// The nodes are counted first, because a long vector should not be copied while it grows.
template <typename T> void hand_send_list_counted(const void *root) {
  std::uint64_t n = 0;
  for (auto *at = static_cast<const T *>(root); at; at = at->next)
    ++n;
  const auto nodes = std::make_unique_for_overwrite<T[]>(n);
  T *to = nodes.get();
  for (auto *at = static_cast<const T *>(root); at; at = at->next)
    *to++ = *at;
  MPI_Send(&n, 1, MPI_UINT64_T, 1, 1, MPI_COMM_WORLD);
  MPI_Send(nodes.get(), static_cast<int>(n * sizeof(T)), MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

template <typename T> void *hand_receive_list_counted() {
  std::uint64_t n = 0;
  MPI_Recv(&n, 1, MPI_UINT64_T, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const auto nodes = std::make_unique_for_overwrite<T[]>(n);
  MPI_Recv(nodes.get(), static_cast<int>(n * sizeof(T)), MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return relinked(nodes.get(), n);
}

/// Returns memory that is reused for each structure. Both sides know the maximum number of nodes, and send one message.
template <typename T> T *kept_array() {
  static const auto array = std::make_unique_for_overwrite<T[]>(max_nodes);
  return array.get();
}

template <typename T> void send_kept(std::size_t n) {
  MPI_Send(kept_array<T>(), static_cast<int>(n * sizeof(T)), MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

/// Returns the number of received nodes.
template <typename T> std::size_t received(const MPI_Status &status) {
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  return static_cast<std::size_t>(bytes) / sizeof(T);
}

template <typename T> std::size_t receive_kept() {
  MPI_Status status;
  MPI_Recv(kept_array<T>(), static_cast<int>(max_nodes * sizeof(T)), MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
  return received<T>(status);
}

/// Returns the number of nodes.
template <typename T> std::size_t gather_list(const void *root) {
  T *to = kept_array<T>();
  for (auto *at = static_cast<const T *>(root); at; at = at->next)
    *to++ = *at;
  return static_cast<std::size_t>(to - kept_array<T>());
}

template <typename T> void hand_send_list_kept(const void *root) { send_kept<T>(gather_list<T>(root)); }

template <typename T> void *hand_receive_list_kept() {
  const std::size_t n = receive_kept<T>();
  return relinked(kept_array<T>(), n);
}

template <typename T> void hand_isend_list(const void *root) {
  const std::size_t n = gather_list<T>(root);
  MPI_Request request;
  MPI_Isend(kept_array<T>(), static_cast<int>(n * sizeof(T)), MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

template <typename T> void *hand_ireceive_list() {
  MPI_Request request;
  MPI_Irecv(kept_array<T>(), static_cast<int>(max_nodes * sizeof(T)), MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
  MPI_Status status;
  MPI_Wait(&request, &status);
  return relinked(kept_array<T>(), received<T>(status));
}

template <typename T> void release_list(void *root) {
  for (auto *at = static_cast<T *>(root); at;) {
    T *next = at->next;
    std::free(at);
    at = next;
  }
}

struct FlatTree {
  double key;
  std::int64_t left, right;
};

void hand_send_tree(const void *root) {
  std::vector<const Tree *> order = {static_cast<const Tree *>(root)};
  std::vector<FlatTree> flat;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Tree *at = order[i];
    const auto place = [&order](const Tree *child) -> std::int64_t {
      if (!child)
        return -1;
      order.push_back(child);
      return static_cast<std::int64_t>(order.size()) - 1;
    };
    const std::int64_t left = place(at->left);
    flat.push_back({at->key, left, place(at->right)});
  }
  send_vector(flat);
}

void *hand_receive_tree() {
  const std::vector<FlatTree> flat = receive_vector<FlatTree>();
  std::vector<Tree *> nodes(flat.size());
  for (Tree *&one : nodes)
    one = node<Tree>();
  const auto at = [&nodes](std::int64_t i) { return i < 0 ? nullptr : nodes[static_cast<std::size_t>(i)]; };
  for (std::size_t i = 0; i < flat.size(); ++i)
    *nodes[i] = {flat[i].key, at(flat[i].left), at(flat[i].right)};
  return nodes[0];
}

void hand_send_tree_kept(const void *root) {
  const Tree **order = kept_array<const Tree *>();
  FlatTree *flat = kept_array<FlatTree>();
  std::int64_t n = 0;
  const auto place = [order, &n](const Tree *child) -> std::int64_t {
    if (!child)
      return -1;
    order[n] = child;
    return n++;
  };
  place(static_cast<const Tree *>(root));
  for (std::int64_t i = 0; i < n; ++i)
    flat[i] = {order[i]->key, place(order[i]->left), place(order[i]->right)};
  send_kept<FlatTree>(static_cast<std::size_t>(n));
}

void *hand_receive_tree_kept() {
  const std::size_t n = receive_kept<FlatTree>();
  const FlatTree *flat = kept_array<FlatTree>();
  Tree **nodes = kept_array<Tree *>();
  for (std::size_t i = 0; i < n; ++i)
    nodes[i] = node<Tree>();
  const auto at = [nodes](std::int64_t i) { return i < 0 ? nullptr : nodes[i]; };
  for (std::size_t i = 0; i < n; ++i)
    *nodes[i] = {flat[i].key, at(flat[i].left), at(flat[i].right)};
  return nodes[0];
}

/// Uses recursion, which fails for unbalanced trees: nodes are counted first and numbered depth-first, with indices of
/// 32 bits.
struct SlimTree {
  double key;
  std::int32_t left, right;
};

template <typename T> std::size_t count_tree(const T *at) {
  return at ? 1 + count_tree(at->left) + count_tree(at->right) : 0;
}

std::int32_t flatten(const Tree *at, std::vector<SlimTree> &flat) {
  if (!at)
    return -1;
  const std::size_t place = flat.size();
  flat.push_back({at->key, 0, 0});
  flat[place].left = flatten(at->left, flat);
  flat[place].right = flatten(at->right, flat);
  return static_cast<std::int32_t>(place);
}

Tree *made_tree(const std::vector<SlimTree> &flat, std::int32_t i) {
  if (i < 0)
    return nullptr;
  const SlimTree &from = flat[static_cast<std::size_t>(i)];
  Tree *const out = node<Tree>();
  out->key = from.key;
  out->left = made_tree(flat, from.left);
  out->right = made_tree(flat, from.right);
  return out;
}

void hand_send_tree_depth_first(const void *root) {
  std::vector<SlimTree> flat;
  flat.reserve(count_tree(static_cast<const Tree *>(root)));
  flatten(static_cast<const Tree *>(root), flat);
  send_vector(flat);
}

void *hand_receive_tree_depth_first() { return made_tree(receive_vector<SlimTree>(), 0); }

/// The same if all nodes are known to have one array, or each an array of known length.
struct SlimBranch {
  double key, weight;
  std::int32_t left, right;
};
struct SlimBranchWithValues : SlimBranch {
  double values[own_values];
};

template <typename Slim> std::int32_t flatten(const Branch *at, std::vector<Slim> &flat) {
  if (!at)
    return -1;
  const std::size_t place = flat.size();
  Slim &to = flat.emplace_back();
  to.key = at->key;
  to.weight = at->weight;
  if constexpr (std::is_same_v<Slim, SlimBranchWithValues>)
    std::memcpy(to.values, at->values, sizeof to.values);
  flat[place].left = flatten(at->left, flat);
  flat[place].right = flatten(at->right, flat);
  return static_cast<std::int32_t>(place);
}

template <typename Slim> Branch *made_branches(const std::vector<Slim> &flat, std::int32_t i, double *shared) {
  if (i < 0)
    return nullptr;
  const Slim &from = flat[static_cast<std::size_t>(i)];
  Branch *const out = node<Branch>();
  out->key = from.key;
  out->weight = from.weight;
  if constexpr (std::is_same_v<Slim, SlimBranchWithValues>) {
    out->n = own_values;
    out->values = static_cast<double *>(std::malloc(sizeof from.values));
    std::memcpy(out->values, from.values, sizeof from.values);
  } else {
    out->n = shared_values;
    out->values = shared;
  }
  out->left = made_branches(flat, from.left, shared);
  out->right = made_branches(flat, from.right, shared);
  return out;
}

template <typename Slim> void hand_send_branches(const void *root) {
  const auto *first = static_cast<const Branch *>(root);
  std::vector<Slim> flat;
  flat.reserve(count_tree(first));
  flatten(first, flat);
  send_vector(flat);
  if constexpr (!std::is_same_v<Slim, SlimBranchWithValues>)
    MPI_Send(first->values, shared_values, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
}

template <typename Slim> void *hand_receive_branches() {
  const auto flat = receive_vector<Slim>();
  double *shared = nullptr;
  if constexpr (!std::is_same_v<Slim, SlimBranchWithValues>) {
    shared = static_cast<double *>(std::malloc(shared_values * sizeof(double)));
    MPI_Recv(shared, shared_values, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return made_branches(flat, 0, shared);
}

struct FlatGraph {
  std::int64_t id, link[4];
};

void hand_send_graph(const void *root) {
  std::unordered_map<const Graph *, std::int64_t> label = {{static_cast<const Graph *>(root), 0}};
  std::vector<const Graph *> order = {static_cast<const Graph *>(root)};
  std::vector<FlatGraph> flat;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Graph *at = order[i];
    FlatGraph made = {at->id, {}};
    for (int j = 0; j < 4; ++j) {
      if (!at->link[j]) {
        made.link[j] = -1;
        continue;
      }
      const auto [known, is_new] = label.try_emplace(at->link[j], static_cast<std::int64_t>(order.size()));
      if (is_new)
        order.push_back(at->link[j]);
      made.link[j] = known->second;
    }
    flat.push_back(made);
  }
  send_vector(flat);
}

void *hand_receive_graph() {
  const std::vector<FlatGraph> flat = receive_vector<FlatGraph>();
  std::vector<Graph *> nodes(flat.size());
  for (Graph *&one : nodes)
    one = node<Graph>();
  for (std::size_t i = 0; i < flat.size(); ++i) {
    nodes[i]->id = flat[i].id;
    for (int j = 0; j < 4; ++j)
      nodes[i]->link[j] = flat[i].link[j] < 0 ? nullptr : nodes[static_cast<std::size_t>(flat[i].link[j])];
  }
  return nodes[0];
}

/// Labels of nodes by their addresses, in a hash table with open addressing.
class Labels {
public:
  void clear() {
    std::fill(places_.begin(), places_.end(), Place{nullptr, 0});
    n_ = 0;
  }

  /// Returns the label of the node, or a new one, and sets `is_new`.
  std::int64_t find(const void *node, bool &is_new) {
    if (2 * n_ >= places_.size())
      grow();
    Place &place = place_of(node);
    is_new = !place.node;
    if (is_new)
      place = {node, static_cast<std::int64_t>(n_++)};
    return place.label;
  }

private:
  struct Place {
    const void *node;
    std::int64_t label;
  };

  Place &place_of(const void *node) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = reinterpret_cast<std::uintptr_t>(node) * 0x9e3779b97f4a7c15 >> 32 & mask;
    while (places_[at].node && places_[at].node != node)
      at = (at + 1) & mask;
    return places_[at];
  }
  void grow() {
    std::vector<Place> before(2 * places_.size(), Place{nullptr, 0});
    before.swap(places_);
    for (const Place &one : before)
      if (one.node)
        place_of(one.node) = one;
  }

  std::vector<Place> places_ = std::vector<Place>(256, Place{nullptr, 0});
  std::size_t n_ = 0;
};

void hand_send_graph_kept(const void *root) {
  static Labels labels;
  labels.clear();
  const Graph **order = kept_array<const Graph *>();
  FlatGraph *flat = kept_array<FlatGraph>();
  std::int64_t n = 0;
  const auto place = [order, &n](const Graph *at) -> std::int64_t {
    if (!at)
      return -1;
    bool is_new = false;
    const std::int64_t label = labels.find(at, is_new);
    if (is_new)
      order[n++] = at;
    return label;
  };
  place(static_cast<const Graph *>(root));
  for (std::int64_t i = 0; i < n; ++i) {
    const Graph *at = order[i];
    flat[i] = {at->id, {place(at->link[0]), place(at->link[1]), place(at->link[2]), place(at->link[3])}};
  }
  send_kept<FlatGraph>(static_cast<std::size_t>(n));
}

void *hand_receive_graph_kept() {
  const std::size_t n = receive_kept<FlatGraph>();
  const FlatGraph *flat = kept_array<FlatGraph>();
  Graph **nodes = kept_array<Graph *>();
  for (std::size_t i = 0; i < n; ++i)
    nodes[i] = node<Graph>();
  for (std::size_t i = 0; i < n; ++i) {
    nodes[i]->id = flat[i].id;
    for (int j = 0; j < 4; ++j)
      nodes[i]->link[j] = flat[i].link[j] < 0 ? nullptr : nodes[flat[i].link[j]];
  }
  return nodes[0];
}

struct FlatCircle {
  double radius;
  std::int64_t inner;
};
struct FlatSquare {
  std::int64_t id, first, second, third;
};

void hand_send_mixed(const void *root) {
  std::vector<FlatSquare> squares;
  std::vector<FlatCircle> circles;
  std::vector<Triangle> triangles;
  std::unordered_map<const Triangle *, std::int64_t> label; // only triangles are shared
  const auto triangle = [&](const Triangle *t) -> std::int64_t {
    if (!t)
      return -1;
    const auto [known, is_new] = label.try_emplace(t, static_cast<std::int64_t>(triangles.size()));
    if (is_new)
      triangles.push_back(*t);
    return known->second;
  };
  const auto circle = [&](const Circle *c) -> std::int64_t {
    if (!c)
      return -1;
    circles.push_back({c->radius, triangle(c->inner)});
    return static_cast<std::int64_t>(circles.size()) - 1;
  };
  for (auto *at = static_cast<const Square *>(root); at; at = at->next) {
    const std::int64_t first = circle(at->first), second = circle(at->second);
    squares.push_back({at->id, first, second, triangle(at->third)});
  }
  send_vector(triangles);
  send_vector(circles);
  send_vector(squares);
}

void *hand_receive_mixed() {
  const auto flat_triangles = receive_vector<Triangle>();
  const auto flat_circles = receive_vector<FlatCircle>();
  const auto flat_squares = receive_vector<FlatSquare>();
  std::vector<Triangle *> triangles;
  for (const Triangle &flat : flat_triangles)
    *triangles.emplace_back(node<Triangle>()) = flat;
  const auto triangle = [&](std::int64_t i) { return i < 0 ? nullptr : triangles[static_cast<std::size_t>(i)]; };
  std::vector<Circle *> circles;
  for (const FlatCircle &flat : flat_circles)
    *circles.emplace_back(node<Circle>()) = {flat.radius, triangle(flat.inner)};
  const auto circle = [&](std::int64_t i) { return i < 0 ? nullptr : circles[static_cast<std::size_t>(i)]; };
  Square *root = nullptr, **last = &root;
  for (const FlatSquare &flat : flat_squares) {
    *last = node<Square>();
    **last = {static_cast<int>(flat.id), circle(flat.first), circle(flat.second), triangle(flat.third), nullptr};
    last = &(*last)->next;
  }
  return root;
}

/// One message with the number of nodes of each type, followed by all nodes.
struct FlatCounts {
  std::uint32_t triangles, circles, squares, zero;
};

void hand_send_mixed_kept(const void *root) {
  static Labels labels;
  labels.clear();
  Triangle *triangles = kept_array<Triangle>();
  FlatCircle *circles = kept_array<FlatCircle>();
  FlatSquare *squares = kept_array<FlatSquare>();
  FlatCounts n = {};
  const auto triangle = [triangles, &n](const Triangle *t) -> std::int64_t {
    if (!t)
      return -1;
    bool is_new = false;
    const std::int64_t label = labels.find(t, is_new);
    if (is_new)
      triangles[n.triangles++] = *t;
    return label;
  };
  const auto circle = [circles, triangle, &n](const Circle *c) -> std::int64_t {
    if (!c)
      return -1;
    circles[n.circles] = {c->radius, triangle(c->inner)};
    return n.circles++;
  };
  for (auto *at = static_cast<const Square *>(root); at; at = at->next)
    squares[n.squares++] = {at->id, circle(at->first), circle(at->second), triangle(at->third)};
  std::byte *message = kept_array<std::byte>(), *to = message;
  const auto add = [&to](const void *from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    to += bytes;
  };
  add(&n, sizeof n);
  add(squares, n.squares * sizeof *squares);
  add(circles, n.circles * sizeof *circles);
  add(triangles, n.triangles * sizeof *triangles);
  send_kept<std::byte>(static_cast<std::size_t>(to - message));
}

void *hand_receive_mixed_kept() {
  receive_kept<std::byte>();
  const std::byte *message = kept_array<std::byte>();
  const auto *n = reinterpret_cast<const FlatCounts *>(message);
  const auto *flat_squares = reinterpret_cast<const FlatSquare *>(n + 1);
  const auto *flat_circles = reinterpret_cast<const FlatCircle *>(flat_squares + n->squares);
  const auto *flat_triangles = reinterpret_cast<const Triangle *>(flat_circles + n->circles);
  Triangle **triangles = kept_array<Triangle *>();
  Circle **circles = kept_array<Circle *>();
  for (std::uint32_t i = 0; i < n->triangles; ++i)
    *(triangles[i] = node<Triangle>()) = flat_triangles[i];
  const auto triangle = [triangles](std::int64_t i) { return i < 0 ? nullptr : triangles[i]; };
  for (std::uint32_t i = 0; i < n->circles; ++i)
    *(circles[i] = node<Circle>()) = {flat_circles[i].radius, triangle(flat_circles[i].inner)};
  const auto circle = [circles](std::int64_t i) { return i < 0 ? nullptr : circles[i]; };
  Square *root = nullptr, **last = &root;
  for (std::uint32_t i = 0; i < n->squares; ++i) {
    const FlatSquare &flat = flat_squares[i];
    *last = node<Square>();
    **last = {static_cast<int>(flat.id), circle(flat.first), circle(flat.second), triangle(flat.third), nullptr};
    last = &(*last)->next;
  }
  return root;
}

struct FlatRow {
  int n, greatest;
};

void hand_send_rows(const void *root) {
  std::vector<FlatRow> rows;
  std::vector<double> values;
  for (auto *at = static_cast<const Row *>(root); at; at = at->next) {
    rows.push_back({at->n, static_cast<int>(at->greatest - at->values)});
    values.insert(values.end(), at->values, at->values + at->n);
  }
  send_vector(rows);
  send_vector(values);
}

void *hand_receive_rows() {
  const auto rows = receive_vector<FlatRow>();
  const auto all_values = receive_vector<double>();
  const double *from = all_values.data();
  Row *root = nullptr, **last = &root;
  for (const FlatRow &flat : rows) {
    const auto length = static_cast<std::size_t>(flat.n);
    auto *values = static_cast<double *>(std::malloc(length * sizeof(double)));
    std::memcpy(values, from, length * sizeof(double));
    from += length;
    *last = node<Row>();
    **last = {flat.n, values, values + flat.greatest, nullptr};
    last = &(*last)->next;
  }
  return root;
}

// ---- Measuring

double now_us() { return 1e6 * MPI_Wtime(); }

/// Memory in use: now, and the maximum since reset_peak().
struct Memory {
  double now_mb = 0, peak_mb = 0;
};
void reset_peak() {
  malloc_trim(0);
  if (FILE *file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}
Memory memory() {
  Memory out;
  char line[256];
  if (FILE *file = std::fopen("/proc/self/status", "r")) {
    while (std::fgets(line, sizeof line, file)) {
      double kb = 0;
      if (std::sscanf(line, "VmRSS: %lf", &kb) == 1)
        out.now_mb = kb / 1024;
      else if (std::sscanf(line, "VmHWM: %lf", &kb) == 1)
        out.peak_mb = kb / 1024;
    }
    std::fclose(file);
  }
  return out;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Measures one transfer, or as many as the workload demands, back and forth.
double measure(const Workload &w, const Side &side, const void *structure, double expected) {
  MPI_Barrier(MPI_COMM_WORLD);
  char done = 0;
  if (w.repetitions == 1) {
    const double start = now_us();
    if (rank == 0) {
      side.send(structure);
      MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      return now_us() - start;
    }
    void *root = side.receive();
    MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
    if ((side.checksum ? side.checksum : w.checksum)(root) != expected) {
      std::fprintf(stderr, "%s, %s: the structure has arrived wrongly\n", w.name.c_str(), side.name.c_str());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (side.release)
      side.release(root);
    return 0;
  }
  const double start = now_us();
  for (int i = 0; i < w.repetitions; ++i) { // rank 1 acknowledges the arrival, which costs an empty message
    if (rank == 0) {
      side.send(structure);
      MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      void *root = side.receive();
      MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
      side.release(root);
    }
  }
  return (now_us() - start) / w.repetitions;
}

/// Sends the same number of bytes from existing memory to existing memory.
double measure_bytes(const Workload &w) {
  static std::vector<char> bytes;
  bytes.resize(w.payload_bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = now_us();
  char done = 0;
  for (int i = 0; i < w.repetitions; ++i)
    if (rank == 0) {
      MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 1, 3, MPI_COMM_WORLD);
      MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
    }
  const double out = (now_us() - start) / w.repetitions;
  if (w.payload_bytes > 1 << 20)
    std::vector<char>().swap(bytes);
  return out;
}

double measure_walk(const Workload &w, const void *structure) {
  const double start = now_us();
  volatile double sum = 0;
  for (int i = 0; i < w.repetitions; ++i)
    sum = sum + w.checksum(structure);
  return (now_us() - start) / w.repetitions;
}

/// Measures malloc on a heap in the state that all sides find.
double measure_malloc(const Workload &w) {
  const std::size_t size = w.payload_bytes / w.nodes;
  std::vector<void *> nodes(w.nodes);
  malloc_trim(0);
  const double start = now_us();
  for (void *&one : nodes) {
    one = std::malloc(size);
    std::memset(one, 1, size);
  }
  const double out = now_us() - start;
  for (void *one : nodes)
    std::free(one);
  return out;
}

void run(const Workload &w, int rounds) {
  void *structure = rank == 0 ? w.make() : nullptr;
  double expected = rank == 0 ? w.checksum(structure) : 0;
  MPI_Bcast(&expected, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  const std::size_t n = w.sides.size();
  std::vector<std::vector<double>> times(n), extra(n), peak(n);
  std::vector<double> bytes, walk, allocation;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      reset_peak();
      const double before = memory().now_mb;
      times[i].push_back(measure(w, w.sides[i], structure, expected));
      (rank == 0 ? extra : peak)[i].push_back(memory().peak_mb - before);
    }
    bytes.push_back(measure_bytes(w));
    walk.push_back(rank == 0 ? measure_walk(w, structure) : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    allocation.push_back(rank == 1 ? measure_malloc(w) : 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (std::size_t i = 0; i < n; ++i) {
    double receiver_peak = rank == 1 ? median(peak[i]) : 0;
    MPI_Bcast(&receiver_peak, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    if (rank == 0) {
      const double time = median(times[i]);
      std::printf("%-16s %-24s %12.1f %8.2f", w.name.c_str(), w.sides[i].name.c_str(),
                  time / (w.repetitions == 1 ? 1e3 : 1), median(times[0]) / time);
      if (w.repetitions == 1)
        std::printf(" %10.1f %10.1f", median(extra[i]), receiver_peak);
      std::puts("");
    }
  }
  double allocation_time = rank == 1 ? median(allocation) : 0;
  MPI_Bcast(&allocation_time, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    const double unit = w.repetitions == 1 ? 1e3 : 1;
    std::printf("%-16s bounds: walk %.1f, send of %.1f MB %.1f, malloc and write %.1f\n", "", median(walk) / unit,
                static_cast<double>(w.payload_bytes) / 1e6, median(bytes) / unit, allocation_time / unit);
    std::fflush(stdout);
  }
}

/// Overrides a binding of the ranks to one processor each.
void share_one_core() {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  if (sched_setaffinity(0, sizeof first, &first) != 0) {
    std::perror("autolink: processor 0");
    std::exit(1);
  }
}

} // namespace

int main(int argc, char **argv) {
  int size = 0;
  bool one_core = false;
  if (argc > 1 && std::strcmp(argv[1], "--one-core") == 0) {
    one_core = true;
    share_one_core();
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    std::fputs("autolink: two ranks are needed\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_allocation", "arena");
  MPI_Comm_dup(MPI_COMM_WORLD, &arena_comm);
  AL_Comm_set_info(arena_comm, info);
  MPI_Info_free(&info);

  const Side hand_small = {"by hand", hand_send_list<Small>, hand_receive_list<Small>, release_list<Small>, nullptr};
  const Side kept_small = {"by hand, array kept", hand_send_list_kept<Small>, hand_receive_list_kept<Small>,
                           release_list<Small>, nullptr};
  const Side counted_small = {"by hand, counted first", hand_send_list_counted<Small>, hand_receive_list_counted<Small>,
                              release_list<Small>, nullptr};
  const Side hand_slim = {"by hand", hand_send_list<Slim>, hand_receive_list<Slim>, release_list<Slim>, nullptr};
  const Side kept_slim = {"by hand, array kept", hand_send_list_kept<Slim>, hand_receive_list_kept<Slim>,
                          release_list<Slim>, nullptr};
  const Side hand_large = {"by hand", hand_send_list<Large>, hand_receive_list<Large>, release_list<Large>, nullptr};
  const Side hand_tree = {"by hand", hand_send_tree, hand_receive_tree, al_release<AutoLink_Tree>, nullptr};
  const Side recursive_tree = {"by hand, recursion", hand_send_tree_depth_first, hand_receive_tree_depth_first,
                               al_release<AutoLink_Tree>, nullptr};
  const Side hand_shared_array = {"by hand, recursion", hand_send_branches<SlimBranch>,
                                  hand_receive_branches<SlimBranch>, al_release<AutoLink_Branch>, nullptr};
  const Side hand_own_arrays = {"by hand, recursion", hand_send_branches<SlimBranchWithValues>,
                                hand_receive_branches<SlimBranchWithValues>, al_release<AutoLink_Branch>, nullptr};
  const Side hand_graph = {"by hand", hand_send_graph, hand_receive_graph, al_release<AutoLink_Graph>, nullptr};
  const Side hand_mixed = {"by hand", hand_send_mixed, hand_receive_mixed, al_release<AutoLink_Square>, nullptr};
  const Side kept_tree = {"by hand, array kept", hand_send_tree_kept, hand_receive_tree_kept, al_release<AutoLink_Tree>,
                          nullptr};
  const Side kept_graph = {"by hand, array kept", hand_send_graph_kept, hand_receive_graph_kept,
                           al_release<AutoLink_Graph>, nullptr};
  const Side kept_mixed = {"by hand, array kept", hand_send_mixed_kept, hand_receive_mixed_kept,
                           al_release<AutoLink_Square>, nullptr};
  const Side ihand_small = {"by hand, MPI_Isend", hand_isend_list<Small>, hand_ireceive_list<Small>,
                            release_list<Small>, nullptr};
  const Side iautolink_small = {"autolink malloc, AL_Isend", al_isend<AutoLink_Small>, al_ireceive<AutoLink_Small>,
                                al_release<AutoLink_Small>, nullptr};
  const Side hand_rows = {"by hand", hand_send_rows, hand_receive_rows, al_release<AutoLink_Row>, nullptr};
  std::vector<Workload> workloads = {
      {"list",
       1,
       40000000,
       1000000,
       [] { return static_cast<void *>(make_list<Small>(1000000, false)); },
       sum_list<Small>,
       {hand_small, counted_small, kept_small}},
      {"list-shuffled",
       1,
       40000000,
       1000000,
       [] { return static_cast<void *>(make_list<Small>(1000000, true)); },
       sum_list<Small>,
       {hand_small, counted_small, kept_small}},
      {"list-4KB",
       1,
       40080000,
       10000,
       [] { return static_cast<void *>(make_list<Large>(10000, false)); },
       sum_list<Large>,
       {hand_large}},
      {"tree",
       1,
       24000000,
       1000000,
       [] { return static_cast<void *>(make_tree(1000000, false)); },
       sum_tree,
       {hand_tree, kept_tree, recursive_tree}},
      {"tree-depth-first",
       1,
       24000000,
       1000000,
       [] { return static_cast<void *>(make_tree_depth_first(1000000)); },
       sum_tree,
       {hand_tree, kept_tree, recursive_tree}},
      {"tree-shuffled",
       1,
       24000000,
       1000000,
       [] { return static_cast<void *>(make_tree(1000000, true)); },
       sum_tree,
       {hand_tree, kept_tree, recursive_tree}},
      {"tree-shared-array",
       1,
       48000000,
       1000000,
       [] { return static_cast<void *>(make_branches(1000000, make_values(shared_values))); },
       sum_branches,
       {hand_shared_array}},
      {"tree-arrays",
       1,
       40000000,
       1000000,
       [] { return static_cast<void *>(make_branches(500000, nullptr)); },
       sum_branches,
       {hand_own_arrays}},
      {"graph",
       1,
       8000000,
       200000,
       [] { return static_cast<void *>(make_graph(200000)); },
       sum_graph,
       {hand_graph, kept_graph}},
      {"three-types",
       1,
       8400000,
       400000,
       [] { return static_cast<void *>(make_mixed(100000)); },
       sum_mixed,
       {hand_mixed}},
      {"list-5000",
       1,
       200000,
       5000,
       [] { return static_cast<void *>(make_list<Small>(5000, false)); },
       sum_list<Small>,
       {hand_small}},
      {"list-4KB-5000",
       1,
       20040000,
       5000,
       [] { return static_cast<void *>(make_list<Large>(5000, false)); },
       sum_list<Large>,
       {hand_large}},
      {"three-types-2000",
       1,
       168000,
       8000,
       [] { return static_cast<void *>(make_mixed(2000)); },
       sum_mixed,
       {hand_mixed}},
      {"list-10",
       10000,
       400,
       10,
       [] { return static_cast<void *>(make_list<Small>(10, false)); },
       sum_list<Small>,
       {hand_small, kept_small}},
      {"list-24B",
       1,
       24000000,
       1000000,
       [] { return static_cast<void *>(make_list<Slim>(1000000, false)); },
       sum_list<Slim>,
       {hand_slim, kept_slim}},
      {"list-100",
       2000,
       4000,
       100,
       [] { return static_cast<void *>(make_list<Small>(100, false)); },
       sum_list<Small>,
       {hand_small, kept_small}},
      {"list-1000",
       500,
       40000,
       1000,
       [] { return static_cast<void *>(make_list<Small>(1000, false)); },
       sum_list<Small>,
       {hand_small, kept_small}},
      {"rows", 1, 19200000, 400000, [] { return static_cast<void *>(make_rows(200000)); }, sum_rows, {hand_rows}},
      {"tree-100",
       2000,
       2400,
       100,
       [] { return static_cast<void *>(make_tree(100, false)); },
       sum_tree,
       {hand_tree, kept_tree}},
      {"tree-1000",
       500,
       24000,
       1000,
       [] { return static_cast<void *>(make_tree(1000, false)); },
       sum_tree,
       {hand_tree, kept_tree}},
      {"graph-100",
       2000,
       4000,
       100,
       [] { return static_cast<void *>(make_graph(100)); },
       sum_graph,
       {hand_graph, kept_graph}},
      {"graph-1000",
       500,
       40000,
       1000,
       [] { return static_cast<void *>(make_graph(1000)); },
       sum_graph,
       {hand_graph, kept_graph}},
      {"three-types-100",
       2000,
       2100,
       100,
       [] { return static_cast<void *>(make_mixed(25)); },
       sum_mixed,
       {hand_mixed, kept_mixed}},
      {"three-types-1000",
       500,
       21000,
       1000,
       [] { return static_cast<void *>(make_mixed(250)); },
       sum_mixed,
       {hand_mixed, kept_mixed}},
      {"isend-200",
       1000,
       8000,
       200,
       [] { return static_cast<void *>(make_list<Small>(200, false)); },
       sum_list<Small>,
       {ihand_small, iautolink_small}},
      {"isend-1200",
       500,
       48000,
       1200,
       [] { return static_cast<void *>(make_list<Small>(1200, false)); },
       sum_list<Small>,
       {ihand_small, iautolink_small}},
      {"list-2100",
       100,
       84000,
       2100,
       [] { return static_cast<void *>(make_list<Small>(2100, false)); },
       sum_list<Small>,
       {hand_small, kept_small}},
      {"tree-2100",
       100,
       50400,
       2100,
       [] { return static_cast<void *>(make_tree(2100, false)); },
       sum_tree,
       {hand_tree, kept_tree}},
      {"graph-2100",
       100,
       84000,
       2100,
       [] { return static_cast<void *>(make_graph(2100)); },
       sum_graph,
       {hand_graph, kept_graph}},
      {"three-types-2100",
       100,
       44100,
       2100,
       [] { return static_cast<void *>(make_mixed(525)); },
       sum_mixed,
       {hand_mixed, kept_mixed}},
      {"list-4000",
       100,
       160000,
       4000,
       [] { return static_cast<void *>(make_list<Small>(4000, false)); },
       sum_list<Small>,
       {hand_small, kept_small}},
      {"tree-4000",
       100,
       96000,
       4000,
       [] { return static_cast<void *>(make_tree(4000, false)); },
       sum_tree,
       {hand_tree, kept_tree}},
      {"graph-4000",
       100,
       160000,
       4000,
       [] { return static_cast<void *>(make_graph(4000)); },
       sum_graph,
       {hand_graph, kept_graph}},
      {"three-types-4000",
       100,
       84000,
       4000,
       [] { return static_cast<void *>(make_mixed(1000)); },
       sum_mixed,
       {hand_mixed, kept_mixed}},
  };
  const auto sides_of = [&workloads](std::string_view name) -> std::vector<Side> & {
    return std::ranges::find(workloads, name, &Workload::name)->sides;
  };
  add_autolink<AutoLink_Small>(sides_of("list"), true);
  add_autolink<AutoLink_Small>(sides_of("list-shuffled"), true);
  add_autolink<AutoLink_Large>(sides_of("list-4KB"), true);
  add_autolink<AutoLink_Tree>(sides_of("tree"), true);
  add_autolink<AutoLink_Tree>(sides_of("tree-depth-first"), true);
  add_autolink<AutoLink_Tree>(sides_of("tree-shuffled"), true);
  add_autolink<AutoLink_Branch>(sides_of("tree-shared-array"), true);
  add_autolink<AutoLink_Branch>(sides_of("tree-arrays"), true);
  add_autolink<AutoLink_Graph>(sides_of("graph"), false);
  add_autolink<AutoLink_Square>(sides_of("three-types"), false);
  add_autolink<AutoLink_Small>(sides_of("list-5000"), true);
  add_autolink<AutoLink_Large>(sides_of("list-4KB-5000"), true);
  add_autolink<AutoLink_Square>(sides_of("three-types-2000"), false);
  add_autolink<AutoLink_Small>(sides_of("list-10"), true);
  add_autolink<AutoLink_Slim>(sides_of("list-24B"), true);
  add_autolink<AutoLink_Small>(sides_of("list-100"), true);
  add_autolink<AutoLink_Small>(sides_of("list-1000"), true);
  add_autolink<AutoLink_Row>(sides_of("rows"), false);
  add_autolink<AutoLink_Tree>(sides_of("tree-100"), true);
  add_autolink<AutoLink_Tree>(sides_of("tree-1000"), true);
  add_autolink<AutoLink_Graph>(sides_of("graph-100"), false);
  add_autolink<AutoLink_Graph>(sides_of("graph-1000"), false);
  add_autolink<AutoLink_Square>(sides_of("three-types-100"), false);
  add_autolink<AutoLink_Square>(sides_of("three-types-1000"), false);
  add_autolink<AutoLink_Small>(sides_of("list-2100"), true);
  add_autolink<AutoLink_Tree>(sides_of("tree-2100"), true);
  add_autolink<AutoLink_Graph>(sides_of("graph-2100"), false);
  add_autolink<AutoLink_Square>(sides_of("three-types-2100"), false);
  add_autolink<AutoLink_Small>(sides_of("list-4000"), true);
  add_autolink<AutoLink_Tree>(sides_of("tree-4000"), true);
  add_autolink<AutoLink_Graph>(sides_of("graph-4000"), false);
  add_autolink<AutoLink_Square>(sides_of("three-types-4000"), false);
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  if (rank == 0)
    std::printf("%-16s %-24s %12s %8s %10s %10s\n", "ms; many times: us", "", "end to end", "x", "sender MB",
                "receiver");
  for (Workload &w : workloads) {
    bool wanted = argc <= 2;
    for (int i = 2; i < argc; ++i)
      wanted |= w.name == argv[i];
    if (!wanted)
      continue;
    if (one_core) // if two ranks busy-wait for each other, each runs for milliseconds at a time
      w.repetitions = std::max(1, w.repetitions / 100);
    for (const auto &more : {boost_sides(w.name), cereal_sides(w.name)})
      w.sides.insert(w.sides.end(), more.begin(), more.end());
    run(w, rounds);
  }
  MPI_Comm_free(&arena_comm);
  AL_Finalize();
  return 0;
}
