// Type trees as diagrams. See tree_diagram.h.
#include "tree_diagram.h"

#include "markup.h"

#include "llvm/ADT/StringRef.h"

#include <span>
#include <string>

namespace automap {
namespace {

using layout::TypeTree;

constexpr std::size_t most_children = 12, most_numbers = 6;
constexpr int most_nodes = 48, most_depth = 12;

std::string list(std::span<const std::int64_t> numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i == most_numbers - 1 && numbers.size() > most_numbers) {
      text += ", …";
      i = numbers.size() - 1;
    }
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  return text;
}

const char *name_of(TypeTree::Kind kind) {
  constexpr const char *names[] = {"leaf", "vec", "idx", "idxbuc", "struc"};
  return names[static_cast<std::size_t>(kind)];
}

std::string bytes_apart(std::int64_t stride) {
  return std::to_string(stride) + (stride == 1 ? " byte apart" : " bytes apart");
}

std::string arguments(const TypeTree &tree) {
  const std::string count = grouped(static_cast<std::uint64_t>(tree.count()));
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    return std::string(layout::mpi_name(tree.basic_type().id));
  case TypeTree::Kind::vec:
    return count + " copies, " + bytes_apart(tree.stride_bytes());
  case TypeTree::Kind::idx:
    return count + (tree.count() == 1 ? " copy at " : " copies at ") + list(tree.displacements());
  case TypeTree::Kind::idxbuc:
    return "groups of " + list(tree.bucket_sizes()) + " copies at " + list(tree.displacements()) + ", " +
           bytes_apart(tree.stride_bytes());
  case TypeTree::Kind::struc:
    return count + (tree.count() == 1 ? " part at " : " parts at ") + list(tree.displacements());
  }
  return "";
}

class TreePrinter {
public:
  TreePrinter(const layout::CostModel &model, llvm::raw_ostream &out) : model_(model), out_(out) {}

  void print(const TypeTree &tree, int depth) {
    out_ << "<li>";
    --left_;
    const bool is_leaf = tree.kind() == TypeTree::Kind::leaf;
    if (!is_leaf && (depth == most_depth || left_ <= 0)) {
      print_node("…", "", "the rest", layout::cost(tree, model_));
    } else {
      print_node(name_of(tree.kind()), is_leaf ? " leaf" : "", arguments(tree), layout::node_cost(tree, model_));
      if (!is_leaf && !tree.children().empty())
        print_children(tree.children(), depth + 1);
    }
    out_ << "</li>\n";
  }

private:
  void print_children(std::span<const TypeTree> children, int depth) {
    out_ << "<ul>\n";
    std::size_t i = 0;
    const std::size_t most = children.size() <= most_children ? children.size() : most_children - 1;
    for (; i < most && (left_ > 0 || i == 0); ++i)
      print(children[i], depth);
    if (i < children.size()) {
      layout::Cost rest = 0;
      for (const TypeTree &child : children.subspan(i))
        rest += layout::cost(child, model_);
      out_ << "<li>";
      print_node("…", "", grouped(children.size() - i) + " more parts", rest);
      out_ << "</li>\n";
    }
    out_ << "</ul>";
  }

  void print_node(llvm::StringRef what, llvm::StringRef css, const std::string &text, layout::Cost cost) {
    out_ << "<div class=\"node\"><span class=\"what" << css << "\">" << what << "</span><span class=\"args\">"
         << escaped(text) << "</span><span class=\"cost\">" << cost << "</span></div>";
  }

  const layout::CostModel &model_;
  llvm::raw_ostream &out_;
  int left_ = most_nodes;
};

} // namespace

void print_tree(const TypeTree &tree, const layout::CostModel &model, llvm::raw_ostream &out) {
  out << "<ul class=\"tree\">\n";
  TreePrinter(model, out).print(tree, 0);
  out << "</ul>\n";
}

} // namespace automap
