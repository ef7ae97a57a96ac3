// Enumerates every tree of a tiny type map. See reference_dag.h.
#include "reference_dag.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

/// A tree, given as the ascending numbers of its distinct nodes and the number of its root.
struct Candidate {
  std::vector<int> nodes;
  int root = 0;
};

class Enumeration {
public:
  explicit Enumeration(const CostModel &model) : model_(model) {}

  Cost least(const TypeMap &map) {
    Cost least = std::numeric_limits<Cost>::max();
    for (const Candidate &candidate : trees(map)) {
      Cost sum = 0;
      for (const int node : candidate.nodes)
        sum += costs_[static_cast<std::size_t>(node)];
      least = std::min(least, sum);
    }
    return least;
  }

private:
  static std::string text(const TypeMap &map) {
    std::string out;
    for (const TypeMapEntry &entry : map)
      out += std::to_string(static_cast<int>(entry.type.id)) + '@' +
             std::to_string(entry.displacement - map.front().displacement) + ' ';
    return out;
  }

  static TypeMap part(const TypeMap &map, std::size_t begin, std::size_t end) {
    return {map.begin() + static_cast<std::ptrdiff_t>(begin), map.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  /// Returns all trees of `map`, moved so that its first element is at 0.
  const std::vector<Candidate> &trees(const TypeMap &map) {
    const std::string key = text(map);
    if (const auto known = known_.find(key); known != known_.end())
      return known->second;
    std::vector<Candidate> out;
    if (map.size() == 1)
      add(out, "leaf " + key, model_.leaf, {});
    for (std::size_t length = 1; length < map.size(); ++length)
      add_repeats(out, map, length);
    std::vector<std::size_t> cuts = {0};
    add_strucs(out, map, cuts, {});
    return known_.emplace(key, std::move(out)).first->second;
  }

  void add(std::vector<Candidate> &out, const std::string &node, Cost cost, std::vector<int> below) {
    const auto [found, is_new] = numbers_.emplace(node, static_cast<int>(costs_.size()));
    if (is_new)
      costs_.push_back(cost);
    below.push_back(found->second);
    std::ranges::sort(below);
    below.erase(std::unique(below.begin(), below.end()), below.end());
    out.push_back({std::move(below), found->second});
  }

  /// Adds the vec, idx and idxbuc nodes over blocks of `length` elements.
  void add_repeats(std::vector<Candidate> &out, const TypeMap &map, std::size_t length) {
    if (map.size() % length != 0)
      return;
    const TypeMap block = part(map, 0, length);
    std::vector<std::int64_t> starts;
    for (std::size_t begin = 0; begin < map.size(); begin += length) {
      if (text(part(map, begin, begin + length)) != text(block))
        return;
      starts.push_back(map[begin].displacement - map[0].displacement);
    }
    const auto count = static_cast<Cost>(starts.size());
    std::vector<std::pair<std::string, Cost>> nodes;
    std::string list;
    for (const std::int64_t start : starts)
      list += std::to_string(start) + ' ';
    nodes.emplace_back("idx " + list, model_.idx + count * model_.ix);
    bool even = true;
    for (std::size_t i = 1; i < starts.size(); ++i)
      even = even && starts[i] - starts[i - 1] == starts[1];
    if (even)
      nodes.emplace_back("vec " + std::to_string(count) + ' ' + std::to_string(starts[1]), model_.vec);
    for (unsigned joined = 0; joined < 1u << (starts.size() - 1);
         ++joined) { // bit i: block i + 1 is in the bucket of block i
      std::int64_t stride = 0;
      bool fits = true, any = false;
      std::string buckets = std::to_string(starts[0]);
      Cost number = 1;
      for (std::size_t i = 0; i + 1 < starts.size(); ++i)
        if (joined >> i & 1) {
          const std::int64_t gap = starts[i + 1] - starts[i];
          fits = fits && (!any || gap == stride);
          any = true;
          stride = gap;
          buckets += '+';
        } else {
          buckets += ' ' + std::to_string(starts[i + 1]);
          ++number;
        }
      if (fits)
        nodes.emplace_back("idxbuc " + std::to_string(stride) + ' ' + buckets,
                           model_.idxbuc + number * (model_.ix + model_.bucket));
    }
    for (const Candidate &child : std::vector<Candidate>(trees(block)))
      for (const auto &[node, cost] : nodes)
        add(out, node + " of " + std::to_string(child.root), cost, child.nodes);
  }

  /// Adds the struc nodes whose first children are the parts between `cuts`; `below` has the nodes of those parts.
  void add_strucs(std::vector<Candidate> &out, const TypeMap &map, std::vector<std::size_t> &cuts,
                  const Candidate &below, const std::string &node = "struc") {
    const std::size_t begin = cuts.back();
    if (begin == map.size()) {
      const auto parts = static_cast<Cost>(cuts.size() - 1);
      if (parts > 1)
        add(out, node, model_.struc + parts * (model_.ix + model_.type), below.nodes);
      return;
    }
    for (std::size_t end = begin + 1; end <= map.size(); ++end) {
      if (end - begin == map.size())
        break;
      cuts.push_back(end);
      for (const Candidate &child : std::vector<Candidate>(trees(part(map, begin, end)))) {
        Candidate with = below;
        with.nodes.insert(with.nodes.end(), child.nodes.begin(), child.nodes.end());
        add_strucs(out, map, cuts, with,
                   node + ' ' + std::to_string(map[begin].displacement - map[0].displacement) + ':' +
                       std::to_string(child.root));
      }
      cuts.pop_back();
    }
  }

  const CostModel &model_;
  std::map<std::string, std::vector<Candidate>> known_;
  std::map<std::string, int> numbers_; // numbers of nodes by their texts
  std::vector<Cost> costs_;
};

} // namespace

Cost exhaustive_least_dag_cost(const TypeMap &map, const CostModel &model) { return Enumeration(model).least(map); }

} // namespace automap::layout
