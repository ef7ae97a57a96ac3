// How long layout::reconstruct() takes for the layouts of test/support/layouts.h at n = 10^2 ... 10^6, what
// its trees cost, and how far two plain methods and hand-written types are behind. Costs are those of the
// papers' constants. Every tree is flattened and compared with its input; the program ends if they differ, or
// if a cost that is called proved is not that of the other methods.
//
//   reconstruct [--layouts=REGEX] [--max-n=N] [--rounds=N] [--budget-seconds=S] [--reference-seconds=S]
//               [--megabytes=N] [--markdown] [--list]
//
// Columns:
//   n          elements of the type map
//   tokens     different (type, next type, distance to it) in it
//   ours ms    reconstruct() with its default budget; the median of --rounds runs (default 5), or of as many
//   as
//              take half a second. Each measurement has a process of its own, which is stopped after
//              --budget-seconds (default 60) or --megabytes of address space (default 4096)
//   O(n^3) ms  the plain exact method, one run, if it is expected and found to end within --reference-seconds
//              (default 60; 0 leaves both plain methods out)
//   O(n^4) ms  the papers' dynamic program, likewise, on the map moved to displacement 0
//   cost       of the tree that reconstruct() finds
//   proof      "proved", or the gap (cost - lower bound) / cost
//   indexed    cost of one MPI_Type_create_hindexed over the runs of adjacent elements; of the struct where
//              there are several basic types
//   struct     cost of one MPI_Type_create_struct with a child for each run of adjacent elements of one type
//   B/elem     the most that operator new has held at a time during reconstruct(), in bytes for each element
//
// "-": not tried, or stopped. Below the table: what it should reach, and the rows that miss it.
#include "in_child.h"
#include "layouts.h"
#include "peak_memory.h"
#include "plain_trees.h"
#include "reference_reconstruction.h"

#include "layout/reconstruct.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <getopt.h>
#include <regex>
#include <string>
#include <vector>

namespace {

using namespace automap::test;
using automap::layout::Cost;
using automap::layout::CostModel;
using automap::layout::TypeMap;
using automap::layout::TypeTree;

struct Options {
  std::string layouts = "";
  std::size_t max_n = 1'000'000;
  int rounds = 5;
  double budget_seconds = 60;
  double reference_seconds = 60;
  std::size_t bytes = std::size_t{4096} << 20;
  bool markdown = false;
};

const CostModel model = CostModel::papers();

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void require(bool condition, const std::string &what) {
  if (!condition) {
    std::fprintf(stderr, "wrong: %s\n", what.c_str());
    std::abort();
  }
}

// ---- one measurement

struct Ours {
  double ms = 0;
  Cost cost = 0;
  Cost lower_bound = 0;
  bool proved = false;
  std::size_t peak_bytes = 0;

  double gap_percent() const {
    return cost == 0 ? 0 : 100 * static_cast<double>(cost - lower_bound) / static_cast<double>(cost);
  }
};

Ours measure_ours(const TypeMap &map, int rounds) {
  Ours ours;
  std::vector<double> times;
  for (double spent = 0; static_cast<int>(times.size()) < rounds && spent < 500; spent += times.back()) {
    start_peak_memory();
    const auto start = std::chrono::steady_clock::now();
    const automap::layout::Reconstruction found = reconstruct(map, model);
    times.push_back(milliseconds_since(start));
    ours.peak_bytes = peak_memory();
    ours.cost = found.cost;
    ours.lower_bound = found.lower_bound;
    ours.proved = found.proved;
    if (times.size() > 1)
      continue;
    require(flatten(found.tree) == map, "the tree does not represent the map");
    require(cost(found.tree, model) == found.cost, "the tree has another cost");
    require(found.lower_bound <= found.cost && found.proved == (found.lower_bound == found.cost),
            "the lower bound does not fit the cost");
  }
  std::ranges::sort(times);
  ours.ms = times[times.size() / 2];
  return ours;
}

struct Reference {
  double ms = 0;
  Cost cost = 0;
};

template <typename LeastCost> Reference measure_reference(const TypeMap &map, LeastCost least_cost) {
  const auto start = std::chrono::steady_clock::now();
  const Cost cost = least_cost(map);
  return {milliseconds_since(start), cost};
}

Cost cubic_least_cost(const TypeMap &map) {
  std::vector<automap::layout::Part> parts;
  std::vector<automap::layout::PlacedPart> sequence;
  for (const automap::layout::TypeMapEntry &entry : map) {
    const TypeTree leaf = TypeTree::leaf(entry.type);
    auto part = std::ranges::find(parts, leaf, &automap::layout::Part::tree);
    if (part == parts.end())
      part = parts.insert(part, {leaf, model.leaf});
    sequence.push_back({static_cast<std::size_t>(part - parts.begin()), entry.displacement});
  }
  return cost(reconstruct_exactly(sequence, parts, model), model);
}

Cost papers_cost(const TypeMap &map) { return papers_least_cost(map, model); }

TypeMap moved_to_zero(TypeMap map) {
  const std::int64_t first = map[0].displacement;
  for (automap::layout::TypeMapEntry &entry : map)
    entry.displacement -= first;
  return map;
}

/// One of the plain methods, tried at growing n for as long as it can be expected to end in time.
class PlainMethod {
public:
  PlainMethod(const Options &options, int exponent, Cost (*least_cost)(const TypeMap &))
      : options_(options), exponent_(exponent), least_cost_(least_cost) {}

  std::optional<Reference> operator()(const TypeMap &map) {
    const auto n = static_cast<double>(map.size());
    if (gave_up_ || options_.reference_seconds <= 0 ||
        last_ms_ * std::pow(n / last_n_, exponent_) > 1e3 * options_.reference_seconds)
      return std::nullopt;
    const auto measured = in_child(options_.reference_seconds, options_.bytes,
                                   [&] { return measure_reference(map, least_cost_); });
    gave_up_ = !measured;
    if (measured)
      last_ms_ = measured->ms, last_n_ = n;
    return measured;
  }

private:
  const Options &options_;
  int exponent_;
  Cost (*least_cost_)(const TypeMap &);
  double last_ms_ = 0, last_n_ = 1;
  bool gave_up_ = false;
};

// ---- the table

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  return text;
}

std::string milliseconds(const std::optional<Reference> &reference) {
  return reference ? number(reference->ms) : "-";
}

class Table {
public:
  explicit Table(bool markdown) : markdown_(markdown) {
    print({"layout", "n", "tokens", "ours ms", "O(n^3) ms", "O(n^4) ms", "cost", "proof", "indexed", "struct",
           "B/elem"});
    if (markdown_)
      std::printf("|:-|-:|-:|-:|-:|-:|-:|-:|-:|-:|-:|\n");
  }

  void print(const std::vector<std::string> &cells) const {
    constexpr int widths[] = {-17, 8, 7, 9, 10, 10, 9, 11, 9, 9, 7};
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      char cell[64];
      std::snprintf(cell, sizeof cell,
                    markdown_ ? "| %*s "
                    : i == 0  ? "%*s"
                              : " %*s",
                    markdown_ ? 0 : widths[i], cells[i].c_str());
      line += cell;
    }
    std::printf("%s%s\n", line.c_str(), markdown_ ? "|" : "");
    std::fflush(stdout);
  }

private:
  bool markdown_;
};

// ---- what it should reach

class Target {
public:
  explicit Target(std::string what) : what_(std::move(what)) {}

  void row(const std::string &name, bool reached) {
    ++rows_;
    if (!reached)
      misses_ += " " + name;
  }

  void print() const {
    if (rows_ > 0)
      std::printf("%-6s %s (%d rows)%s%s\n", misses_.empty() ? "pass" : "FAIL", what_.c_str(), rows_,
                  misses_.empty() ? "" : ":", misses_.c_str());
  }

private:
  std::string what_;
  int rows_ = 0;
  std::string misses_;
};

class Targets {
public:
  /// `ours` is nothing where reconstruct() was stopped.
  void row(const Layout &layout, std::size_t n, std::size_t elements, const std::optional<Ours> &ours) {
    const std::string name(layout.name);
    const bool realistic = layout.kind == Layout::Kind::realistic;
    if (n == 1000)
      small_.row(name, ours && ours->ms < 20);
    if (n == 100'000 && realistic)
      medium_.row(name, ours && ours->ms < 300 && ours->proved);
    if (n == 1'000'000 && realistic)
      large_.row(name, ours && ours->ms < 4000 && ours->proved);
    if (n == 100'000 && !realistic)
      adversarial_.row(name, ours && (ours->proved ? ours->ms < 10'000 : ours->lower_bound > 0));
    if (n >= 10'000) {
      const double bytes =
          ours ? static_cast<double>(ours->peak_bytes) / static_cast<double>(elements) : HUGE_VAL;
      if (n == 10'000)
        bytes_before_ = bytes;
      else
        memory_.row(name + "@" + std::to_string(n), bytes <= 4 * bytes_before_);
      bytes_before_ = bytes;
    }
  }

  void print() const {
    for (const Target *target : {&small_, &medium_, &large_, &adversarial_, &memory_})
      target->print();
  }

private:
  Target small_{"n = 10^3 in less than 20 ms"};
  Target medium_{"realistic, n = 10^5: proved in less than 0.3 s"};
  Target large_{"realistic, n = 10^6: proved in less than 4 s"};
  Target adversarial_{"adversarial, n = 10^5: proved in 10 s, or with a stated gap"};
  Target memory_{"memory beyond n = 10^4: ten times n takes at most four times the bytes per element"};
  double bytes_before_ = 0;
};

// ---- the program

Cost checked_cost(const TypeTree &tree, const TypeMap &map) {
  require(flatten(tree) == map, "a hand-written tree does not represent the map");
  return cost(tree, model);
}

void run(const Layout &layout, const Options &options, const Table &table, Targets &targets) {
  PlainMethod cubic(options, 3, cubic_least_cost), papers(options, 4, papers_cost);
  bool stopped = false;
  for (std::size_t n = 100; n <= std::min<std::size_t>(options.max_n, 1'000'000); n *= 10) {
    const TypeMap map = layout.make(n);
    std::optional<Ours> ours;
    if (!stopped)
      ours =
          in_child(options.budget_seconds, options.bytes, [&] { return measure_ours(map, options.rounds); });
    const auto by_cubic = cubic(map), by_papers = papers(moved_to_zero(map));
    if (ours && by_cubic)
      require(by_cubic->cost >= ours->lower_bound && by_cubic->cost <= ours->cost,
              "not the least cost, O(n^3)");
    if (ours && by_papers && map[0].displacement == 0)
      require(by_papers->cost >= ours->lower_bound && by_papers->cost <= ours->cost,
              "not the least cost, O(n^4)");
    std::string time = "-";
    if (ours)
      time = number(ours->ms);
    else if (!stopped)
      time = ">" + number(1e3 * options.budget_seconds);
    stopped = !ours;
    const auto elements = static_cast<double>(map.size());
    table.print({std::string(layout.name), std::to_string(map.size()), std::to_string(distinct_tokens(map)),
                 time, milliseconds(by_cubic), milliseconds(by_papers),
                 ours ? std::to_string(ours->cost) : "-",
                 !ours          ? "-"
                 : ours->proved ? "proved"
                                : "gap " + number(ours->gap_percent()) + "%",
                 std::to_string(checked_cost(indexed_tree(map), map)),
                 std::to_string(checked_cost(struct_tree(map), map)),
                 ours ? number(static_cast<double>(ours->peak_bytes) / elements) : "-"});
    targets.row(layout, n, map.size(), ours);
  }
}

int usage(const char *program) {
  std::fprintf(stderr,
               "usage: %s [--layouts=REGEX] [--max-n=N] [--rounds=N] [--budget-seconds=S]\n"
               "       [--reference-seconds=S] [--megabytes=N] [--markdown] [--list]\n",
               program);
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  const option known[] = {{"layouts", required_argument, nullptr, 'l'},
                          {"max-n", required_argument, nullptr, 'n'},
                          {"rounds", required_argument, nullptr, 'r'},
                          {"budget-seconds", required_argument, nullptr, 'b'},
                          {"reference-seconds", required_argument, nullptr, 'e'},
                          {"megabytes", required_argument, nullptr, 'm'},
                          {"markdown", no_argument, nullptr, 'd'},
                          {"list", no_argument, nullptr, 'i'},
                          {}};
  Options options;
  for (int next; (next = getopt_long(argc, argv, "", known, nullptr)) != -1;)
    try {
      switch (next) {
      case 'l':
        options.layouts = optarg;
        break;
      case 'n':
        options.max_n = static_cast<std::size_t>(std::stod(optarg));
        break; // 1e5 is a number, too
      case 'r':
        options.rounds = std::max(1, std::stoi(optarg));
        break;
      case 'b':
        options.budget_seconds = std::stod(optarg);
        break;
      case 'e':
        options.reference_seconds = std::stod(optarg);
        break;
      case 'm':
        options.bytes = std::stoull(optarg) << 20;
        break;
      case 'd':
        options.markdown = true;
        break;
      case 'i':
        for (const Layout &layout : layouts())
          std::printf("%-17s %-12s %s\n", std::string(layout.name).c_str(),
                      layout.kind == Layout::Kind::realistic ? "realistic" : "adversarial",
                      std::string(layout.source).c_str());
        return 0;
      default:
        return usage(argv[0]);
      }
    } catch (const std::logic_error &) {
      return usage(argv[0]); // no number
    }
  if (optind != argc)
    return usage(argv[0]);
  const Table table(options.markdown);
  Targets targets;
  const std::regex wanted(options.layouts);
  for (const Layout &layout : layouts())
    if (std::regex_search(layout.name.begin(), layout.name.end(), wanted))
      run(layout, options, table, targets);
  std::printf("\n");
  targets.print();
}
