// A structure whose shape has been recorded (AL_Plan_create): where its nodes are, by class in the order of the search,
// where their pointers lead, how long their arrays are and which choices they have made. So its contents can be sent and
// received again without a search. Contents are all bytes of the nodes but the pointers.
#pragma once

#include "core/base/bytes.h"
#include "core/plan/node_plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autolink {

/// Bytes of an element that lie between its pointers.
struct ContentRun {
  std::uint32_t offset, bytes;
};

/// A pointer of a class's elements. What is recorded of it are words: where it leads; if fields choose that, the number
/// of the choice; if it may lead to an array, the array's length.
struct RecordedPointer {
  std::uint32_t offset;
  std::uint32_t number; // among the pointers of its slot
  const Slot *slot;
  bool has_choice, has_length, may_be_weak;
  std::uint32_t first_word; // index of its first word among those of the element

  /// Returns what it leads to by these words of the element; null if it is none of the choices.
  const Target *target(const std::uint64_t *words) const {
    if (slot->is_headed)
      return &slot->choices.back().second; // all choices are links
    if (!has_choice)
      return &slot->target;
    const std::uint64_t choice = words[first_word + 1];
    return choice < slot->choices.size() ? &slot->choices[static_cast<std::size_t>(choice)].second : nullptr;
  }

  /// Whether it is data now.
  bool is_data(const std::uint64_t *words) const {
    const Target *const chosen = target(words);
    return chosen && chosen->kind == AL_DATA;
  }
  std::uint64_t length(const std::uint64_t *words) const { return words[first_word + 1 + has_choice]; }
};

struct PlacedRecord {
  std::byte *node;
  std::uint32_t label;
};

/// The nodes of a class. Elements of arrays are numbered through all arrays.
struct RecordedClass {
  const NodeClass *node_class = nullptr;
  std::vector<ContentRun> runs;
  std::vector<RecordedPointer> pointers; // without those that are always ignored
  std::vector<std::uint32_t> data;       // indices of the pointers that may be data, whose words follow the runs
  bool is_plain = false;                 // whether elements are contents alone
  bool has_choices = false, has_lengths = false;
  std::uint32_t n_words = 0;        // recorded words of an element
  std::uint64_t content_bytes = 0;  // of an element
  std::uint64_t unit_bytes = 0;     // contents are cut between units: bytes of plain arrays, else elements
  std::uint64_t first_node = 0;     // number of nodes of the classes before
  std::uint64_t first_content = 0;  // bytes of contents of the classes before
  std::vector<std::byte *> nodes;   // by label
  std::vector<std::uint64_t> ends;  // arrays, strings: the number of elements of all up to this one
  std::vector<std::uint64_t> words; // by element; those of records in the order of `by_address` if there is one
  /// Many records that are not in the order of their addresses: in that order, and the place of each label there.
  std::vector<PlacedRecord> by_address;
  std::vector<std::uint32_t> place_by_address;
  std::vector<const void *> rows; // arrays with AL_ROWs: the place of the first pointer to each

  bool is_record() const { return node_class->kind == NodeKind::record; }
  std::uint64_t size() const { return nodes.size(); }
  std::uint64_t first_element(std::uint64_t label) const {
    return is_record() ? label : label == 0 ? 0 : ends[static_cast<std::size_t>(label - 1)];
  }
  std::uint64_t n_elements(std::uint64_t label) const {
    return is_record() ? 1 : ends[static_cast<std::size_t>(label)] - first_element(label);
  }
  std::uint64_t n_units(std::uint64_t label) const {
    return n_elements(label) * (is_plain && !is_record() ? content_bytes : 1);
  }
  std::byte *element(std::uint64_t label, std::uint64_t i) const {
    return nodes[static_cast<std::size_t>(label)] + i * node_class->size;
  }
  const std::uint64_t *words_of(std::uint64_t label, std::uint64_t i) const {
    const std::uint64_t place =
        place_by_address.empty() ? first_element(label) + i : place_by_address[static_cast<std::size_t>(label)];
    return words.data() + place * n_words;
  }

  /// Whether the pointers lead where they led, for what is no data.
  bool has_same_pointers(const std::byte *element, const std::uint64_t *of) const {
    std::uint64_t differences = 0;
    if (!has_choices) {
      for (const RecordedPointer &pointer : pointers)
        differences |= load<std::uintptr_t>(element + pointer.offset) ^ of[pointer.first_word];
      return differences == 0;
    }
    return !find_changed_pointer(element, of);
  }
  const RecordedPointer *find_changed_pointer(const std::byte *element, const std::uint64_t *of) const;

  void pack(std::byte *to, const std::byte *element, const std::uint64_t *of) const {
    for (const ContentRun &run : runs) {
      copy_record(to, element + run.offset, run.bytes);
      to += run.bytes;
    }
    for (const std::uint32_t i : data) {
      store(to, pointers[i].is_data(of) ? load<Word>(element + pointers[i].offset) : Word{0});
      to += sizeof(Word);
    }
  }
  void unpack(std::byte *element, const std::byte *from, const std::uint64_t *of) const {
    for (const ContentRun &run : runs) {
      copy_record(element + run.offset, from, run.bytes);
      from += run.bytes;
    }
    for (const std::uint32_t i : data) {
      if (pointers[i].is_data(of))
        store(element + pointers[i].offset, load<Word>(from));
      from += sizeof(Word);
    }
  }

  /// Prefetches a node that is some places after this one.
  void prefetch_after(std::uint64_t label) const {
    constexpr std::uint64_t distance = 20;
    if (label + distance >= size())
      return;
    const std::byte *const node = nodes[static_cast<std::size_t>(label + distance)];
    prefetch(node);
    prefetch(node + std::min<std::uint64_t>(node_class->size - 1, cache_line)); // perhaps the same line
  }
};

class RecordedStructure {
public:
  /// Walks over the structure. Throws Failure, as sending it does.
  RecordedStructure(const NodePlan &plan, void *root);

  const NodePlan &plan() const { return plan_; }
  const std::vector<RecordedClass> &classes() const { return classes_; }
  std::uint64_t n_nodes() const { return n_nodes_; }
  std::uint64_t content_bytes() const { return content_bytes_; }

  /// Returns a hash of where pointers lead, by labels, of lengths and choices: the same for a structure and its copy.
  std::uint64_t shape() const { return shape_; }

  /// Throws Failure (AL_ERR_STRUCTURE) if the pointers of an element do not lead where they led.
  void check_pointers(const RecordedClass &c, std::uint64_t label, std::uint64_t i, const std::byte *element,
                      const std::uint64_t *words) const {
    if (!c.has_same_pointers(element, words)) [[unlikely]]
      fail_pointer(c, label, i, element, words);
  }

  /// Throws Failure (`error`) if the element's fields give its arrays other lengths, or choose otherwise. `element` may
  /// be a copy. `late`: whether what its pointers lead to may be read, too.
  void check_values(const RecordedClass &c, std::uint64_t label, std::uint64_t i, const std::byte *element,
                    const std::uint64_t *words, int error, bool late) const;

  /// Throws Failure (`error`) if a part of a string, from character number `at` on, does not fit its length.
  void check_string(const RecordedClass &c, std::uint64_t label, std::uint64_t at, const std::byte *part,
                    std::uint64_t n, int error) const;

  /// Compares the nodes that a walk meets with those that are recorded; each before it is read. Throws Failure
  /// (AL_ERR_MESSAGE) if they differ.
  void check_by_walk() const;

private:
  friend struct Recorder;

  [[noreturn]] void fail_pointer(const RecordedClass &c, std::uint64_t label, std::uint64_t i, const std::byte *element,
                                 const std::uint64_t *words) const;
  static std::string place(const RecordedClass &c, std::uint64_t label, std::uint64_t i,
                           const RecordedPointer &pointer);
  std::string place_of_string(const std::byte *string) const;

  const NodePlan &plan_;
  void *root_;
  std::vector<RecordedClass> classes_;
  std::uint64_t n_nodes_ = 0, content_bytes_ = 0;
  std::uint64_t shape_ = 0;
};

} // namespace autolink
