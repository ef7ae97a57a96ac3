// Compares AL_Bcast of a tree with sending it to each rank in turn, with AL_Pack, MPI_Bcast and AL_Unpack, and with
// Boost.MPI's broadcast if that is available. Measures from the time when all ranks are ready to the time when all have
// the tree. All sides run in turn; prints medians, and each side's time as a multiple of AL_Bcast's.
//
// mpiexec -n 4 collectives [ROUNDS [NODES…]]        default: 9, 1000000
#include "autolink_structs.h"

#include <autolink/autolink.h>

#include <mpi.h>

#ifdef AUTOLINK_BENCH_BOOST
#include <boost/mpi.hpp>
namespace boost::serialization {
template <typename Archive> void serialize(Archive &archive, Tree &node, unsigned) {
  archive & node.key & node.left & node.right;
}
} // namespace boost::serialization
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "al_routines.h"

#include <malloc.h>

namespace {

int rank = 0, size = 0;

/// Returns a balanced tree of n nodes, each in memory of its own, in depth-first order.
Tree *make_tree(std::size_t n, double key) {
  if (n == 0)
    return nullptr;
  auto *out = static_cast<Tree *>(std::malloc(sizeof(Tree)));
  out->key = key;
  out->left = make_tree((n - 1) / 2, 2 * key);
  out->right = make_tree(n - 1 - (n - 1) / 2, 2 * key + 1);
  return out;
}

double sum(const Tree *tree) { return tree ? tree->key + sum(tree->left) + sum(tree->right) : 0; }

Tree *broadcast(Tree *tree) {
  AL_Bcast(&tree, AutoLink_Tree, 0, MPI_COMM_WORLD);
  return tree;
}

Tree *send_in_turn(Tree *tree) {
  if (rank == 0)
    for (int to = 1; to < size; ++to)
      AL_Send(tree, AutoLink_Tree, to, 0, MPI_COMM_WORLD);
  else
    AL_Recv(&tree, AutoLink_Tree, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return tree;
}

Tree *broadcast_bytes(Tree *tree) {
  void *buffer = nullptr;
  std::size_t bytes = 0;
  if (rank == 0)
    AL_Pack(tree, AutoLink_Tree, &buffer, &bytes);
  MPI_Bcast(&bytes, sizeof bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank != 0)
    buffer = std::malloc(bytes);
  MPI_Bcast(buffer, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank != 0)
    AL_Unpack(buffer, bytes, &tree, AutoLink_Tree);
  std::free(buffer);
  return tree;
}

void release(Tree *tree) { AL_Free(tree, AutoLink_Tree); }

#ifdef AUTOLINK_BENCH_BOOST
Tree *broadcast_with_boost(Tree *tree) {
  static const boost::mpi::communicator world(MPI_COMM_WORLD, boost::mpi::comm_attach);
  boost::mpi::broadcast(world, tree, 0);
  return tree;
}

void delete_tree(Tree *tree) { // Boost has made the nodes with new
  if (!tree)
    return;
  delete_tree(tree->left);
  delete_tree(tree->right);
  delete tree;
}
#endif

struct Side {
  const char *name;
  Tree *(*run)(Tree *tree); // takes the tree on rank 0, and returns it on all
  void (*release)(Tree *tree);
  std::vector<double> ms = {};
};

void measure(std::size_t nodes, int rounds) {
  std::vector<Side> sides = {{"AL_Bcast", broadcast, release},
                             {"AL_Send to each in turn", send_in_turn, release},
                             {"AL_Pack, MPI_Bcast, AL_Unpack", broadcast_bytes, release}};
#ifdef AUTOLINK_BENCH_BOOST
  sides.push_back({"boost::mpi::broadcast", broadcast_with_boost, delete_tree});
#endif
  Tree *const tree = rank == 0 ? make_tree(nodes, 1) : nullptr;
  double expected = sum(tree);
  MPI_Bcast(&expected, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int round = -1; round < rounds; ++round) // the first one warms up
    for (Side &side : sides) {
      malloc_trim(0); // no side finds what the one before it has freed
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      Tree *const received = side.run(tree);
      MPI_Barrier(MPI_COMM_WORLD);
      if (round >= 0)
        side.ms.push_back(1e3 * (MPI_Wtime() - start));
      if (sum(received) != expected) {
        std::fprintf(stderr, "%s: the tree has arrived wrongly\n", side.name);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
      if (rank != 0)
        side.release(received);
    }
  if (rank == 0) {
    std::printf("a tree of %zu nodes to %d ranks, medians of %d rounds\n", nodes, size, rounds);
    double first = 0;
    for (Side &side : sides) {
      std::sort(side.ms.begin(), side.ms.end());
      const double ms = side.ms[side.ms.size() / 2];
      first = first == 0 ? ms : first;
      std::printf("  %-30s %10.3f ms  %6.2f\n", side.name, ms, ms / first);
    }
    release(tree);
  }
}

} // namespace

int main(int argc, char **argv) {
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
  for (int i = 2; i < argc; ++i)
    measure(std::strtoull(argv[i], nullptr, 10), rounds);
  if (argc <= 2)
    measure(1000000, rounds);
  AL_Finalize();
}
