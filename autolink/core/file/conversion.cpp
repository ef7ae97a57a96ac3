// Nodes of a file's types become nodes of the program's. See evolution.h.
#include "evolution.h"

#include "core/base/received.h"
#include "core/receive/made_structure.h"
#include "value_text.h"

#include <algorithm>
#include <cstring>
#include <deque>

namespace autolink::file {
namespace {

void require_right(bool condition, const char *what) {
  if (!condition)
    throw Failure(AL_ERR_DAMAGED, std::string("AutoLink: ") + what);
}

std::string with_index(const std::string &path, const Field &field, std::uint64_t i) {
  return field.count == 1 ? path : path + "[" + std::to_string(i) + "]";
}

} // namespace

/// Converts one structure.
class Conversion {
public:
  Conversion(const Evolution &evolution, const StoredStructure &stored, std::uint64_t limit_bytes)
      : evolution_(evolution), plan_(evolution.plan_), stored_(stored), limit_bytes_(limit_bytes),
        labels_(evolution.pairs_.size()), made_(evolution.plan_) {
    reach(0, 0);
    while (!next_.empty()) {
      const auto [pair, label] = next_.front();
      next_.pop_front();
      convert_node(evolution_.pairs_[pair], label);
    }
    for (std::size_t i = 0; i < inside_.size(); ++i)
      find_inside(inside_[i]);
  }

  /// Has the nodes received.
  void *receive(const UnpackOptions &options, Arena &arena) {
    for (const Inside &inside : inside_)
      made_.inside.push_back(inside.entry);
    return made_.receive(options, arena);
  }

private:
  using Pair = Evolution::Pair;
  using Common = Evolution::Common;
  using CommonPointer = Evolution::CommonPointer;

  struct Inside {
    std::uint32_t node_class; // of the record that has the pointer
    const char *name;
    const Target *target; // AL_INSIDE, AL_WEAK, AL_WEAK_INSIDE
    InsideEntry entry;    // there, then here
  };

  /// Returns the word for a node of the file: its label here plus one.
  std::uint64_t reach(std::size_t number, std::uint64_t label) {
    const Pair &pair = evolution_.pairs_[number];
    const std::uint64_t n = stored_.n_nodes(pair.there);
    require_right(label < n, "a label is larger than those of the nodes");
    std::vector<std::uint64_t> &labels = labels_[number];
    if (labels.empty())
      labels.resize(static_cast<std::size_t>(n));
    std::uint64_t &word = labels[static_cast<std::size_t>(label)];
    if (word != 0)
      return word;
    for (std::size_t i = 0; i < labels_.size(); ++i)
      if (i != number && evolution_.pairs_[i].there == pair.there && !labels_[i].empty() &&
          labels_[i][static_cast<std::size_t>(label)] != 0)
        throw Failure(AL_ERR_TYPES, "AutoLink: a " + evolution_.from_.name_of(pair.there) +
                                        " is shared by pointers that now lead to different types, " +
                                        evolution_.to_.name_of(evolution_.pairs_[i].here) + " and " +
                                        evolution_.to_.name_of(pair.here));
    word = made_.add(pair.here, stored_.length(pair.there, label));
    next_.emplace_back(number, label);
    return word;
  }

  void convert_node(const Pair &pair, std::uint64_t label) {
    const std::uint64_t length = stored_.length(pair.there, label);
    const auto size = static_cast<std::size_t>(plan_.classes[pair.here].size);
    const std::uint64_t size_there = evolution_.from_.classes[pair.there].size;
    std::vector<std::byte> &out = made_.nodes[pair.here].elements;
    bytes_ = checked_sum(bytes_, checked_product(length, size));
    if (bytes_ > limit_bytes_)
      throw limit_failure(limit_bytes_);
    for (std::uint64_t i = 0; i < length;) {
      const StoredStructure::Row row = stored_.elements(pair.there, label, i);
      const std::uint64_t n = std::min(row.n, length - i);
      for (std::uint64_t j = 0; j < n; ++j) {
        const std::byte *const from = row.elements + j * size_there;
        out.resize(out.size() + size);
        std::byte *const to = out.data() + out.size() - size;
        if (pair.is_unchanged) {
          std::memcpy(to, from, size);
        } else {
          if (!pair.initial.empty())
            std::memcpy(to, pair.initial.data(), size);
          convert_fields(pair, pair.fields, from, to);
        }
        for (const CommonPointer &pointer : pair.pointers)
          convert_pointer(pair, pointer, from, to);
      }
      i += n;
    }
  }

  void convert_fields(const Pair &pair, const std::vector<Common> &fields, const std::byte *from, std::byte *to) const {
    for (const Common &common : fields) {
      const Field &there = *common.there, &here = *common.here;
      const std::uint64_t n = std::min(there.count, here.count);
      if (there.count > here.count && !is_zero(there, from, n))
        evolution_.refuse(pair, common.path,
                          "had " + std::to_string(there.count) + " elements and has " + std::to_string(here.count) +
                              ", but those after these are not zero");
      if (here.kind == AL_FIELD_RECORD)
        for (std::uint64_t i = 0; i < n; ++i)
          convert_fields(pair, common.fields, from + there.offset + i * there.stride,
                         to + here.offset + i * here.stride);
      else if (here.kind != AL_FIELD_POINTER)
        convert_values(pair, common, n, from + there.offset, to + here.offset);
    }
  }

  /// Whether all values and pointers of a field from the element `first` on are zero.
  bool is_zero(const Field &field, const std::byte *record, std::uint64_t first) const {
    for (std::uint64_t i = first; i < field.count; ++i) {
      const std::byte *const at = record + field.offset + i * field.stride;
      if (field.kind == AL_FIELD_RECORD) {
        for (const Field &inner : field.fields)
          if (!is_zero(inner, at, 0))
            return false;
      } else if (!std::all_of(at, at + evolution_.from_.value_bytes(field),
                              [](std::byte b) { return b == std::byte{0}; }) &&
                 !leads_nowhere(field, at)) {
        return false;
      }
    }
    return true;
  }

  /// Whether it is a weak pointer to what does not travel.
  bool leads_nowhere(const Field &field, const std::byte *at) const {
    if (field.kind != AL_FIELD_POINTER || field.leads.chosen_by != 0)
      return false;
    const std::uint32_t kind = field.leads.choices.front().kind;
    const std::uint64_t word = stored_.pointer_word(at);
    return (kind == AL_WEAK && word % 2 != 0 && stored_.inside_entry(word / 2).node_class == no_class) ||
           (kind == AL_WEAK_INSIDE && stored_.inside_entry(word - 1).node_class == no_class);
  }

  void convert_values(const Pair &pair, const Common &common, std::uint64_t n, const std::byte *from,
                      std::byte *to) const {
    const Field &there = *common.there, &here = *common.here;
    const bool is_bits = here.kind == AL_FIELD_BITS;
    const Form form_there = is_bits ? form_of(AL_BYTE) : evolution_.from_.forms[there.kind];
    const Form form = is_bits ? form_of(AL_BYTE) : evolution_.to_.forms[here.kind];
    const auto convert_some = [&](std::uint64_t i, std::uint64_t some) {
      bool is_done = true;
      for (unsigned part = 0; part < (is_bits ? 1 : parts_of(here.kind)); ++part)
        is_done = is_done &&
                  convert(from + i * there.stride + part * form_there.size, there.stride, form_there,
                          evolution_.other_order_, to + i * here.stride + part * form.size, here.stride, form, some);
      const bool is_bool = here.kind == AL_C_BOOL || here.kind == AL_CXX_BOOL;
      for (std::uint64_t j = 0; is_bool && is_done && j < some; ++j)
        is_done = load<std::uint8_t>(to + (i + j) * here.stride) <= 1;
      return is_done;
    };
    if (convert_some(0, n))
      return;
    std::uint64_t i = 0;
    while (convert_some(i, 1))
      ++i;
    evolution_.refuse(pair, with_index(common.path, there, i),
                      "was " + kind_name(there.kind) + " and is " + kind_name(here.kind) + ", which has no " +
                          value_text(evolution_.from_, there.kind, from + i * there.stride));
  }

  void convert_pointer(const Pair &pair, const CommonPointer &pointer, const std::byte *from, std::byte *to) {
    const Slot &slot = plan_.classes[pair.here].slots[pointer.slot];
    std::byte *const place = to + pointer.here;
    std::uint64_t word = stored_.pointer_word(from + pointer.there);
    const std::vector<Leads::Choice> &choices = pointer.leads->choices;
    const Leads::Choice *there = &choices[0];
    const Target *here = &slot.target;
    if (slot.is_late) {
      if (word == 0)
        return;
      there = &choices[(word - 1) % choices.size()];
      word = (word - 1) / choices.size() + 1;
      const auto number = static_cast<std::size_t>(there - choices.data());
      here = slot.is_headed ? &slot.choices[number].second : choice_of(slot, there->value);
    } else if (slot.select) {
      const std::int64_t value = slot.select(to, place);
      here = choice_of(slot, value);
      const auto found =
          std::find_if(choices.begin(), choices.end(), [&](const Leads::Choice &one) { return one.value == value; });
      there = found == choices.end() ? nullptr : &*found;
    }
    if (here && here->kind == AL_IGNORE) {
      store<Word>(place, 0);
    } else if (here && there && there->kind == AL_DATA) {
      if (!evolution_.is_like_ && word != 0)
        refuse(pair, slot, "is data of no known type, which cannot be converted from the other machine");
      store<Word>(place, static_cast<Word>(word));
    } else if (word == 0 || (there && there->kind == AL_IGNORE)) {
      store<Word>(place, 0);
    } else if (!here || !there) {
      refuse(pair, slot, "leads to something that is none of its choices");
    } else {
      store<Word>(place, static_cast<Word>(new_word(pair, slot, *there, *here, word)));
    }
  }

  static const Target *choice_of(const Slot &slot, std::int64_t value) {
    for (const auto &[choice, target] : slot.choices)
      if (choice == value)
        return &target;
    return nullptr;
  }

  std::uint64_t new_word(const Pair &pair, const Slot &slot, const Leads::Choice &there, const Target &here,
                         std::uint64_t word) {
    if (here.kind == AL_WEAK) { // its word may always be that of an entry
      const std::uint64_t number = add_inside(pair, slot, here, weak_entry(there, word));
      return number == 0 ? 0 : 2 * number - 1;
    }
    switch (there.kind) {
    case AL_INSIDE:
    case AL_WEAK_INSIDE:
      return add_inside(pair, slot, here, stored_.inside_entry(word - 1));
    case AL_END:
      return word;
    default: {
      const auto number = evolution_.numbers_.find({there.node_class, here.node_class});
      if (number == evolution_.numbers_.end()) // its choice does not fit the file's
        refuse(pair, slot, "leads to something that is none of its choices");
      const std::uint64_t found = reach(number->second, word - 1);
      return slot.is_late ? (found - 1) * slot.choices.size() + slot.number_of(here) + 1 : found;
    }
    }
  }

  /// Returns where a pointer leads that is weak here, and weak or a link there.
  InsideEntry weak_entry(const Leads::Choice &there, std::uint64_t word) const {
    const bool is_link = there.kind == AL_LINK;
    if (!is_link && word % 2 != 0)
      return stored_.inside_entry(word / 2);
    const InsideEntry out = {there.node_class, 0, (is_link ? word : word / 2) - 1, 0};
    require_right(out.node_class != no_class && out.label < stored_.n_nodes(out.node_class),
                  "a label is larger than those of the nodes");
    return out;
  }

  /// Adds a pointer that gets an entry. Returns its number plus one; 0 if it leads nowhere.
  std::uint64_t add_inside(const Pair &pair, const Slot &slot, const Target &target, InsideEntry entry) {
    if (entry.node_class == no_class) {
      require_right(target.kind != AL_INSIDE, "an inside pointer leads to a node that is missing");
      return 0;
    }
    inside_.push_back({pair.here, slot.name, &target, entry});
    return inside_.size();
  }

  /// Finds the node and the place in it that an inside pointer leads to.
  void find_inside(Inside &inside) const {
    const InsideEntry there = inside.entry;
    const std::string pointer = plan_.classes[inside.node_class].type->name + (std::string(".") + inside.name);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const Pair &pair = evolution_.pairs_[i];
      if (pair.there != there.node_class || there.label >= labels_[i].size() || labels_[i][there.label] == 0)
        continue;
      const std::uint64_t size = evolution_.from_.classes[pair.there].size;
      const std::uint64_t element = there.offset / size, rest = there.offset % size;
      require_right(there.offset <= stored_.length(pair.there, there.label) * size,
                    "an inside pointer leads out of its node");
      const bool is_end = element == stored_.length(pair.there, there.label);
      const bool is_whole = is_end || pair.is_unchanged ||
                            (inside.target->kind == AL_WEAK && rest == 0); // such a pointer leads to all of a record
      const std::uint64_t here = is_whole ? rest : place_of(pair, rest);
      if (here == no_place || (rest == 0 && here != 0))
        throw Failure(AL_ERR_TYPES, "AutoLink: " + pointer + " leads to a field of " +
                                        evolution_.from_.name_of(pair.there) +
                                        " that is gone, or has been the first field of a record and is not any more");
      if (!may_lead_to(*inside.target, pair.here))
        throw Failure(AL_ERR_TYPES, "AutoLink: " + pointer + " is a weak pointer to " + inside.target->type->name +
                                        ", and in the file it leads to a " + evolution_.from_.name_of(pair.there));
      inside.entry = {pair.here, 0, labels_[i][there.label] - 1, element * plan_.classes[pair.here].size + here};
      return;
    }
    if (inside.target->kind != AL_INSIDE) { // nothing else leads there any more
      inside.entry = {no_class, 0, 0, 0};
      return;
    }
    throw Failure(AL_ERR_TYPES, "AutoLink: " + pointer + " leads into a " + evolution_.from_.name_of(there.node_class) +
                                    ", to which no other pointer leads any more");
  }

  /// Whether a pointer may lead to nodes of a class, if it is weak: to its records, or to elements of arrays.
  bool may_lead_to(const Target &target, std::uint32_t node_class) const {
    if (target.kind != AL_WEAK)
      return true;
    const NodePlan::WeakPlace &place = plan_.weak_places[target.place_kind - NodePlan::first_weak];
    return node_class == place.records || node_class == place.arrays;
  }

  static constexpr std::uint64_t no_place = ~std::uint64_t{0};

  /// Returns the place here of a byte there. Where one value ends and another begins, it belongs to the latter.
  std::uint64_t place_of(const Pair &pair, std::uint64_t there) const {
    const bool at_end = !begins_value(evolution_.from_.classes[pair.there].fields, there);
    return place_among(pair.fields, there, at_end);
  }

  /// Whether a value begins at a byte there, in any field.
  static bool begins_value(const std::vector<Field> &fields, std::uint64_t there) {
    return std::any_of(fields.begin(), fields.end(), [&](const Field &field) {
      if (there < field.offset)
        return false;
      const std::uint64_t past = there - field.offset;
      const std::uint64_t i = field.stride == 0 ? 0 : std::min(past / field.stride, field.count - 1);
      const std::uint64_t rest = past - i * field.stride;
      return field.kind == AL_FIELD_RECORD ? begins_value(field.fields, rest) : rest == 0;
    });
  }

  std::uint64_t place_among(const std::vector<Common> &fields, std::uint64_t there, bool at_end) const {
    for (const Common &common : fields)
      if (const std::uint64_t here = place_in(common, there, at_end); here != no_place)
        return here;
    return no_place;
  }

  std::uint64_t place_in(const Common &common, std::uint64_t there, bool at_end) const {
    const Field &from = *common.there, &to = *common.here;
    if (there < from.offset)
      return no_place;
    const std::uint64_t past = there - from.offset;
    const std::uint64_t i = from.stride == 0 ? 0 : std::min(past / from.stride, std::min(from.count, to.count) - 1);
    const std::uint64_t rest = past - i * from.stride;
    const std::uint64_t here = to.offset + i * to.stride;
    if (to.kind == AL_FIELD_RECORD) {
      // The beginning of a record is that of its first field, too; the two must not have parted.
      const std::uint64_t inner = place_among(common.fields, rest, at_end);
      return inner == no_place || (rest == 0 && inner != 0) ? no_place : here + inner;
    }
    if (rest == evolution_.from_.value_bytes(from) && at_end)
      return here + evolution_.to_.value_bytes(to);
    return rest == 0 ? here : no_place;
  }

  [[noreturn]] void refuse(const Pair &pair, const Slot &slot, const std::string &why) const {
    evolution_.refuse(pair, slot.name, why);
  }

  const Evolution &evolution_;
  const NodePlan &plan_;
  const StoredStructure &stored_;
  const std::uint64_t limit_bytes_;
  std::uint64_t bytes_ = 0;                        // of all nodes here
  std::vector<std::vector<std::uint64_t>> labels_; // of each pair: by the label there, the label here plus one
  MadeStructure made_;
  std::deque<std::pair<std::size_t, std::uint64_t>> next_; // pairs and labels there
  std::vector<Inside> inside_;
};

void *Evolution::read(const StoredStructure &stored, const UnpackOptions &options, Arena &arena) const {
  if (stored.is_null())
    return nullptr;
  return Conversion(*this, stored, options.limit_bytes).receive(options, arena);
}

} // namespace autolink::file
