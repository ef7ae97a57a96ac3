// Which C struct is which C++ class: their values, pointers, arrays and strings in the same order.
//
//   C                               C++
//   T *p, to one T                  unique_ptr<T>, shared_ptr<T>
//   T *p and its length             vector<T> and other containers; unique_ptr<T[]>
//   char *p                         string
//   values, structs, arrays         values, classes, arrays, pairs, tuples
//
// A field that is the length of an array is left out in C++, unless a unique_ptr<T[]> needs it. A class may also have all
// of a struct's lengths.
#pragma once

#include "c_types.h"
#include "core/object/object_types.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace autolink::exchange {

class Pairing {
public:
  /// Pairs types, from the roots on. They must stay. Throws Failure (AL_ERR_TYPES) for the first member that differs,
  /// which it names. `name`: that of the object's type.
  Pairing(const CTypes &c, const object::Types &objects, const std::string &name);

  /// A class of nodes, with what a node or its elements are in C++.
  struct Pair {
    std::uint32_t node_class = 0, type = 0; // bare
    std::vector<bool> left_out;             // of each leaf, whether it is a length that C++ does not have
    bool has_same_bytes = false;            // whether elements are plain, and the same bytes in C
    std::string member;                     // what leads there first, for messages
  };
  const Pair &root() const { return pairs_.at(root_); }
  /// Whether the object is itself a pointer: to the structure's root.
  bool is_root_pointer() const { return is_root_pointer_; }
  /// Returns the pair for what a pointer leads to.
  const Pair &at(const Leaf &leaf, std::uint32_t type) const {
    return pairs_.at({leaf.node_class, objects_.bare(type)});
  }

  Cursor cursor(const Pair &pair) const { return {c_[pair.node_class], pair.left_out}; }
  /// Returns the numbers of the parts of a class, as they follow each other in memory.
  const std::vector<std::size_t> &parts_in_memory(std::uint32_t type) const { return orders_.at(type); }

  /// Calls copy(place in the object, place in the record, bytes) for what a plain type has, which begins at `at` in the
  /// object.
  template <typename Copy>
  void each_plain(std::uint32_t type_number, std::uint64_t at, Cursor &cursor, Copy copy) const {
    const object::Type &type = objects_[objects_.bare(type_number)];
    switch (type.kind) {
    case object::Kind::object:
      for (const std::size_t i : parts_in_memory(objects_.bare(type_number)))
        each_plain(type.parts[i].type, at + type.parts[i].place, cursor, copy);
      return;
    case object::Kind::array: {
      const std::uint64_t size = objects_[objects_.bare(type.of[0])].size;
      if (object::is_value(objects_[objects_.bare(type.of[0])].kind))
        return each_value(type.n, size, at, cursor, copy);
      for (std::uint64_t i = 0; i < type.n; ++i)
        each_plain(type.of[0], at + i * size, cursor, copy);
      return;
    }
    case object::Kind::complex:
      return each_value(2, type.size / 2, at, cursor, copy);
    case object::Kind::duration:
    case object::Kind::time:
      return each_plain(type.of[0], at, cursor, copy);
    case object::Kind::bytes:
      return each_value(type.n, 1, at, cursor, copy);
    default:
      return each_value(1, type.size, at, cursor, copy);
    }
  }

private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;

  template <typename Copy>
  static void each_value(std::uint64_t n, std::uint64_t size, std::uint64_t at, Cursor &cursor, Copy copy) {
    while (n > 0) {
      const std::uint64_t some = n < cursor.n_left() ? n : cursor.n_left();
      copy(at, cursor.offset(), some * size);
      cursor.advance(some);
      at += some * size;
      n -= some;
    }
  }

  void reach(std::uint32_t node_class, std::uint32_t type, const std::string &member);
  void match(Pair &pair);
  std::vector<bool> lengths_left_out(const Pair &pair);
  void match_all(const Pair &pair, Cursor &cursor);
  void match_part(std::uint32_t type, std::uint64_t n, const Pair &pair, Cursor &cursor, const std::string &member);
  void match_values(std::uint32_t type, std::uint64_t n, Form form, const Pair &pair, Cursor &cursor,
                    const std::string &member);
  template <typename Visit> void each_part(std::uint32_t type, const std::string &member, Visit visit);
  const std::vector<std::size_t> &find_parts_in_memory(std::uint32_t type);
  void find_same_bytes(Pair &pair) const;
  [[noreturn]] void refuse(std::uint32_t type, const Pair &pair, const Cursor &cursor, const std::string &member) const;

  const CTypes &c_;
  const object::Types &objects_;
  std::map<Key, Pair> pairs_;
  std::map<std::uint32_t, std::vector<std::size_t>> orders_; // of the parts of classes
  std::vector<Key> next_;                                    // pairs that have not been matched
  Key root_;
  std::uint64_t n_matched_ = 0;
  bool is_root_pointer_ = false;
};

} // namespace autolink::exchange
