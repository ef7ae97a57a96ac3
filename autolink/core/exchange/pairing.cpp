// Pairs of structs and classes. See pairing.h.
#include "pairing.h"

#include "core/base/failure.h"

#include <algorithm>
#include <exception>
#include <numeric>

namespace autolink::exchange {
namespace {

using object::Kind;

constexpr std::uint64_t max_matched = std::uint64_t{1} << 24; // arrays of what holds nothing could be longer

std::string article(const std::string &what) { return (what.find_first_of("aeiou") == 0 ? "an " : "a ") + what; }

} // namespace

Pairing::Pairing(const CTypes &c, const object::Types &objects, const std::string &name) : c_(c), objects_(objects) {
  std::uint32_t root = objects.bare(objects.root);
  is_root_pointer_ = objects[root].kind == Kind::unique || objects[root].kind == Kind::shared;
  if (is_root_pointer_)
    root = objects.bare(objects[root].of[0]);
  root_ = {0, root};
  reach(0, root, name);
  while (!next_.empty()) {
    const Key key = next_.back();
    next_.pop_back();
    match(pairs_.at(key));
  }
  for (auto &[key, pair] : pairs_)
    find_same_bytes(pair);
}

void Pairing::reach(std::uint32_t node_class, std::uint32_t type, const std::string &member) {
  type = objects_.bare(type);
  if (pairs_.try_emplace({node_class, type}, Pair{node_class, type, {}, false, member}).second)
    next_.push_back({node_class, type});
}

const std::vector<std::size_t> &Pairing::find_parts_in_memory(std::uint32_t type_number) {
  const object::Type &type = objects_[type_number];
  std::vector<std::size_t> &order = orders_[type_number];
  if (order.size() == type.parts.size())
    return order;
  order.resize(type.parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (std::none_of(type.parts.begin(), type.parts.end(),
                   [](const object::Part &part) { return part.place == object::no_place; }))
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return type.parts[a].place < type.parts[b].place; });
  return order;
}

/// Calls visit(type, n, member) for what a type has in its own memory: n values of one type, or something else.
template <typename Visit> void Pairing::each_part(std::uint32_t number, const std::string &member, Visit visit) {
  number = objects_.bare(number);
  const object::Type &type = objects_[number];
  require(++n_matched_ < max_matched, AL_ERR_TYPES, "AutoLink: the types have too many members");
  switch (type.kind) {
  case Kind::duration:
  case Kind::time:
  case Kind::tuple:
    for (const std::uint32_t of : type.of)
      each_part(of, member, visit);
    return;
  case Kind::array:
    if (object::is_value(objects_[objects_.bare(type.of[0])].kind))
      return visit(objects_.bare(type.of[0]), type.n, member);
    for (std::uint64_t i = 0; i < type.n; ++i)
      each_part(type.of[0], member, visit);
    return;
  case Kind::object:
    for (const std::size_t i : find_parts_in_memory(number))
      each_part(type.parts[i].type, type.parts[i].owner + "." + type.parts[i].name, visit);
    return;
  default:
    visit(number, std::uint64_t{1}, member);
  }
}

/// Matches without lengths first; then with them. The error is that of the try that has come further.
void Pairing::match(Pair &pair) {
  const std::size_t n_next = next_.size();
  std::exception_ptr failure;
  std::size_t passed = 0;
  pair.left_out = lengths_left_out(pair);
  for (bool is_last = false; !is_last; pair.left_out.assign(pair.left_out.size(), false)) {
    is_last = std::find(pair.left_out.begin(), pair.left_out.end(), true) == pair.left_out.end();
    Cursor at = cursor(pair);
    try {
      return match_all(pair, at);
    } catch (const Failure &) {
      for (; next_.size() > n_next; next_.pop_back())
        pairs_.erase(next_.back());
      if (!failure || at.passed() > passed)
        failure = std::current_exception();
      passed = at.passed();
    }
  }
  std::rethrow_exception(failure);
}

/// Returns which leaves are lengths of arrays that containers stand for. Pointers are in the same order on both sides.
std::vector<bool> Pairing::lengths_left_out(const Pair &pair) {
  const std::vector<Leaf> &leaves = c_[pair.node_class].leaves;
  std::vector<bool> out(leaves.size()), needed(leaves.size());
  auto leaf = leaves.begin();
  each_part(pair.type, pair.member, [&](std::uint32_t type, std::uint64_t, const std::string &) {
    const Kind kind = objects_[type].kind;
    if (object::is_value(kind) || kind == Kind::complex || kind == Kind::bytes)
      return;
    leaf = std::find_if(leaf, leaves.end(), [](const Leaf &one) { return one.kind != Leaf::value; });
    if (leaf == leaves.end())
      return;
    if (leaf->length != no_class)
      (kind == Kind::counted_array ? needed : out)[leaf->length] = true;
    ++leaf;
  });
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = out[i] && !needed[i];
  return out;
}

void Pairing::match_all(const Pair &pair, Cursor &cursor) {
  each_part(pair.type, pair.member, [&](std::uint32_t type, std::uint64_t n, const std::string &member) {
    match_part(type, n, pair, cursor, member);
  });
  if (!cursor.is_at_end())
    throw Failure(AL_ERR_TYPES, "AutoLink: C has " + c_[pair.node_class].text_of(cursor.leaf()) + ", and " +
                                    objects_.text_of(pair.type) + " of C++ has nothing for it");
}

void Pairing::match_part(std::uint32_t type_number, std::uint64_t n, const Pair &pair, Cursor &cursor,
                         const std::string &member) {
  const object::Type &type = objects_[type_number];
  const auto take_pointer = [&](Leaf::Kind kind) {
    if (cursor.is_at_end() || cursor.leaf().kind != kind)
      refuse(type_number, pair, cursor, member);
    reach(cursor.leaf().node_class, type.of[0], member);
    cursor.advance();
  };
  switch (type.kind) {
  case Kind::boolean:
  case Kind::character:
  case Kind::signed_number:
  case Kind::unsigned_number:
  case Kind::floating:
    return match_values(type_number, n, form_of(type), pair, cursor, member);
  case Kind::complex:
    return match_values(type_number, 2, form_of(objects_[objects_.bare(type.of[0])]), pair, cursor, member);
  case Kind::bytes:
    return match_values(type_number, type.n, form_of(AL_BYTE), pair, cursor, member);
  case Kind::string:
    return take_pointer(!cursor.is_at_end() && cursor.leaf().kind == Leaf::string &&
                                objects_[objects_.bare(type.of[0])].size == 1
                            ? Leaf::string
                            : Leaf::array);
  case Kind::container:
  case Kind::counted_array:
    return take_pointer(Leaf::array);
  case Kind::unique:
  case Kind::shared:
    return take_pointer(Leaf::link);
  default:
    refuse(type_number, pair, cursor, member);
  }
}

void Pairing::match_values(std::uint32_t type, std::uint64_t n, Form form, const Pair &pair, Cursor &cursor,
                           const std::string &member) {
  while (n > 0) {
    if (cursor.is_at_end() || cursor.leaf().kind != Leaf::value || form_of(cursor.leaf().basic) != form ||
        cursor.leaf().is_bool() != (objects_[type].kind == Kind::boolean))
      refuse(type, pair, cursor, member);
    const std::uint64_t some = std::min(n, cursor.n_left());
    cursor.advance(some);
    n -= some;
  }
}

/// Whether the elements of a plain type can be copied as they are.
void Pairing::find_same_bytes(Pair &pair) const {
  const object::Type &type = objects_[pair.type];
  pair.has_same_bytes = type.is_plain && type.size == c_[pair.node_class].size;
  if (!pair.has_same_bytes)
    return;
  Cursor at = cursor(pair);
  each_plain(pair.type, 0, at, [&](std::uint64_t in_object, std::uint64_t in_record, std::uint64_t) {
    pair.has_same_bytes = pair.has_same_bytes && in_object == in_record;
  });
}

void Pairing::refuse(std::uint32_t type, const Pair &pair, const Cursor &cursor, const std::string &member) const {
  const CRecord &record = c_[pair.node_class];
  throw Failure(AL_ERR_TYPES, "AutoLink: " + member + " of C++ is " + article(objects_.text_of(type)) +
                                  (cursor.is_at_end() ? ", and " + record.name + " of C has nothing for it"
                                                      : ", and C has " + record.text_of(cursor.leaf())));
}

} // namespace autolink::exchange
