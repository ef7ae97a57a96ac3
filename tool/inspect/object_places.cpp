// Where things are in objects. See object_places.h.
#include "object_places.h"

#include "core/base/failure.h"

#include <algorithm>

namespace automap::object_values {
namespace {

constexpr std::size_t most_steps = 50; // in the path of what a pointer leads to

} // namespace

std::string tuple_step(const Type &type, std::size_t i) {
  return type.of.size() != 2 ? index_text(i) : i == 0 ? ".first" : ".second";
}

std::string name_of(const Type &type, std::size_t i) {
  const Part &part = type.parts[i];
  const bool is_hidden = std::any_of(type.parts.begin(), type.parts.end(), [&](const Part &other) {
    return &other != &part && other.name == part.name && other.owner != part.owner;
  });
  return (is_hidden ? part.owner + "::" : "") + (part.name.empty() ? "(no name)" : part.name);
}

std::uint64_t number_in_matrix(const Types &types, const StoredObject &stored, const Value &matrix,
                               const std::vector<std::uint64_t> &indices) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::size_t at = types[matrix.type].kind == Kind::row_matrix ? i : indices.size() - 1 - i;
    out = out * extent_of(stored, matrix, at) + indices[at];
  }
  return out;
}

void Places::find_parents() const {
  parents_.resize(static_cast<std::size_t>(stored_.n_items()));
  for (std::uint64_t i = 0; i < stored_.n_items(); ++i)
    for (std::uint64_t child = stored_[i].first, n = n_children(i); n > 0; --n, ++child)
      parents_[static_cast<std::size_t>(child)] = i;
}

std::string Places::path_of(std::uint64_t item) const {
  if (parents_.empty())
    find_parents();
  std::vector<std::string> steps;
  for (; item > 0 && steps.size() < most_steps; item = parents_[static_cast<std::size_t>(item)])
    steps.push_back(step_to(item));
  std::string out = root_path_ + (item > 0 ? "…" : "");
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    out += *step;
  return out;
}

std::uint64_t Places::n_children(std::uint64_t number) const {
  const Item &item = stored_[number];
  const Type &type = types_[item.type];
  if (item.first == 0 || type.is_plain || is_matrix(type.kind))
    return 0;
  switch (type.kind) {
  case Kind::object:
    return type.parts.size();
  case Kind::tuple:
    return type.of.size();
  case Kind::array:
  case Kind::container:
  case Kind::counted_array:
    return item.n;
  case Kind::weak_owner:
  case Kind::plain_pointer:
  case Kind::weak_pointer:
    return 0; // they own nothing
  case Kind::shared:
    return item.choice == Item::inner ? 0 : 1;
  default:
    return 1;
  }
}

std::string Places::step_to(std::uint64_t item) const {
  const std::uint64_t parent = parents_[static_cast<std::size_t>(item)];
  const Type &type = types_[stored_[parent].type];
  const std::uint64_t i = item - stored_[parent].first;
  switch (type.kind) {
  case Kind::object:
    return "." + name_of(type, static_cast<std::size_t>(i));
  case Kind::tuple:
    return tuple_step(type, static_cast<std::size_t>(i));
  case Kind::array:
  case Kind::container:
  case Kind::counted_array:
    return index_text(i);
  default:
    return "";
  }
}

std::string Places::matrix_step(const Value &matrix, std::uint64_t number) const {
  const auto n = static_cast<std::size_t>(type_of(matrix).n);
  std::vector<std::uint64_t> indices(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = type_of(matrix).kind == Kind::row_matrix ? n - 1 - i : i;
    indices[at] = number % extent_of(stored_, matrix, at);
    number /= extent_of(stored_, matrix, at);
  }
  std::string out;
  for (const std::uint64_t index : indices)
    out += index_text(index);
  return out;
}

Places::Target Places::target_of(const Value &pointer) const {
  const Item &item = stored_[pointer.item];
  const StoredObject::Block &block = stored_.block(item.n - 1);
  std::uint64_t index = item.n - 1 - block.number, rest = item.first;
  std::string path = path_of(block.item);
  Value at = stored_.value(block.item);
  std::uint64_t bytes = type_of(at).size;
  if (!block.is_element) {
    const Type &owner = type_of(at);
    const bool is_run = block.n_numbers == 1 && (owner.block != 0 || owner.kind == Kind::counted_array);
    bytes = is_run ? owner.block_bytes : types_[types_.bare(owner.of[0])].size;
    if (is_run && bytes > 0) {
      index = rest / bytes;
      rest %= bytes;
      if (rest == 0 && index == stored_[at.item].n)
        return {{}, false, "the end of " + path};
    }
    if (index >= stored_[at.item].n)
      throw autolink::Failure(AL_ERR_DAMAGED, "AutoLink: a plain pointer leads beyond an object");
    path += is_matrix(owner.kind) ? matrix_step(at, index) : index_text(index);
    at = stored_.element(at, index);
  }
  if (rest == bytes && bytes > 0)
    return {{}, false, "the end of " + path};
  if (auto inside = part_at(at, rest, types_.bare(type_of(pointer).of[0])))
    return {inside->first, true, path + inside->second};
  if (rest == 0)
    return {at, true, path};
  return {{}, false, "byte " + std::to_string(rest) + " of " + path};
}

/// Returns the part of an object at a byte that is of the type to which a pointer leads, and the path to it.
std::optional<std::pair<Value, std::string>> Places::part_at(Value at, std::uint64_t rest, std::uint32_t target) const {
  if (types_[target].kind == Kind::plain_pointer) // of a weak pointer
    target = types_.bare(types_[target].of[0]);
  std::optional<std::pair<Value, std::string>> derived; // an object that has the target as a base
  for (std::string path;;) {
    if (rest == 0 && is_target(at, target))
      return std::pair(at, path);
    if (is_derived(at, target))
      derived = std::pair(at, path);
    const Type &type = type_of(at);
    if (type.kind == Kind::object) {
      std::size_t last = type.parts.size();
      for (std::size_t i = 0; i < type.parts.size(); ++i)
        if (type.parts[i].place <= rest && (last == type.parts.size() || type.parts[i].place >= type.parts[last].place))
          last = i;
      if (last == type.parts.size())
        return derived;
      rest -= type.parts[last].place;
      path += "." + name_of(type, last);
      at = stored_.part(at, last);
    } else if (type.kind == Kind::array) {
      const std::uint64_t size = types_[types_.bare(type.of[0])].size;
      const std::uint64_t index = size == 0 ? 0 : rest / size;
      if (index >= type.n)
        return derived;
      rest -= index * size;
      path += index_text(index);
      at = stored_.element(at, index);
    } else if (type.kind == Kind::tuple && type.value_place != no_place) {
      const bool is_value = rest >= type.value_place;
      rest -= is_value ? type.value_place : 0;
      path += tuple_step(type, is_value);
      at = stored_.part(at, is_value);
    } else {
      return derived;
    }
  }
}

/// Whether pointers to a type lead to such values. Only classes are described once.
bool Places::is_target(const Value &at, std::uint32_t target) const {
  const Type &to = types_[target], &type = type_of(at);
  if (at.type == target || to.kind != type.kind || to.kind == Kind::object)
    return at.type == target || is_choice(at, to);
  return to.n == type.n && to.size == type.size;
}

bool Places::is_choice(const Value &at, const Type &to) const {
  return to.kind == Kind::choice &&
         std::any_of(to.of.begin(), to.of.end(), [&](std::uint32_t one) { return types_.bare(one) == at.type; });
}

bool Places::is_derived(const Value &at, std::uint32_t target) const {
  const Type &to = types_[target], &type = type_of(at);
  return is_choice(at, to) ||
         (to.kind == Kind::object &&
          std::any_of(type.parts.begin(), type.parts.end(), [&](const Part &part) { return part.owner == to.text; }));
}

} // namespace automap::object_values
