// Small structures. See small.h.
#include "small.h"

#include "core/base/bytes.h"
#include "core/base/wire.h"
#include "core/plan/list_elements.h"
#include "core/receive/spare_nodes.h"
#include "small_node_table.h"
#include "small_types.h"

namespace autolink {
namespace {

using AddressesMet = SmallNodeTable<std::byte *, max_small_nodes>;
using AddressesToFree = SmallNodeTable<std::byte *, max_freed_nodes>;

/// Calls pack(offset, word) with the word for what each of the node's pointers leads to. Returns false if there are too
/// many nodes.
template <bool is_marked, typename Nodes, typename Pack>
[[gnu::always_inline]] inline bool visit_links(Nodes &nodes, const PlainLink *links, std::size_t n_links,
                                               const std::byte *node, Pack pack) {
  for (std::size_t i = 0; i < n_links; ++i) {
    auto *address = load<std::byte *>(node + links[i].offset);
    Word word = 0;
    if (address) {
      word = is_marked ? nodes.visit(address) : nodes.add(address);
      if (word == 0)
        return false;
    }
    pack(links[i].offset, word);
  }
  return true;
}

/// Visits all nodes that the first one leads to. Returns false if there are too many.
template <bool is_marked> bool visit_all(AddressesToFree &nodes, const NodeClass &c) {
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (!visit_links<is_marked>(nodes, c.links.data(), c.links.size(), nodes[i], [](std::uint32_t, Word) {}))
      return false;
  return true;
}
bool visit_all(AddressesToFree &nodes, const NodeClass &c) {
  return c.promised_tree ? visit_all<false>(nodes, c) : visit_all<true>(nodes, c);
}

/// Writes elements one after the other.
struct InPlace {
  std::byte *at;

  void next(std::size_t size) { at += size; }
  void finish() {}
};

/// Writes elements to a stage of one KiB, and from there past the caches.
class Staged {
public:
  static constexpr std::size_t most_element_bytes = 256;

  /// Begins at `to`. At least a cache line before it has been written.
  explicit Staged(std::byte *to) : to_(next_cache_line(to) - cache_line) {
    at = lines_ + (to - to_);
    std::memcpy(lines_, to_, static_cast<std::size_t>(to - to_));
  }
  Staged(const Staged &) = delete;
  Staged &operator=(const Staged &) = delete;

  std::byte *at;

  void next(std::size_t size) {
    at += size;
    if (at < lines_ + lines_bytes)
      return;
    copy_past_caches(to_, lines_, lines_bytes);
    to_ += lines_bytes;
    at -= lines_bytes;
    std::memcpy(lines_, lines_ + lines_bytes, static_cast<std::size_t>(at - lines_));
  }
  void finish() {
    std::memcpy(to_, lines_, static_cast<std::size_t>(at - lines_));
    finish_copies_past_caches();
  }

private:
  static constexpr std::size_t lines_bytes = 1 << 10;

  std::byte *to_;
  alignas(cache_line) std::byte lines_[lines_bytes + most_element_bytes];
};

/// A list that is being packed, of records that have one link each. Marks are not needed: a list that ends, or leads
/// back to its root, has no node twice. A list that leads back to another node has no end.
template <bool is_marked> class ListToPack {
public:
  ListToPack(const NodeClass &c, const void *root)
      : root_(static_cast<const std::byte *>(root)), element_(c), offset_(c.links[0].offset), node_(root_) {}

  unsigned n() const { return n_; }
  bool is_done() const { return is_done_; }
  std::size_t element_bytes() const { return element_.size(); }
  std::uint8_t flags() const { return node_ ? wire::flag_ring : wire::flag_list; }

  /// Packs the next node.
  bool pack(std::byte *to) {
    element_.pack(to, node_);
    node_ = load<const std::byte *>(node_ + offset_);
    ++n_;
    is_done_ = !node_ || (is_marked && node_ == root_);
    return true;
  }

private:
  const std::byte *root_;
  ListElement element_;
  std::size_t offset_;
  const std::byte *node_;
  unsigned n_ = 0;
  bool is_done_ = false;
};

/// Any other structure that is being packed. pack() returns false if there are too many nodes.
template <bool is_marked> class NodesToPack {
public:
  NodesToPack(const NodeClass &c, const void *root)
      : links_(c.links.data()), n_links_(c.links.size()), size_(static_cast<std::size_t>(c.size)),
        nodes_(static_cast<std::byte *>(const_cast<void *>(root))) {}

  unsigned n() const { return n_; }
  bool is_done() const { return n_ == nodes_.size(); }
  std::size_t element_bytes() const { return size_; }
  std::uint8_t flags() const { return 0; }

  bool pack(std::byte *to) {
    const std::byte *node = nodes_[n_];
    copy_record(to, node, size_);
    if (!visit_links<is_marked>(nodes_, links_, n_links_, node,
                                [to](std::uint32_t offset, Word word) { store(to + offset, word); }))
      return false;
    ++n_;
    return true;
  }

private:
  const PlainLink *links_;
  std::size_t n_links_, size_;
  AddressesMet nodes_;
  unsigned n_ = 0;
};

/// Packs more of `nodes`, which have `size` bytes each, while there is room for them with their links. Returns whether
/// all are packed.
template <typename Nodes, typename To>
[[gnu::always_inline]] inline bool pack_more(Nodes &nodes, std::size_t size, To &to, std::size_t room) {
  for (; !nodes.is_done(); room -= size) {
    if (room < size || !nodes.pack(to.at))
      return false;
    to.next(nodes.element_bytes());
  }
  to.finish();
  return true;
}

struct Packed {
  unsigned n; // nodes; 0 if there are too many
  std::uint8_t flags;
};

template <typename Nodes>
Packed pack(const NodeClass &c, const void *root, std::byte *to, std::size_t room, bool past_caches) {
  const auto size = static_cast<std::size_t>(c.size);
  Nodes nodes(c, root);
  const std::size_t copied = copied_bytes / nodes.element_bytes() * size; // bytes of nodes
  const bool is_staged = past_caches && room > copied && size <= Staged::most_element_bytes;
  const auto result = [&nodes](bool has_ended) -> Packed { return {has_ended ? nodes.n() : 0, nodes.flags()}; };
  InPlace first = {to};
  const bool has_ended = pack_more(nodes, size, first, is_staged ? copied : room);
  if (has_ended || !is_staged)
    return result(has_ended);
  Staged staged(first.at);
  return result(pack_more(nodes, size, staged, room - nodes.n() * size));
}

/// Returns the number of nodes of such a list; 0 if there are very many, or it has no end.
std::size_t list_length(const NodeClass &c, const std::byte *root) {
  const std::size_t offset = c.links[0].offset;
  constexpr std::size_t most_bytes = 1 << 20; // so many stay in the cache
  const std::size_t most = most_bytes / static_cast<std::size_t>(c.size);
  const std::byte *node = root;
  for (std::size_t n = 1; n <= most; ++n) {
    node = load<const std::byte *>(node + offset);
    if (!node || node == root)
      return n;
  }
  return 0;
}

constexpr std::size_t count_bytes = sizeof(wire::Count);
constexpr std::size_t flags_at = offsetof(wire::Head, flags);

/// Returns the flags that say how a message leaves out links, if those of its plan can.
std::uint8_t list_flags(const NodePlan &plan, const std::byte *message) {
  return plan.leaves_out_links ? std::to_integer<std::uint8_t>(message[flags_at]) & wire::list_flags : 0;
}

std::size_t element_bytes(const NodePlan &plan, std::uint8_t flags) {
  return static_cast<std::size_t>(plan.classes[0].size) - (flags ? sizeof(Word) : 0);
}

/// Returns the number of nodes in a message with these flags. Returns 0 unless, except for the elements, the message is
/// what pack_small() makes with this plan.
unsigned small_nodes(const NodePlan &plan, const std::byte *message, std::size_t size, std::uint8_t flags) {
  const std::size_t before = plan.elements_begin;
  auto head = load<wire::Head>(plan.head.data());
  head.flags |= flags;
  if (std::memcmp(message, &head, sizeof head) != 0 ||
      std::memcmp(message + sizeof head, plan.head.data() + sizeof head, before - count_bytes - sizeof head) != 0)
    return 0;
  const unsigned n = load<wire::Count>(message + before - count_bytes);
  const bool is_whole = std::uint64_t{n} * element_bytes(plan, flags) == size - before;
  const bool is_packed_in_one_pass = n * plan.classes[0].size <= wire::max_first_bytes - before;
  return is_whole && is_packed_in_one_pass ? n : 0;
}

/// The nodes of a message that are being made.
class ReceivedNodes {
public:
  ReceivedNodes(const NodePlan &plan, const UnpackOptions &options, Arena &arena)
      : plan_(plan), c_(plan.classes[0]), size_(static_cast<std::size_t>(c_.size)), options_(options), arena_(arena) {}
  ~ReceivedNodes() {
    if (is_kept_)
      return;
    if (options_.use_arena)
      arena_.release();
    else
      while (n_ > 0)
        options_.allocator.release(address_[--n_], size_, options_.allocator.context);
  }
  ReceivedNodes(const ReceivedNodes &) = delete;
  ReceivedNodes &operator=(const ReceivedNodes &) = delete;

  /// Returns false if there is no memory.
  bool allocate(unsigned n) {
    if (options_.use_arena) {
      std::byte *block = arena_.allocate(n * size_, static_cast<std::size_t>(c_.align));
      for (; n_ < n; ++n_)
        own_[n_] = block + n_ * size_;
      return true;
    }
    const Allocator &allocator = options_.allocator;
    if (SpareNodes *const kept = spare_nodes(allocator))
      if (std::byte **spare = kept->take(plan_, 0, n)) {
        address_ = spare;
        n_ = n;
        return true;
      }
    const std::size_t align = node_align(c_);
    for (; n_ < n; ++n_) {
      own_[n_] = static_cast<std::byte *>(allocator.allocate(size_, align, allocator.context));
      if (!own_[n_])
        return false;
    }
    return true;
  }

  /// Fills the nodes and restores their pointers. Returns false if a label is impossible, or labels are not those of a
  /// breadth-first search from the root. Such a search meets each node before it visits the node's own pointers.
  bool fill(const std::byte *from) const {
    const PlainLink *links = c_.links.data();
    const std::size_t n_links = c_.links.size(), size = size_;
    std::byte *const *address = address_;
    const unsigned n = n_;
    const bool is_tree = c_.promised_tree;
    Word n_met = 1;
    for (unsigned i = 0; i < n; ++i, from += size) {
      if (i == n_met)
        return false;
      std::byte *node = address[i];
      copy_record(node, from, size);
      for (std::size_t j = 0; j < n_links; ++j) {
        const auto word = load<Word>(from + links[j].offset);
        if (word == 0)
          continue;
        const bool is_new = word == n_met + 1;
        if (is_new ? word > n : word > n_met || is_tree)
          return false;
        n_met += is_new;
        store(node + links[j].offset, address[word - 1]);
      }
    }
    return true;
  }

  void *keep() {
    is_kept_ = true;
    return address_[0];
  }

private:
  const NodePlan &plan_;
  const NodeClass &c_;
  const std::size_t size_;
  const UnpackOptions &options_;
  Arena &arena_;
  bool is_kept_ = false;
  unsigned n_ = 0;
  std::byte *own_[max_small_nodes];
  std::byte **address_ = own_; // or addresses of spare nodes
};

/// Makes a list from elements without links, in one block or each node in memory of its own. Returns null if there is
/// no memory for the latter.
std::byte *make_list(const NodePlan &plan, const std::byte *from, unsigned n, bool is_ring,
                     const UnpackOptions &options, Arena &arena) {
  const NodeClass &c = plan.classes[0];
  const ListElement element(c);
  const auto size = static_cast<std::size_t>(c.size), align = node_align(c);
  const std::size_t offset = c.links[0].offset;
  const Allocator &allocator = options.allocator;
  std::byte *block = options.use_arena ? arena.allocate(n * size, static_cast<std::size_t>(c.align)) : nullptr;
  SpareNodes *const kept = block ? nullptr : spare_nodes(allocator);
  std::byte **spare = kept ? kept->take(plan, 0, n) : nullptr;
  std::byte *root = nullptr, *last = nullptr;
  for (unsigned i = 0; i < n; ++i, from += element.size()) {
    auto *node = block   ? block + i * size
                 : spare ? spare[i]
                         : static_cast<std::byte *>(allocator.allocate(size, align, allocator.context));
    if (!node) {
      for (; i > 0; --i, root = last) {
        last = i > 1 ? load<std::byte *>(root + offset) : nullptr;
        allocator.release(root, size, allocator.context);
      }
      return nullptr;
    }
    element.unpack(node, from);
    if (last)
      store(last + offset, node);
    else
      root = node;
    last = node;
  }
  store(last + offset, is_ring ? root : nullptr);
  return root;
}

} // namespace

bool is_too_large(const NodePlan &plan, const Counts &counts, std::size_t eager_bytes) {
  return plan.has_small && ((counts.nodes > max_small_nodes && !plan.leaves_out_links) ||
                            counts.bytes > most_whole_bytes(plan, eager_bytes));
}

std::size_t pack_small(const NodePlan &plan, const void *root, const PackOptions &options, std::byte *message) {
  if (!plan.has_small || !root || is_checked(options.sharing))
    return 0;
  const std::size_t before = plan.elements_begin, room = most_whole_bytes(plan, options.eager_bytes);
  const bool is_promised = options.sharing == Sharing::none;
  if (plan.classes.size() > 1) {
    const std::size_t bytes = pack_types(plan, root, is_promised, message + before, room, options.past_caches);
    if (bytes > 0)
      std::memcpy(message, plan.head.data(), plan.head.size());
    return bytes > 0 ? before + bytes : 0;
  }
  const NodeClass &c = plan.classes[0];
  const bool is_marked = !c.promised_tree && !is_promised;
  const auto pack_nodes = plan.leaves_out_links ? is_marked ? pack<ListToPack<true>> : pack<ListToPack<false>>
                          : is_marked ? pack<NodesToPack<true>>
                                                : pack<NodesToPack<false>>;
  const Packed packed = pack_nodes(c, root, message + before, room, options.past_caches);
  if (packed.n == 0)
    return 0;
  std::memcpy(message, plan.head.data(), before - count_bytes);
  message[flags_at] |= std::byte{packed.flags};
  store(message + before - count_bytes, static_cast<wire::Count>(packed.n));
  return before + packed.n * element_bytes(plan, packed.flags);
}

void *unpack_small(const NodePlan &plan, const std::byte *message, std::size_t size, const UnpackOptions &options,
                   Arena &arena) {
  const std::size_t before = plan.elements_begin;
  if (!plan.has_small || size <= before || size > wire::max_first_bytes || size - before > options.limit_bytes)
    return nullptr;
  if (plan.classes.size() > 1)
    return unpack_types(plan, message, size, options, arena);
  const std::uint8_t flags = list_flags(plan, message);
  const unsigned n = small_nodes(plan, message, size, flags);
  if (n == 0 || n * plan.classes[0].size > options.limit_bytes)
    return nullptr;
  const std::byte *elements = message + before;
  switch (flags) {
  case 0:
    break;
  case wire::flag_list:
    return make_list(plan, elements, n, false, options, arena);
  case wire::flag_ring:
    if (!plan.classes[0].promised_tree)
      return make_list(plan, elements, n, true, options, arena);
    [[fallthrough]];
  default:
    return nullptr;
  }
  if (n > max_small_nodes)
    return nullptr;
  ReceivedNodes nodes(plan, options, arena);
  if (!nodes.allocate(n) || !nodes.fill(elements))
    return nullptr;
  return nodes.keep();
}

std::size_t small_bytes(const NodePlan &plan, const std::byte *message, std::size_t size) {
  const std::size_t bytes = size - plan.elements_begin;
  const std::uint8_t flags = list_flags(plan, message);
  return flags ? bytes / element_bytes(plan, flags) * static_cast<std::size_t>(plan.classes[0].size) : bytes;
}

bool allocate_spare_nodes(const NodePlan &plan, const UnpackOptions &options) {
  SpareNodes *const kept = options.use_arena ? nullptr : spare_nodes(options.allocator);
  return !kept || kept->allocate(plan);
}

bool release_small(const NodePlan &plan, void *root, const Allocator &allocator) {
  if (!plan.has_small || !root)
    return false;
  if (plan.classes.size() > 1)
    return release_types(plan, root, allocator);
  const NodeClass &c = plan.classes[0];
  const auto size = static_cast<std::size_t>(c.size);
  auto *node = static_cast<std::byte *>(root);
  if (plan.is_list()) {
    std::size_t n = list_length(c, node);
    if (n == 0)
      return false;
    for (; n > 0; --n) {
      auto *next = load<std::byte *>(node + c.links[0].offset);
      allocator.release(node, size, allocator.context);
      node = next;
    }
    return true;
  }
  const InThreadMemory<AddressesToFree> kept(node);
  AddressesToFree *const nodes = kept.get();
  if (!nodes || !visit_all(*nodes, c))
    return false;
  for (unsigned i = 0; i < nodes->size(); ++i)
    allocator.release((*nodes)[i], size, allocator.context);
  return true;
}

} // namespace autolink
