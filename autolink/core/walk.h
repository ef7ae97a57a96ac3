// The iterative breadth-first search over a structure (the paper, section 2.3): each node is visited once,
// gets a label in the sequence of its class when it is first met, and is handed to an output with its
// pointers replaced by labels. NEXT and the addresses in it are queues as long as the search's frontier; the
// stack's depth is constant.
#pragma once

#include "array_marks.h"
#include "bytes.h"
#include "failure.h"
#include "fifo.h"
#include "marks.h"
#include "plan.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace autolink {

/// A node's place, for pointers to places inside of nodes.
struct Extent {
  std::uintptr_t address;
  std::uint64_t bytes;
  std::uint64_t label;
  std::uint32_t node_class;
};

/// Where an inside pointer points, as it is sent.
struct InsideEntry {
  std::uint32_t node_class;
  std::uint32_t zero;
  std::uint64_t label;
  std::uint64_t offset; // bytes from the beginning of the node
};

enum class Sharing {
  as_declared, ///< marks, but for the types that are promised to be trees
  none,        ///< the caller promises that nothing is shared: no marks
  checked      ///< marks, and an error where a promise does not hold
};

/// An output takes the nodes of a walk. It has
///
///   std::byte *room(uint32_t node_class)     where the next element of this class goes, its size in bytes;
///   null if
///                                            the walk must pause
///   uint64_t copy(uint32_t node_class, const std::byte *from, uint64_t n)
///                                            takes up to n elements that have no pointers, and says how
///                                            many; 0 if the walk must pause
///   void announce(uint32_t node_class, uint64_t length)   a new array has this length
///
/// and may have
///
///   void scanned(uint32_t node_class, const void *element, const std::byte *packed)   an element is in its
///   room void visited(uint32_t node_class, void *node, uint64_t length)   a node has been packed, is not
///   read again
class Walk {
public:
  /// Begins with the node at `root`, which must stay as it is until the walk is done. May be used again.
  void begin(const Plan &plan, const void *root, Sharing sharing);

  /// Goes on. True when the whole structure has been visited, false when the output has paused it.
  template <typename Output> bool run(Output &output);

  /// Gives back the memory of a large walk, and keeps what the next small one can use.
  void end();

  std::uint64_t assigned(std::uint32_t node_class) const { return states_[node_class].assigned; }

  /// The inside pointers, in the order of the words that stand for them. After the walk.
  std::vector<InsideEntry> resolve_inside();

  /// Bytes of marks.
  std::size_t mark_bytes() const;

  /// For tests: labels of records from here on are long.
  void set_escape_at(std::uint64_t label);

private:
  struct State {
    std::uint64_t assigned = 0;
    bool is_marked = true;       // else promised to be a tree
    bool is_checked = false;     // promised, and to be checked
    Marks marks;                 // of records
    ArrayMarks arrays;           // of arrays and strings
    Fifo<std::uint64_t> lengths; // of the arrays in NEXT
  };

  template <typename Output>
  void scan(Output &output, const NodeClass &c, const std::byte *node, std::byte *packed);
  template <typename Output>
  std::uint64_t word_of(Output &output, const Target &target, const NodeClass &c, const Slot &slot,
                        const std::byte *record, const std::byte *place);
  template <typename Output> bool run_array(Output &output, const NodeClass &c, std::uint32_t node_class);
  std::uint64_t visit(std::uint32_t node_class, std::uintptr_t address);
  template <typename Output>
  std::uint64_t visit_array(Output &output, std::uint32_t node_class, std::uintptr_t address,
                            std::uint64_t length, const NodeClass &owner, const Slot &slot);
  void push(std::uint32_t node_class, std::uintptr_t address, std::uint64_t label, std::uint64_t bytes);
  void prefetch_ahead();

  [[noreturn]] static void fail(const NodeClass &c, const Slot &slot, const char *what);
  [[noreturn]] static void fail_shared(const NodeClass &c);

  const Plan *plan_ = nullptr;
  bool one_class_ = true;
  bool has_inside_ = false;
  Fifo<std::uintptr_t> next_;
  Fifo<std::uint16_t> next_class_;           // of the nodes in next_, if there are several classes
  std::vector<std::unique_ptr<State>> pool_; // of classes; kept for the next walk
  struct States {
    const std::unique_ptr<State> *begin;
    State &operator[](std::size_t i) const { return *begin[i]; }
  } states_{nullptr};
  std::uint64_t array_at_ = 0; // elements of the array at the front of NEXT that are done
  std::vector<Extent> extents_;
  std::vector<std::uintptr_t> inside_;
};

inline void Walk::push(std::uint32_t node_class, std::uintptr_t address, std::uint64_t label,
                       std::uint64_t bytes) {
  next_.push(address);
  if (!one_class_)
    next_class_.push(static_cast<std::uint16_t>(node_class));
  if (has_inside_) [[unlikely]]
    extents_.push_back({address, bytes, label, node_class});
}

/// The word for a link to the record at `address`: its label plus one.
inline std::uint64_t Walk::visit(std::uint32_t node_class, std::uintptr_t address) {
  State &state = states_[node_class];
  if (state.is_marked) {
    if (const std::uint64_t known = state.marks.mark(address, state.assigned)) {
      if (state.is_checked) [[unlikely]]
        fail_shared(plan_->classes[node_class]);
      return known;
    }
  }
  const std::uint64_t label = state.assigned++;
  push(node_class, address, label, plan_->classes[node_class].size);
  return label + 1;
}

template <typename Output>
std::uint64_t Walk::visit_array(Output &output, std::uint32_t node_class, std::uintptr_t address,
                                std::uint64_t length, const NodeClass &owner, const Slot &slot) {
  State &state = states_[node_class];
  const std::uint64_t size = plan_->classes[node_class].size;
  if (length > PTRDIFF_MAX / size)
    fail(owner, slot, "the array's length is more than memory can hold");
  if (length > 0) { // an empty array shares nothing with whatever lies there
    bool is_new = false;
    const auto &known = state.arrays.mark(address, state.assigned, length, is_new);
    if (!is_new) {
      if (length > known.length)
        fail(owner, slot,
             "two pointers to one array give it different lengths, and the shorter one came first");
      return known.label + 1;
    }
  }
  const std::uint64_t label = state.assigned++;
  push(node_class, address, label, length * size);
  state.lengths.push(length);
  output.announce(node_class, length);
  return label + 1;
}

template <typename Output>
std::uint64_t Walk::word_of(Output &output, const Target &target, const NodeClass &c, const Slot &slot,
                            const std::byte *record, const std::byte *place) {
  const auto address = load<std::uintptr_t>(place);
  if (target.kind == AL_DATA)
    return address;
  if (address == 0)
    return 0;
  switch (target.kind) {
  case AL_LINK:
    return visit(target.node_class, address - target.bias);
  case AL_ARRAY: {
    const std::int64_t length = target.length(record, place);
    if (length < 0)
      fail(c, slot, "the array's length is negative");
    return visit_array(output, target.node_class, address, static_cast<std::uint64_t>(length), c, slot);
  }
  case AL_STRING:
    if (const auto *known = states_[target.node_class].arrays.find(address)) // which may have been freed
      return known->label + 1;
    return visit_array(output, target.node_class, address,
                       std::strlen(reinterpret_cast<const char *>(address)) + 1, c, slot);
  case AL_INSIDE:
    inside_.push_back(address);
    return inside_.size();
  default: // AL_IGNORE
    return 0;
  }
}

template <typename Output>
void Walk::scan(Output &output, const NodeClass &c, const std::byte *node, std::byte *packed) {
  copy_record(packed, node, c.size);
  if (c.only_links) {
    for (const Link &link : c.links) {
      const auto address = load<std::uintptr_t>(node + link.offset);
      store(packed + link.offset, static_cast<Word>(address == 0 ? 0 : visit(link.node_class, address)));
    }
    return;
  }
  for (const Slot &slot : c.slots) {
    for (std::uint64_t i = 0; i < slot.count; ++i) {
      const std::uint64_t offset = slot.offset + i * slot.stride;
      const Target *target = &slot.target;
      if (slot.select) {
        const std::int64_t value = slot.select(node, node + offset);
        const auto found = std::find_if(slot.choices.begin(), slot.choices.end(),
                                        [value](const auto &choice) { return choice.first == value; });
        if (found == slot.choices.end()) {
          if (load<std::uintptr_t>(node + offset) != 0)
            fail(c, slot, "the field that says what it points at has a value that is none of its choices");
          continue;
        }
        target = &found->second;
      }
      store(packed + offset, static_cast<Word>(word_of(output, *target, c, slot, node, node + offset)));
    }
  }
}

/// While the nodes at the front of NEXT are packed, brings those behind them nearer, and the marks of what
/// they point at.
inline void Walk::prefetch_ahead() {
  if (const std::uintptr_t *far = next_.peek(24)) {
    const auto *node = reinterpret_cast<const std::byte *>(*far);
    prefetch(node);
    prefetch(node + 64);
  }
  if (!one_class_)
    return;
  const NodeClass &c = plan_->classes[0];
  if (!c.only_links)
    return;
  if (const std::uintptr_t *near = next_.peek(10)) {
    const auto *node = reinterpret_cast<const std::byte *>(*near);
    const State &state = states_[0];
    if (state.is_marked)
      for (const Link &link : c.links)
        if (const auto address = load<std::uintptr_t>(node + link.offset))
          state.marks.prefetch(address);
  }
}

template <typename Output>
bool Walk::run_array(Output &output, const NodeClass &c, std::uint32_t node_class) {
  State &state = states_[node_class];
  const auto *array = reinterpret_cast<const std::byte *>(next_.front());
  const std::uint64_t length = state.lengths.front();
  while (array_at_ < length) {
    if (c.has_pointers) {
      std::byte *packed = output.room(node_class);
      if (!packed)
        return false;
      scan(output, c, array + array_at_ * c.size, packed);
      if constexpr (requires { output.scanned(node_class, array, packed); })
        output.scanned(node_class, array + array_at_ * c.size, packed);
      ++array_at_;
    } else {
      const std::uint64_t taken = output.copy(node_class, array + array_at_ * c.size, length - array_at_);
      if (taken == 0)
        return false;
      array_at_ += taken;
    }
  }
  array_at_ = 0;
  state.lengths.pop();
  return true;
}

template <typename Output> bool Walk::run(Output &output) {
  while (!next_.empty()) {
    const std::uint32_t node_class = one_class_ ? 0 : next_class_.front();
    const NodeClass &c = plan_->classes[node_class];
    if (c.kind == NodeKind::record) {
      std::byte *packed = output.room(node_class);
      if (!packed)
        return false;
      prefetch_ahead();
      const auto *node = reinterpret_cast<const std::byte *>(next_.front());
      next_.pop();
      if (!one_class_)
        next_class_.pop();
      scan(output, c, node, packed);
      if constexpr (requires { output.scanned(node_class, node, packed); })
        output.scanned(node_class, node, packed);
      if constexpr (requires { output.visited(node_class, nullptr, 1); })
        output.visited(node_class, const_cast<std::byte *>(node), 1);
    } else {
      const std::uintptr_t array = next_.front();
      const std::uint64_t length = states_[node_class].lengths.front();
      if (!run_array(output, c, node_class))
        return false;
      next_.pop();
      if (!one_class_)
        next_class_.pop();
      if constexpr (requires { output.visited(node_class, nullptr, length); })
        output.visited(node_class, reinterpret_cast<void *>(array), length);
    }
  }
  return true;
}

} // namespace autolink
