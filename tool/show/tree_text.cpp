// Type trees in a line or two. See tree_text.h.
#include "tree_text.h"

#include "layout/type_tree_text.h"

#include <algorithm>
#include <span>
#include <sstream>

namespace automap {
namespace {

using layout::TypeTree;

constexpr std::size_t items_shown = 8;  // a longer sequence shows half as many
constexpr std::size_t text_limit = 360; // characters
constexpr int depth_limit = 12;

class BriefPrinter {
public:
  std::string text;

  void print(const TypeTree &tree, int depth = 0) {
    if (text.size() > text_limit || depth > depth_limit) {
      text += "...";
      return;
    }
    const std::string count = std::to_string(tree.count());
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      text += "leaf(" + std::string(mpi_name(tree.basic_type().id)) + ")";
      return;
    case TypeTree::Kind::vec:
      text += "vec(" + count + ", " + std::to_string(tree.stride_bytes()) + ", ";
      break;
    case TypeTree::Kind::idx:
      text += "idx(" + count + ", ";
      print_numbers(tree.displacements());
      break;
    case TypeTree::Kind::idxbuc:
      text += "idxbuc(" + count + ", " + std::to_string(tree.stride_bytes()) + ", ";
      print_numbers(tree.displacements());
      print_numbers(tree.bucket_sizes());
      break;
    case TypeTree::Kind::struc:
      text += "struc(" + count + ", ";
      print_numbers(tree.displacements());
      print_sequence(tree.children(), [&](const TypeTree &child) { print(child, depth + 1); });
      text += ")";
      return;
    }
    print(tree.child(), depth + 1);
    text += ")";
  }

private:
  void print_numbers(std::span<const std::int64_t> items) {
    print_sequence(items, [&](std::int64_t number) { text += std::to_string(number); });
    text += ", ";
  }

  template <typename Item, typename Print> void print_sequence(std::span<const Item> items, Print print) {
    const std::size_t shown = items.size() <= items_shown ? items.size() : items_shown / 2;
    text += "<";
    for (std::size_t i = 0; i < shown; ++i) {
      text += i == 0 ? "" : ", ";
      print(items[i]);
    }
    text += shown < items.size() ? ", ...>" : ">";
  }
};

} // namespace

std::string brief(const TypeTree &tree) {
  BriefPrinter printer;
  printer.print(tree);
  return printer.text;
}

std::string indented(const TypeTree &tree, std::string_view prefix) {
  std::istringstream lines(layout::to_indented(tree));
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += std::string(prefix) + line + "\n";
  return out;
}

std::string cost_line(const OptimalTree &optimal, std::string_view naive) {
  std::string text = "cost " + std::to_string(optimal.cost) + " (" + std::string(naive) + ": " +
                     std::to_string(optimal.naive_cost) + ")";
  if (optimal.shares)
    text += ", " + std::to_string(optimal.dag_cost) + " with equal parts built once";
  if (optimal.proved)
    return text + ", proved least";
  return text + "; no tree costs less than " + std::to_string(optimal.lower_bound);
}

std::string wrapped(std::string_view text, std::string_view first, std::string_view rest, std::size_t width,
                    std::string_view end) {
  std::string out, start(first);
  while (true) {
    const std::size_t room = std::max<std::size_t>(width - std::min(width, start.size() + end.size() + 1), 20);
    if (text.size() <= room)
      return out + start + std::string(text) + std::string(end) + "\n";
    std::size_t blank = text.rfind(' ', room);
    if (blank == std::string_view::npos || blank == 0)
      blank = std::min(text.find(' ', room), text.size());
    out += start + std::string(text.substr(0, blank)) + "\n";
    text.remove_prefix(std::min(blank + 1, text.size()));
    start = std::string(rest);
    start.resize(first.size() + 4, ' ');
  }
}

} // namespace automap
