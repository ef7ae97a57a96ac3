// Measures the time of layout::reconstruct() for the layouts of test/support/layouts.h at n = 10^2 ... 10^6, and
// compares the cost of its trees with two plain methods and with hand-written types. Costs use the papers' constants.
// Every tree is flattened and compared with its input. The program ends if they differ, or if a cost that is reported
// as proved differs from that of the other methods.
//
//   reconstruct [--layouts=REGEX] [--min-n=N] [--max-n=N] [--rounds=N] [--budget-seconds=S]
//               [--reference-seconds=S] [--megabytes=N] [--markdown] [--list]
//
// Columns:
//   n          elements of the type map
//   tokens     different (type, next type, distance to it) in it
//   ours ms    reconstruct() with its default budget: the median of --rounds runs (default 5), or of as many as take
//              half a second. Its process is stopped after --budget-seconds (default 60), or if it uses more than
//              --megabytes of address space (default 4096)
//   O(n^3) ms  one run of the plain exact method, if it ends within --reference-seconds (default 60; 0 omits both
//              plain methods)
//   O(n^4) ms  the same for the papers' dynamic program, on the map moved to displacement 0
//   cost       of the tree that reconstruct() finds
//   proof      "proved", or the gap (cost - lower bound) / cost
//   indexed    cost of one MPI_Type_create_hindexed over the runs of adjacent elements, or of the struct if there are
//              several basic types
//   struct     cost of one MPI_Type_create_struct with a child for each run of adjacent elements of one type
//   B/elem     the peak memory from operator new during reconstruct(), in bytes per element
//
// "-" means that it was not tried, or was stopped. Below the table are the targets, and the rows that miss them. All of
// it takes half an hour, nearly all of that for O(n^4) at n = 10^3.
//
// The tests check whether the costs are minimal. The long comparison with an exhaustive search is
//   AUTOMAP_RANDOM_MAPS=1000000 layout_tests --gtest_filter='Reconstruct.CostsWhatAnExhaustiveSearchFinds'
#include "layouts.h"
#include "measurements.h"
#include "plain_trees.h"
#include "targets.h"

#include <algorithm>
#include <cstdio>
#include <getopt.h>
#include <optional>
#include <regex.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace automap::test;
using automap::layout::TypeMap;

/// A POSIX extended regular expression.
class Pattern {
public:
  explicit Pattern(const char *text) {
    if (regcomp(&compiled_, text, REG_EXTENDED | REG_NOSUB) != 0)
      throw std::invalid_argument(text);
  }
  Pattern(const Pattern &) = delete;
  Pattern &operator=(const Pattern &) = delete;
  ~Pattern() { regfree(&compiled_); }

  bool occurs_in(const std::string &text) const { return regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0; }

private:
  regex_t compiled_ = {};
};

struct Options {
  std::optional<Pattern> layouts;
  double min_n = 100, max_n = 1e6; // double, so that 1e5 can be given
  int rounds = 5;
  Limits ours, plain;
  bool markdown = false;
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  return text;
}

std::string milliseconds(const std::optional<Plain> &plain) { return plain ? number(plain->ms) : "-"; }

class Table {
public:
  explicit Table(bool markdown) : markdown_(markdown) {
    print(
        {"layout", "n", "tokens", "ours ms", "O(n^3) ms", "O(n^4) ms", "cost", "proof", "indexed", "struct", "B/elem"});
    if (markdown_)
      std::printf("|:-|-:|-:|-:|-:|-:|-:|-:|-:|-:|-:|\n");
  }

  void print(const std::vector<std::string> &cells) const {
    constexpr int widths[] = {-17, 8, 7, 9, 10, 10, 9, 11, 9, 9, 7};
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (markdown_)
        std::printf("| %s ", cells[i].c_str());
      else
        std::printf("%s%*s", i == 0 ? "" : " ", widths[i], cells[i].c_str());
    std::printf(markdown_ ? "|\n" : "\n");
    std::fflush(stdout);
  }

private:
  bool markdown_;
};

/// Checks that a plain method that has finished has the least cost.
void compare(const std::optional<Ours> &ours, const std::optional<Plain> &plain, const std::string &name) {
  if (ours && plain)
    require(ours->lower_bound <= plain->cost && plain->cost <= ours->cost,
            name + ": the least cost is " + std::to_string(plain->cost));
}

void run(const Layout &layout, const Options &options, const Table &table, Targets &targets) {
  const std::string name(layout.name);
  PlainMethod cubic = cubic_method(options.plain), papers = papers_method(options.plain);
  bool stopped = false;
  for (std::size_t n = 100; n <= 1'000'000 && static_cast<double>(n) <= options.max_n; n *= 10) {
    if (static_cast<double>(n) < options.min_n)
      continue;
    const TypeMap map = layout.make(n);
    Row row = {layout, n, map.size(), {}, checked_cost(indexed_tree(map), map), checked_cost(struct_tree(map), map)};
    std::string time = "-";
    if (!stopped) {
      row.ours = measure_reconstruct(map, options.rounds, options.ours);
      stopped = !row.ours;
      time = row.ours ? number(row.ours->ms) : "stopped";
    }
    const auto by_cubic = cubic(map), by_papers = papers(map);
    compare(row.ours, by_cubic, name);
    if (map[0].displacement == 0)
      compare(row.ours, by_papers, name);
    std::vector<std::string> cells = {name, std::to_string(map.size()), std::to_string(distinct_tokens(map)),
                                      time, milliseconds(by_cubic),     milliseconds(by_papers)};
    if (row.ours) {
      cells.push_back(std::to_string(row.ours->cost));
      cells.push_back(row.ours->proved ? "proved" : "gap " + number(row.ours->gap_percent()) + "%");
    } else {
      cells.insert(cells.end(), {"-", "-"});
    }
    cells.push_back(std::to_string(row.indexed));
    cells.push_back(std::to_string(row.struc));
    cells.push_back(row.ours ? number(row.bytes_per_element()) : "-");
    table.print(cells);
    targets.add(row);
  }
}

void list() {
  for (const Layout &layout : layouts())
    std::printf("%-17s %-12s %s\n", std::string(layout.name).c_str(),
                layout.kind == Layout::Kind::realistic ? "realistic" : "adversarial",
                std::string(layout.source).c_str());
}

int usage(const char *program) {
  std::fprintf(stderr,
               "usage: %s [--layouts=REGEX] [--min-n=N] [--max-n=N] [--rounds=N] [--budget-seconds=S]\n"
               "       [--reference-seconds=S] [--megabytes=N] [--markdown] [--list]\n",
               program);
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  const option known[] = {{"layouts", required_argument, nullptr, 'l'},
                          {"min-n", required_argument, nullptr, 's'},
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
        options.layouts.emplace(optarg);
        break;
      case 's':
        options.min_n = std::stod(optarg);
        break;
      case 'n':
        options.max_n = std::stod(optarg);
        break;
      case 'r':
        options.rounds = std::max(1, std::stoi(optarg));
        break;
      case 'b':
        options.ours.seconds = std::stod(optarg);
        break;
      case 'e':
        options.plain.seconds = std::stod(optarg);
        break;
      case 'm':
        options.ours.bytes = options.plain.bytes = std::stoull(optarg) << 20;
        break;
      case 'd':
        options.markdown = true;
        break;
      case 'i':
        list();
        return 0;
      default:
        return usage(argv[0]);
      }
    } catch (const std::exception &) { // not a number, or not a regular expression
      return usage(argv[0]);
    }
  if (optind != argc)
    return usage(argv[0]);
  const Table table(options.markdown);
  Targets targets;
  for (const Layout &layout : layouts())
    if (!options.layouts || options.layouts->occurs_in(std::string(layout.name)))
      run(layout, options, table, targets);
  std::printf("\n");
  targets.print();
}
