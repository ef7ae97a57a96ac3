// Pairs of types. See evolution.h. What is done with nodes stands in conversion.cpp.
#include "evolution.h"

#include "core/base/bytes.h"
#include "core/base/failure.h"

#include <algorithm>
#include <bit>

namespace autolink::file {
namespace {

bool is_pointer(const Field &field) { return field.kind == AL_FIELD_POINTER; }

/// Returns the field with the name of `wanted`. Of several with one name, as in a base and a derived class, it is the
/// one with the same number.
const Field *find(const std::vector<Field> &fields, const std::vector<Field> &others, const Field &wanted,
                  bool of_same_kind = true) {
  const auto is_like = [&](const Field &one) {
    return one.name == wanted.name && (is_pointer(one) == is_pointer(wanted)) == of_same_kind;
  };
  auto n = of_same_kind ? std::count_if(others.data(), &wanted, is_like) : 0;
  for (const Field &field : fields)
    if (is_like(field) && n-- == 0)
      return &field;
  return nullptr;
}

/// Whether the same fields are at the same places.
bool are_alike(const std::vector<Field> &a, const std::vector<Field> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Field &one, const Field &other) {
    return one.name == other.name && one.kind == other.kind && one.offset == other.offset && one.count == other.count &&
           one.stride == other.stride && are_alike(one.fields, other.fields);
  });
}

/// Returns the bytes of a new record, without pointers; none if they are zero.
std::vector<std::byte> initial_of(const NodeClass &c) {
  if (!c.type->initial)
    return {};
  std::vector<std::byte> out(static_cast<std::size_t>(c.size));
  try {
    c.type->initial(out.data());
  } catch (...) {
    throw Failure(AL_ERR_STRUCTURE, std::string("AutoLink: the constructor of ") + c.type->name + " has thrown");
  }
  for (const Slot &slot : c.slots)
    for (std::uint64_t i = 0; i < slot.count; ++i)
      store<Word>(out.data() + slot.offset + i * slot.stride, 0);
  return out;
}

std::string type_text(const Field &field) {
  return kind_name(field.kind) + (field.count == 1 ? "" : "[" + std::to_string(field.count) + "]");
}

} // namespace

Evolution::Evolution(const Types &from, const NodePlan &plan) : from_(from), plan_(plan), to_(types_of(plan)) {
  other_order_ = from.is_big_endian != to_.is_big_endian;
  is_like_ = are_of_like_machines(from, to_);
  pair_of(0, 0);
  for (std::size_t i = 0; i < pairs_.size(); ++i) { // more are added meanwhile
    Pair pair = pairs_[i];
    pair.fields = pair_fields(pair, from_.classes[pair.there].fields, to_.classes[pair.here].fields, "");
    if (i == 0 && pair.fields.empty() && from_.classes[0].name != to_.classes[0].name)
      refuse(pair, "", "has no name and no field in common with " + from_.classes[0].name + ", the type in the file");
    pair.is_unchanged = is_like_ && from_.classes[pair.there].size == to_.classes[pair.here].size &&
                        are_alike(from_.classes[pair.there].fields, to_.classes[pair.here].fields);
    if (!pair.is_unchanged)
      pair.initial = initial_of(plan_.classes[pair.here]);
    pair_all_targets(pair, pair.fields);
    add_pointers(pair, pair.fields, 0, 0, pair.pointers);
    std::stable_sort(pair.pointers.begin(), pair.pointers.end(), [](const CommonPointer &a, const CommonPointer &b) {
      return a.slot != b.slot ? a.slot < b.slot : a.here < b.here;
    });
    pairs_[i] = std::move(pair);
  }
}

void Evolution::refuse(const Pair &pair, const std::string &path, const std::string &why) const {
  const std::string &name = to_.classes[pair.here].name;
  throw Failure(AL_ERR_TYPES, "AutoLink: " + (path.empty() ? name : name + "." + path) + ' ' + why);
}

std::size_t Evolution::pair_of(std::uint32_t there, std::uint32_t here) {
  const auto [entry, is_new] = numbers_.try_emplace({there, here}, pairs_.size());
  if (is_new)
    pairs_.push_back({there, here, false, {}, {}, {}});
  return entry->second;
}

std::vector<Evolution::Common> Evolution::pair_fields(const Pair &pair, const std::vector<Field> &there,
                                                      const std::vector<Field> &here, const std::string &path) const {
  std::vector<Common> out;
  const Field *bits_here = nullptr;
  for (const Field &field : here) {
    const std::string name = path.empty() ? field.name : path + "." + field.name;
    const Field *const found = find(there, here, field);
    if (!found) {
      if (field.kind == AL_FIELD_BITS)
        bits_here = &field;
      const Field *const other = find(there, here, field, false);
      if (other && !find(here, there, *other))
        refuse(pair, name, "was " + type_text(*other) + " and is " + type_text(field));
      continue;
    }
    Common common = {found, &field, {}, name};
    if ((found->kind == AL_FIELD_RECORD) != (field.kind == AL_FIELD_RECORD))
      refuse(pair, name, "was " + type_text(*found) + " and is " + type_text(field));
    if (field.kind == AL_FIELD_RECORD)
      common.fields = pair_fields(pair, found->fields, field.fields, name);
    else if (!is_pointer(field))
      check_values(pair, *found, field, name);
    out.push_back(std::move(common));
  }
  for (const Field &field : there)
    if (bits_here && field.kind == AL_FIELD_BITS && !find(here, there, field))
      refuse(pair, path,
             "had the bit-fields '" + field.name + "' and has '" + bits_here->name + "'; bit-fields are not converted");
  return out;
}

void Evolution::check_values(const Pair &pair, const Field &there, const Field &here, const std::string &path) const {
  const auto refuse_with = [&](const std::string &why) {
    refuse(pair, path, "was " + type_text(there) + " and is " + type_text(here) + why);
  };
  const bool is_bytes = here.kind == AL_BYTE || here.kind == AL_FIELD_BITS;
  if (is_bytes || there.kind == AL_BYTE || there.kind == AL_FIELD_BITS) {
    if (there.kind != here.kind || there.count != here.count)
      refuse_with("; bytes of no known type are not converted");
    if (!is_like_)
      refuse(pair, path, "has bytes of no known type, which cannot be converted from the other machine");
    return;
  }
  if (parts_of(there.kind) != parts_of(here.kind) ||
      !is_convertible(from_.forms[there.kind], to_.forms[here.kind], other_order_))
    refuse_with("");
}

void Evolution::pair_all_targets(const Pair &pair, const std::vector<Common> &fields) {
  for (const Common &common : fields)
    if (is_pointer(*common.here))
      pair_targets(pair, common.there->leads, common.here->leads, common.path);
    else
      pair_all_targets(pair, common.fields);
}

/// Pairs the classes that a pointer leads to, choice by choice.
void Evolution::pair_targets(const Pair &pair, const Leads &there, const Leads &here, const std::string &path) {
  const auto require_same = [&](bool is_same) {
    if (!is_same)
      refuse(pair, path, "leads to something of another kind than in the file");
  };
  require_same(there.chosen_by == here.chosen_by &&
               (here.chosen_by != AL_HEADED || there.choices.size() == here.choices.size()));
  for (std::size_t i = 0; i < here.choices.size(); ++i) {
    const Leads::Choice &to = here.choices[i];
    const auto found = here.chosen_by == AL_HEADED
                           ? there.choices.begin() + static_cast<std::ptrdiff_t>(i)
                           : std::find_if(there.choices.begin(), there.choices.end(),
                                          [&](const Leads::Choice &one) { return one.value == to.value; });
    if (found == there.choices.end() || to.kind == AL_IGNORE || found->kind == AL_IGNORE)
      continue;
    require_same(found->kind == to.kind || (found->kind == AL_LINK && to.kind == AL_WEAK));
    if (leads_to_class(to.kind))
      pair_of(found->node_class, to.node_class);
  }
}

/// Lists the pointers of both sides one by one.
void Evolution::add_pointers(const Pair &pair, const std::vector<Common> &fields, std::uint64_t there,
                             std::uint64_t here, std::vector<CommonPointer> &to) const {
  const std::vector<Slot> &slots = plan_.classes[pair.here].slots;
  for (const Common &common : fields) {
    if (!is_pointer(*common.here) && common.fields.empty())
      continue;
    const std::uint64_t n = std::min(common.there->count, common.here->count);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t place_there = there + common.there->offset + i * common.there->stride;
      const std::uint64_t place = here + common.here->offset + i * common.here->stride;
      if (!is_pointer(*common.here)) {
        add_pointers(pair, common.fields, place_there, place, to);
        continue;
      }
      const auto slot = std::find_if(slots.begin(), slots.end(), [&](const Slot &one) {
        const std::uint64_t past = place - one.offset;
        return place >= one.offset && past % one.stride == 0 && past / one.stride < one.count;
      });
      if (slot == slots.end())
        throw Failure(AL_ERR_TABLES, "AutoLink: the tables of " + to_.classes[pair.here].name +
                                         " name a pointer that they do not have: " + common.path);
      to.push_back({place_there, place, &common.there->leads, static_cast<std::uint32_t>(slot - slots.begin())});
    }
  }
}

} // namespace autolink::file
