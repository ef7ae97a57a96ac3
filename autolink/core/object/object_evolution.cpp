// Pairs of types. See object_evolution.h. What is done with objects stands in object_writer.cpp.
#include "object_evolution.h"

#include "core/base/failure.h"

#include <algorithm>

namespace autolink::object {
namespace {

bool is_bytes(const Types &types, const Part &part) { return types[part.type].kind == Kind::bytes; }

/// Whether the parts of a class have names, as far as they need them.
bool have_names(const Types &types, const Type &object) {
  return std::none_of(object.parts.begin(), object.parts.end(),
                      [&](const Part &part) { return part.name.empty() && !is_bytes(types, part); });
}

/// Returns the names of the bytes in a class.
std::string bytes_of(const Types &types, const Type &object) {
  std::string out;
  for (const Part &part : object.parts)
    if (is_bytes(types, part))
      out += (out.empty() ? "" : ", ") + (part.name.empty() ? "(no name)" : part.name);
  return out;
}

/// Returns the number of the part that has the name of `wanted`. Of several with one name, as in a base and a derived
/// class, it is the one with the same number among these.
std::size_t find_part(const std::vector<Part> &parts, const std::vector<Part> &others, const Part &wanted) {
  const auto is_like = [&](const Part &one) { return one.name == wanted.name; };
  auto n = std::count_if(others.data(), &wanted, is_like);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (is_like(parts[i]) && n-- == 0)
      return i;
  return parts.size();
}

} // namespace

ObjectEvolution::ObjectEvolution(const Types &from, const Types &to, std::string name)
    : from_(from), to_(to), name_(std::move(name)) {
  pair(from.root, to.root, name_);
  while (!next_.empty()) {
    const auto key = next_.back();
    next_.pop_back();
    Pair next = pairs_.at(key);
    if (from_[next.there].kind == Kind::object)
      pair_parts(next);
    else
      pair_classes(next, name_);
    pairs_.at(key) = std::move(next);
  }
  for (auto &[key, one] : pairs_) {
    one.is_same = are_same(one.there, one.here);
    are_alike(one.there, one.here);
  }
  for (const auto &[part, is_new] : is_new_)
    if (is_new)
      new_parts_.push_back({part.first, part.second});
}

void ObjectEvolution::refuse(std::uint32_t there, std::uint32_t here, const std::string &where) const {
  const bool is_root = where == name_;
  throw Failure(AL_ERR_TYPES,
                is_root
                    ? "AutoLink: it has " + from_.text_of(from_.root) + ", and what is read is " + to_.text_of(to_.root)
                    : "AutoLink: " + where + " was " + from_.text_of(there) + " and is " + to_.text_of(here));
}

const ObjectEvolution::Pair *ObjectEvolution::find(std::uint32_t there, std::uint32_t here) const {
  const auto found = pairs_.find({from_.bare(there), to_.bare(here)});
  return found == pairs_.end() ? nullptr : &found->second;
}

void ObjectEvolution::pair(std::uint32_t there, std::uint32_t here, const std::string &where) {
  there = from_.bare(there);
  here = to_.bare(here);
  const auto [entry, is_new] = pairs_.try_emplace({there, here}, Pair{there, here, false, Pair::unknown, {}});
  if (!is_new)
    return;
  const Kind kind = from_[there].kind;
  if (kind != to_[here].kind && !(is_value(kind) && is_value(to_[here].kind)))
    refuse(there, here, where);
  if (kind == Kind::object || kind == Kind::choice)
    next_.emplace_back(there, here);
  else
    pair_rest(entry->second, where);
}

/// Pairs what a type consists of that is neither a class nor a choice.
void ObjectEvolution::pair_rest(Pair &both, const std::string &where) {
  const Type &there = from_[both.there], &here = to_[both.here];
  const auto require_same = [&](bool is_same) {
    if (!is_same)
      refuse(both.there, both.here, where);
  };
  switch (there.kind) {
  case Kind::boolean:
  case Kind::character:
  case Kind::signed_number:
  case Kind::unsigned_number:
  case Kind::floating:
    require_same((there.kind == Kind::character) == (here.kind == Kind::character) &&
                 (there.kind != Kind::character || there.size == here.size));
    return;
  case Kind::array:
    require_same(there.n == here.n || (there.is_plain && here.is_plain));
    break;
  case Kind::bytes:
  case Kind::bitset:
    require_same(there.n == here.n);
    return;
  case Kind::column_matrix:
  case Kind::row_matrix:
    require_same(there.n == here.n);
    break;
  case Kind::duration:
    require_same(there.text == here.text);
    break;
  case Kind::tuple:
    require_same(there.of.size() == here.of.size());
    break;
  case Kind::variant: { // alternatives may have been added at the end
    const std::size_t n = std::min(there.of.size(), here.of.size());
    for (std::uint32_t i = 0; i < there.of.size(); ++i)
      both.matches.push_back(i < n ? i : none);
    for (std::size_t i = 0; i < n; ++i)
      pair(there.of[i], here.of[i], where);
    return;
  }
  default:
    break;
  }
  for (std::size_t i = 0; i < there.of.size(); ++i)
    pair(there.of[i], here.of[i], where);
}

void ObjectEvolution::pair_parts(Pair &both) {
  const Type &there = from_[both.there], &here = to_[both.here];
  const auto fail = [&](const std::string &why) { throw Failure(AL_ERR_TYPES, "AutoLink: " + why); };
  if (!have_names(from_, there) || !have_names(to_, here))
    fail(here.text + " has changed, and its members have no names: run automap again, and write the file again with "
                     "what that generates");
  for (const Part &part : here.parts) {
    const std::size_t found = find_part(there.parts, here.parts, part);
    const bool is_new = found == there.parts.size();
    const std::string where = text_of(part);
    if (!is_new)
      pair(there.parts[found].type, part.type, where);
    const auto [known, is_first] = is_new_.try_emplace({part.owner, part.number}, is_new);
    if (!is_first && known->second != is_new)
      fail(where + " is in the file in some classes that derive from " + part.owner + ", and not in others");
    both.matches.push_back(is_new ? none : static_cast<std::uint32_t>(found));
  }
  // Bit-fields that share bytes must all be as they were.
  const std::string bytes_there = bytes_of(from_, there), bytes_here = bytes_of(to_, here);
  if (!bytes_there.empty() && !bytes_here.empty() && bytes_there != bytes_here)
    fail(here.text + " had the bit-fields or unions " + bytes_there + " and has " + bytes_here +
         ", which are not converted");
}

/// Pairs the classes behind pointers to one with virtual functions by their names.
void ObjectEvolution::pair_classes(Pair &both, const std::string &where) {
  const Type &there = from_[both.there], &here = to_[both.here];
  for (std::size_t i = 0; i < there.names.size(); ++i) {
    const auto found = std::find(here.names.begin(), here.names.end(), there.names[i]);
    const auto at = static_cast<std::size_t>(found - here.names.begin());
    both.matches.push_back(found == here.names.end() ? none : static_cast<std::uint32_t>(at));
    if (found != here.names.end())
      pair(there.of[i], here.of[at], where);
  }
}

/// Whether types have the same layout, which is found once for each pair.
bool ObjectEvolution::are_alike(std::uint32_t there, std::uint32_t here) {
  const auto found = pairs_.find({from_.bare(there), to_.bare(here)});
  if (found == pairs_.end())
    return false;
  Pair &pair = found->second;
  if (pair.layout == Pair::unknown)
    pair.layout = find_alike(pair) ? Pair::alike : Pair::different; // no type holds itself
  return pair.layout == Pair::alike;
}

bool ObjectEvolution::find_alike(const Pair &pair) {
  const Type &there = from_[pair.there], &here = to_[pair.here];
  if (there.kind != here.kind || there.size != here.size)
    return false;
  switch (there.kind) {
  case Kind::object:
    if (there.parts.size() != here.parts.size())
      return false;
    for (std::size_t i = 0; i < here.parts.size(); ++i)
      if (pair.matches[i] != i || !are_alike(there.parts[i].type, here.parts[i].type))
        return false;
    return true;
  case Kind::array:
  case Kind::tuple:
  case Kind::optional:
  case Kind::variant:
    if (there.n != here.n || there.of.size() != here.of.size() || there.value_place != here.value_place)
      return false;
    for (std::size_t i = 0; i < here.of.size(); ++i)
      if (!are_alike(there.of[i], here.of[i]))
        return false;
    return true;
  default: // such as containers, whose own layout does not depend on their elements
    return there.n == here.n && there.block == here.block;
  }
}

bool ObjectEvolution::are_same(std::uint32_t there_number, std::uint32_t here_number) const {
  const Type &there = from_[from_.bare(there_number)], &here = to_[to_.bare(here_number)];
  if (there.kind != here.kind || !there.is_plain || !here.is_plain || there.size != here.size ||
      (there.kind != Kind::object && there.n != here.n) || there.parts.size() != here.parts.size())
    return false;
  for (std::size_t i = 0; i < there.of.size(); ++i)
    if (!are_same(there.of[i], here.of[i]))
      return false;
  for (std::size_t i = 0; i < there.parts.size(); ++i)
    if (there.parts[i].name != here.parts[i].name || there.parts[i].place != here.parts[i].place ||
        !are_same(there.parts[i].type, here.parts[i].type))
      return false;
  return true;
}

} // namespace autolink::object
