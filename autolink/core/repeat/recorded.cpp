// A structure whose shape has been recorded. See recorded.h.
#include "recorded.h"

#include "core/base/failure.h"
#include "core/base/no_output.h"
#include "core/base/received.h"
#include "core/send/walk.h"

#include <cstring>
#include <memory>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace autolink {
namespace {

bool may_be(const Slot &slot, std::uint32_t kind) {
  return slot.target.kind == kind || std::any_of(slot.choices.begin(), slot.choices.end(),
                                                 [=](const auto &one) { return one.second.kind == kind; });
}

/// Sets where the contents of elements are, and what is recorded of their pointers.
void begin_class(const NodeClass &c, RecordedClass &out) {
  out.node_class = &c;
  out.is_plain = !c.has_pointers;
  std::vector<std::uint64_t> offsets; // of all pointers
  for (const Slot &slot : c.slots)
    for (std::uint64_t i = 0; i < slot.count; ++i) {
      const std::uint64_t offset = slot.offset + i * slot.stride;
      offsets.push_back(offset);
      if (!slot.is_headed && slot.choices.empty() && slot.target.kind == AL_IGNORE)
        continue;
      const bool has_choice = slot.select != nullptr;
      const RecordedPointer pointer = {static_cast<std::uint32_t>(offset),
                                       static_cast<std::uint32_t>(i),
                                       &slot,
                                       has_choice,
                                       may_be(slot, AL_ARRAY),
                                       may_be(slot, AL_WEAK) || may_be(slot, AL_WEAK_INSIDE),
                                       out.n_words};
      if (may_be(slot, AL_DATA))
        out.data.push_back(static_cast<std::uint32_t>(out.pointers.size()));
      out.n_words += 1u + pointer.has_choice + pointer.has_length;
      out.has_choices = out.has_choices || pointer.has_choice;
      out.has_lengths = out.has_lengths || pointer.has_length;
      out.pointers.push_back(pointer);
    }
  std::sort(offsets.begin(), offsets.end());
  offsets.push_back(c.size);
  std::uint64_t begin = 0;
  for (const std::uint64_t end : offsets) {
    if (end > begin)
      out.runs.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)});
    begin = std::max(begin, end + sizeof(Word));
  }
  for (const ContentRun &run : out.runs)
    out.content_bytes += run.bytes;
  out.content_bytes += out.data.size() * sizeof(Word);
  out.unit_bytes = out.is_plain && !out.is_record() ? 1 : out.content_bytes;
}

} // namespace

namespace {

/// Puts the words of many shuffled records into the order of addresses, in which sends read the records: of memory that
/// is read in random order, the page tables alone are more than the caches hold.
void order_by_address(RecordedClass &c) {
  constexpr std::size_t least = 4096;
  if (!c.is_record() || c.nodes.size() < least || c.nodes.size() > UINT32_MAX ||
      std::is_sorted(c.nodes.begin(), c.nodes.end()))
    return;
  std::vector<PlacedRecord> sorted;
  sorted.reserve(c.nodes.size());
  for (std::byte *node : c.nodes)
    sorted.push_back({node, static_cast<std::uint32_t>(sorted.size())});
  std::sort(sorted.begin(), sorted.end(), [](const PlacedRecord &a, const PlacedRecord &b) { return a.node < b.node; });
  std::vector<std::uint64_t> words(c.words.size());
  std::vector<std::uint32_t> place_by_address(sorted.size());
  for (std::size_t place = 0; place < sorted.size(); ++place) {
    const std::uint32_t label = sorted[place].label;
    place_by_address[label] = static_cast<std::uint32_t>(place);
    std::copy_n(c.words.data() + std::size_t{label} * c.n_words, c.n_words, words.data() + place * c.n_words);
  }
  c.words.swap(words);
  c.by_address.swap(sorted);
  c.place_by_address.swap(place_by_address);
}

} // namespace

struct FreeHash {
  void operator()(XXH3_state_t *state) const { XXH3_freeState(state); }
};

/// A hash of words.
class WordHash {
public:
  WordHash() : state_(XXH3_createState()) {
    if (!state_)
      throw std::bad_alloc();
    XXH3_64bits_reset(state_.get());
  }
  void add(const std::uint64_t *words, std::size_t n) { XXH3_64bits_update(state_.get(), words, n * sizeof *words); }
  void add(std::uint64_t word) { add(&word, 1); }
  std::uint64_t get() const { return XXH3_64bits_digest(state_.get()); }

private:
  std::unique_ptr<XXH3_state_t, FreeHash> state_;
};

/// Takes the nodes of the walk.
struct Recorder : OneElementOutput {
  /// Where a pointer into a node, or a weak one, leads: into a node or, before the search has ended, to an entry.
  struct Place {
    static constexpr std::uint32_t is_entry = no_class - 1;
    std::uint32_t node_class;
    std::uint64_t label; // or the entry's number
  };

  Recorder(RecordedStructure &to) : OneElementOutput(to.plan_.largest), to(to), n_elements(to.classes_.size()) {}

  void announce(std::uint32_t node_class, std::uint64_t length) {
    hash.add(node_class);
    hash.add(length);
  }

  void scanned(std::uint32_t node_class, const void *from, const std::byte *packed) {
    RecordedClass &c = to.classes_[node_class];
    if (c.pointers.empty())
      return;
    const auto *const scanned_element = static_cast<const std::byte *>(from);
    const std::size_t begin = c.words.size();
    c.words.resize(begin + c.n_words);
    std::uint64_t *const words = c.words.data() + begin;
    shape.clear();
    for (const RecordedPointer &pointer : c.pointers) {
      const std::byte *const at = scanned_element + pointer.offset;
      record(c, pointer, scanned_element, at, words);
      add_shape(pointer, at, load<Word>(packed + pointer.offset), words);
    }
    hash.add(shape.data(), shape.size());
  }

  void visited(std::uint32_t node_class, void *node, std::uint64_t length) {
    RecordedClass &c = to.classes_[node_class];
    c.nodes.push_back(static_cast<std::byte *>(node));
    n_elements[node_class] += length;
    if (!c.is_record())
      c.ends.push_back(n_elements[node_class]);
  }

  void record(const RecordedClass &c, const RecordedPointer &pointer, const std::byte *record, const std::byte *at,
              std::uint64_t *words) {
    std::uint64_t *word = words + pointer.first_word;
    *word++ = load<std::uintptr_t>(at);
    const Target *target = &pointer.slot->target;
    if (pointer.has_choice) {
      target = pointer.slot->target_of(record, at);
      *word++ = target ? pointer.slot->number_of(*target) : pointer.slot->choices.size();
    }
    if (pointer.has_length)
      *word = target && target->kind == AL_ARRAY && words[pointer.first_word] != 0
                  ? static_cast<std::uint64_t>(target->length(target->is_row ? row_of(c) : record, at))
                  : 0;
  }

  /// Returns the place of the pointer to the array that is being visited, whose elements are AL_ROWs.
  const void *row_of(const RecordedClass &c) const { return c.rows[c.nodes.size()]; }

  void add_shape(const RecordedPointer &pointer, const std::byte *at, Word packed, const std::uint64_t *words) {
    const Target *const target = pointer.target(words);
    const std::uint32_t kind = target ? target->kind : std::uint32_t{AL_LINK};
    const bool is_null = packed == 0 && kind != AL_DATA;
    if (pointer.may_be_weak && is_null) { // as one that leads out of the structure, which arrives as a null pointer
      places.push_back({no_class, 0});
      return;
    }
    if (pointer.has_choice && kind != AL_WEAK && kind != AL_WEAK_INSIDE)
      shape.push_back(is_null ? pointer.slot->choices.size() : words[pointer.first_word + 1]);
    if (pointer.has_length)
      shape.push_back(pointer.length(words));
    switch (kind) {
    case AL_DATA:
    case AL_IGNORE:
      return;
    case AL_WEAK:
      places.push_back(packed % 2 == 0 ? Place{target->node_class, packed / 2 - 1}
                                       : Place{Place::is_entry, packed / 2});
      return;
    case AL_INSIDE:
    case AL_WEAK_INSIDE:
      places.push_back(is_null ? Place{no_class, 0} : Place{Place::is_entry, packed - 1});
      return;
    case AL_ARRAY: {
      RecordedClass &arrays = to.classes_[target->node_class];
      if (arrays.node_class->has_rows && packed == arrays.rows.size() + 1) // it is met first
        arrays.rows.push_back(at);
      break;
    }
    default:
      break;
    }
    shape.push_back(packed);
  }

  /// Adds where the pointers lead that are known at the end of the search. In an arena, the end of a record may be where
  /// the next one begins.
  void finish(Walk &walk) {
    const std::vector<InsideEntry> entries = walk.resolve_inside();
    for (const Place &place : places) {
      InsideEntry entry = {place.node_class, 0, place.label, 0};
      if (place.node_class == Place::is_entry)
        entry = entries[static_cast<std::size_t>(place.label)];
      if (entry.node_class != no_class) {
        const RecordedClass &c = to.classes_[entry.node_class];
        if (c.is_record() && entry.offset == c.node_class->size && entry.label + 1 < c.size()) {
          ++entry.label;
          entry.offset = 0;
        }
      } else {
        entry.label = 0;
      }
      const std::uint64_t words[] = {entry.node_class, entry.label, entry.offset};
      hash.add(words, 3);
    }
    for (const RecordedClass &c : to.classes_)
      hash.add(c.size());
  }

  RecordedStructure &to;
  std::vector<std::uint64_t> n_elements; // by class
  std::vector<std::uint64_t> shape;      // of an element
  std::vector<Place> places;
  WordHash hash;
};

RecordedStructure::RecordedStructure(const NodePlan &plan, void *root)
    : plan_(plan), root_(root), classes_(plan.classes.size()) {
  for (std::size_t i = 0; i < classes_.size(); ++i)
    begin_class(plan.classes[i], classes_[i]);
  Walk walk;
  Recorder recorder(*this);
  walk.begin(plan, root, Sharing::as_declared);
  walk.run(recorder);
  recorder.finish(walk);
  shape_ = recorder.hash.get();
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    RecordedClass &c = classes_[i];
    c.first_node = n_nodes_;
    c.first_content = content_bytes_;
    n_nodes_ += c.size();
    content_bytes_ += recorder.n_elements[i] * c.content_bytes;
    c.words.shrink_to_fit();
    order_by_address(c);
  }
}

const RecordedPointer *RecordedClass::find_changed_pointer(const std::byte *element, const std::uint64_t *of) const {
  for (const RecordedPointer &pointer : pointers) {
    if (load<std::uintptr_t>(element + pointer.offset) == of[pointer.first_word])
      continue;
    const Target *const target = pointer.target(of);
    if (!target || (target->kind != AL_DATA && target->kind != AL_IGNORE))
      return &pointer;
  }
  return nullptr;
}

void RecordedStructure::check_values(const RecordedClass &c, std::uint64_t label, std::uint64_t i,
                                     const std::byte *element, const std::uint64_t *words, int error, bool late) const {
  for (const RecordedPointer &pointer : c.pointers) {
    const Slot &slot = *pointer.slot;
    const bool is_null = words[pointer.first_word] == 0;
    const Target *const target = pointer.target(words);
    const std::byte *const at = element + pointer.offset;
    if (pointer.has_choice && (slot.is_late ? late && !is_null : true)) {
      const Target *const now = slot.target_of(element, at);
      const bool matters = !is_null || (now && now->kind == AL_DATA) || (target && target->kind == AL_DATA);
      if (now != target && matters)
        throw Failure(error, "AutoLink: " + place(c, label, i, pointer) +
                                 ": the field that selects what it points at has changed since AL_Plan_create");
    }
    if (!pointer.has_length || is_null || !target || target->kind != AL_ARRAY || (target->is_late && !late))
      continue;
    const void *const record = target->is_row ? c.rows[static_cast<std::size_t>(label)] : element;
    const std::int64_t length = target->length(record, at);
    if (static_cast<std::uint64_t>(length) != pointer.length(words))
      throw Failure(error, "AutoLink: " + place(c, label, i, pointer) + ": the array's length is " +
                               std::to_string(length) + ", and was " + std::to_string(pointer.length(words)) +
                               " in AL_Plan_create");
  }
}

void RecordedStructure::check_string(const RecordedClass &c, std::uint64_t label, std::uint64_t at,
                                     const std::byte *part, std::uint64_t n, int error) const {
  const std::uint64_t length = c.n_elements(label);
  const bool has_end = at + n == length;
  const auto size = static_cast<std::size_t>(n);
  if (!std::memchr(part, 0, size - has_end) && (!has_end || part[size - 1] == std::byte{0}))
    return;
  throw Failure(error, "AutoLink: " + place_of_string(c.nodes[static_cast<std::size_t>(label)]) +
                           ": the string's length has changed since AL_Plan_create, where it was " +
                           std::to_string(length - 1));
}

void RecordedStructure::check_by_walk() const {
  std::vector<std::uint64_t> n_reached(classes_.size(), 0);
  CheckingOutput output([&](std::uint32_t node_class, const std::byte *node, std::uint64_t length) {
    const RecordedClass &c = classes_[node_class];
    const std::uint64_t label = n_reached[node_class]++;
    check_message(label < c.size() && node == c.nodes[static_cast<std::size_t>(label)] && length == c.n_elements(label),
                  "the contents change the structure's shape");
  });
  Walk walk;
  walk.begin(plan_, root_, Sharing::as_declared);
  try {
    walk.run(output);
  } catch (const Failure &failure) {
    throw Failure(AL_ERR_MESSAGE, failure.message);
  }
  for (std::size_t i = 0; i < classes_.size(); ++i)
    check_message(n_reached[i] == classes_[i].size(), "the contents change the structure's shape");
}

void RecordedStructure::fail_pointer(const RecordedClass &c, std::uint64_t label, std::uint64_t i,
                                     const std::byte *element, const std::uint64_t *words) const {
  throw Failure(AL_ERR_STRUCTURE, "AutoLink: " + place(c, label, i, *c.find_changed_pointer(element, words)) +
                                      " leads elsewhere than in AL_Plan_create");
}

/// Returns the text "Graph.link[2] in node 17" or "Part.label in element 3 of array 17".
std::string RecordedStructure::place(const RecordedClass &c, std::uint64_t label, std::uint64_t i,
                                     const RecordedPointer &pointer) {
  std::string out = std::string(c.node_class->type->name) + "." + pointer.slot->name;
  if (pointer.slot->count > 1)
    out += "[" + std::to_string(pointer.number) + "]";
  return out + (c.is_record() ? " in node " : " in element " + std::to_string(i) + " of array ") +
         std::to_string(label);
}

/// Returns the place of a pointer to the string.
std::string RecordedStructure::place_of_string(const std::byte *string) const {
  for (const RecordedClass &c : classes_)
    for (std::uint64_t label = 0; c.n_words > 0 && label < c.size(); ++label)
      for (std::uint64_t i = 0; i < c.n_elements(label); ++i)
        for (const RecordedPointer &pointer : c.pointers) {
          const std::uint64_t *words = c.words_of(label, i);
          const Target *const target = pointer.target(words);
          if (target && target->kind == AL_STRING &&
              words[pointer.first_word] == reinterpret_cast<std::uintptr_t>(string))
            return place(c, label, i, pointer);
        }
  return "a string";
}

} // namespace autolink
