// Compares C++ objects sent by AutoLink with code that flattens them by hand, and with cereal over memory, Boost.MPI
// and zpp::bits, if they are available. Measures from the time when rank 0 has an object to the time when
// rank 1 has a copy. All sides run in turn; prints medians in ms, and how many times as long as AutoLink the others take.
// Also prints AutoLink's own memory on both sides in its first round, in objects' sizes.
//
// mpiexec -n 2 objects [--one-core] [ROUNDS [ROW…]]        default: 9, all
//
// --one-core: both ranks share processor 0.
#include "objects.hpp"
#include "al_objects.hpp"
#include "objects_peers.h"
#include "resident_memory.h"

#include <autolink/autolink.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <random>
#include <unordered_map>

#include <sched.h>

using namespace bench_objects;

namespace {

int rank = 0;

// By hand: two passes over the object, the first of which finds the length.

struct Counter {
  std::size_t bytes = 0;
  void put(const void *, std::size_t n) { bytes += n; }
};
struct Writer {
  char *at;
  void put(const void *from, std::size_t n) {
    std::memcpy(at, from, n);
    at += n;
  }
};
struct Reader {
  const char *at;
  void get(void *to, std::size_t n) {
    std::memcpy(to, at, n);
    at += n;
  }
  std::size_t count() {
    std::size_t n = 0;
    get(&n, sizeof n);
    return n;
  }
};

template <typename Out> struct Flat {
  Out out;
  std::unordered_map<const vertex *, std::size_t> labels = {};
  std::deque<const vertex *> waiting = {};

  void count(std::size_t n) { out.put(&n, sizeof n); }
  void put(double value) { out.put(&value, sizeof value); }
  void put(int value) { out.put(&value, sizeof value); }
  void put(const std::string &text) {
    count(text.size());
    out.put(text.data(), text.size());
  }
  void put(const std::vector<double> &values) {
    count(values.size());
    out.put(values.data(), values.size() * sizeof(double));
  }
  void put(const std::vector<int> &values) {
    count(values.size());
    out.put(values.data(), values.size() * sizeof(int));
  }
  void put(const cell &one) {
    out.put(one.x, sizeof one.x);
    put(one.values);
    put(one.name);
  }
  template <typename T> void put(const std::vector<T> &all) {
    count(all.size());
    for (const T &one : all)
      put(one);
  }
  template <typename K, typename V> void put(const std::map<K, V> &all) {
    count(all.size());
    for (const auto &[key, value] : all) {
      put(key);
      put(value);
    }
  }
  void put(const std::unique_ptr<tree> &one) { // in the order of a depth-first search
    std::vector<const tree *> stack = {one.get()};
    while (!stack.empty()) {
      const tree *next = stack.back();
      stack.pop_back();
      const char is_there = next != nullptr;
      out.put(&is_there, 1);
      if (!next)
        continue;
      put(next->value);
      stack.push_back(next->right.get());
      stack.push_back(next->left.get());
    }
  }
  std::size_t label_of(const vertex *one) {
    if (!one)
      return 0;
    const auto [found, is_new] = labels.try_emplace(one, labels.size() + 1);
    if (is_new)
      waiting.push_back(one);
    return found->second;
  }
  void put(const std::shared_ptr<vertex> &root) {
    label_of(root.get());
    while (!waiting.empty()) {
      const vertex *one = waiting.front();
      waiting.pop_front();
      put(one->value);
      for (const auto &edge : one->edges)
        count(label_of(edge.get()));
    }
  }
  void put(const std::unique_ptr<shape> &one) {
    const char kind = dynamic_cast<const circle *>(one.get()) ? 0 : dynamic_cast<const box *>(one.get()) ? 1 : 2;
    out.put(&kind, 1);
    put(one->id);
    if (kind == 0) {
      put(static_cast<const circle &>(*one).radius);
    } else if (kind == 1) {
      put(static_cast<const box &>(*one).a);
      put(static_cast<const box &>(*one).b);
    } else {
      out.put(static_cast<const path &>(*one).points, sizeof(path::points));
    }
  }
  void put(const small &one) {
    put(one.a);
    put(one.b);
    put(one.c);
    put(one.d);
    put(one.name);
    put(one.values);
    out.put(one.letters, sizeof one.letters);
    out.put(&one.is_set, sizeof one.is_set);
    out.put(&one.id, sizeof one.id);
    put(one.numbers);
  }
};

struct Unflat {
  Reader in;

  void get(double &value) { in.get(&value, sizeof value); }
  void get(int &value) { in.get(&value, sizeof value); }
  void get(std::string &text) {
    const std::size_t n = in.count();
    text.assign(in.at, n);
    in.at += n;
  }
  template <typename T> void get_numbers(std::vector<T> &values) {
    values.resize(in.count());
    in.get(values.data(), values.size() * sizeof(T));
  }
  void get(std::vector<double> &values) { get_numbers(values); }
  void get(std::vector<int> &values) { get_numbers(values); }
  void get(cell &one) {
    in.get(one.x, sizeof one.x);
    get(one.values);
    get(one.name);
  }
  template <typename T> void get(std::vector<T> &all) {
    all.resize(in.count());
    for (T &one : all)
      get(one);
  }
  template <typename K, typename V> void get(std::map<K, V> &all) {
    for (std::size_t n = in.count(); n > 0; --n) {
      K key;
      get(key);
      get(all.emplace_hint(all.end(), std::move(key), V())->second);
    }
  }
  void get(std::unique_ptr<tree> &root) {
    std::vector<std::unique_ptr<tree> *> stack = {&root};
    while (!stack.empty()) {
      std::unique_ptr<tree> &next = *stack.back();
      stack.pop_back();
      char is_there = 0;
      in.get(&is_there, 1);
      if (!is_there)
        continue;
      next = std::make_unique<tree>();
      get(next->value);
      stack.push_back(&next->right);
      stack.push_back(&next->left);
    }
  }
  void get(std::shared_ptr<vertex> &root) {
    std::vector<std::shared_ptr<vertex>> all = {std::make_shared<vertex>()};
    for (std::size_t i = 0; i < all.size(); ++i) {
      vertex &one = *all[i];
      get(one.value);
      for (auto &edge : one.edges)
        if (const std::size_t label = in.count()) {
          while (all.size() < label)
            all.push_back(std::make_shared<vertex>());
          edge = all[label - 1];
        }
    }
    root = all[0];
  }
  void get(std::unique_ptr<shape> &one) {
    char kind = 0;
    in.get(&kind, 1);
    one.reset(kind == 0 ? static_cast<shape *>(new circle) : kind == 1 ? static_cast<shape *>(new box) : new path);
    get(one->id);
    if (kind == 0) {
      get(static_cast<circle &>(*one).radius);
    } else if (kind == 1) {
      get(static_cast<box &>(*one).a);
      get(static_cast<box &>(*one).b);
    } else {
      in.get(static_cast<path &>(*one).points, sizeof(path::points));
    }
  }
  void get(small &one) {
    get(one.a);
    get(one.b);
    get(one.c);
    get(one.d);
    get(one.name);
    get(one.values);
    in.get(one.letters, sizeof one.letters);
    in.get(&one.is_set, sizeof one.is_set);
    in.get(&one.id, sizeof one.id);
    get(one.numbers);
  }
};

template <typename T> void send_by_hand(const T &object, int dest) {
  Flat<Counter> counted{{}};
  counted.put(object);
  const std::unique_ptr<char[]> buffer(new char[counted.out.bytes]);
  Flat<Writer> flat{{buffer.get()}};
  flat.put(object);
  MPI_Send(buffer.get(), static_cast<int>(counted.out.bytes), MPI_BYTE, dest, 1, MPI_COMM_WORLD);
}

template <typename T> void receive_by_hand(T &object, int source) {
  int bytes = 0;
  const auto buffer = receive_bytes(source, bytes);
  Unflat{{buffer.get()}}.get(object);
}

double now_ms() { return 1e3 * MPI_Wtime(); }

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Runs a row: `make` makes the object, and `same` compares a copy with it.
template <typename T>
void run(const char *name, int rounds, int repetitions, const std::function<T()> &make,
         const std::function<bool(const T &, const T &)> &same) {
  std::vector<Side<T>> sides = {
      {"autolink", [](const T &object, int dest) { autolink::send(object, dest, 1, MPI_COMM_WORLD); },
       [](T &object, int source) { object = autolink::recv<T>(source, 1, MPI_COMM_WORLD); }},
      {"by hand", send_by_hand<T>, receive_by_hand<T>},
  };
  add_peers(sides);
  bench::reset_peak();
  const double without = bench::memory().now_mb;
  const T object = make();
  bench::reset_peak();
  const double with = bench::memory().now_mb, size = with - without;
  double extra[2] = {}; // sender's and receiver's
  std::vector<std::vector<double>> times(sides.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < sides.size(); ++i) {
      T copy{};
      char done = 0;
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = now_ms();
      for (int repetition = 0; repetition < repetitions; ++repetition)
        if (rank == 0) {
          sides[i].send(object, 1);
          if (repetitions > 1)
            sides[i].receive(copy, 1);
          else
            MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
          sides[i].receive(copy, 0);
          if (repetitions > 1)
            sides[i].send(copy, 0);
          else
            MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
        }
      times[i].push_back((now_ms() - start) / repetitions);
      if (i == 0 && round == 0)
        extra[rank] = (bench::memory().peak_mb - with) / size - rank;
      if (rank == 1 && !same(object, copy)) {
        std::fprintf(stderr, "%s, %s: the object has arrived wrongly\n", name, sides[i].name);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
      autolink::destroy(copy);
    }
  MPI_Bcast(&extra[1], 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    std::printf("%-28s", name);
    const double own = median(times[0]);
    std::printf(" autolink %9.4f ms", own);
    if (repetitions == 1)
      std::printf(" + %.2f, %.2f", extra[0], extra[1]);
    for (std::size_t i = 1; i < sides.size(); ++i)
      std::printf("  %s %.2f", sides[i].name, median(times[i]) / own);
    std::printf("\n");
    std::fflush(stdout);
  }
}

std::mt19937_64 generator(1);

/// Returns the objects that make() makes, in memory in random order if `shuffled`.
template <typename T> std::vector<T> in_order(std::size_t n, bool shuffled, const std::function<T()> &make) {
  std::vector<T> out;
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(make());
  if (shuffled)
    std::shuffle(out.begin(), out.end(), generator);
  return out;
}

std::unique_ptr<tree> make_tree(std::size_t n, bool shuffled) {
  auto all = in_order<std::unique_ptr<tree>>(n, shuffled, [] { return std::make_unique<tree>(); });
  for (std::size_t i = n; i-- > 0;) {
    all[i]->value = static_cast<double>(i);
    if (2 * i + 1 < n)
      all[i]->left = std::move(all[2 * i + 1]);
    if (2 * i + 2 < n)
      all[i]->right = std::move(all[2 * i + 2]);
  }
  return std::move(all[0]);
}

/// The vertices own each other in circles, and stay to the end of the program.
std::shared_ptr<vertex> make_graph(std::size_t n, bool shuffled) {
  auto all = in_order<std::shared_ptr<vertex>>(n, shuffled, [] { return std::make_shared<vertex>(); });
  for (std::size_t i = 0; i < n; ++i) {
    all[i]->value = static_cast<double>(i);
    all[i]->edges[0] = all[(i + 1) % n];
    for (int j = 1; j < 4; ++j)
      all[i]->edges[j] = all[generator() % n];
  }
  return all[0];
}

std::vector<std::unique_ptr<shape>> make_shapes(std::size_t n, bool shuffled) {
  int id = 0;
  return in_order<std::unique_ptr<shape>>(n, shuffled, [&id]() -> std::unique_ptr<shape> {
    std::unique_ptr<shape> out;
    switch (id % 3) {
    case 0:
      out = std::make_unique<circle>();
      break;
    case 1:
      out = std::make_unique<box>();
      break;
    default:
      out = std::make_unique<path>();
    }
    out->id = id++;
    return out;
  });
}

bool same_tree(const std::unique_ptr<tree> &a, const std::unique_ptr<tree> &b) {
  return a && b && a->value == b->value && (!a->left || same_tree(a->left, b->left)) &&
         (!a->right || same_tree(a->right, b->right));
}

} // namespace

int main(int argc, char **argv) {
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "--one-core") {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
    arguments.erase(arguments.begin());
  }
  int rounds = 9;
  if (!arguments.empty()) {
    rounds = std::max(1, std::atoi(arguments[0].c_str()));
    arguments.erase(arguments.begin());
  }
  const auto row = [&](const char *name, auto make, auto same, int repetitions = 1) {
    using T = decltype(make());
    if (arguments.empty() || std::find(arguments.begin(), arguments.end(), name) != arguments.end())
      run<T>(name, rounds, repetitions, make, same);
  };
  using doubles = std::vector<double>;
  row(
      "vector<double>", [] { return doubles(10'000'000, 1.5); },
      [](const doubles &a, const doubles &b) { return a == b; });
  using strings = std::vector<std::string>;
  row(
      "vector<string>",
      [] {
        strings out(1'000'000);
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = std::string(8 + i % 24, 's');
        return out;
      },
      [](const strings &a, const strings &b) { return a == b; });
  using cells = std::vector<cell>;
  row(
      "vector<cell>", [] { return cells(100'000, cell{{1, 2, 3}, doubles(8, 4), "twelve bytes"}); },
      [](const cells &a, const cells &b) {
        return a.size() == b.size() && a.back().values == b.back().values && a.back().name == b.back().name;
      });
  using by_number = std::map<int, doubles>;
  row(
      "map<int, vector>",
      [] {
        by_number out;
        for (int i = 0; i < 100'000; ++i)
          out[i].assign(8, i);
        return out;
      },
      [](const by_number &a, const by_number &b) { return a == b; });
  using by_name = std::map<std::string, int>;
  row(
      "map<string, int>",
      [] {
        by_name out;
        for (int i = 0; i < 100'000; ++i)
          out["the key number " + std::to_string(i)] = i;
        return out;
      },
      [](const by_name &a, const by_name &b) { return a == b; });
  row("tree", [] { return make_tree(1'000'000, false); }, same_tree);
  row("tree, shuffled", [] { return make_tree(1'000'000, true); }, same_tree);
  const auto same_graph = [](const std::shared_ptr<vertex> &a, const std::shared_ptr<vertex> &b) {
    return a->value == b->value && a->edges[0]->edges[2]->value == b->edges[0]->edges[2]->value;
  };
  row("graph", [] { return make_graph(200'000, false); }, same_graph);
  row("graph, shuffled", [] { return make_graph(200'000, true); }, same_graph);
  using shapes = std::vector<std::unique_ptr<shape>>;
  const auto same_shapes = [](const shapes &a, const shapes &b) {
    return a.size() == b.size() && a.back()->id == b.back()->id && typeid(*a.back()) == typeid(*b.back());
  };
  row("shapes", [] { return make_shapes(1'000'000, false); }, same_shapes);
  row("shapes, shuffled", [] { return make_shapes(1'000'000, true); }, same_shapes);
  row(
      "small, there and back", [] { return small(); },
      [](const small &a, const small &b) { return a.name == b.name && a.numbers == b.numbers; }, 2000);
  AL_Finalize();
}
