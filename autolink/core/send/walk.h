// The iterative breadth-first search over a structure (the AutoMap & AutoLink paper, section 2.3). Each node is visited
// once, and gets a label in the sequence of its class when it is first met. It is handed to an output with labels in
// place of its pointers. NEXT and the addresses in it are queues as long as the search's frontier. The stack's depth is
// constant.
#pragma once

#include "core/base/array_lengths.h"
#include "core/base/bytes.h"
#include "core/base/failure.h"
#include "core/base/fifo.h"
#include "core/base/label_table.h"
#include "core/base/marks.h"
#include "core/plan/node_plan.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace autolink {

/// Where an inside pointer points, as messages hold it.
struct InsideEntry {
  std::uint32_t node_class;
  std::uint32_t zero;
  std::uint64_t label;
  std::uint64_t offset; // bytes from the beginning of the node
};

enum class Sharing {
  as_declared, ///< marks, except for types that are promised to be trees
  none,        ///< the caller promises that nothing is shared: no marks
  checked,     ///< marks, and an error where a type's promise does not hold
  none_checked ///< marks, and an error where anything is shared
};
inline bool is_promised_by_call(Sharing sharing) {
  return sharing == Sharing::none || sharing == Sharing::none_checked;
}
inline bool is_checked(Sharing sharing) { return sharing == Sharing::checked || sharing == Sharing::none_checked; }

template <typename Output> inline constexpr bool needs_arrays = requires { requires Output::needs_arrays; };

/// An output takes the nodes of a walk. It has
///
///   std::byte *room(uint32_t node_class)
///       returns room for the next element of this class; null if the walk must pause
///   uint64_t copy(uint32_t node_class, const std::byte *from, uint64_t n)
///       takes up to n elements that have no pointers, and returns how many; 0 if the walk must pause
///   void announce(uint32_t node_class, uint64_t length)
///       notes that a new array has this length
///   static constexpr bool reads_elements
///       false if nothing is to be written to its room
///
/// and may have
///
///   void scanned(uint32_t node_class, const void *element, const std::byte *packed)
///       takes note of an element that is in its room
///   void visited(uint32_t node_class, void *node, uint64_t length)
///       takes note of a node that has been packed and is not read again
///   void reach(uint32_t node_class, const std::byte *node, uint64_t length)
///       takes note of a node that is about to be read; may throw
///   static constexpr bool needs_arrays
///       true if it asks for_arrays()
///
/// The type's routines visit a record's pointers if there are any, else the walk does by the plan. Both use al_visit()
/// and the AL_walk_ functions.
class Walk : private AL_Walk {
public:
  Walk() : AL_Walk(), next_(next), next_class_(next_class) {}

  /// Begins with the node at `root`. The structure must stay as it is until the walk is done. May be called again.
  void begin(const NodePlan &plan, const void *root, Sharing sharing);

  /// Goes on. Returns true if the whole structure has been visited, false if the output has paused the walk.
  template <typename Output> bool run(Output &output);

  /// Gives back the memory of a large walk, and keeps what the next small one can use.
  void end();

  std::uint64_t assigned(std::uint32_t node_class) const { return states_[node_class].marks.labels; }

  /// Calls take(address) for each string and each array that is not empty. May be called once, after the walk, if its
  /// output needs_arrays.
  template <typename Take> void for_arrays(Take take) {
    for (std::size_t i = 0; i < plan_->classes.size(); ++i)
      for (std::uint64_t label = 0; label < states_[i].arrays.size(); ++label, states_[i].nodes.pop())
        if (states_[i].arrays[label] > 0)
          take(states_[i].nodes.front());
  }

  /// Returns the entries of pointers into nodes, in the order of the words that stand for them. `node_class` is no_class
  /// if a weak pointer leads to nothing that the walk has met. May be called after the walk, which then only knows
  /// labels.
  std::vector<InsideEntry> resolve_inside();

  /// Makes labels of records from here on long, for tests.
  void set_escape_at(std::uint64_t label);

private:
  friend struct WalkSteps;

  struct State {
    Marks marks; // marks of records, or of arrays and strings that are not empty
    /// Marks of arrays' elements, if no links lead to them and none is shared, as promised.
    std::unique_ptr<Marks> elements;
    LabelTable heads;           // the marks of records to which an AL_HEADED may lead back
    ArrayLengths arrays;        // lengths of arrays and strings
    std::uint64_t visited = 0;  // number of visited arrays and strings
    Fifo<std::uintptr_t> rows;  // arrays with AL_ROWs that wait in NEXT: the places of the pointers to them
    Fifo<std::uintptr_t> nodes; // visited ones by label, if pointers may lead into them
    std::size_t targets = 0;    // index of the class's first target in targets_
  };

  void begin_marks();
  void begin_targets();
  void end_marks();
  template <typename Output>
  void scan(Output &output, const NodeClass &c, std::uint32_t node_class, const std::byte *node, std::byte *packed);
  void scan_by_plan(const NodeClass &c, const std::byte *node, std::byte *packed);
  void scan_slots(const NodeClass &c, const std::byte *node, std::byte *packed);
  std::uint64_t word_of(const Target &target, const Slot &slot, const std::byte *record, const std::byte *place);
  template <typename Output> bool run_records(Output &output, const NodeClass &c, std::uint32_t node_class);
  template <typename Output> bool run_array(Output &output, const NodeClass &c, std::uint32_t node_class);
  void begin_scanning(const NodeClass &c, std::uint32_t node_class);
  void pop();
  std::uint64_t visit(AL_Nodes &nodes, std::uintptr_t address);
  std::uint64_t visit_array(const Target &target, std::uintptr_t address, std::int64_t length, const Slot &slot,
                            const void *field);
  static std::uint64_t mark_array(State &state, std::uintptr_t address);
  std::uint64_t add_array(std::uint32_t node_class, std::uintptr_t address, std::uint64_t length);
  std::uint64_t visit_string(const Target &target, std::uintptr_t address);
  std::uint64_t visit_inside(const void *field);
  std::uint64_t visit_weak(const Target &target, std::uintptr_t address);
  std::uint64_t find_label(std::uint32_t node_class, std::uintptr_t address);
  std::uint64_t add_place(std::uintptr_t address, std::uint32_t kind);
  const Target &target_of_headed(const Slot &slot, std::uintptr_t address);
  void push(std::uint32_t node_class, std::uintptr_t address);
  void reserve_next();
  void rethrow() {
    if (failure_) [[unlikely]]
      std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  void prefetch_next();

  Marks *marks_of_records(std::uint32_t node_class);
  Marks *marks_of_elements(std::uint32_t node_class);
  void mark_elements(std::uint32_t node_class, std::uintptr_t array, std::uint64_t length);
  const Slot &slot_of(const void *field) const;
  [[noreturn]] void fail(const Slot &slot, const std::string &what) const;
  [[noreturn]] void fail_inside(std::uint64_t number);
  [[noreturn]] void fail_no_choice(const Slot &slot, const void *field) const;
  [[noreturn]] static void fail_shared(const NodeClass &c);

  const NodePlan *plan_ = nullptr;
  bool is_used_ = false; // whether begin() was called since end()
  bool one_class_ = true;
  bool has_entries_ = false;          // whether there may be pointers with entries, which are to be resolved
  Fifo<std::uintptr_t> next_;         // AL_Walk has its tail
  Fifo<std::uint16_t> next_class_;    // the classes of the nodes in next_, if there are several
  const NodeClass *owner_ = nullptr;  // class of the record whose pointers are being visited
  const void *rows_ = nullptr;        // the place of the pointer to the array with AL_ROWs that is being visited
  const std::byte *record_ = nullptr; // the record whose pointers are being visited
  void (*announce_)(void *output, std::uint32_t node_class, std::uint64_t length) = nullptr;
  void *output_ = nullptr;
  std::exception_ptr failure_;      // the failure of a step that a routine has called
  std::vector<AL_Nodes *> targets_; // the targets of all classes of targets_plan_
  const NodePlan *targets_plan_ = nullptr;
  Shadow shadow_, array_shadow_;
  std::vector<std::unique_ptr<State>> pool_; // the states of classes, kept for the next walk
  struct States {
    const std::unique_ptr<State> *begin;
    State &operator[](std::size_t i) const { return *begin[i]; }
  } states_{nullptr};
  std::uint64_t array_at_ = 0;       // number of done elements of the array at the front of NEXT
  Fifo<std::uintptr_t> inside_;      // the addresses that pointers with entries hold, without the bias
  Fifo<std::uint16_t> inside_kinds_; // what their entries may say, if there are weak ones: Target::place_kind
  std::uint64_t n_inside_ = 0;
  Marks no_marks_; // the target of an AL_WEAK to records to which no other pointers lead
  /// The number of an inside pointer that leads into no node, while it is looked for.
  std::uint64_t failing_inside_ = none_fails;
  static constexpr std::uint64_t none_fails = ~std::uint64_t{0};
  const void *root_ = nullptr;
  Sharing sharing_ = Sharing::as_declared;
};

/// Sets what scan() needs to know of the class.
inline void Walk::begin_scanning(const NodeClass &c, std::uint32_t node_class) {
  owner_ = &c;
  targets = targets_.data() + states_[node_class].targets;
}

/// Removes the node at the front of NEXT, which has been visited or is about to be.
inline void Walk::pop() {
  next_.pop();
  if (!one_class_)
    next_class_.pop();
}

template <typename Output>
[[gnu::always_inline]] inline void Walk::scan(Output &output, const NodeClass &c, std::uint32_t node_class,
                                              const std::byte *node, std::byte *packed) {
  record_ = node;
  if (c.routines) {
    if constexpr (Output::reads_elements)
      c.routines->pack(this, node, packed);
    else
      c.routines->walk(this, node);
  } else {
    scan_by_plan(c, node, Output::reads_elements ? packed : nullptr);
  }
  rethrow();
  if constexpr (requires { output.scanned(node_class, node, packed); })
    output.scanned(node_class, node, packed);
}

/// Prefetches the nodes that follow in NEXT, and the marks of what they point at, while those at its front are packed.
inline void Walk::prefetch_next() {
  const std::uintptr_t *near = next_.peek(10);
  if (!near)
    return;
  const auto class_at = [this](std::size_t distance) -> const NodeClass & {
    return plan_->classes[one_class_ ? 0 : *next_class_.peek(distance)];
  };
  if (const std::uintptr_t *far = next_.peek(24)) {
    const auto *node = reinterpret_cast<const std::byte *>(*far);
    prefetch(node);
    prefetch(node + std::min<std::uint64_t>(class_at(24).size - 1, cache_line)); // perhaps the same line
  }
  const auto *node = reinterpret_cast<const std::byte *>(*near);
  for (const PlainLink &pointer : class_at(10).prefetched) {
    const Marks &marks = states_[pointer.node_class].marks;
    if (marks.is_marked)
      if (const auto address = load<std::uintptr_t>(node + pointer.offset))
        marks.prefetch(address);
  }
}

template <typename Output> bool Walk::run_array(Output &output, const NodeClass &c, std::uint32_t node_class) {
  State &state = states_[node_class];
  const auto *array = reinterpret_cast<const std::byte *>(next_.front());
  const std::uint64_t length = state.arrays[state.visited];
  if constexpr (requires { output.reach(node_class, array, length); })
    if (array_at_ == 0)
      output.reach(node_class, array, length);
  begin_scanning(c, node_class);
  if (c.has_rows)
    rows_ = reinterpret_cast<const void *>(state.rows.front());
  prefetch_next();
  while (array_at_ < length) {
    if (c.has_pointers) {
      std::byte *packed = output.room(node_class);
      if (!packed)
        return false;
      scan(output, c, node_class, array + array_at_ * c.size, packed);
      ++array_at_;
    } else {
      const std::uint64_t copied = output.copy(node_class, array + array_at_ * c.size, length - array_at_);
      if (copied == 0)
        return false;
      array_at_ += copied;
    }
  }
  array_at_ = 0;
  if ((has_entries_ && c.keeps_addresses) || needs_arrays<Output>) [[unlikely]]
    state.nodes.push(reinterpret_cast<std::uintptr_t>(array));
  ++state.visited;
  if (c.has_rows)
    state.rows.pop();
  pop();
  if constexpr (requires { output.visited(node_class, nullptr, length); })
    output.visited(node_class, const_cast<std::byte *>(array), length);
  return true;
}

/// Visits the records at the front of NEXT, up to one of another class.
template <typename Output> bool Walk::run_records(Output &output, const NodeClass &c, std::uint32_t node_class) {
  begin_scanning(c, node_class);
  const bool keeps_addresses = has_entries_ && c.keeps_addresses;
  do {
    std::byte *packed = output.room(node_class);
    if (!packed)
      return false;
    prefetch_next();
    const auto *node = reinterpret_cast<const std::byte *>(next_.front());
    if (keeps_addresses) [[unlikely]]
      states_[node_class].nodes.push(reinterpret_cast<std::uintptr_t>(node));
    pop();
    if constexpr (requires { output.reach(node_class, node, 1); })
      output.reach(node_class, node, 1);
    scan(output, c, node_class, node, packed);
    if constexpr (requires { output.visited(node_class, nullptr, 1); })
      output.visited(node_class, const_cast<std::byte *>(node), 1);
  } while (!next_.empty() && (one_class_ || next_class_.front() == node_class));
  return true;
}

template <typename Output> bool Walk::run(Output &output) {
  has_entries_ = plan_->has_entries && Output::reads_elements;
  output_ = &output;
  announce_ = [](void *to, std::uint32_t node_class, std::uint64_t length) {
    static_cast<Output *>(to)->announce(node_class, length);
  };
  while (!next_.empty()) {
    const std::uint32_t node_class = one_class_ ? 0 : next_class_.front();
    const NodeClass &c = plan_->classes[node_class];
    const bool is_record = c.kind == NodeKind::record;
    if (!(is_record ? run_records(output, c, node_class) : run_array(output, c, node_class)))
      return false;
  }
  return true;
}

struct Counts {
  std::uint64_t nodes = 0; ///< records and arrays
  std::uint64_t bytes = 0; ///< bytes of all nodes
};

/// Returns what a walk that has ended has counted. Arrays count as one element each.
inline Counts counts_of_records(const NodePlan &plan, const Walk &walk) {
  Counts out;
  for (std::uint32_t i = 0; i < plan.classes.size(); ++i) {
    out.nodes += walk.assigned(i);
    out.bytes += walk.assigned(i) * plan.classes[i].size;
  }
  return out;
}

} // namespace autolink
