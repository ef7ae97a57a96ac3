// Counting, freeing and tracing structures. See structure.h.
#include "structure.h"

#include "core/base/no_output.h"
#include "core/base/thread_local_pool.h"
#include "core/small/small.h"
#include "core/small/small_node_table.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <new>
#include <utility>

namespace autolink {
namespace {

struct Counting : NoOutput {
  explicit Counting(const NodePlan &plan) : plan(plan) {}
  void visited(std::uint32_t node_class, void *, std::uint64_t length) {
    ++counts.nodes;
    counts.bytes += length * plan.classes[node_class].size;
  }

  const NodePlan &plan;
  Counts counts;
};

struct Releasing : NoOutput {
  Releasing(const NodePlan &plan, const Allocator &allocator) : plan(plan), allocator(allocator) {}
  void visited(std::uint32_t node_class, void *node, std::uint64_t length) {
    const std::size_t bytes = array_bytes(length, plan.classes[node_class].size);
    if (length == 0)
      empty.push_back({reinterpret_cast<std::uintptr_t>(node), false});
    else if (plan.has_late) // other records may read it
      kept.emplace_back(node, bytes);
    else
      allocator.release(node, bytes, allocator.context);
  }

  /// Frees the empty arrays. They are not marked: several pointers may lead to one, or to another array, which has been
  /// freed. Needs no memory, because the arrays would be lost if that ran out.
  static constexpr bool needs_arrays = true;
  void finish(Walk &walk) {
    for (const auto &[node, bytes] : kept)
      allocator.release(node, bytes, allocator.context);
    if (empty.empty())
      return;
    std::sort(empty.begin(), empty.end());
    empty.erase(std::unique(empty.begin(), empty.end()), empty.end());
    walk.for_arrays([&](std::uintptr_t address) {
      const auto found = std::lower_bound(empty.begin(), empty.end(), std::pair(address, false));
      if (found != empty.end() && found->first == address)
        found->second = true;
    });
    for (const auto &[address, is_freed] : empty)
      if (!is_freed)
        allocator.release(reinterpret_cast<void *>(address), array_bytes(0, 1), allocator.context);
  }

  const NodePlan &plan;
  const Allocator &allocator;
  std::vector<std::pair<void *, std::size_t>> kept;   // nodes that are freed at the end
  std::vector<std::pair<std::uintptr_t, bool>> empty; // each with whether it has been freed
};

struct Tracing : OneElementOutput {
  explicit Tracing(const NodePlan &plan)
      : OneElementOutput(plan.largest), plan(plan), address(plan.classes.size()), links(plan.classes.size()) {}

  void scanned(std::uint32_t node_class, const void *element, const std::byte *packed) {
    const auto *record = static_cast<const std::byte *>(element);
    std::string &out = links[node_class];
    out += " <";
    const char *between = "";
    for (const Slot &slot : plan.classes[node_class].slots)
      for (std::uint64_t i = 0; i < slot.count; ++i) {
        const std::uint64_t offset = slot.offset + i * slot.stride;
        auto word = load<Word>(packed + offset);
        if (slot.is_late)
          al_take_choice(&word, slot.choices.size());
        const Target *const target = slot.target_of(record, record + offset);
        const bool is_data = target && target->kind == AL_DATA && load<std::uintptr_t>(record + offset) != 0;
        out += between;
        const bool is_end = target && target->kind == AL_END;
        const bool is_weak = target && target->kind == AL_WEAK, has_entry = is_weak && word % 2 != 0;
        if (is_weak)
          word = (word + 1) / 2;
        out += has_entry ? "@" : "";
        out += is_data ? "data" : is_end ? std::to_string(word) : word == 0 ? "-" : std::to_string(word - 1);
        between = " ";
      }
    out += ">";
  }

  void visited(std::uint32_t node_class, void *node, std::uint64_t length) {
    const NodeClass &c = plan.classes[node_class];
    const std::string label = std::to_string(n_visited(node_class));
    next += next.empty() ? "" : ", ";
    next += c.name() + " " + label;
    char text[48];
    std::snprintf(text, sizeof text, " 0x%" PRIxPTR, reinterpret_cast<std::uintptr_t>(node));
    address[node_class].push_back(text);
    if (c.kind != NodeKind::record)
      address[node_class].back() += "[" + std::to_string(length) + "]";
  }

  std::size_t n_visited(std::uint32_t node_class) const { return address[node_class].size(); }

  const NodePlan &plan;
  std::string next;
  std::vector<std::vector<std::string>> address;
  std::vector<std::string> links;
};

/// Walks to the end. Each thread keeps the memory of one walk. Returns the counts, except the bytes of arrays.
template <typename Output> Counts run(const NodePlan &plan, const void *root, Sharing sharing, Output &output) {
  Walk *const kept = thread_local_object<Walk, Output>();
  if (!kept)
    throw std::bad_alloc();
  Walk &walk = *kept;
  struct End {
    Walk &walk;
    ~End() { walk.end(); }
  } end{walk};
  walk.begin(plan, root, sharing);
  walk.run(output);
  if constexpr (requires { output.finish(walk); })
    output.finish(walk);
  return counts_of_records(plan, walk);
}

} // namespace

Counts count(const NodePlan &plan, const void *root, Sharing sharing) {
  Counting counting(plan);
  run(plan, root, sharing, counting);
  return counting.counts;
}

void release(const NodePlan &plan, void *root, const Allocator &allocator) {
  static thread_local LastLarge last_large;
  if (!last_large.is(plan) && release_small(plan, root, allocator))
    return;
  Releasing releasing(plan, allocator);
  const Counts counts = run(plan, root, Sharing::as_declared, releasing);
  last_large.set(plan, counts.nodes > max_freed_nodes && !plan.is_list());
}

std::string trace(const NodePlan &plan, const void *root, Sharing sharing) {
  Tracing tracing(plan);
  Walk walk;
  walk.begin(plan, root, sharing);
  walk.run(tracing);
  const std::vector<InsideEntry> inside = walk.resolve_inside();
  std::string out = "NEXT " + (tracing.next.empty() ? std::string("-") : tracing.next) + "\n";
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    if (tracing.address[i].empty())
      continue;
    out += "ADDRESS " + plan.classes[i].name() + ":";
    for (const std::string &text : tracing.address[i])
      out += text;
    out += "\n";
  }
  for (std::size_t i = 0; i < plan.classes.size(); ++i)
    if (!tracing.links[i].empty() && plan.classes[i].has_pointers)
      out += "LINKS " + plan.classes[i].name() + ":" + tracing.links[i] + "\n";
  for (const InsideEntry &entry : inside)
    if (entry.node_class == no_class)
      out += "INSIDE -\n";
    else
      out += "INSIDE " + plan.classes[entry.node_class].name() + " " + std::to_string(entry.label) + " + " +
             std::to_string(entry.offset) + "\n";
  return out;
}

} // namespace autolink
