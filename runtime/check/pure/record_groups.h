// The groups in which records travel from one rank to another. Most messages are like one before them. So a record is
// sent once, as the definition of a slot, and each of its messages names the slot. A group is a sequence of items in
// the machine's own format:
//   GroupItem with times = 0, SlotDefinition, the record   the slot stands for this record from now on
//   GroupItem with times > 0                               a run of messages that the slot describes
// Both ends keep the slots from group to group. All groups have to arrive, in the order of sending.
//
// This file knows no MPI.
#pragma once

#include "ref.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace automap::check {

struct GroupItem {
  std::uint16_t slot, times;
};

struct SlotDefinition {
  std::int32_t tag, size_bytes; // the tag and size of the record that follows
};

constexpr std::size_t slots_of_sender = 64;

/// Writes groups. A Key is a reference that owns an object. The same object and tag always mean the same record.
template <typename Key> class GroupWriter {
public:
  /// Adds one more message. Calls record(), whose bytes() are a span, only if the record is new.
  template <typename Record> void add(const Key &key, int tag, Record record) {
    ++count_;
    if (run_.times == 0 || run_.times == UINT16_MAX || !is_defined(run_.slot, key, tag)) {
      end_run();
      run_.slot = slot_of(key, tag, record);
    }
    ++run_.times;
  }

  /// Returns how many messages wait to be sent.
  int count() const { return count_; }

  /// Returns how many bytes the group has at most.
  std::size_t size_bytes() const { return bytes_.size() + sizeof run_; }

  /// Returns the group, and begins another one.
  std::vector<char> take() {
    end_run();
    count_ = 0;
    return std::exchange(bytes_, {});
  }

private:
  struct Defined {
    Key key; // owns the object, so that no other one has its address
    int tag = 0;
  };

  bool is_defined(std::size_t slot, const Key &key, int tag) const {
    return defined_[slot].key == key && defined_[slot].tag == tag;
  }

  /// Returns the slot of this key and tag, and defines it if needed. Only a few slots can hold it, as in a cache.
  template <typename Record> std::uint16_t slot_of(const Key &key, int tag, Record record) {
    constexpr std::size_t ways = 4;
    const auto number = reinterpret_cast<std::uintptr_t>(key.get()) + static_cast<std::uint32_t>(tag);
    const std::size_t first = (number * 0x9e3779b97f4a7c15 >> 32) % (slots_of_sender / ways) * ways;
    for (std::size_t slot = first; slot < first + ways; ++slot)
      if (is_defined(slot, key, tag))
        return static_cast<std::uint16_t>(slot);
    const auto slot = static_cast<std::uint16_t>(first + next_way_++ % ways);
    defined_[slot] = {key, tag};
    const auto new_record = record();
    const std::span<const char> bytes = new_record.bytes();
    append(GroupItem{slot, 0});
    append(SlotDefinition{tag, static_cast<std::int32_t>(bytes.size())});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return slot;
  }

  void end_run() {
    if (run_.times > 0)
      append(std::exchange(run_, {}));
  }

  template <typename Block> void append(const Block &block) {
    const char *const bytes = reinterpret_cast<const char *>(&block);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof block);
  }

  std::vector<char> bytes_;
  GroupItem run_{}; // the last messages, which are not in bytes_ yet
  int count_ = 0;
  std::size_t next_way_ = 0;
  std::array<Defined, slots_of_sender> defined_;
};

/// Reads groups. A Record is constructed from the span of its bytes.
template <typename Record> class GroupReader {
public:
  /// Calls deliver(tag, Ref<const Record>, times) for each run of messages. Stops at bytes that are no group.
  template <typename Deliver> void read(std::span<const char> bytes, Deliver deliver) {
    GroupItem item;
    while (take(bytes, item)) {
      if (item.slot >= slots_of_sender)
        return;
      Defined &defined = defined_[item.slot];
      if (item.times > 0) {
        if (!defined.record)
          return;
        deliver(defined.tag, defined.record, static_cast<int>(item.times));
        continue;
      }
      SlotDefinition definition;
      if (!take(bytes, definition) || definition.size_bytes < 0 ||
          static_cast<std::size_t>(definition.size_bytes) > bytes.size())
        return;
      const auto size = static_cast<std::size_t>(definition.size_bytes);
      defined = {definition.tag, Ref<const Record>::make(bytes.first(size))};
      bytes = bytes.subspan(size);
    }
  }

private:
  struct Defined {
    int tag = 0;
    Ref<const Record> record;
  };

  template <typename Block> static bool take(std::span<const char> &bytes, Block &block) {
    if (bytes.size() < sizeof block)
      return false;
    std::memcpy(&block, bytes.data(), sizeof block);
    bytes = bytes.subspan(sizeof block);
    return true;
  }

  std::array<Defined, slots_of_sender> defined_;
};

} // namespace automap::check
