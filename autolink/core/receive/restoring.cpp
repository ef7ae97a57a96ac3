// The receiving side: labels become pointers again, in the steps that al_inline.h leaves to the library. See
// unpacker.h.
#include "unpacker.h"

#include "core/base/received.h"

#include <string>
#include <utility>

namespace autolink {

/// Sets the nodes that routines find by the targets' numbers.
void Unpacker::begin_targets() {
  targets_plan_ = nullptr;
  targets_.clear();
  for (std::size_t i = 0; i < n_classes_; ++i) {
    states_[i].nodes.node_class = static_cast<std::uint16_t>(i);
    states_[i].targets = targets_.size();
    for (const auto &[target, slot] : plan_->classes[i].targets)
      targets_.push_back(target.node_class == no_class ? &no_nodes_ : &states_[target.node_class].nodes);
  }
  targets_plan_ = plan_;
}

void Unpacker::begin_restoring(const NodeClass &c, const State &state) {
  owner_ = &c;
  targets = targets_.data() + state.targets;
}

void Unpacker::rethrow() {
  if (failure_) [[unlikely]]
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Replaces the labels in `n` adjacent records by addresses.
void Unpacker::restore(const NodeClass &c, std::byte *records, std::uint64_t n) {
  if (!c.has_pointers)
    return;
  if (c.routines) {
    c.routines->relink(this, records, n);
    return;
  }
  for (; n > 0; --n, records += c.size)
    if (c.only_links)
      for (const PlainLink &l : c.links)
        store(records + l.offset, al_node(this, &states_[l.node_class].nodes, load<Word>(records + l.offset)));
    else
      restore_slots(c, records);
}

/// Does what al_node() leaves to the library: refusals, and records of arenas that are promised not to be shared.
void *Unpacker::restore_link(AL_Made &target, std::uint64_t word) {
  check_message(word <= target.labels, "a label is larger than those announced");
  constexpr const char *is_shared = "a node of a type that is promised to be a tree is shared";
  check_message(target.holds_nodes, is_shared);
  State &state = states_[target.node_class];
  const auto label = static_cast<std::size_t>(word - 1);
  check_message(!state.tree_referenced[label], is_shared);
  state.tree_referenced[label] = true;
  return state.nodes[label];
}

void Unpacker::restore_array(const Target &target, void *field, std::int64_t length) {
  const auto word = load<Word>(field);
  store<void *>(field, nullptr);
  if (word == 0)
    return;
  State &state = states_[target.node_class];
  check_message(word <= state.nodes.labels, "a label is larger than those announced");
  const ReceivedArrays::Array found = state.arrays[word - 1];
  if (state.arrays.refer(word - 1))
    ++state.nodes.referenced;
  else
    check_message(found.length > 0, "an empty array is shared");
  if (target.kind == AL_ARRAY && !target.is_late) {
    if (length < 0 || static_cast<std::uint64_t>(length) > found.length ||
        (length == 0 && found.length > 0)) // AL_Free would not mark it
      refuse(*slot_at(field, false).first, "its array's length is " + std::to_string(found.length) +
                                               ", where its record says " + std::to_string(length));
    has_parts_ = has_parts_ || static_cast<std::uint64_t>(length) < found.length;
  } else if (target.kind == AL_ARRAY) {
    check_message(found.length >= target.bias, "an array is shorter than what tells its length");
  }
  store(field, found.address);
}

/// Does what al_restore_weak() leaves to the library. The node does not count as referred to.
void Unpacker::restore_weak(const Target &target, void *field) {
  const auto word = load<Word>(field);
  store<void *>(field, nullptr);
  if (word == 0)
    return;
  if (target.kind == AL_WEAK_INSIDE || word % 2 != 0) {
    add_place(field, target.kind == AL_WEAK_INSIDE ? word : word / 2 + 1, target.place_kind);
    return;
  }
  check_message(target.node_class != no_class && word / 2 <= states_[target.node_class].nodes.labels,
                "a label is larger than those announced");
  store(field, node_at(target.node_class, word / 2 - 1) + target.bias);
}

/// Adds a pointer that has an entry with this number, which is at least 1.
void Unpacker::add_place(void *field, Word number, std::uint32_t kind) {
  inside_.reserve(n_inside_ + 1, tables_);
  if (plan_->has_weak) {
    inside_kinds_.reserve(n_inside_ + 1, tables_);
    inside_kind(n_inside_) = static_cast<std::uint16_t>(kind);
  }
  inside_place(n_inside_++) = static_cast<std::byte *>(field);
  store(field, number);
}

/// Returns the slot of the pointer at `field`, and its record. `has_choices`: whether only slots with choices are
/// meant.
std::pair<const Slot *, const std::byte *> Unpacker::slot_at(const void *field, bool has_choices) {
  const auto own_class = static_cast<std::size_t>(owner_ - plan_->classes.data());
  const State &state = states_[own_class];
  const auto size = static_cast<std::size_t>(owner_->size);
  // The field is in this record or, if several are restored at once, in one that follows it.
  const std::byte *record = owner_->kind == NodeKind::record
                                ? node_at(static_cast<std::uint32_t>(own_class), state.elements)
                                : state.arrays[state.array].address + state.array_at * size;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(field) - record);
  record += offset / size * size;
  const auto slot = std::find_if(owner_->slots.begin(), owner_->slots.end(), [&](const Slot &one) {
    const std::uint64_t past = offset % size - one.offset;
    return (one.select || !has_choices) && offset % size >= one.offset && past % one.stride == 0 &&
           past / one.stride < one.count;
  });
  return {&*slot, record};
}

void Unpacker::refuse(const Slot &slot, const std::string &why) {
  throw Failure(AL_ERR_MESSAGE, std::string("AutoLink: ") + owner_->type->name + "." + slot.name + ": " + why);
}

/// Fails unless the pointer at `field`, whose kind is none of its choices, is null.
void Unpacker::check_no_choice(void *field) {
  if (load<Word>(field) == 0)
    return;
  const auto [slot, record] = slot_at(field, true);
  check_message(!slot->is_late, "a pointer's choice is impossible");
  refuse(*slot, "the field that selects what it points at has the value " +
                    std::to_string(slot->select(record, field)) + ", which is none of its choices");
}

void Unpacker::restore_slots(const NodeClass &c, std::byte *node) {
  for (const Slot &slot : c.slots) {
    for (std::uint64_t i = 0; i < slot.count; ++i) {
      std::byte *place = node + slot.offset + i * slot.stride;
      const Target *target = nullptr;
      if (!slot.is_late)
        target = slot.target_of(node, place);
      else if (const std::uint64_t choice = al_take_choice(place, slot.choices.size()); choice < slot.choices.size())
        target = &slot.choices[choice].second;
      if (!target) {
        check_no_choice(place);
        continue;
      }
      switch (target->kind) {
      case AL_LINK: {
        auto *found = static_cast<std::byte *>(al_node(this, &states_[target->node_class].nodes, load<Word>(place)));
        rethrow();
        store(place, found ? found + target->bias : nullptr);
        break;
      }
      case AL_ARRAY:
        restore_array(*target, place, target->is_late ? 0 : target->length(node, place));
        break;
      case AL_END:
        al_restore_end(place, static_cast<std::int64_t>(target->bias), plan_->classes[target->node_class].size);
        break;
      case AL_STRING:
        restore_array(*target, place, 0);
        break;
      case AL_INSIDE:
        if (const auto word = load<Word>(place))
          add_place(place, word, NodePlan::is_inside);
        break;
      case AL_WEAK:
      case AL_WEAK_INSIDE:
        restore_weak(*target, place);
        break;
      case AL_DATA:
        break;
      default:
        store<void *>(place, nullptr);
      }
    }
  }
}

/// Restores inside pointers, once all elements have come.
void Unpacker::restore_inside_places(const std::byte *from, std::uint64_t n) {
  if (n == 0)
    return;
  check_message(n <= n_inside_ - n_inside_restored_, "there are more entries than inside pointers");
  if (n_inside_restored_ == 0)
    order_inside();
  for (; n > 0; --n, from += wire::inside_bytes, ++n_inside_restored_)
    restore_inside_place(inside_place(n_inside_restored_),
                         plan_->has_weak ? inside_kind(n_inside_restored_) : NodePlan::is_inside,
                         load<InsideEntry>(from));
}

/// Orders the inside pointers by their words, each of which must occur once.
void Unpacker::order_inside() {
  for (std::uint64_t i = 0; i < n_inside_; ++i)
    for (Word word = inside_word(i); word != i + 1; word = inside_word(i)) {
      check_message(word - 1 < n_inside_ && inside_word(word - 1) != word,
                    "an inside pointer has an impossible number");
      std::swap(inside_place(i), inside_place(word - 1));
      if (plan_->has_weak)
        std::swap(inside_kind(i), inside_kind(word - 1));
    }
}

void Unpacker::restore_inside_place(std::byte *place, std::uint32_t kind, InsideEntry entry) {
  if (head_.other_order)
    entry = {__builtin_bswap32(entry.node_class), 0, __builtin_bswap64(entry.label), __builtin_bswap64(entry.offset)};
  if (kind != NodePlan::is_inside && entry.node_class == no_class) {
    store<void *>(place, nullptr);
    return;
  }
  check_message(entry.node_class < n_classes_ && entry.label < states_[entry.node_class].nodes.labels,
                "an inside pointer leads to a node that does not exist");
  if (translation_)
    entry.offset = translation_->translate_offset(entry.node_class, entry.offset);
  const NodeClass &c = plan_->classes[entry.node_class];
  const std::uint64_t length = c.kind == NodeKind::record ? 1 : states_[entry.node_class].arrays[entry.label].length;
  std::uint64_t bias = 0;
  if (kind >= NodePlan::first_weak) {
    const NodePlan::WeakPlace &weak = plan_->weak_places[kind - NodePlan::first_weak];
    bias = weak.bias;
    check_message((entry.node_class == weak.records || entry.node_class == weak.arrays) && entry.offset % c.size == 0 &&
                      entry.offset / c.size < length,
                  "a weak pointer leads to something of another type");
  }
  check_message(entry.offset <= length * c.size, "an inside pointer leads out of its node");
  store(place, node_at(entry.node_class, entry.label) + entry.offset + bias);
}

/// The steps that al_inline.h leaves to the library. No exception passes through generated code: the unpacker keeps it
/// and throws it later.
struct RestoreSteps {
  template <typename Step> static void run_step(AL_Restore *of, void *field, Step step) noexcept {
    auto &unpacker = *static_cast<Unpacker *>(of);
    try {
      if (!unpacker.failure_)
        step(unpacker);
    } catch (...) {
      unpacker.failure_ = std::current_exception();
    }
    if (unpacker.failure_ && field)
      store<void *>(field, nullptr);
  }

  static void *restore_link(AL_Restore *of, AL_Made *nodes, std::uint64_t word) {
    void *out = nullptr;
    run_step(of, nullptr, [&](Unpacker &unpacker) { out = unpacker.restore_link(*nodes, word); });
    return out;
  }
  static void restore_array(AL_Restore *of, std::uint32_t number, void *field, std::int64_t length) {
    run_step(of, field, [=](Unpacker &unpacker) {
      unpacker.restore_array(unpacker.owner_->targets[number].first, field, length);
    });
  }
  static void restore_inside(AL_Restore *of, void *field) {
    if (const auto word = load<Word>(field))
      run_step(of, field, [=](Unpacker &unpacker) { unpacker.add_place(field, word, NodePlan::is_inside); });
  }
  static void restore_weak(AL_Restore *of, std::uint32_t number, void *field) {
    run_step(of, field,
             [=](Unpacker &unpacker) { unpacker.restore_weak(unpacker.owner_->targets[number].first, field); });
  }
  static void check_no_choice(AL_Restore *of, void *field) {
    run_step(of, field, [=](Unpacker &unpacker) { unpacker.check_no_choice(field); });
  }
};

} // namespace autolink

using autolink::RestoreSteps;

extern "C" void *AL_restore_link(AL_Restore *restore, AL_Made *made, uint64_t word) {
  return RestoreSteps::restore_link(restore, made, word);
}

extern "C" void AL_restore_array(AL_Restore *restore, uint32_t target, void *field, int64_t length) {
  RestoreSteps::restore_array(restore, target, field, length);
}

extern "C" void AL_restore_array_late(AL_Restore *restore, uint32_t target, void *field) {
  RestoreSteps::restore_array(restore, target, field, 0);
}

extern "C" void AL_restore_string(AL_Restore *restore, uint32_t target, void *field) {
  RestoreSteps::restore_array(restore, target, field, 0);
}

extern "C" void AL_restore_inside(AL_Restore *restore, void *field) { RestoreSteps::restore_inside(restore, field); }

extern "C" void AL_restore_weak(AL_Restore *restore, uint32_t target, void *field) {
  RestoreSteps::restore_weak(restore, target, field);
}

extern "C" void AL_restore_no_choice(AL_Restore *restore, void *field) {
  RestoreSteps::check_no_choice(restore, field);
}
