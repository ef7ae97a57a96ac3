// Compares sends of a plan with a first send of the same structure. Measures from the time when rank 0 begins to the
// time when rank 1 has everything. All sides run in turn; prints medians, and how many times as fast as AL_Send and
// AL_Recv each is, with nodes from malloc.
//
// mpiexec -n 2 plans [ROUNDS [NODES [WORKLOAD]]]        default: 15, all
#include "al_routines.h"
#include "arena_comm.h"

#include <autolink/autolink.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

int rank = 0;

template <typename T> std::vector<T *> make_nodes(std::size_t n, bool is_shuffled) {
  std::vector<T *> nodes(n);
  for (T *&one : nodes) {
    one = static_cast<T *>(std::malloc(sizeof(T)));
    std::memset(one, 0, sizeof(T));
  }
  if (is_shuffled)
    std::shuffle(nodes.begin(), nodes.end(), std::mt19937_64(1));
  return nodes;
}

/// A structure, and how to change the contents of one of its nodes.
struct Workload {
  std::string name;
  AL_Type type;
  std::uint64_t node_bytes;  // contents of a node
  std::vector<void *> nodes; // the first is the root
  void (*change)(void *node, int step);
};

Workload graph(std::size_t n, bool is_shuffled) {
  const auto nodes = make_nodes<Graph>(n, is_shuffled);
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 4; ++k) { // the first two make it one piece
      const std::size_t below = 2 * i + 1 + k;
      nodes[i]->link[k] = nodes[k < 2 && below < n ? below : random() % n];
    }
  return {"graph", AutoLink_Graph, sizeof(Graph::id), {nodes.begin(), nodes.end()}, [](void *node, int step) {
            static_cast<Graph *>(node)->id = step;
          }};
}

Workload tree(std::size_t n, bool is_shuffled) {
  const auto nodes = make_nodes<Tree>(n, is_shuffled);
  for (std::size_t i = 0; i < n; ++i) {
    nodes[i]->left = 2 * i + 1 < n ? nodes[2 * i + 1] : nullptr;
    nodes[i]->right = 2 * i + 2 < n ? nodes[2 * i + 2] : nullptr;
  }
  return {"tree", AutoLink_Tree, sizeof(Tree::key), {nodes.begin(), nodes.end()}, [](void *node, int step) {
            static_cast<Tree *>(node)->key = step;
          }};
}

Workload list(std::size_t n, bool is_shuffled) {
  const auto nodes = make_nodes<Small>(n, is_shuffled);
  for (std::size_t i = 0; i + 1 < n; ++i)
    nodes[i]->next = nodes[i + 1];
  return {"list", AutoLink_Small, sizeof(Small::data), {nodes.begin(), nodes.end()}, [](void *node, int step) {
            static_cast<Small *>(node)->data[1] = step;
          }};
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Returns the milliseconds from the beginning of send() on rank 0 to the end of receive() on rank 1.
double measure(const std::function<void()> &send, const std::function<void()> &receive) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  char done = 0;
  if (rank == 0) {
    send();
    MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    receive();
    MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
  }
  return 1e3 * (MPI_Wtime() - start);
}

/// Compares the contents of a structure with those that were sent, by AL_Pack.
void check(const Workload &w, void *root) {
  void *bytes = nullptr;
  std::size_t size = 0;
  std::uint64_t n = 0;
  AL_Pack(root, w.type, &bytes, &size);
  n = size;
  MPI_Bcast(&n, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::vector<char> sent(static_cast<const char *>(bytes), static_cast<const char *>(bytes) + size);
  sent.resize(n);
  MPI_Bcast(sent.data(), static_cast<int>(n), MPI_BYTE, 0, MPI_COMM_WORLD);
  if (n != size || std::memcmp(sent.data(), bytes, size) != 0) {
    std::fprintf(stderr, "%s: contents have arrived wrongly\n", w.name.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::free(bytes);
}

void run(Workload w, std::size_t n, const char *order, MPI_Comm arena, int rounds) {
  void *root = rank == 0 ? w.nodes[0] : nullptr;
  if (rank == 0)
    AL_Send(root, w.type, 1, 0, MPI_COMM_WORLD);
  else
    AL_Recv(&root, w.type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  AL_Plan plan = AL_PLAN_NULL;
  const double before = MPI_Wtime();
  AL_Plan_create(root, w.type, &plan);
  const double create_ms = 1e3 * (MPI_Wtime() - before);
  AL_Plan changes = AL_PLAN_NULL; // has a copy of what was sent
  AL_Plan_create(root, w.type, &changes);

  int step = 0;
  std::mt19937_64 random(3);
  const auto change = [&](double share) {
    ++step;
    for (void *node : w.nodes)
      if (share == 1 || static_cast<double>(random() % 1000) < 1000 * share)
        w.change(node, step);
  };
  const auto structure = [&](MPI_Comm comm) {
    void *copy = nullptr;
    const double out = measure([&] { AL_Send(root, w.type, 1, 0, comm); },
                               [&] { AL_Recv(&copy, w.type, 0, 0, comm, MPI_STATUS_IGNORE); });
    AL_Free(copy, w.type);
    return out;
  };
  const auto changed = [&](double share) {
    if (rank == 0)
      change(share);
    return measure([&] { AL_Plan_send_changed(changes, 1, 0, MPI_COMM_WORLD); },
                   [&] { AL_Plan_recv(changes, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
  };
  std::vector<char> bytes(n * w.node_bytes);
  const std::pair<const char *, std::function<double()>> sides[] = {
      {"AL_Send", [&] { return structure(MPI_COMM_WORLD); }},
      {"AL_Send, arena", [&] { return structure(arena); }},
      {"AL_Plan_send",
       [&] {
         if (rank == 0)
           change(1);
         return measure([&] { AL_Plan_send(plan, 1, 0, MPI_COMM_WORLD); },
                        [&] { AL_Plan_recv(plan, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
       }},
      {"AL_Plan_send_changed, all", [&] { return changed(1); }},
      {"AL_Plan_send_changed, 1 %", [&] { return changed(0.01); }},
      {"the contents' bytes", [&] {
         return measure([&] { MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 1, 3, MPI_COMM_WORLD); },
                        [&] {
                          MPI_Recv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 3, MPI_COMM_WORLD,
                                   MPI_STATUS_IGNORE);
                        });
       }}};
  std::vector<double> times[std::size(sides)];
  for (int round = 0; round <= rounds; ++round) // the first one does not count
    for (std::size_t i = 0; i < std::size(sides); ++i) {
      const double ms = sides[i].second();
      if (round > 0)
        times[i].push_back(ms);
      if (round == 0 && i < 5)
        check(w, root);
    }
  if (rank == 0) {
    std::printf("%s of %zu nodes, %s; AL_Plan_create takes %.2f ms\n", w.name.c_str(), n, order, create_ms);
    for (std::size_t i = 0; i < std::size(sides); ++i)
      std::printf("  %-28s %9.3f ms %7.2f\n", sides[i].first, median(times[i]), median(times[0]) / median(times[i]));
    std::fflush(stdout);
  }
  AL_Plan_free(&plan);
  AL_Plan_free(&changes);
  AL_Free(root, w.type);
}

} // namespace

int main(int argc, char **argv) {
  int size = 0;
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    std::fputs("plans: two ranks are needed\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  MPI_Comm arena = bench::make_arena_comm();
  using Make = Workload (*)(std::size_t, bool);
  constexpr std::pair<const char *, Make> workloads[] = {{"graph", graph}, {"tree", tree}, {"list", list}};
  for (const std::size_t n : {1000, 100000, 1000000})
    for (const bool is_shuffled : {true, false})
      for (const auto &[name, make] : workloads) {
        if ((argc > 2 && static_cast<std::size_t>(std::atol(argv[2])) != n) || (argc > 3 && std::strcmp(argv[3], name)))
          continue;
        run(make(rank == 0 ? n : 1, is_shuffled), n, is_shuffled ? "shuffled" : "in the order of memory", arena,
            n == 1000 ? 20 * rounds : rounds);
      }
  MPI_Comm_free(&arena);
  AL_Finalize();
  return 0;
}
