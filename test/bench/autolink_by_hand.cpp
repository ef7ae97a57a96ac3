// The hand-written sides of the AutoLink benchmark. The code is as one would write it for each of these structures,
// without a table of addresses if none is needed.
#include "autolink_by_hand.h"

#include "al_routines.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <unordered_map>

namespace bench {
namespace {

constexpr std::size_t max_nodes = 1000000;

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

} // namespace

namespace by_hand {

const Side small = {"by hand", hand_send_list<Small>, hand_receive_list<Small>, release_list<Small>, nullptr};
const Side small_kept = {"by hand, array kept", hand_send_list_kept<Small>, hand_receive_list_kept<Small>,
                         release_list<Small>, nullptr};
const Side small_counted = {"by hand, counted first", hand_send_list_counted<Small>, hand_receive_list_counted<Small>,
                            release_list<Small>, nullptr};
const Side small_nonblocking = {"by hand, MPI_Isend", hand_isend_list<Small>, hand_ireceive_list<Small>,
                                release_list<Small>, nullptr};
const Side slim = {"by hand", hand_send_list<Slim>, hand_receive_list<Slim>, release_list<Slim>, nullptr};
const Side slim_kept = {"by hand, array kept", hand_send_list_kept<Slim>, hand_receive_list_kept<Slim>,
                        release_list<Slim>, nullptr};
const Side large = {"by hand", hand_send_list<Large>, hand_receive_list<Large>, release_list<Large>, nullptr};
const Side tree = {"by hand", hand_send_tree, hand_receive_tree, al_release<AutoLink_Tree>, nullptr};
const Side tree_kept = {"by hand, array kept", hand_send_tree_kept, hand_receive_tree_kept, al_release<AutoLink_Tree>,
                        nullptr};
const Side tree_recursive = {"by hand, recursion", hand_send_tree_depth_first, hand_receive_tree_depth_first,
                             al_release<AutoLink_Tree>, nullptr};
const Side shared_array = {"by hand, recursion", hand_send_branches<SlimBranch>, hand_receive_branches<SlimBranch>,
                           al_release<AutoLink_Branch>, nullptr};
const Side own_arrays = {"by hand, recursion", hand_send_branches<SlimBranchWithValues>,
                         hand_receive_branches<SlimBranchWithValues>, al_release<AutoLink_Branch>, nullptr};
const Side graph = {"by hand", hand_send_graph, hand_receive_graph, al_release<AutoLink_Graph>, nullptr};
const Side graph_kept = {"by hand, array kept", hand_send_graph_kept, hand_receive_graph_kept,
                         al_release<AutoLink_Graph>, nullptr};
const Side mixed = {"by hand", hand_send_mixed, hand_receive_mixed, al_release<AutoLink_Square>, nullptr};
const Side mixed_kept = {"by hand, array kept", hand_send_mixed_kept, hand_receive_mixed_kept,
                         al_release<AutoLink_Square>, nullptr};
const Side rows = {"by hand", hand_send_rows, hand_receive_rows, al_release<AutoLink_Row>, nullptr};

} // namespace by_hand
} // namespace bench
