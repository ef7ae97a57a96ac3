// Compares AutoLink's marks with a hash table of addresses with open addressing, on dense, shuffled and sparse heaps.
// First measures a walk over a list, with either in turn. Then measures the marks alone: each node is marked and found
// once more, prefetched as in the walk over a graph. Prints medians.
//
// marks [ROUNDS [NODES]]        default: 9, 200000
#include "core/base/marks.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <sys/mman.h>

namespace {

/// A table with linear probing, at most three quarters full, with 16 bytes per place.
class Table {
public:
  std::uint64_t mark(std::uintptr_t address, std::uint64_t label) {
    if (4 * (used_ + 1) > 3 * entries_.size())
      grow();
    Entry &entry = entries_[place_of(address)];
    if (entry.address != 0)
      return entry.label + 1;
    entry = {address, label};
    ++used_;
    return 0;
  }
  void prefetch(std::uintptr_t address) const {
    if (!entries_.empty())
      __builtin_prefetch(&entries_[hash(address)]);
  }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

private:
  struct Entry {
    std::uintptr_t address = 0;
    std::uint64_t label = 0;
  };
  std::size_t hash(std::uintptr_t address) const {
    return static_cast<std::size_t>(address * std::uint64_t{0x9e3779b97f4a7c15} >>
                                    (64 - std::countr_zero(entries_.size())));
  }
  std::size_t place_of(std::uintptr_t address) const {
    std::size_t at = hash(address);
    while (entries_[at].address != 0 && entries_[at].address != address)
      at = (at + 1) & (entries_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Entry> old(entries_.empty() ? 16 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry &entry : old)
      if (entry.address != 0)
        entries_[place_of(entry.address)] = entry;
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

/// Marks of a single class of nodes.
class Marks {
public:
  explicit Marks(std::uint64_t node_size) {
    shadow_.begin(node_size, 1);
    marks_.begin(shadow_, 0);
  }
  std::uint64_t mark(std::uintptr_t address, std::uint64_t label) { return marks_.mark(address, label); }
  void prefetch(std::uintptr_t address) const { marks_.prefetch(address); }
  std::size_t bytes() const { return shadow_.bytes(); }

private:
  autolink::Shadow shadow_;
  autolink::Marks marks_;
};

struct Node {
  Node *next;
};

struct Result {
  double ns = 0, bytes = 0; // per node
};

Result result(std::chrono::steady_clock::time_point begin, std::size_t n, std::size_t bytes) {
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
  return {time.count() / static_cast<double>(n), static_cast<double>(bytes) / static_cast<double>(n)};
}

template <typename Marks> Result walk(Marks &marks, const Node *root, std::size_t n) {
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t label = 0;
  for (const Node *node = root; node; node = node->next)
    label += marks.mark(reinterpret_cast<std::uintptr_t>(node), label) == 0;
  if (label != n)
    std::abort();
  return result(begin, n, marks.bytes());
}

template <typename Marks> Result mark_all(Marks &marks, const std::vector<std::uintptr_t> &nodes) {
  constexpr std::size_t prefetch_distance = 10;
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t label = 0, found = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i + prefetch_distance < nodes.size())
      marks.prefetch(nodes[i + prefetch_distance]);
    label += marks.mark(nodes[i], label) == 0;
    if (i > 0)
      found += marks.mark(nodes[i - 1], label) != 0;
  }
  if (label != nodes.size() || found + 1 != nodes.size())
    std::abort();
  return result(begin, nodes.size(), marks.bytes());
}

Result median(std::vector<Result> results) {
  const auto middle = results.begin() + static_cast<std::ptrdiff_t>(results.size() / 2);
  std::nth_element(results.begin(), middle, results.end(),
                   [](const Result &a, const Result &b) { return a.ns < b.ns; });
  return *middle;
}

/// Memory for the nodes, of which only touched pages exist.
class Heap {
public:
  explicit Heap(std::size_t bytes)
      : bytes_(bytes),
        begin_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (begin_ == MAP_FAILED)
      std::abort();
  }
  ~Heap() { munmap(begin_, bytes_); }
  Heap(const Heap &) = delete;
  Heap &operator=(const Heap &) = delete;
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(begin_); }

private:
  std::size_t bytes_;
  void *begin_;
};

void compare(const char *name, std::uint64_t distance, bool shuffled, std::size_t n, int rounds) {
  constexpr std::uint64_t node_size = 40;
  std::mt19937_64 random(1);
  const Heap heap((distance + distance / 4 + 64) * (n + 1));
  std::vector<std::uintptr_t> nodes(n);
  std::uintptr_t at = heap.begin() + 16;
  for (std::uintptr_t &node : nodes) // malloc's addresses: multiples of 16, not all at one distance
    node = at += (distance + random() % (distance / 4 + 1)) / 16 * 16;
  if (shuffled)
    std::shuffle(nodes.begin(), nodes.end(), random);
  for (std::size_t i = 0; i < n; ++i)
    reinterpret_cast<Node *>(nodes[i])->next = i + 1 < n ? reinterpret_cast<Node *>(nodes[i + 1]) : nullptr;
  std::vector<Result> walks, table_walks, marked, table_marked;
  const auto with = [&](auto &&marks, std::vector<Result> &results, auto body) { results.push_back(body(marks)); };
  const auto *root = reinterpret_cast<const Node *>(nodes[0]);
  for (int round = 0; round < rounds; ++round) {
    with(Marks(node_size), walks, [&](auto &marks) { return walk(marks, root, n); });
    with(Table(), table_walks, [&](auto &marks) { return walk(marks, root, n); });
    with(Marks(node_size), marked, [&](auto &marks) { return mark_all(marks, nodes); });
    with(Table(), table_marked, [&](auto &marks) { return mark_all(marks, nodes); });
  }
  const Result a = median(walks), b = median(table_walks), c = median(marked), d = median(table_marked);
  std::printf("%-26s %8.1f %8.1f %6.2f %8.1f %8.1f %6.2f %8.1f %8.1f %6.2f\n", name, a.ns, b.ns, a.ns / b.ns, c.ns,
              d.ns, c.ns / d.ns, a.bytes, b.bytes, a.bytes / b.bytes);
}

} // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 9;
  const std::size_t n = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 200000;
  std::printf("%-26s %24s %24s %24s\n%-26s", "ns, bytes a node", "walk", "marks alone", "memory", "");
  for (int i = 0; i < 3; ++i)
    std::printf(" %8s %8s %6s", "marks", "table", "ratio");
  std::puts("");
  compare("48 bytes apart", 48, false, n, rounds);
  compare("48 bytes apart, shuffled", 48, true, n, rounds);
  compare("256 bytes apart", 256, false, n, rounds);
  compare("256 bytes apart, shuffled", 256, true, n, rounds);
  compare("2 KB apart", 2048, false, n, rounds);
  compare("2 KB apart, shuffled", 2048, true, n, rounds);
}
