// The breadth-first search. See walk.h.
#include "walk.h"

#include "core/base/no_output.h"

#include <cinttypes>
#include <cstdio>
#include <tuple>

namespace autolink {

inline void Walk::push(std::uint32_t node_class, std::uintptr_t address) {
  if (next == next_end)
    reserve_next();
  *next++ = address;
  if (next_class)
    *next_class++ = static_cast<std::uint16_t>(node_class);
}

/// Makes room in NEXT. If memory runs out, NEXT stays full, so that al_visit() writes nowhere.
void Walk::reserve_next() {
  if (one_class_)
    next_class = nullptr;
  else
    next_class_.reserve(); // ends where NEXT does
  next_.reserve();
  next_end = next_.tail_end();
}

/// Does what al_visit() leaves to the library.
inline std::uint64_t Walk::visit(AL_Nodes &nodes, std::uintptr_t address) {
  const bool has_heads = plan_->classes[nodes.node_class].has_heads;
  if (nodes.is_marked)
    if (const std::uint64_t known = has_heads ? states_[nodes.node_class].heads.mark(address, nodes.labels)
                                              : static_cast<Marks &>(nodes).mark(address, nodes.labels)) {
      if (nodes.is_checked)
        fail_shared(plan_->classes[nodes.node_class]);
      return known;
    }
  push(nodes.node_class, address);
  return ++nodes.labels;
}

namespace {

/// The granule in which arrays begin, in bytes. Arrays from malloc are further apart. Some of the smaller ones that lie
/// side by side are marked beside the shadow.
constexpr std::uint64_t array_granule = ArrayLengths::granule;

/// The bytes that lie between two arrays: the smallest record from malloc, which leads to one.
constexpr std::uint64_t between_arrays = 32;

bool is_tree(const NodeClass &c) { return (c.type->flags & AL_TREE) != 0; }

/// Whether the elements of this array class need marks of their own: no links lead to such records, and they are
/// promised not to be shared.
bool has_own_marks(const NodeClass &c) { return is_tree(c) && c.records == no_class; }

} // namespace

void Walk::begin(const NodePlan &plan, const void *root, Sharing sharing) {
  end();
  while (pool_.size() < plan.classes.size())
    pool_.push_back(std::make_unique<State>());
  is_used_ = true;
  plan_ = &plan;
  one_class_ = plan.classes.size() == 1;
  failure_ = nullptr;
  array_at_ = 0;
  root_ = root;
  sharing_ = sharing;
  failing_inside_ = none_fails;
  states_ = {pool_.data()};
  if (targets_plan_ != &plan)
    begin_targets();
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    const NodeClass &c = plan.classes[i];
    State &state = states_[i];
    const bool is_record = c.kind == NodeKind::record;
    const bool promised = is_tree(c) || is_promised_by_call(sharing);
    state.marks.labels = 0;
    state.visited = 0;
    state.marks.is_checked = promised && is_checked(sharing);
    state.marks.is_marked = !is_record || !promised || state.marks.is_checked || c.has_heads || c.is_weak_target;
    state.elements = !is_record && state.marks.is_checked && has_own_marks(c) ? std::make_unique<Marks>() : nullptr;
  }
  begin_marks();
  reserve_next();
  if (root)
    visit(states_[0].marks, reinterpret_cast<std::uintptr_t>(root));
}

/// Returns the marks of single records, or of the elements of arrays; null if there are none.
Marks *Walk::marks_of_records(std::uint32_t node_class) {
  State &state = states_[node_class];
  if (plan_->classes[node_class].kind != NodeKind::record)
    return state.elements.get();
  return state.marks.is_marked ? &state.marks : nullptr;
}

void Walk::begin_marks() {
  std::uint64_t smallest = UINT64_MAX, granule = UINT64_MAX;
  std::uint32_t n_records = 0, n_arrays = 0;
  for (std::uint32_t i = 0; i < plan_->classes.size(); ++i) {
    const NodeClass &c = plan_->classes[i];
    n_arrays += c.kind != NodeKind::record;
    if (marks_of_records(i)) {
      smallest = std::min(smallest, c.size);
      granule = std::min(granule, c.is_weak_target ? std::min(c.align, c.size) : c.size); // for Marks::find()
      ++n_records;
    }
  }
  if (n_records > 0)
    shadow_.begin(granule, n_records, smallest - granule);
  if (n_arrays > 0)
    array_shadow_.begin(array_granule, n_arrays, between_arrays);
  for (std::uint32_t i = 0; i < plan_->classes.size(); ++i) {
    if (Marks *marks = marks_of_records(i))
      marks->begin(shadow_, --n_records);
    if (plan_->classes[i].kind != NodeKind::record)
      states_[i].marks.begin(array_shadow_, --n_arrays);
  }
}

/// Sets the marks that routines find by the targets' numbers.
void Walk::begin_targets() {
  targets_plan_ = nullptr;
  targets_.clear();
  for (std::size_t i = 0; i < plan_->classes.size(); ++i) {
    states_[i].marks.node_class = static_cast<std::uint16_t>(i);
    states_[i].targets = targets_.size();
    for (const auto &[target, slot] : plan_->classes[i].targets)
      targets_.push_back(target.node_class == no_class ? &no_marks_ : &states_[target.node_class].marks);
  }
  targets_plan_ = plan_;
}

void Walk::end() {
  if (!is_used_)
    return;
  is_used_ = false;
  next_.clear();
  next_class_.clear();
  inside_.clear();
  inside_kinds_.clear();
  n_inside_ = 0;
  for (std::size_t i = 0; i < plan_->classes.size(); ++i) {
    states_[i].rows.clear();
    states_[i].heads.clear();
    states_[i].nodes.clear();
    states_[i].arrays.clear();
  }
  end_marks();
}

void Walk::end_marks() {
  for (std::size_t i = 0; i < plan_->classes.size(); ++i) {
    states_[i].marks.end();
    states_[i].elements.reset();
  }
  shadow_.begin(1, 0);
  array_shadow_.begin(array_granule, 0);
}

namespace {

/// A pointer into a node: where it leads, into which arrays, and the number of its entry.
struct InsidePointer {
  std::uintptr_t address;
  std::uint64_t arrays : 16;   // the class of the array to whose elements it leads, plus one; 0: it leads anywhere
  std::uint64_t is_strict : 1; // whether it must lead into a node
  std::uint64_t number : 47;
};

bool operator<(const InsidePointer &a, const InsidePointer &b) {
  return a.address != b.address ? a.address < b.address : a.arrays < b.arrays;
}

bool lead_alike(const InsidePointer &a, const InsidePointer &b) {
  return a.address == b.address && a.arrays == b.arrays;
}

/// Returns the first of these that is not less than `wanted`. The search begins around `near`, because nodes that follow
/// each other mostly lie so, too.
std::size_t find_place(const std::vector<InsidePointer> &sorted, std::size_t near, const InsidePointer &wanted) {
  std::size_t begin = near, end = near, step = 1;
  if (near < sorted.size() && sorted[near] < wanted)
    for (; end < sorted.size() && sorted[end] < wanted; step *= 2) {
      begin = end + 1;
      end = std::min(end + step, sorted.size());
    }
  else
    for (; begin > 0 && !(sorted[begin - 1] < wanted); step *= 2) {
      end = begin - 1;
      begin -= std::min(step, begin);
    }
  const auto first = sorted.begin();
  return static_cast<std::size_t>(
      std::lower_bound(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end), wanted) -
      first);
}

/// Calls take() with one pointer of each kind to each place in this node, or to its end. `near`: where the first
/// pointer to the previous node is, and then to this one.
template <typename Take>
void for_places_in(const std::vector<InsidePointer> &sorted, std::size_t &near, std::uintptr_t node,
                   std::uint64_t bytes, Take take) {
  near = find_place(sorted, near, {node, 0, 0, 0});
  for (std::size_t at = near; at < sorted.size() && sorted[at].address - node <= bytes;
       at = find_place(sorted, at, {sorted[at].address, sorted[at].arrays + 1u, 0, 0}))
    take(sorted[at]);
}

} // namespace

/// Finds the node of each pointer with an entry. Plain weak pointers lead to records, which have marks, or else to
/// elements of arrays. Among the nodes that contain the byte, or end there if none contains it, it is the one that
/// begins last. Among those that begin together, it is the greatest: an empty array may begin where another node does,
/// as in arenas.
std::vector<InsideEntry> Walk::resolve_inside() {
  if (n_inside_ == 0)
    return {};
  if (!plan_->has_weak)
    end_marks(); // they take as much memory as what follows
  std::vector<InsideEntry> out(static_cast<std::size_t>(n_inside_), {no_class, 0, 0, 0});
  std::vector<InsidePointer> pointers;
  if (!plan_->has_weak)
    pointers.reserve(out.size());
  for (std::uint64_t i = 0; i < out.size(); ++i, inside_.pop()) {
    const std::uintptr_t address = inside_.front();
    std::uint32_t kind = NodePlan::is_inside;
    if (plan_->has_weak) {
      kind = inside_kinds_.front();
      inside_kinds_.pop();
    }
    if (kind < NodePlan::first_weak) {
      pointers.push_back({address, 0, kind == NodePlan::is_inside, i});
      continue;
    }
    const NodePlan::WeakPlace &place = plan_->weak_places[kind - NodePlan::first_weak];
    if (const std::uint64_t known = find_label(place.records, address))
      out[i] = {place.records, 0, known - 1, 0};
    else if (place.arrays != no_class)
      pointers.push_back({address, place.arrays + 1, 0, i});
  }
  n_inside_ = 0;
  end_marks();
  if (pointers.empty())
    return out;
  std::sort(pointers.begin(), pointers.end());
  const auto bytes_of = [this](std::uint32_t node_class, std::uint64_t label) {
    const NodeClass &c = plan_->classes[node_class];
    return c.kind == NodeKind::record ? c.size : states_[node_class].arrays[label] * c.size;
  };
  const auto fit = [](std::uint64_t offset, std::uint64_t bytes) { return std::tuple(offset < bytes, ~offset, bytes); };
  std::size_t near = 0;
  const auto try_node = [&](std::uint32_t node_class, std::uint64_t label, std::uintptr_t node) {
    const std::uint64_t bytes = bytes_of(node_class, label);
    for_places_in(pointers, near, node, bytes, [&](const InsidePointer &pointer) {
      InsideEntry &best = out[pointer.number];
      const std::uint64_t offset = pointer.address - node;
      if (pointer.arrays != 0 &&
          (pointer.arrays != node_class + 1 || offset >= bytes || offset % plan_->classes[node_class].size != 0))
        return;
      if (best.node_class == no_class || fit(offset, bytes) > fit(best.offset, bytes_of(best.node_class, best.label)))
        best = {node_class, 0, label, offset};
    });
  };
  for (std::uint32_t i = 0; i < plan_->classes.size(); ++i) {
    State &state = states_[i];
    for (std::uint64_t label = 0; plan_->classes[i].keeps_addresses && label < state.marks.labels; ++label) {
      try_node(i, label, state.nodes.front());
      state.nodes.pop();
    }
  }
  for (std::size_t i = 1; i < pointers.size(); ++i)
    if (lead_alike(pointers[i - 1], pointers[i]))
      out[pointers[i].number] = out[pointers[i - 1].number];
  std::uint64_t failing = none_fails;
  for (const InsidePointer &pointer : pointers)
    if (pointer.is_strict && out[pointer.number].node_class == no_class)
      failing = std::min<std::uint64_t>(failing, pointer.number);
  if (failing != none_fails)
    fail_inside(failing);
  return out;
}

/// Finds the field of an inside pointer that leads into no node, and fails. Only its address is known, so the search is
/// repeated up to its field.
void Walk::fail_inside(std::uint64_t number) {
  OneElementOutput output(plan_->largest);
  begin(*plan_, root_, sharing_);
  failing_inside_ = number;
  run(output);
  throw Failure(AL_ERR_STRUCTURE, "AutoLink: the structure changes while it is sent");
}

void Walk::set_escape_at(std::uint64_t label) {
  for (const auto &state : pool_)
    state->marks.set_escape_at(label);
}

void Walk::fail(const Slot &slot, const std::string &what) const {
  throw Failure(AL_ERR_STRUCTURE, std::string("AutoLink: ") + owner_->type->name + "." + slot.name + ": " + what);
}

/// Returns the slot of the pointer at `field`, in the record that is being visited.
const Slot &Walk::slot_of(const void *field) const {
  const auto offset = static_cast<std::uint64_t>(static_cast<const std::byte *>(field) - record_);
  return *std::find_if(owner_->slots.begin(), owner_->slots.end(), [offset](const Slot &slot) {
    return offset >= slot.offset && (offset - slot.offset) % slot.stride == 0 &&
           (offset - slot.offset) / slot.stride < slot.count;
  });
}

void Walk::fail_shared(const NodeClass &c) {
  throw Failure(AL_ERR_STRUCTURE, std::string("AutoLink: a node of type ") + c.type->name +
                                      ", promised to be a tree, is shared" +
                                      (c.kind == NodeKind::array ? ": it is an element of an array" : ""));
}

/// Returns the marks of the array's elements if they are promised not to be shared, and that is checked; else null.
Marks *Walk::marks_of_elements(std::uint32_t node_class) {
  const NodeClass &c = plan_->classes[node_class];
  if (c.records == no_class)
    return states_[node_class].elements.get();
  Marks &marks = states_[c.records].marks;
  return marks.is_marked && marks.is_checked ? &marks : nullptr;
}

/// Marks the elements, so that links to them, and other arrays that contain some of them, are found.
void Walk::mark_elements(std::uint32_t node_class, std::uintptr_t array, std::uint64_t length) {
  const NodeClass &c = plan_->classes[node_class];
  if (Marks *marks = marks_of_elements(node_class))
    for (std::uint64_t i = 0; i < length; ++i)
      if (marks->mark(array + i * c.size, 0) != 0)
        fail_shared(c);
}

/// Returns the label of the array there plus one. An array without a label gets the next one, and the result is 0.
inline std::uint64_t Walk::mark_array(State &state, std::uintptr_t address) {
  const std::uint64_t known = state.marks.mark(address, state.marks.labels);
  return known == 0 || state.arrays.is_at(known - 1, address) ? known
                                                              : state.marks.mark_beside(address, state.marks.labels);
}

/// Adds an array, and returns the word for it.
inline std::uint64_t Walk::add_array(std::uint32_t node_class, std::uintptr_t address, std::uint64_t length) {
  State &state = states_[node_class];
  state.arrays.add(address, length);
  push(node_class, address);
  announce_(output_, node_class, length);
  return ++state.marks.labels;
}

std::uint64_t Walk::visit_array(const Target &target, std::uintptr_t address, std::int64_t signed_length,
                                const Slot &slot, const void *field) {
  if (address == 0)
    return 0;
  if (signed_length == INT64_MIN) // what generated code returns if it divides by zero or overflows
    fail(slot, target.is_late ? "the array's length cannot be computed: it divides by zero, exceeds 64 bits, or looks "
                                "for an element that does not exist or is behind a null pointer"
                              : "the array's length cannot be computed: it divides by zero, or exceeds 64 bits");
  if (signed_length < 0)
    fail(slot, "the array's length is negative, " + std::to_string(signed_length));
  const auto length = static_cast<std::uint64_t>(signed_length);
  State &state = states_[target.node_class];
  const std::uint64_t size = plan_->classes[target.node_class].size;
  if (length > PTRDIFF_MAX / size)
    fail(slot, "the array's length, " + std::to_string(length) + ", is more than memory can hold");
  if (length > 0) { // an empty array shares nothing with what lies there
    if (const std::uint64_t known = mark_array(state, address)) {
      const std::uint64_t first_length = state.arrays[known - 1];
      if (length > first_length)
        fail(slot, "two pointers to one array give it different lengths, " + std::to_string(first_length) + " and " +
                       std::to_string(length) + ", and the shorter one came first");
      if (is_checked(sharing_) && marks_of_elements(target.node_class))
        fail_shared(plan_->classes[target.node_class]);
      return known;
    }
    if (is_checked(sharing_))
      mark_elements(target.node_class, address, length);
  }
  if (plan_->classes[target.node_class].has_rows)
    state.rows.push(reinterpret_cast<std::uintptr_t>(field));
  return add_array(target.node_class, address, length);
}

std::uint64_t Walk::visit_string(const Target &target, std::uintptr_t address) {
  if (address == 0)
    return 0;
  if (const std::uint64_t known = mark_array(states_[target.node_class],
                                             address)) // it is not read again, because it may have been freed
    return known;
  return add_array(target.node_class, address, std::strlen(reinterpret_cast<const char *>(address)) + 1);
}

std::uint64_t Walk::visit_inside(const void *field) {
  const auto address = load<std::uintptr_t>(field);
  if (address == 0 || !has_entries_)
    return 0;
  if (n_inside_ == failing_inside_) [[unlikely]] {
    char text[96];
    std::snprintf(text, sizeof text, "it points to 0x%" PRIxPTR ", which lies in no node that other pointers lead to",
                  address);
    fail(slot_of(field), text);
  }
  return add_place(address, NodePlan::is_inside);
}

/// Adds a pointer that gets an entry. Returns its number plus one.
std::uint64_t Walk::add_place(std::uintptr_t address, std::uint32_t kind) {
  inside_.push(address);
  if (plan_->has_weak)
    inside_kinds_.push(static_cast<std::uint16_t>(kind));
  return ++n_inside_;
}

/// Returns the label of the record at `address` plus one; 0 if the walk has not met it.
std::uint64_t Walk::find_label(std::uint32_t node_class, std::uintptr_t address) {
  if (node_class == no_class)
    return 0;
  State &state = states_[node_class];
  return plan_->classes[node_class].has_heads ? state.heads.find(address) : state.marks.find(address);
}

/// Returns the word for an AL_WEAK or AL_WEAK_INSIDE, without reading what it leads to.
std::uint64_t Walk::visit_weak(const Target &target, std::uintptr_t address) {
  if (address == 0 || !has_entries_)
    return 0;
  if (target.kind == AL_WEAK_INSIDE)
    return add_place(address, target.place_kind);
  address -= static_cast<std::uintptr_t>(target.bias);
  if (const std::uint64_t known = find_label(target.node_class, address))
    return 2 * known;
  const NodePlan::WeakPlace &place = plan_->weak_places[target.place_kind - NodePlan::first_weak];
  const bool may_come = place.records != no_class || place.arrays != no_class;
  return may_come ? 2 * add_place(address, target.place_kind) - 1 : 0;
}

std::uint64_t Walk::word_of(const Target &target, const Slot &slot, const std::byte *record, const std::byte *place) {
  const auto address = load<std::uintptr_t>(place);
  switch (target.kind) {
  case AL_DATA:
    return load<Word>(place);
  case AL_LINK: {
    const std::uint64_t word =
        address == 0 ? 0 : al_visit(this, &states_[target.node_class].marks, address - target.bias);
    rethrow();
    return word;
  }
  case AL_ARRAY:
    return address == 0
               ? 0
               : visit_array(target, address, target.length(target.is_row ? rows_ : record, place), slot, place);
  case AL_END:
    return static_cast<std::uint64_t>(target.length(record, place));
  case AL_STRING:
    return visit_string(target, address);
  case AL_INSIDE:
    return visit_inside(place);
  case AL_WEAK:
  case AL_WEAK_INSIDE:
    return visit_weak(target, address);
  default: // AL_IGNORE
    return 0;
  }
}

/// Returns what an AL_HEADED leads to: to a record that has been met, if its place is that of a head, else on.
const Target &Walk::target_of_headed(const Slot &slot, std::uintptr_t address) {
  for (const auto &[value, target] : slot.choices)
    if (address != 0 && &target != &slot.choices.back().second &&
        states_[target.node_class].heads.find(address - static_cast<std::uintptr_t>(target.bias)) != 0)
      return target;
  return slot.choices.back().second;
}

void Walk::fail_no_choice(const Slot &slot, const void *field) const {
  fail(slot, "the field that selects what it points at has the value " + std::to_string(slot.select(record_, field)) +
                 ", which is none of its choices");
}

/// Visits a record's pointers without routines. `packed` is null if nobody reads it.
void Walk::scan_by_plan(const NodeClass &c, const std::byte *node, std::byte *packed) {
  if (packed)
    copy_record(packed, node, c.size);
  if (!c.only_links) {
    scan_slots(c, node, packed);
    return;
  }
  for (const PlainLink &link : c.links) {
    const auto address = load<std::uintptr_t>(node + link.offset);
    const std::uint64_t word = address == 0 ? 0 : al_visit(this, &states_[link.node_class].marks, address);
    if (packed)
      store(packed + link.offset, static_cast<Word>(word));
  }
}

void Walk::scan_slots(const NodeClass &c, const std::byte *node, std::byte *packed) {
  for (const Slot &slot : c.slots) {
    for (std::uint64_t i = 0; i < slot.count; ++i) {
      const std::uint64_t offset = slot.offset + i * slot.stride;
      const auto address = load<std::uintptr_t>(node + offset);
      const Target *const target =
          slot.is_headed ? &target_of_headed(slot, address) : slot.target_of(node, node + offset);
      if (!target && address != 0)
        fail_no_choice(slot, node + offset);
      std::uint64_t word = target ? word_of(*target, slot, node, node + offset) : 0;
      if (slot.is_late && target)
        word = al_choice(word, slot.choices.size(), slot.number_of(*target));
      if (packed)
        store(packed + offset, static_cast<Word>(word));
    }
  }
}

/// The steps that al_inline.h leaves to the library. No exception passes through generated code: the walk keeps it and
/// throws it later.
struct WalkSteps {
  template <typename Step> static std::uint64_t run_step(AL_Walk *of, Step step) noexcept {
    auto &walk = *static_cast<Walk *>(of);
    if (walk.failure_)
      return 0;
    try {
      return step(walk);
    } catch (...) {
      walk.failure_ = std::current_exception();
      return 0;
    }
  }

  static std::uint64_t visit_link(AL_Walk *of, AL_Nodes *nodes, std::uintptr_t address) {
    if (static_cast<Walk *>(of)->next_.empty()) // fetches it while its mark is looked up
      prefetch(reinterpret_cast<const void *>(address));
    if (static_cast<Walk *>(of)->plan_->classes[nodes->node_class].has_heads)
      return visit_link_after_few(of, nodes, address);
    if (static_cast<Marks *>(nodes)->change_region(address))
      return al_visit(of, nodes, address);
    // Marks the first few nodes, which cannot fail.
    if (of->next != of->next_end && nodes->is_marked && !nodes->is_checked) {
      const std::uint64_t known = static_cast<Marks *>(nodes)->mark_few(address, nodes->labels);
      if (known == 0) {
        *of->next++ = address;
        if (of->next_class)
          *of->next_class++ = nodes->node_class;
        return ++nodes->labels;
      }
      if (known != Marks::not_few)
        return known;
    }
    return visit_link_after_few(of, nodes, address);
  }
  [[gnu::noinline]] static std::uint64_t visit_link_after_few(AL_Walk *of, AL_Nodes *nodes, std::uintptr_t address) {
    return run_step(of, [=](Walk &walk) { return walk.visit(*nodes, address); });
  }
  static std::uint64_t visit_array(AL_Walk *of, std::uint32_t number, const void *field, std::int64_t length) {
    return run_step(of, [=](Walk &walk) {
      const auto &[target, slot] = walk.owner_->targets[number];
      return walk.visit_array(target, load<std::uintptr_t>(field), length, walk.owner_->slots[slot], field);
    });
  }
  static std::uint64_t visit_string(AL_Walk *of, std::uint32_t number, std::uintptr_t address) {
    return run_step(of, [=](Walk &walk) { return walk.visit_string(walk.owner_->targets[number].first, address); });
  }
  static std::uint64_t visit_headed(AL_Walk *of, std::uint32_t pointer, const void *field) {
    return run_step(of, [=](Walk &walk) -> std::uint64_t {
      const auto address = load<std::uintptr_t>(field);
      if (address == 0)
        return 0;
      const Slot &slot = walk.owner_->slots[pointer];
      const Target &target = walk.target_of_headed(slot, address);
      const std::uint64_t word =
          al_visit(of, &walk.states_[target.node_class].marks, address - static_cast<std::uintptr_t>(target.bias));
      return al_choice(word, slot.choices.size(), slot.number_of(target));
    });
  }
  static std::uint64_t visit_inside(AL_Walk *of, const void *field) {
    return run_step(of, [=](Walk &walk) { return walk.visit_inside(field); });
  }
  static std::uint64_t visit_weak(AL_Walk *of, std::uint32_t number, const void *field) {
    auto &walk = *static_cast<Walk *>(of);
    const Target &target = walk.owner_->targets[number].first;
    const auto address = load<std::uintptr_t>(field), node = address - static_cast<std::uintptr_t>(target.bias);
    if (target.kind == AL_WEAK && target.node_class != no_class &&
        walk.states_[target.node_class].marks.change_region(node))
      return al_weak(of, number, field, target.bias);
    return run_step(of, [&target, address](Walk &one) { return one.visit_weak(target, address); });
  }
  static std::uint64_t fail_no_choice(AL_Walk *of, std::uint32_t pointer, const void *field) {
    return run_step(of, [=](Walk &walk) -> std::uint64_t {
      if (load<std::uintptr_t>(field) != 0)
        walk.fail_no_choice(walk.owner_->slots[pointer], field);
      return 0;
    });
  }
};

} // namespace autolink

using autolink::load;
using autolink::WalkSteps;

extern "C" uint64_t AL_walk_link(AL_Walk *walk, AL_Nodes *nodes, uintptr_t address) {
  return WalkSteps::visit_link(walk, nodes, address);
}

extern "C" uint64_t AL_walk_array(AL_Walk *walk, uint32_t target, const void *field, int64_t length) {
  return WalkSteps::visit_array(walk, target, field, length);
}

extern "C" uint64_t AL_walk_string(AL_Walk *walk, uint32_t target, const void *field) {
  return WalkSteps::visit_string(walk, target, load<std::uintptr_t>(field));
}

extern "C" uint64_t AL_walk_inside(AL_Walk *walk, const void *field) { return WalkSteps::visit_inside(walk, field); }

extern "C" uint64_t AL_walk_weak(AL_Walk *walk, uint32_t target, const void *field) {
  return WalkSteps::visit_weak(walk, target, field);
}

extern "C" uint64_t AL_walk_headed(AL_Walk *walk, uint32_t pointer, const void *field) {
  return WalkSteps::visit_headed(walk, pointer, field);
}

extern "C" uint64_t AL_walk_no_choice(AL_Walk *walk, uint32_t pointer, const void *field) {
  return WalkSteps::fail_no_choice(walk, pointer, field);
}
