// The receiving side without the transport. It takes messages, makes the nodes, and restores their pointers while more
// messages arrive. The bytes may come from an attacker, so each number is compared with what was announced and with the
// limit before it is used. See wire.h.
#pragma once

#include "core/base/bytes.h"
#include "core/base/failure.h"
#include "core/base/memory.h"
#include "core/base/received_arrays.h"
#include "core/base/wire.h"
#include "core/plan/node_plan.h"
#include "core/send/walk.h"
#include "sender_types.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace autolink {

struct UnpackOptions {
  bool use_arena = false;
  Allocator allocator = malloc_allocator(); ///< used if there is no arena
  std::uint64_t limit_bytes = PTRDIFF_MAX;  ///< the most bytes of all nodes
  bool check_reachable = false;             ///< refuses nodes that no path from the root leads to; costs a walk
};

/// Returns the failure of a structure that has more bytes than the limit.
Failure limit_failure(std::uint64_t limit_bytes);

class Unpacker : private AL_Restore {
public:
  Unpacker() = default;
  Unpacker(const NodePlan &plan, const UnpackOptions &options) { begin(plan, options); }
  ~Unpacker();
  Unpacker(const Unpacker &) = delete;
  Unpacker &operator=(const Unpacker &) = delete;

  /// Begins with a structure. May be called again.
  void begin(const NodePlan &plan, const UnpackOptions &options);

  /// Frees the nodes of a structure that is not finished, and most of the unpacker's own memory.
  void end() noexcept;

  /// Takes the first message. Throws Failure, as the functions below do; then the structure cannot be finished.
  void receive_first(const std::byte *message, std::size_t size);

  /// Whether no message follows.
  bool complete() const { return complete_; }

  /// Returns the greatest length of the packets that follow the first message; 0 if none do.
  std::size_t max_packet_bytes() const { return static_cast<std::size_t>(head_.stream.max_packet_bytes); }

  /// Returns where the next packet is best received, with room for the longest one; null if any place will do. Bytes
  /// that the packet does not fill keep their contents.
  std::byte *place_for_packet();

  /// Takes the next packet, at place_for_packet() or elsewhere.
  void receive_packet(std::byte *message, std::size_t size);

  /// Returns the structure once it is complete. With an arena, `arena` gets the memory.
  void *finish(Arena &arena);

  std::uint64_t nodes() const;
  std::uint64_t bytes() const { return bytes_; }

  /// Whether a packet is the last of its stream. Looks at nothing else.
  static bool is_last(const std::byte *message, std::size_t size);

  /// What a first message says of the packets that follow; nothing if it makes no sense.
  struct Summary {
    bool is_whole = false;
    std::uint64_t stream = 0;         // the stream of the packets, if any follow
    std::size_t max_packet_bytes = 0; // the most bytes of each
  };
  static std::optional<Summary> summarize(const std::byte *message, std::size_t size);

private:
  struct ClassCounts {
    std::uint64_t labels, elements;
  };

  struct State {
    GrowingArray nodes;         // the records, or their addresses: AL_Made; for arrays, only labels are counted there
    std::size_t targets = 0;    // index of the class's first target in targets_
    std::uint64_t elements = 0; // received elements
    std::uint64_t announced_elements = 0;
    ReceivedArrays arrays;
    std::vector<bool> tree_referenced;              // arena: flags of records that are promised not to be shared
    std::uint64_t array = 0, array_at = 0;          // the place of the next element of arrays
    std::byte *room = nullptr, *room_end = nullptr; // arena: free memory for arrays

    State() { clear(); }
    void clear() noexcept {
      elements = announced_elements = array = array_at = 0;
      room = room_end = nullptr;
      nodes.labels = nodes.referenced = 0;
      nodes.begin(1, 1, 0);
      arrays.clear();
      std::vector<bool>().swap(tree_referenced);
    }
  };

  void begin_addresses();
  void check_head(const std::byte *message, std::size_t size);
  std::vector<std::byte> insert_links(const std::byte *message, std::size_t size) const;
  std::byte *read_counts(std::byte *at, std::size_t size);
  void receive_whole(std::byte *at, std::size_t size);
  std::uint64_t payload_of_whole() const;
  std::uint64_t n_lengths_of_whole() const;
  void allocate_addresses();
  void allocate_block();
  void add_labels_of_whole(const std::byte *lengths);
  std::uint64_t element_bytes(std::size_t node_class) const;
  std::size_t gap_after(const NodeClass &c) const;
  std::size_t max_gap_after(const NodeClass &c) const;
  void take_new_labels(const std::byte *at, const std::byte *end);
  void add_labels(std::uint32_t node_class, std::uint64_t labels, const std::byte *lengths);
  void add_records(State &state, const NodeClass &c, std::uint64_t labels);
  std::byte *room_for_array(State &state, const NodeClass &c, std::uint64_t length);
  void add_array(State &state, const NodeClass &c, std::uint64_t length);
  void count_bytes(std::uint64_t bytes);
  void check_limit(std::uint64_t bytes) const;
  void take_elements(std::uint32_t node_class, std::byte *from, std::uint64_t n, bool in_place);
  void take_own_elements(std::uint32_t node_class, std::byte *from, std::uint64_t n, bool in_place);
  void take_translated_elements(std::uint32_t node_class, const std::byte *from, std::uint64_t n);
  void take_records(const NodeClass &c, State &state, std::byte *from, std::uint64_t n, bool in_place);
  void take_array_elements(const NodeClass &c, State &state, std::byte *from, std::uint64_t n, bool in_place);
  void begin_targets();
  void begin_restoring(const NodeClass &c, const State &state);
  void rethrow();
  void restore(const NodeClass &c, std::byte *records, std::uint64_t n);
  void restore_slots(const NodeClass &c, std::byte *node);
  void *restore_link(AL_Made &target, std::uint64_t word);
  void restore_array(const Target &target, void *field, std::int64_t length);
  void restore_weak(const Target &target, void *field);
  void add_place(void *field, Word number, std::uint32_t kind);
  std::byte *&inside_place(std::uint64_t i) { return *reinterpret_cast<std::byte **>(inside_[i]); }
  std::uint16_t &inside_kind(std::uint64_t i) { return *reinterpret_cast<std::uint16_t *>(inside_kinds_[i]); }
  std::pair<const Slot *, const std::byte *> slot_at(const void *field, bool has_choices);
  [[noreturn]] void refuse(const Slot &slot, const std::string &why);
  void check_no_choice(void *field);
  void restore_inside_places(const std::byte *from, std::uint64_t n);
  void restore_inside_place(std::byte *place, std::uint32_t kind, InsideEntry entry);
  void order_inside();
  Word inside_word(std::uint64_t i) { return load<Word>(inside_place(i)); }
  void check_elements() const;
  void check_complete();
  void check_reachable();
  void check_late();
  void release_all() noexcept;
  std::byte *node_at(std::uint32_t node_class, std::uint64_t label);

  const NodePlan *plan_ = nullptr;
  UnpackOptions options_;
  wire::LoadedHead head_ = {};
  SenderTypes sender_types_;
  const Translation *translation_ = nullptr; // null if the sender's elements are like ours
  std::vector<std::byte> translated_;        // elements in this machine's form
  std::vector<State> states_;                // one or more for each class of the plan
  std::size_t n_classes_ = 0;
  std::vector<ClassCounts> counts_;           // the counts of each class in a message that holds the structure
  std::vector<std::uintptr_t> few_addresses_; // memory of the first addresses, kept for the next structure
  HeapPrefault heap_prefault_;                // used for many nodes from malloc
  Arena arena_;                               // memory of nodes
  Arena tables_;                              // addresses of nodes and of inside pointers
  std::uint64_t bytes_ = 0, received_bytes_ = 0;
  std::uint64_t empty_arrays_ = 0; // each counts as a byte of the limit
  GrowingArray inside_;            // addresses of the pointers with entries, where their words stand
  GrowingArray inside_kinds_;      // what their entries may say, if there are weak ones: Target::place_kind
  std::uint64_t n_inside_ = 0, n_inside_restored_ = 0;
  std::uint32_t last_class_ = 0, packet_number_ = 0;
  bool complete_ = false, is_null_ = false;
  bool has_parts_ = false; // whether a pointer gives an array a smaller length than it has
  bool owns_ = false;      // whether the nodes are the unpacker's to free
  friend struct RestoreSteps;
  const NodeClass *owner_ = nullptr; // class of the records that are being restored
  std::exception_ptr failure_;       // the failure of a step that al_inline.h has called
  std::vector<AL_Made *> targets_;   // the targets of all classes of targets_plan_
  const NodePlan *targets_plan_ = nullptr;
  AL_Made no_nodes_ = {}; // the target of an AL_WEAK to records to which no other pointers lead
};

} // namespace autolink
