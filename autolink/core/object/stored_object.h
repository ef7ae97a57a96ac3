// What C++ objects consist of, as their contents in a file say: a tree of items, without the program's classes.
#pragma once

#include "object_types.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace autolink::exchange {
class ObjectMaker;
}
namespace autolink::object {

/// A value, an object, a container, a pointer.
struct Item {
  std::uint32_t type = 0; // bare
  /// optional, unique: 0 if it is empty; variant: the alternative; unique, shared: the class, if there are several.
  std::uint32_t choice = 0;
  static constexpr std::uint32_t inner = ~std::uint32_t{0}; // choice: a shared or weak pointer into what an object owns
  /// Elements of a container, string or array; shared, weak_owner: the label and one, or 0; pointers: the number of the
  /// block and one, or 0.
  std::uint64_t n = 0;
  /// The first of the items that it consists of, or that it leads to; pointers: the place in the block; inner ones: an
  /// item like that of a pointer, with the block and place.
  std::uint64_t first = 0;
  const std::byte *bytes = nullptr; // of plain types, and of rows of them
};

/// What an item holds, or a part of it that is plain.
struct Value {
  std::uint32_t type = 0;           // bare
  std::uint64_t item = 0;           // the item, or that which has the bytes
  const std::byte *bytes = nullptr; // of plain types, and of rows of them
};

class StoredObject {
public:
  /// Reads the contents of an object. The bytes of the packets must stay, and so must `types`. Throws Failure
  /// (AL_ERR_DAMAGED, AL_ERR_LIMIT) unless they are whole and fit the types. Takes at most about `limit_bytes` of
  /// memory beside them.
  StoredObject(const Types &types, std::span<const std::span<const std::byte>> packets, std::uint64_t limit_bytes);

  std::uint64_t n_items() const { return items_.size(); }
  /// The first item is the root.
  const Item &operator[](std::uint64_t item) const { return items_[item]; }

  Value value(std::uint64_t item) const { return {items_[item].type, item, items_[item].bytes}; }
  /// Returns an element of an array, string, matrix or container, which has more of them than `i`.
  Value element(const Value &all, std::uint64_t i) const {
    const std::uint32_t type = types_.bare(types_[all.type].of[0]);
    return types_[type].is_plain ? Value{type, all.item, all.bytes + i * types_[type].size}
                                 : value(items_[all.item].first + i);
  }
  /// Returns a part of a class; of other types, the item with this number among those that they consist of.
  Value part(const Value &whole, std::size_t i) const {
    const Type &type = types_[whole.type];
    if (type.kind == Kind::object && type.is_plain)
      return {types_.bare(type.parts[i].type), whole.item, whole.bytes + type.parts[i].place};
    return value(items_[whole.item].first + i);
  }

  /// Returns the item of the object with a label, which is less than their number.
  std::uint64_t labelled(std::uint64_t label) const { return labels_[label]; }
  std::uint64_t n_labels() const { return labels_.size(); }

  /// Elements in memory that pointers may lead to.
  struct Block {
    std::uint64_t number = 0, n_numbers = 1; // elements that are counted one by one have a number each
    std::uint64_t item = 0;                  // the container or array, or the element or object itself
    bool is_element = false;                 // the latter
    std::uint64_t owner = 0;                 // the shared object that owns it: its label and one, or 0
  };
  /// Returns the block with a number, which may lead beyond all. Throws Failure (AL_ERR_DAMAGED) if it does.
  const Block &block(std::uint64_t number) const;
  bool has_inner() const { return has_inner_; }

private:
  friend class ObjectReader;
  friend class exchange::ObjectMaker;
  explicit StoredObject(const Types &types) : types_(types) {}

  const Types &types_;
  std::vector<Item> items_;
  std::vector<std::uint64_t> labels_;
  std::vector<Block> blocks_;                 // by number
  std::deque<std::vector<std::byte>> joined_; // rows that packets cut
  bool has_inner_ = false;                    // whether there are inner pointers
};

} // namespace autolink::object
