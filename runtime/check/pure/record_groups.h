// Records travel from one rank to another in groups. Most messages are as one before them: so a record is sent
// once, as the definition of a slot, and each of its messages names the slot. A group is, in the machine's
// own format, items one behind the other:
//   GroupItem with times = 0, SlotDefinition, the record   the slot stands for this record from now on
//   GroupItem with times > 0                               so many messages in a row of what the slot stands for
// Both ends keep the slots from group to group. Groups have to arrive in the order of sending, all of them.
//
// Knows no MPI.
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
  std::int32_t tag, size_bytes; // of the record behind it
};

constexpr std::size_t slots_of_sender = 64;

/// The end that sends. A Key is a reference that owns an object; that and the tag always mean the same record.
template <typename Key> class GroupWriter {
public:
  /// One more message. Its record is record().bytes(), a span, which is asked for only if it is new.
  template <typename Record> void add(const Key &key, int tag, Record record) {
    ++count_;
    if (run_.times == 0 || run_.times == UINT16_MAX || !is_defined(run_.slot, key, tag)) {
      end_run();
      run_.slot = slot_of(key, tag, record);
    }
    ++run_.times;
  }

  /// How much there is to be sent: messages; bytes, at most.
  int count() const { return count_; }
  std::size_t size_bytes() const { return bytes_.size() + sizeof run_; }

  /// The group, and begins another one.
  std::vector<char> take() {
    end_run();
    count_ = 0;
    return std::exchange(bytes_, {});
  }

private:
  struct Defined {
    Key key; // kept: so no other object has its address
    int tag = 0;
  };

  bool is_defined(std::size_t slot, const Key &key, int tag) const {
    return defined_[slot].key == key && defined_[slot].tag == tag;
  }

  /// One of the few slots in which this may stand, after it is defined.
  template <typename Record> std::uint16_t slot_of(const Key &key, int tag, Record record) {
    constexpr std::size_t ways = 4;
    const auto number = reinterpret_cast<std::uintptr_t>(key.get()) + static_cast<std::uint32_t>(tag);
    const std::size_t first = (number * 0x9e3779b97f4a7c15 >> 32) % (slots_of_sender / ways) * ways;
    for (std::size_t slot = first; slot < first + ways; ++slot)
      if (is_defined(slot, key, tag))
        return static_cast<std::uint16_t>(slot);
    const auto slot = static_cast<std::uint16_t>(first + next_way_++ % ways);
    defined_[slot] = {key, tag};
    const auto made = record();
    const std::span<const char> bytes = made.bytes();
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
  GroupItem run_{}; // of the last messages, not in bytes_ yet
  int count_ = 0;
  std::size_t next_way_ = 0;
  std::array<Defined, slots_of_sender> defined_;
};

/// The end that receives. A Record is made from the span of its bytes.
template <typename Record> class GroupReader {
public:
  /// Calls deliver(tag, Ref<const Record>, times) for each run of messages. What is no group ends
  /// the reading.
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
