// Where things are in C++ objects of a file: paths from the root, and what plain pointers lead to.
#pragma once

#include "core/object/stored_object.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace automap::object_values { // other files of this folder use namespaces with like names

using autolink::object::Item;
using autolink::object::Kind;
using autolink::object::no_place;
using autolink::object::Part;
using autolink::object::StoredObject;
using autolink::object::Type;
using autolink::object::Types;
using autolink::object::Value;

inline std::string index_text(std::uint64_t i) { return "[" + std::to_string(i) + "]"; }

/// Returns the step to an element of a pair or tuple, which the description does not tell apart.
std::string tuple_step(const Type &type, std::size_t i);

/// Returns the name of a part, which differs from others in the class: those of bases stand among its own.
std::string name_of(const Type &type, std::size_t i);

constexpr bool is_matrix(Kind kind) { return kind == Kind::column_matrix || kind == Kind::row_matrix; }
inline std::uint64_t extent_of(const StoredObject &stored, const Value &matrix, std::size_t dimension) {
  return stored[stored[matrix.item].first + dimension].n;
}
/// Returns the number of a matrix's element among those that are adjacent.
std::uint64_t number_in_matrix(const Types &types, const StoredObject &stored, const Value &matrix,
                               const std::vector<std::uint64_t> &indices);

class Places {
public:
  /// `types` and `stored` must stay. `root_path`: with which paths begin.
  Places(const Types &types, const StoredObject &stored, std::string root_path)
      : types_(types), stored_(stored), root_path_(std::move(root_path)) {}

  struct Target {
    Value value;
    bool is_found;    // else it is a place in, or the end of, what the text says
    std::string text; // the path
  };
  /// Returns what a plain or weak pointer leads to that is not NULL. Throws Failure (AL_ERR_DAMAGED).
  Target target_of(const Value &pointer) const;

private:
  std::string path_of(std::uint64_t item) const;
  void find_parents() const;
  std::uint64_t n_children(std::uint64_t number) const;
  std::string step_to(std::uint64_t item) const;
  std::string matrix_step(const Value &matrix, std::uint64_t number) const;
  std::optional<std::pair<Value, std::string>> part_at(Value at, std::uint64_t rest, std::uint32_t target) const;
  bool is_target(const Value &at, std::uint32_t target) const;
  bool is_choice(const Value &at, const Type &to) const;
  bool is_derived(const Value &at, std::uint32_t target) const;
  const Type &type_of(const Value &value) const { return types_[value.type]; }

  const Types &types_;
  const StoredObject &stored_;
  const std::string root_path_;
  mutable std::vector<std::uint64_t> parents_; // of each item; found when a pointer needs them
};

} // namespace automap::object_values
