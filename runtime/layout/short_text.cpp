// The papers' notation of type trees, whole and cut short. See short_text.h.
#include "short_text.h"

#include <cstdint>
#include <span>
#include <utility>

namespace automap::layout {
namespace {

/// Writes the papers' notation. Leaves out most items of long lists, and stops soon after `limit` bytes.
class Notation {
public:
  Notation(std::size_t limit, std::size_t most_items) : limit_(limit), most_items_(most_items) {}

  void write(const TypeTree &tree) {
    if (text.size() > limit_) {
      text += "…";
      return;
    }
    const std::string count = std::to_string(tree.count());
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      text += "leaf(";
      text += mpi_name(tree.basic_type().id);
      break;
    case TypeTree::Kind::vec:
      text += "vec(" + count + ", " + std::to_string(tree.stride_bytes()) + ", ";
      write(tree.child());
      break;
    case TypeTree::Kind::idx:
      text += "idx(" + count + ", ";
      write_list(tree.displacements());
      text += ", ";
      write(tree.child());
      break;
    case TypeTree::Kind::idxbuc:
      text += "idxbuc(" + count + ", " + std::to_string(tree.stride_bytes()) + ", ";
      write_list(tree.displacements());
      text += ", ";
      write_list(tree.bucket_sizes());
      text += ", ";
      write(tree.child());
      break;
    case TypeTree::Kind::struc:
      text += "struc(" + count + ", ";
      write_list(tree.displacements());
      text += ", ";
      write_list(tree.children());
      break;
    }
    text += ')';
  }
  void write(std::int64_t number) { text += std::to_string(number); }

  std::string text;

private:
  template <typename Item> void write_list(std::span<const Item> items) {
    constexpr std::size_t first_items = 3;
    text += '<';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0)
        text += ", ";
      if (i == first_items && items.size() > most_items_) {
        text += "…, ";
        i = items.size() - 1;
      }
      write(items[i]);
    }
    text += '>';
  }

  std::size_t limit_, most_items_;
};

std::string to_text(const TypeTree &tree, std::size_t limit, std::size_t most_items) {
  Notation out(limit, most_items);
  out.write(tree);
  return std::move(out.text);
}

} // namespace

std::string to_string(const TypeTree &tree) { return to_text(tree, SIZE_MAX, SIZE_MAX); }

std::string short_text(const TypeTree &tree, std::size_t limit) { return to_text(tree, limit, 8); }

} // namespace automap::layout
