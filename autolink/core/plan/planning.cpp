// Plans: node classes from AL_TypeInfo tables. See planning.h.
#include "planning.h"

#include "core/base/failure.h"
#include "core/base/wire.h"
#include "description.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace autolink {
namespace {

constexpr std::size_t max_classes = 1000; // their descriptions are part of a message of at most 64 KiB
constexpr std::size_t max_links = 16;

/// The number of an integer type, by its plain name.
template <typename Plain> constexpr std::uint32_t number_of = AL_BASIC_TYPES;
template <> constexpr std::uint32_t number_of<char> = AL_CHAR;
template <> constexpr std::uint32_t number_of<signed char> = AL_SIGNED_CHAR;
template <> constexpr std::uint32_t number_of<unsigned char> = AL_UNSIGNED_CHAR;
template <> constexpr std::uint32_t number_of<short> = AL_SHORT;
template <> constexpr std::uint32_t number_of<unsigned short> = AL_UNSIGNED_SHORT;
template <> constexpr std::uint32_t number_of<int> = AL_INT;
template <> constexpr std::uint32_t number_of<unsigned> = AL_UNSIGNED;
template <> constexpr std::uint32_t number_of<long> = AL_LONG;
template <> constexpr std::uint32_t number_of<unsigned long> = AL_UNSIGNED_LONG;
template <> constexpr std::uint32_t number_of<long long> = AL_LONG_LONG;
template <> constexpr std::uint32_t number_of<unsigned long long> = AL_UNSIGNED_LONG_LONG;

constexpr std::uint32_t plain_numbers[] = {number_of<std::int8_t>,   number_of<std::int16_t>, number_of<std::int32_t>,
                                           number_of<std::int64_t>,  number_of<std::uint8_t>, number_of<std::uint16_t>,
                                           number_of<std::uint32_t>, number_of<std::uint64_t>};
static_assert(std::size(plain_numbers) == AL_UINT64_T - AL_INT8_T + 1 &&
              *std::max_element(std::begin(plain_numbers), std::end(plain_numbers)) < AL_INT8_T);

/// Returns the number of the basic type that this type consists of, even if a generated one aligns it more strictly;
/// else AL_BASIC_TYPES.
std::uint32_t basic_number(AL_Type type) {
  if (!type || type->n_data != 1 || !type->data || type->n_pointers != 0 || type->signature_count != 1)
    return AL_BASIC_TYPES;
  const std::uint32_t basic = type->data->basic;
  const bool is_one = type->data->offset == 0 && type->data->count == 1 && basic < AL_BASIC_TYPES &&
                      type->size == AL_Basic[basic].size && type->signature_hash == AL_Basic[basic].signature_hash;
  return is_one ? basic : std::uint32_t{AL_BASIC_TYPES};
}

/// Returns the plain type: int for int32_t, however it is aligned. Pointers to both may lead to one array.
AL_Type plain(AL_Type type) {
  const std::uint32_t basic = basic_number(type);
  if (basic == AL_BASIC_TYPES)
    return type;
  const bool has_plain = basic >= AL_INT8_T && basic <= AL_UINT64_T;
  return AL_Basic + (has_plain ? plain_numbers[basic - AL_INT8_T] : basic);
}

class Planner {
public:
  NodePlan plan(AL_Type root) {
    class_of(root, NodeKind::record);
    plan_.largest = wire::inside_bytes;
    for (std::size_t i = 0; i < plan_.classes.size(); ++i)
      if (plan_.classes[i].kind == NodeKind::record || plan_.classes[i].kind == NodeKind::array)
        add_slots(i);
    for (NodeClass &c : plan_.classes) {
      find_weak_targets(c);
      finish(c);
      add_routines(c);
      plan_.largest = std::max(plan_.largest, c.size);
      c.keeps_addresses = c.keeps_addresses || plan_.has_inside;
      if (c.kind == NodeKind::array)
        c.records = find_class(c.type, NodeKind::record);
    }
    add_head();
    plan_.has_small = plan_.classes.size() <= max_small_types &&
                      std::all_of(plan_.classes.begin(), plan_.classes.end(), [](const NodeClass &c) {
                        return c.kind == NodeKind::record && (c.only_links || !c.has_pointers);
                      });
    plan_.leaves_out_links = plan_.is_list() && leaves_out_links();
    return std::move(plan_);
  }

private:
  /// Whether the links of a list are left out: if records have anything else, and the receiver is told where the link
  /// is.
  bool leaves_out_links() const {
    const bool is_hashed = load<wire::Head>(plan_.head.data()).flags & wire::flag_hashed;
    return plan_.classes[0].size > sizeof(Word) && !is_hashed;
  }

  [[noreturn]] static void fail(AL_Type type, const char *what) {
    throw Failure(AL_ERR_TABLES,
                  "AutoLink: the tables of type " + std::string(type && type->name ? type->name : "?") + ": " + what);
  }

  static void check_tables(AL_Type type) {
    if (!type)
      fail(type, "a pointer's target is missing");
    if (type->abi != AL_TYPE_ABI)
      fail(type, "they were generated for another version of AutoLink; run automap --autolink again");
    if (!type->name || type->size == 0 || type->size > wire::max_element_bytes || type->align == 0 ||
        (type->align & (type->align - 1)) != 0 || type->align > 4096 || (type->n_data > 0 && !type->data) ||
        (type->n_pointers > 0 && !type->pointers))
      fail(type, "the size, the alignment or the name is wrong");
    for (std::uint64_t i = 0; i < type->n_data; ++i) {
      const AL_Run &run = type->data[i];
      const bool one = run.count <= 1;
      if (run.basic >= AL_BASIC_TYPES || run.offset > type->size ||
          !fits(type->size - run.offset, run.count, one ? 0 : run.stride, AL_Basic[run.basic].size))
        fail(type, "data lies outside the record");
    }
  }

  std::uint32_t find_class(AL_Type type, NodeKind kind) const {
    const AL_Type wanted = plain(type);
    for (std::size_t i = 0; i < plan_.classes.size(); ++i)
      if (plan_.classes[i].kind == kind && is_same(plain(plan_.classes[i].type), wanted))
        return static_cast<std::uint32_t>(i);
    return no_class;
  }

  std::uint32_t class_of(AL_Type type, NodeKind kind) {
    check_tables(type);
    if (const std::uint32_t found = find_class(type, kind); found != no_class) {
      std::uint64_t &align = plan_.classes[found].align;
      align = std::max(align, type->align);
      return found;
    }
    if (plan_.classes.size() == max_classes)
      fail(type, "it is one of more than 1000 node types of one structure");
    NodeClass c;
    c.type = type;
    c.kind = kind;
    c.size = type->size;
    c.align = type->align;
    c.promised_tree = (type->flags & AL_TREE) != 0 && kind == NodeKind::record;
    plan_.classes.push_back(std::move(c));
    return static_cast<std::uint32_t>(plan_.classes.size() - 1);
  }

  static bool is_same(AL_Type a, AL_Type b) {
    return a == b || (a && b && std::string_view(a->name) == b->name && a->size == b->size &&
                      a->signature_hash == b->signature_hash && a->signature_count == b->signature_count &&
                      a->n_pointers == b->n_pointers);
  }

  Target target_of(AL_Type owner, std::uint32_t kind, AL_Type type, std::uint64_t bias, AL_Length length) {
    Target target;
    target.kind = kind;
    switch (kind) {
    case AL_LINK:
      target.node_class = class_of(type, NodeKind::record);
      if (bias >= type->size)
        fail(owner, "a link points outside its target");
      target.bias = bias;
      break;
    case AL_ARRAY_LATE:
    case AL_ROW:
      target.kind = AL_ARRAY;
      target.is_late = plan_.has_late = true;
      target.is_row = kind == AL_ROW;
      [[fallthrough]];
    case AL_END:
    case AL_ARRAY:
      target.node_class = class_of(type, NodeKind::array);
      if (!length)
        fail(owner, "an array has no length function");
      target.length = length;
      target.bias = kind == AL_END || kind == AL_ARRAY_LATE ? bias : 0;
      break;
    case AL_STRING:
      target.node_class = class_of(AL_Basic + AL_CHAR, NodeKind::string);
      break;
    case AL_WEAK:
      check_tables(type);
      if (bias >= type->size)
        fail(owner, "a link points outside its target");
      target.type = type;
      target.bias = bias;
      plan_.has_weak = plan_.has_entries = true;
      break;
    case AL_WEAK_INSIDE:
      target.place_kind = NodePlan::is_weak_inside;
      plan_.has_weak = true;
      [[fallthrough]];
    case AL_INSIDE:
      plan_.has_inside = plan_.has_entries = true;
      break;
    case AL_IGNORE:
    case AL_DATA:
      break;
    default:
      fail(owner, "there is no such kind of pointer");
    }
    return target;
  }

  void add_slots(std::size_t at) {
    const AL_Type type = plan_.classes[at].type;
    std::vector<Slot> slots;
    for (std::uint64_t i = 0; i < type->n_pointers; ++i) {
      const AL_Pointer &pointer = type->pointers[i];
      Slot slot;
      slot.name = pointer.name ? pointer.name : "?";
      slot.offset = pointer.offset;
      slot.count = pointer.count;
      slot.stride = pointer.count == 1 ? sizeof(void *) : pointer.stride;
      if (slot.count == 0 || slot.stride < sizeof(void *) || slot.offset > type->size ||
          !fits(type->size - slot.offset, slot.count, slot.stride, sizeof(void *)))
        fail(type, "a pointer lies outside the record");
      slot.is_headed = pointer.kind == AL_HEADED;
      if (pointer.kind == AL_ANY || pointer.kind == AL_ANY_LATE || slot.is_headed) {
        if ((!pointer.select && !slot.is_headed) || pointer.n_choices == 0 || !pointer.choices)
          fail(type, "an AL_ANY pointer has no choices");
        slot.select = slot.is_headed ? nullptr : pointer.select;
        slot.is_late = pointer.kind != AL_ANY;
        plan_.has_late = plan_.has_late || slot.is_late;
        for (std::uint32_t j = 0; j < pointer.n_choices; ++j) {
          const AL_Choice &choice = pointer.choices[j];
          if (slot.is_late && choice.kind != AL_LINK)
            fail(type, "a pointer that is known late has a choice that is no AL_LINK");
          slot.choices.emplace_back(choice.value,
                                    target_of(type, choice.kind, choice.target, choice.bias, choice.length));
          if (slot.is_headed && j + 1 < pointer.n_choices)
            plan_.classes[slot.choices.back().second.node_class].has_heads = true;
        }
      } else if (pointer.kind == AL_DATA) {
        fail(type, "AL_DATA stands in choices only");
      } else {
        slot.target = target_of(type, pointer.kind, pointer.target, pointer.bias, pointer.length);
        if (pointer.kind == AL_ARRAY)
          slot.length_at = pointer.bias;
        const std::uint64_t last = slot.offset + (slot.count - 1) * slot.stride;
        if (pointer.kind == AL_END &&
            (slot.offset + slot.target.bias > type->size || last + slot.target.bias > type->size - sizeof(void *)))
          fail(type, "the beginning of an array lies outside the record");
        if (pointer.kind == AL_ROW && plan_.classes[at].kind != NodeKind::array)
          fail(type, "AL_ROW stands in elements of arrays only");
      }
      slots.push_back(std::move(slot));
    }
    plan_.classes[at].slots = std::move(slots);
  }

  /// Finds what AL_WEAKs of the class lead to, among the classes to which other pointers lead.
  void find_weak_targets(NodeClass &c) {
    for (Slot &slot : c.slots) {
      find_weak_target(slot.target);
      for (auto &[value, target] : slot.choices)
        find_weak_target(target);
    }
  }

  void find_weak_target(Target &target) {
    if (target.kind != AL_WEAK)
      return;
    const NodePlan::WeakPlace place = {target.bias, find_class(target.type, NodeKind::record),
                                       find_class(target.type, NodeKind::array)};
    target.node_class = place.records;
    if (place.records != no_class)
      plan_.classes[place.records].is_weak_target = true;
    if (place.arrays != no_class)
      plan_.classes[place.arrays].keeps_addresses = true;
    auto &places = plan_.weak_places;
    const auto found = std::find_if(places.begin(), places.end(), [&](const NodePlan::WeakPlace &one) {
      return one.records == place.records && one.arrays == place.arrays && one.bias == place.bias;
    });
    target.place_kind = NodePlan::first_weak + static_cast<std::uint32_t>(found - places.begin());
    if (found == places.end())
      places.push_back(place);
  }

  static std::uint32_t kind_in_tables(const Target &target) {
    return target.is_row ? std::uint32_t{AL_ROW} : target.is_late ? std::uint32_t{AL_ARRAY_LATE} : target.kind;
  }

  /// Sets the type's routines. Fails if they do not fit the tables.
  static void add_routines(NodeClass &c) {
    for (std::uint32_t i = 0; i < c.slots.size(); ++i) {
      const Slot &slot = c.slots[i];
      if (slot.choices.empty())
        c.targets.emplace_back(slot.target, i);
      for (const auto &[value, target] : slot.choices)
        c.targets.emplace_back(target, i);
    }
    const AL_Routines *routines = c.type->routines;
    if (!routines || c.kind == NodeKind::string)
      return;
    bool fit = routines->abi == AL_ROUTINES_ABI && routines->size == c.size &&
               routines->n_targets == c.targets.size() && (routines->targets || c.targets.empty()) && routines->walk &&
               routines->pack && routines->unpack && routines->relink;
    for (std::size_t i = 0; fit && i < c.targets.size(); ++i)
      fit = routines->targets[i] == kind_in_tables(c.targets[i].first);
    if (!fit)
      fail(c.type, "the routines do not fit them; run automap --autolink again");
    c.routines = routines;
  }

  /// Sets what follows from the slots.
  static void finish(NodeClass &c) {
    c.has_pointers = !c.slots.empty();
    c.has_rows = std::any_of(c.slots.begin(), c.slots.end(), [](const Slot &slot) { return slot.target.is_row; });
    c.only_links = c.has_pointers;
    for (const Slot &slot : c.slots) {
      if (!slot.choices.empty() || slot.target.kind != AL_LINK || slot.target.bias != 0 ||
          c.links.size() + slot.count > max_links) {
        c.only_links = false;
        c.links.clear();
        break;
      }
      append(c.links, slot);
    }
    for (const Slot &slot : c.slots) {
      const std::uint32_t kind = slot.target.kind;
      const bool is_link = kind == AL_LINK || (kind == AL_WEAK && slot.target.node_class != no_class);
      const bool is_marked = (is_link && slot.target.bias == 0) || kind == AL_ARRAY || kind == AL_STRING;
      if (c.kind == NodeKind::record && slot.choices.empty() && is_marked &&
          c.prefetched.size() + slot.count <= max_links)
        append(c.prefetched, slot);
    }
  }

  static void append(std::vector<PlainLink> &to, const Slot &slot) {
    for (std::uint64_t i = 0; i < slot.count; ++i)
      to.push_back({static_cast<std::uint32_t>(slot.offset + i * slot.stride), slot.target.node_class});
  }

  void add_head() {
    std::size_t counts_bytes = 0;
    for (const NodeClass &c : plan_.classes)
      counts_bytes += (c.kind == NodeKind::record ? 1 : 2) * sizeof(wire::Count);
    const std::size_t most = wire::max_first_bytes - sizeof(wire::Head) - std::max(counts_bytes, sizeof(wire::Stream));
    std::vector<std::byte> types = describe(plan_);
    const bool is_hashed = types.size() > most;
    if (is_hashed)
      types = hash_description(plan_);
    const auto flags =
        static_cast<std::uint8_t>(wire::flag_whole | wire::flags_of_machine | (is_hashed ? wire::flag_hashed : 0));
    plan_.head.resize(sizeof(wire::Head));
    store(plan_.head.data(), wire::Head{wire::magic, wire::version, flags, static_cast<std::uint16_t>(types.size())});
    plan_.head.insert(plan_.head.end(), types.begin(), types.end());
    plan_.elements_begin = plan_.head.size() + counts_bytes;
  }

  NodePlan plan_;
};

} // namespace

const NodePlan &plan_of(AL_Type root) {
  static thread_local AL_Type last_root = nullptr;
  static thread_local const NodePlan *last_plan = nullptr;
  if (root && root == last_root)
    return *last_plan;
  static std::mutex mutex;
  static auto &plans = // kept for ever, because destructors of global objects may send, too
      *new std::unordered_map<AL_Type, std::unique_ptr<const NodePlan>>;
  const std::lock_guard lock(mutex);
  auto &plan = plans[root];
  if (!plan)
    plan = std::make_unique<const NodePlan>(Planner().plan(root));
  last_root = root;
  last_plan = plan.get();
  return *plan;
}

} // namespace autolink
