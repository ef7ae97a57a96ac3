// What a transfer needs to know of one root type: the classes of nodes that can be met. They are numbered in the order
// in which a breadth-first search of the types meets them, so that both sides number alike.
#pragma once

#include "autolink/al_inline.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autolink {

/// The nodes of one label sequence: single records of a type, counted arrays of a type, or strings.
enum class NodeKind : std::uint8_t { record = 0, array = 1, string = 2 };

inline constexpr std::uint32_t no_class = ~std::uint32_t{0};

/// What one pointer can lead to.
struct Target {
  std::uint32_t kind = AL_IGNORE; // AL_LINK … AL_INSIDE, AL_DATA, AL_WEAK, AL_WEAK_INSIDE
  bool is_late = false;           // AL_ARRAY_LATE, AL_ROW: an array whose length a receiver learns late
  bool is_row = false;            // AL_ROW
  std::uint32_t node_class = 0;   // AL_WEAK: no_class if no other pointers lead to such records
  std::uint32_t place_kind = 0;   // what its entry may say, if it has one: NodePlan::is_inside …
  AL_Type type = nullptr;         // AL_WEAK: the type of the record
  std::uint64_t bias = 0;
  AL_Length length = nullptr;
};

/// A pointer field, or several at a stride.
struct Slot {
  const char *name = "";
  std::uint64_t offset = 0, count = 1, stride = 0;
  AL_Select select = nullptr;  // null if there are no choices
  bool is_late = false;        // AL_ANY_LATE: select() reads what the pointer leads to; AL_HEADED
  bool is_headed = false;      // AL_HEADED, without select()
  std::uint64_t length_at = 0; // AL_ARRAY: one more than the offset of the field that is its length; 0: there is none
  Target target;               // what it leads to if there are no choices
  std::vector<std::pair<std::int64_t, Target>> choices;

  /// Returns the target of the pointer at `place` in `record`; null if the field that selects it has a value that is
  /// none of the choices.
  const Target *target_of(const void *record, const void *place) const {
    if (!select)
      return &target;
    const std::int64_t value = select(record, place);
    for (const auto &[choice, chosen] : choices)
      if (choice == value)
        return &chosen;
    return nullptr;
  }

  /// Returns the number of the choice with this target.
  std::uint64_t number_of(const Target &chosen) const {
    std::uint64_t out = 0;
    while (&choices[out].second != &chosen)
      ++out;
    return out;
  }
};

/// A pointer field that is an AL_LINK without bias; among NodeClass::prefetched, also an AL_WEAK, an array or a string.
struct PlainLink {
  std::uint32_t offset;
  std::uint32_t node_class;
};

/// Returns the name of a class for messages: "Square", "array of double".
std::string class_name(NodeKind kind, const std::string &type);

struct NodeClass {
  AL_Type type = nullptr; // the type of the record or element
  NodeKind kind = NodeKind::record;
  bool promised_tree = false;
  bool has_heads = false;       // whether an AL_HEADED may lead back to such records
  bool is_weak_target = false;  // whether an AL_WEAK may lead to such records
  bool keeps_addresses = false; // whether the search keeps the addresses of nodes, for entries of pointers into them
  std::uint32_t records = no_class; // arrays: the class of single records like the elements
  bool has_pointers = false;
  bool has_rows = false;   // whether they are AL_ROWs
  bool only_links = false; // whether `links` holds all of `slots`
  std::uint64_t size = 0;  // bytes of the record or element
  std::uint64_t align = 1;
  std::vector<PlainLink> links;
  /// Pointers of a record, perhaps not all, whose marks the search prefetches before it visits the record.
  std::vector<PlainLink> prefetched;
  std::vector<Slot> slots;
  /// All targets of the slots, as al_inline.h numbers them, and the slot of each.
  std::vector<std::pair<Target, std::uint32_t>> targets;
  const AL_Routines *routines = nullptr; // set for records and their arrays; they fit the tables

  std::string name() const { return class_name(kind, type->name); }
};

/// The greatest number of record types in a small structure (small.h).
inline constexpr std::size_t max_small_types = 8;

struct NodePlan {
  std::vector<NodeClass> classes; // the first is the root's
  /// The beginning of the first message if that holds the structure: head and types, the same for all messages of the
  /// plan.
  std::vector<std::byte> head;
  std::size_t elements_begin = 0; ///< where elements begin in such a message, after the head and the counts
  bool has_small = false;         ///< whether all nodes are records of few types with plain links: small.h
  bool leaves_out_links = false;  ///< whether structures are lists: list_elements.h
  bool has_inside = false;        ///< whether there are pointers to anywhere inside nodes
  bool has_entries = false;       ///< whether messages may have inside entries: of these, or of AL_WEAKs
  /// What the entry of an AL_WEAK may lead to: a record, or an element of an array.
  struct WeakPlace {
    std::uint64_t bias;
    std::uint32_t records, arrays; // classes, or no_class
  };
  /// What the entry of a pointer may say. From first_weak on, it is one of weak_places.
  static constexpr std::uint32_t is_inside = 0, is_weak_inside = 1, first_weak = 2;
  std::vector<WeakPlace> weak_places; ///< empty, or all that AL_WEAKs lead to
  bool has_weak = false;              ///< whether there are AL_WEAKs or AL_WEAK_INSIDEs
  bool has_late = false;              ///< whether anything is known only when all of a structure has arrived
  std::uint64_t largest = 0;          // bytes of an element or of an inside pointer's entry in packets

  /// Whether all nodes are records of one type with one plain link each.
  bool is_list() const { return has_small && classes.size() == 1 && classes[0].links.size() == 1; }
};

/// Whether `count` values of `size` bytes, `stride` apart, fit into `room` bytes.
bool fits(std::uint64_t room, std::uint64_t count, std::uint64_t stride, std::uint64_t size);

/// Returns the alignment that allocators are asked for. It leaves a bit of the address free, which says that the node
/// is referenced.
inline std::size_t node_align(const NodeClass &c) {
  return std::max<std::size_t>(static_cast<std::size_t>(c.align), 8);
}

} // namespace autolink
