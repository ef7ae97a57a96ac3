// Small structures of several types. See small_types.h.
#include "small_types.h"

#include "core/base/bytes.h"
#include "core/base/thread_local_pool.h"
#include "core/base/wire.h"
#include "core/receive/spare_nodes.h"
#include "small_node_table.h"

#include <algorithm>
#include <memory>
#include <new>

namespace autolink {
namespace {

/// A record of a class. Two may begin at one address.
struct Record {
  std::byte *address;
  std::uint32_t node_class;
  std::uint32_t word; // its label plus one

  bool operator==(const Record &other) const { return address == other.address && node_class == other.node_class; }
};
const std::byte *address_of(const Record &record) { return record.address; }

/// The records of all classes, in the order in which they are met.
template <unsigned max_nodes> class Search {
public:
  Search(const NodePlan &plan, const void *root, bool is_promised)
      : records_({static_cast<std::byte *>(const_cast<void *>(root)), 0, 1}) {
    for (std::size_t i = 0; i < plan.classes.size(); ++i) {
      const NodeClass &c = plan.classes[i];
      of_class_[i] = {c.links.data(), c.links.data() + c.links.size(), static_cast<std::size_t>(c.size),
                      !is_promised && !c.promised_tree, 0};
    }
    of_class_[0].labels = 1;
  }

  unsigned size() const { return records_.size(); }
  const Record &operator[](unsigned i) const { return records_[i]; }
  std::uint32_t labels(std::size_t node_class) const { return of_class_[node_class].labels; }
  std::size_t bytes(const Record &record) const { return of_class_[record.node_class].size; }

  /// Calls pack(offset, word) with the word for each of the record's links. Returns false if there are too many
  /// records.
  template <typename Pack> [[gnu::always_inline]] bool visit_links(const Record &record, Pack pack) {
    const OfClass &c = of_class_[record.node_class];
    for (const PlainLink *link = c.links; link != c.links_end; ++link) {
      auto *address = load<std::byte *>(record.address + link->offset);
      const Word word = address ? visit(link->node_class, address) : 0;
      if (address && word == 0)
        return false;
      pack(link->offset, word);
    }
    return true;
  }

private:
  struct OfClass {
    const PlainLink *links, *links_end;
    std::size_t size;
    bool is_marked;
    std::uint32_t labels; // how many nodes have one
  };

  std::uint32_t visit(std::uint32_t node_class, std::byte *address) {
    OfClass &c = of_class_[node_class];
    const Record record = {address, node_class, c.labels + 1};
    const unsigned found = c.is_marked ? records_.visit(record) : records_.add(record);
    if (found == 0)
      return 0;
    const std::uint32_t word = records_[found - 1].word;
    c.labels = std::max(c.labels, word);
    return word;
  }

  OfClass of_class_[max_small_types];
  SmallNodeTable<Record, max_nodes> records_;
};

/// Returns where the elements of a class are collected before they go to the message; null if there is no memory. Each
/// thread keeps it. Pages that are not written take no memory.
std::byte *room_for_elements(std::size_t node_class) {
  // Some lines are added, because places a multiple of 4 KiB apart conflict in the nearest cache.
  constexpr std::size_t bytes = wire::max_first_bytes + 5 * cache_line;
  struct Room;
  auto *const all = thread_local_object<std::unique_ptr<std::byte[]>, Room>();
  if (all && !*all)
    all->reset(new (std::nothrow) std::byte[max_small_types * bytes]);
  return all && *all ? all->get() + node_class * bytes : nullptr;
}

/// The nodes of a message that are being made.
class ReceivedNodesOfTypes {
public:
  ReceivedNodesOfTypes(const NodePlan &plan, const UnpackOptions &options, Arena &arena)
      : plan_(plan), options_(options), arena_(arena) {}
  ~ReceivedNodesOfTypes() {
    if (is_kept_)
      return;
    if (options_.use_arena)
      arena_.release();
    else
      release();
  }
  ReceivedNodesOfTypes(const ReceivedNodesOfTypes &) = delete;
  ReceivedNodesOfTypes &operator=(const ReceivedNodesOfTypes &) = delete;

  /// Reads how many nodes of each class there are. Returns false if there are too many, they do not have so many bytes,
  /// or there is no root.
  bool read_counts(const std::byte *counts, std::size_t bytes) {
    std::uint64_t own_bytes = 0; // no overflow where size_t has 32 bits, either
    for (std::size_t i = 0; i < n_classes(); ++i, counts += sizeof(wire::Count)) {
      wanted_[i] = load<wire::Count>(counts);
      n_wanted_ += wanted_[i];
      own_bytes += wanted_[i] * std::uint64_t{plan_.classes[i].size};
    }
    return wanted_[0] > 0 && n_wanted_ <= max_small_nodes && own_bytes == bytes;
  }

  /// Returns false if there is no memory.
  bool allocate() {
    unsigned before = 0;
    for (std::size_t i = 0; i < n_classes(); before += wanted_[i++])
      address_[i] = own_ + before;
    if (options_.use_arena) {
      allocate_block();
      return true;
    }
    for (std::uint32_t i = 0; i < n_classes(); ++i)
      if (!allocate(i))
        return false;
    return true;
  }

  /// Fills the nodes and restores their pointers. Returns false if a label is impossible, or labels are not those of a
  /// breadth-first search from the root.
  bool fill(const std::byte *elements) const {
    struct {
      const PlainLink *links, *links_end;
      const std::byte *from; // the next element
      std::byte *const *to;  // its node
      std::size_t size;
      Word n_met;
      bool is_tree;
    } of_class[max_small_types];
    for (std::size_t i = 0; i < n_classes(); ++i) {
      const NodeClass &c = plan_.classes[i];
      const auto size = static_cast<std::size_t>(c.size);
      of_class[i] = {c.links.data(), c.links.data() + c.links.size(), elements, address_[i], size, 0, c.promised_tree};
      elements += wanted_[i] * size;
    }
    std::uint8_t next[max_small_nodes]; // classes of the nodes that have been met
    next[0] = 0;
    of_class[0].n_met = 1;
    unsigned n_met = 1;
    for (unsigned i = 0; i < n_met; ++i) {
      auto &c = of_class[next[i]];
      std::byte *node = *c.to++;
      const std::byte *from = c.from;
      c.from += c.size;
      copy_record(node, from, c.size);
      for (const PlainLink *link = c.links; link != c.links_end; ++link) {
        const auto word = load<Word>(from + link->offset);
        if (word == 0)
          continue;
        auto &target = of_class[link->node_class];
        if (word == target.n_met + 1) {
          if (word > wanted_[link->node_class])
            return false;
          ++target.n_met;
          next[n_met++] = static_cast<std::uint8_t>(link->node_class);
        } else if (word > target.n_met || target.is_tree) {
          return false;
        }
        store(node + link->offset, address_[link->node_class][word - 1]);
      }
    }
    return n_met == n_wanted_;
  }

  void *keep() {
    is_kept_ = true;
    return address_[0][0];
  }

private:
  std::size_t n_classes() const { return plan_.classes.size(); }

  void allocate_block() {
    std::size_t bytes = 0, align = 1, place[max_small_types];
    for (std::size_t i = 0; i < n_classes(); ++i) {
      const auto class_align = static_cast<std::size_t>(plan_.classes[i].align);
      place[i] = (bytes + class_align - 1) / class_align * class_align;
      bytes = place[i] + wanted_[i] * static_cast<std::size_t>(plan_.classes[i].size);
      align = std::max(align, class_align);
    }
    std::byte *block = arena_.allocate(bytes, align);
    for (std::size_t i = 0; i < n_classes(); ++i)
      for (unsigned j = 0; j < wanted_[i]; ++j)
        address_[i][j] = block + place[i] + j * static_cast<std::size_t>(plan_.classes[i].size);
  }

  bool allocate(std::uint32_t node_class) {
    const NodeClass &c = plan_.classes[node_class];
    const Allocator &allocator = options_.allocator;
    if (SpareNodes *const kept = spare_nodes(allocator))
      if (std::byte **spare = kept->take(plan_, node_class, wanted_[node_class])) {
        address_[node_class] = spare;
        n_allocated_[node_class] = wanted_[node_class];
        return true;
      }
    const auto size = static_cast<std::size_t>(c.size), align = node_align(c);
    for (unsigned &n = n_allocated_[node_class]; n < wanted_[node_class]; ++n) {
      auto *node = static_cast<std::byte *>(allocator.allocate(size, align, allocator.context));
      if (!node)
        return false;
      address_[node_class][n] = node;
    }
    return true;
  }

  void release() {
    for (std::size_t i = 0; i < n_classes(); ++i)
      for (unsigned j = 0; j < n_allocated_[i]; ++j)
        options_.allocator.release(address_[i][j], static_cast<std::size_t>(plan_.classes[i].size),
                                   options_.allocator.context);
  }

  const NodePlan &plan_;
  const UnpackOptions &options_;
  Arena &arena_;
  bool is_kept_ = false;
  unsigned n_wanted_ = 0;
  unsigned wanted_[max_small_types] = {}, n_allocated_[max_small_types] = {}; // a number for each class
  std::byte **address_[max_small_types]; // places of each class by label; in own_, or spare nodes
  std::byte *own_[max_small_nodes];
};

} // namespace

std::size_t pack_types(const NodePlan &plan, const void *root, bool is_promised, std::byte *elements, std::size_t room,
                       bool past_caches) {
  const std::size_t n_classes = plan.classes.size();
  std::byte *at[max_small_types];
  for (std::size_t i = 0; i < n_classes; ++i)
    at[i] = room_for_elements(i);
  if (!at[0])
    return 0;
  Search<max_small_nodes> records(plan, root, is_promised);
  std::size_t bytes = 0;
  for (unsigned i = 0; i < records.size(); ++i) {
    const Record record = records[i];
    const std::size_t size = records.bytes(record);
    if (room - bytes < size)
      return 0;
    bytes += size;
    std::byte *to = at[record.node_class];
    at[record.node_class] += size;
    copy_record(to, record.address, size);
    if (!records.visit_links(record, [to](std::uint32_t offset, Word word) { store(to + offset, word); }))
      return 0;
  }
  std::byte *counts = elements - n_classes * sizeof(wire::Count);
  const bool is_long = past_caches && bytes > copied_bytes;
  for (std::size_t i = 0; i < n_classes; ++i) {
    store(counts + i * sizeof(wire::Count), static_cast<wire::Count>(records.labels(i)));
    const std::byte *from = room_for_elements(i);
    const auto class_bytes = static_cast<std::size_t>(at[i] - from);
    if (is_long)
      copy_bytes_past_caches(elements, from, class_bytes);
    else
      std::memcpy(elements, from, class_bytes);
    elements += class_bytes;
  }
  if (is_long)
    finish_copies_past_caches();
  return bytes;
}

void *unpack_types(const NodePlan &plan, const std::byte *message, std::size_t size, const UnpackOptions &options,
                   Arena &arena) {
  const std::size_t head = plan.head.size(), before = plan.elements_begin;
  if (std::memcmp(message, plan.head.data(), head) != 0)
    return nullptr;
  ReceivedNodesOfTypes nodes(plan, options, arena);
  if (!nodes.read_counts(message + head, size - before) || !nodes.allocate() || !nodes.fill(message + before))
    return nullptr;
  return nodes.keep();
}

bool release_types(const NodePlan &plan, void *root, const Allocator &allocator) {
  const InThreadMemory<Search<max_freed_nodes>> kept(plan, root, false);
  Search<max_freed_nodes> *const records = kept.get();
  if (!records)
    return false;
  for (unsigned i = 0; i < records->size(); ++i)
    if (!records->visit_links(Record((*records)[i]), [](std::uint32_t, Word) {}))
      return false;
  for (unsigned i = 0; i < records->size(); ++i)
    allocator.release((*records)[i].address, records->bytes((*records)[i]), allocator.context);
  return true;
}

} // namespace autolink
