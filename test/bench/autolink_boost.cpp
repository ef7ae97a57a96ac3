// The Boost.MPI sides of the AutoLink benchmark: the same structs, with pointers serialized by Boost.Serialization,
// which supports shared nodes and cycles. It is recursive, so lists of more than about ten thousand nodes, and graphs,
// overflow the stack.
#include "autolink_sides.h"

#ifdef AUTOLINK_BENCH_BOOST
#include <boost/mpi.hpp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/export.hpp>

namespace boost::serialization {

template <typename Archive> void serialize(Archive &archive, bench::Small &node, unsigned) {
  archive & node.data & node.next;
}
template <typename Archive> void serialize(Archive &archive, bench::Large &node, unsigned) {
  archive & node.data & node.next;
}
template <typename Archive> void serialize(Archive &archive, bench::Tree &node, unsigned) {
  archive & node.key & node.left & node.right;
}
template <typename Archive> void serialize(Archive &archive, bench::Triangle &node, unsigned) { archive & node.angle; }
template <typename Archive> void serialize(Archive &archive, bench::Circle &node, unsigned) {
  archive & node.radius & node.inner;
}
template <typename Archive> void serialize(Archive &archive, bench::Square &node, unsigned) {
  archive & node.id & node.first & node.second & node.third & node.next;
}

} // namespace boost::serialization
#endif

namespace bench {

#ifdef AUTOLINK_BENCH_BOOST
namespace {

const boost::mpi::communicator &world() {
  static const boost::mpi::communicator out(MPI_COMM_WORLD, boost::mpi::comm_attach);
  return out;
}

template <typename T> void send(const void *root) {
  T *pointer = const_cast<T *>(static_cast<const T *>(root));
  world().send(1, 1, pointer);
}

template <typename T> void *receive() {
  T *root = nullptr;
  world().recv(0, 1, root);
  return root;
}

// Boost has allocated the nodes with new.
template <typename T> void release_list(void *root) {
  for (auto *at = static_cast<T *>(root); at;) {
    T *next = at->next;
    delete at;
    at = next;
  }
}

void release_tree(void *root) {
  auto *tree = static_cast<Tree *>(root);
  if (!tree)
    return;
  release_tree(tree->left);
  release_tree(tree->right);
  delete tree;
}

} // namespace
#endif

std::vector<Side> boost_sides([[maybe_unused]] const std::string &workload) {
#ifdef AUTOLINK_BENCH_BOOST
  if (workload == "list-10" || workload == "list-5000")
    return {{"Boost.MPI", send<Small>, receive<Small>, release_list<Small>, nullptr}};
  if (workload == "list-4KB-5000")
    return {{"Boost.MPI", send<Large>, receive<Large>, release_list<Large>, nullptr}};
  if (workload == "tree" || workload == "tree-shuffled")
    return {{"Boost.MPI", send<Tree>, receive<Tree>, release_tree, nullptr}};
  if (workload == "three-types-2000") // the shared triangles are not freed
    return {{"Boost.MPI", send<Square>, receive<Square>, nullptr, nullptr}};
#endif
  return {};
}

} // namespace bench
