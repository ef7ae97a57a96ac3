// Writes objects of a file as the program's classes would. See object_evolution.h. The order is that of al_content.hpp:
// what waits is on a stack.
#include "object_evolution.h"

#include "core/base/bytes.h"
#include "core/base/failure.h"
#include "core/base/form.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace autolink::object {
namespace {

constexpr std::size_t packet_bytes = 128 << 10;

} // namespace

class ObjectWriter {
public:
  ObjectWriter(const ObjectEvolution &evolution, const StoredObject &stored, const ObjectEvolution::Initial &initial,
               const ObjectEvolution::Sink &sink)
      : evolution_(evolution), from_(evolution.from_), to_(evolution.to_), stored_(stored), initial_(initial),
        sink_(sink), labels_(stored.n_labels()), types_(stored.n_labels()), waits_(stored.n_labels()),
        counts_blocks_(stored.has_inner() || std::any_of(to_.all.begin(), to_.all.end(), [](const Type &type) {
                         return type.kind == Kind::plain_pointer;
                       })) {}

  void run() {
    push({Frame::item, to_.root, source_of(0, nullptr), 0, 0});
    while (!frames_.empty() || n_inner_ > 0) {
      end_full_packet();
      if (frames_.empty()) {
        write_next_object();
        continue;
      }
      const Frame frame = frames_.back();
      frames_.pop_back();
      step(frame);
    }
    for (const Late &late : late_) {
      end_full_packet();
      write_late(late);
    }
    sink_(packet_, true);
  }

private:
  /// Something in the file.
  struct Source : Value {
    const Part *part; // what it belongs to; null: the root
  };
  struct Frame {
    enum Kind { item, shared, elements, row } kind;
    std::uint32_t here; // the type
    Source source;
    std::uint64_t index, n; // index: of a shared object, its label
  };
  struct Late {
    std::uint32_t here;
    Source source;
  };

  [[noreturn]] void refuse(const Source &source, const std::string &why) const {
    throw Failure(AL_ERR_TYPES,
                  "AutoLink: " + (source.part ? ObjectEvolution::text_of(*source.part) : evolution_.name_) + " " + why);
  }

  // What is in the file.

  Source source_of(std::uint64_t number, const Part *part) const { return {stored_.value(number), part}; }
  const Item &item_of(const Source &source) const { return stored_[source.item]; }
  bool is_row(std::uint32_t element) const { return from_[from_.bare(element)].is_plain; }

  Source element_of(const Source &all, std::uint64_t i) const { return {stored_.element(all, i), all.part}; }
  Source part_of(const Source &object, std::size_t i, const Part *named) const {
    return {stored_.part(object, i), named};
  }

  // Bytes.

  std::byte *room(std::uint64_t bytes) {
    packet_.resize(packet_.size() + static_cast<std::size_t>(bytes));
    return packet_.data() + packet_.size() - bytes;
  }
  void put(const std::byte *from, std::uint64_t bytes) {
    if (bytes > 0)
      std::memcpy(room(bytes), from, static_cast<std::size_t>(bytes));
  }
  void count(std::uint64_t n) {
    const bool is_short = n < 255;
    *room(1) = static_cast<std::byte>(is_short ? n : 255);
    if (!is_short)
      std::memcpy(room(8), &n, 8);
  }
  void align(std::uint64_t to) {
    if (const std::uint64_t over = packet_.size() % to)
      room(to - over);
  }
  /// Hands on a packet that is long enough, where no value is cut.
  void end_full_packet() {
    if (packet_.size() < packet_bytes || n_whole_ > 0)
      return;
    sink_(packet_, false);
    packet_.clear();
  }

  // What waits.

  void push(const Frame &frame) {
    if (n_whole_ == 0)
      frames_.push_back(frame);
    else
      step(frame); // the nesting of keys was limited when they were read
  }
  void step(const Frame &frame) {
    switch (frame.kind) {
    case Frame::item:
      write_item(frame.here, frame.source);
      break;
    case Frame::shared: // unless a key has led to it meanwhile
      if (waits_[static_cast<std::size_t>(frame.index)]) {
        waits_[static_cast<std::size_t>(frame.index)] = false;
        write_item(frame.here, frame.source);
      }
      break;
    case Frame::elements:
      write_elements(frame);
      break;
    case Frame::row:
      write_waiting_row(frame);
      break;
    }
  }

  void write_elements(Frame rest) {
    while (rest.index < rest.n) {
      end_full_packet();
      const std::size_t depth = frames_.size();
      write_element(rest.here, element_of(rest.source, rest.index));
      ++rest.index;
      if (frames_.size() != depth && rest.index < rest.n) {
        frames_.insert(frames_.begin() + static_cast<std::ptrdiff_t>(depth), rest);
        return;
      }
    }
  }

  /// Writes an element of a container or array that is not plain here.
  void write_element(std::uint32_t all, const Source &element) {
    const std::uint32_t type = to_[all].of[0];
    const char block = to_[all].kind == Kind::container ? to_[type].block : '\0';
    if (block == 'l')
      add_block(place_of(element), type);
    if (block == 'm') {
      const Type &entry = to_[to_.bare(type)];
      const Source key = part_of_tuple(element, 0), value = part_of_tuple(element, 1);
      ++n_whole_;
      write_item(entry.of[0], key);
      --n_whole_;
      add_block(place_of(element), type);
      write_item(entry.of[1], value);
    } else {
      write_item(type, element);
    }
    if (block == 'k')
      add_block(place_of(element), type);
  }
  Source part_of_tuple(const Source &tuple, std::uint64_t i) const {
    return source_of(item_of(tuple).first + i, tuple.part);
  }

  void write_many(std::uint32_t here, const Source &all, std::uint64_t n) {
    if (n > 0)
      push({Frame::elements, here, all, 0, n});
  }

  // Rows of plain elements.

  /// Returns the type of the elements that a type is a row of: itself unless it has many.
  std::uint32_t element_type(std::uint32_t here) const {
    const Type &type = to_[here];
    return type.is_plain && type.kind != Kind::array ? here : to_.bare(type.of[0]);
  }

  void write_row(std::uint32_t here, const Source &all, std::uint64_t n) {
    const std::uint64_t size = to_[element_type(here)].size;
    if (n > 0 && size == 0)
      refuse(all, "has elements without bytes");
    if (n > 0 && n > short_bytes / size)
      return push({Frame::row, here, all, 0, n});
    write_row_now(here, all, 0, n);
    add_row_blocks(here, all, n);
  }

  void write_waiting_row(const Frame &frame) {
    const bool is_bits = to_[frame.here].kind == Kind::bits;
    const std::uint64_t size = is_bits ? 1 : to_[element_type(frame.here)].size;
    align(is_bits ? 1 : to_[element_type(frame.here)].align);
    for (std::uint64_t done = 0; done < frame.n;) {
      end_full_packet();
      const std::uint64_t left = packet_.size() < packet_bytes ? packet_bytes - packet_.size() : 0;
      const std::uint64_t some = std::min(std::max<std::uint64_t>(left / size, 1), frame.n - done);
      if (is_bits)
        put(frame.source.bytes + done, some);
      else
        write_row_now(frame.here, frame.source, done, some);
      done += some;
    }
    add_row_blocks(frame.here, frame.source, frame.n);
  }

  void write_row_now(std::uint32_t here, const Source &all, std::uint64_t begin, std::uint64_t n) {
    if (n == 0)
      return;
    const std::uint32_t element = element_type(here);
    const std::uint64_t size = to_[element].size;
    std::byte *const to = room(n * size);
    if (element == here)
      return fill(to, here, all);
    const Type &there = from_[all.type];
    const std::uint64_t n_there = there.kind == Kind::array ? there.n : begin + n;
    const ObjectEvolution::Pair *pair = evolution_.find(there.of[0], element);
    if (pair && pair->is_same && begin + n <= n_there) {
      std::memcpy(to, all.bytes + begin * size, static_cast<std::size_t>(n * size));
      return;
    }
    for (std::uint64_t i = 0; i < n && begin + i < n_there; ++i)
      fill(to + i * size, element, element_of(all, begin + i));
  }

  /// Writes a plain type.
  void fill(std::byte *to, std::uint32_t here, const Source &from) const {
    here = to_.bare(here);
    const Type &type = to_[here];
    const ObjectEvolution::Pair *const pair = evolution_.find(from.type, here);
    if (pair && pair->is_same && from.bytes) {
      std::memcpy(to, from.bytes, static_cast<std::size_t>(type.size));
      return;
    }
    switch (type.kind) {
    case Kind::array: {
      const std::uint64_t n = std::min(type.n, from_[from.type].n), size = to_[to_.bare(type.of[0])].size;
      for (std::uint64_t i = 0; i < n; ++i)
        fill(to + i * size, type.of[0], element_of(from, i));
      check_cut(from, type.n);
      break;
    }
    case Kind::object:
      if (const std::byte *const image = initial_(type.n))
        std::memcpy(to, image, static_cast<std::size_t>(type.size));
      for (std::size_t i = 0; i < type.parts.size(); ++i)
        if (pair->matches[i] != ObjectEvolution::none)
          fill(to + type.parts[i].place, type.parts[i].type, part_of(from, pair->matches[i], &type.parts[i]));
      break;
    case Kind::bytes:
      std::memcpy(to, from.bytes, static_cast<std::size_t>(type.n));
      break;
    case Kind::complex: {
      const std::uint32_t value = to_.bare(type.of[0]), value_there = from_.bare(from_[from.type].of[0]);
      for (unsigned i = 0; i < 2; ++i)
        convert_value(to + i * to_[value].size, value,
                      {{value_there, from.item, from.bytes + i * from_[value_there].size}, from.part});
      break;
    }
    case Kind::duration:
    case Kind::time:
      fill(to, type.of[0], {{from_.bare(from_[from.type].of[0]), from.item, from.bytes}, from.part});
      break;
    default:
      convert_value(to, here, from);
    }
  }

  /// Checks that what is cut off an array is zero.
  void check_cut(const Source &array, std::uint64_t n) const {
    const Type &there = from_[array.type];
    const std::uint64_t size = from_[from_.bare(there.of[0])].size;
    if (there.n > n && std::any_of(array.bytes + n * size, array.bytes + there.n * size,
                                   [](std::byte one) { return one != std::byte{0}; }))
      refuse(array, "had " + std::to_string(there.n) + " elements and has " + std::to_string(n) +
                        ", but those after these are not zero");
  }

  void convert_value(std::byte *to, std::uint32_t here, const Source &from) const {
    const Type &type = to_[here], &there = from_[from.type];
    const Form form = form_of(type), form_there = form_of(there);
    const bool is_done = is_convertible(form_there, form, false) &&
                         autolink::convert(from.bytes, there.size, form_there, false, to, type.size, form, 1) &&
                         (type.kind != Kind::boolean || std::to_integer<unsigned>(*to) <= 1);
    if (!is_done)
      refuse(from,
             "was " + from_.text_of(from.type) + " and is " + to_.text_of(here) + ", which cannot have the value");
  }

  // Types.

  void write_item(std::uint32_t here, const Source &from) {
    const Type &type = to_[here];
    if (type.is_plain && type.kind == Kind::array)
      check_cut(from, type.n);
    if (type.is_plain && type.kind != Kind::bytes)
      return write_row(here, from, type.kind == Kind::array ? type.n : 1);
    switch (type.kind) {
    case Kind::boolean:
      convert_value(room(1), here, from);
      break;
    case Kind::array:
      write_many(here, from, type.n);
      break;
    case Kind::object:
      write_object(here, from);
      break;
    case Kind::bytes:
      put(from.bytes, type.n);
      break;
    case Kind::counted_array:
      write_counted_array(here, from);
      break;
    case Kind::string:
      count(item_of(from).n);
      write_row(here, from, item_of(from).n);
      break;
    case Kind::container:
      write_container(here, from);
      break;
    case Kind::bits:
      count(item_of(from).n);
      write_bits(here, from);
      break;
    case Kind::bitset:
      put(from.bytes, (type.n + 7) / 8);
      break;
    case Kind::column_matrix:
    case Kind::row_matrix:
      for (std::uint64_t i = 0; i < type.n; ++i)
        count(stored_[item_of(from).first + i].n);
      add_run(from, here);
      write_row(here, from, item_of(from).n);
      break;
    case Kind::whole:
      ++n_whole_;
      write_item(type.of[0], from);
      --n_whole_;
      break;
    case Kind::same:
      write_item(type.of[0], from);
      break;
    case Kind::tuple:
      for (std::size_t i = 0; i < type.of.size(); ++i)
        write_item(type.of[i], part_of_tuple(from, i));
      break;
    case Kind::optional:
      count(item_of(from).choice);
      if (item_of(from).choice)
        write_item(type.of[0], part_of_tuple(from, 0));
      break;
    case Kind::variant:
      write_variant(here, from);
      break;
    case Kind::duration:
    case Kind::time:
      write_item(type.of[0], part_of_tuple(from, 0));
      break;
    case Kind::unique:
      if (item_of(from).n == 0)
        return count(0);
      write_target(type.of[0], from, item_of(from).first, 1);
      break;
    case Kind::shared:
      write_shared(here, from);
      break;
    case Kind::weak_owner:
    case Kind::plain_pointer:
    case Kind::weak_pointer:
      late_.push_back({here, from});
      break;
    default:
      break;
    }
  }

  void write_object(std::uint32_t here, const Source &from) {
    const Type &type = to_[here];
    const ObjectEvolution::Pair *const pair = evolution_.find(from.type, here);
    for (std::size_t i = 0; i < type.parts.size(); ++i)
      if (pair->matches[i] != ObjectEvolution::none)
        write_item(type.parts[i].type, part_of(from, pair->matches[i], &type.parts[i]));
  }

  void write_variant(std::uint32_t here, const Source &from) {
    const std::uint32_t chosen = item_of(from).choice;
    if (evolution_.find(from.type, here)->matches[chosen] == ObjectEvolution::none)
      refuse(from, "holds an alternative that it has not any more: " + from_.text_of(from_[from.type].of[chosen]));
    count(chosen);
    write_item(to_[here].of[chosen], part_of_tuple(from, 0));
  }

  void write_counted_array(std::uint32_t here, const Source &from) {
    if (item_of(from).choice == 0)
      return count(0);
    const std::uint64_t n = item_of(from).n;
    count(n + 1);
    add_run(from, here);
    if (to_[to_.bare(to_[here].of[0])].is_plain)
      write_row(here, from, n);
    else
      write_many(here, from, n);
  }

  void write_container(std::uint32_t here, const Source &from) {
    const std::uint64_t n = item_of(from).n;
    count(n);
    if (to_[here].block == 'v')
      add_run(from, here);
    if (to_[to_.bare(to_[here].of[0])].is_plain)
      write_row(here, from, n);
    else
      write_many(here, from, n);
  }

  /// Writes a vector of truth values, whose bytes always wait.
  void write_bits(std::uint32_t here, const Source &from) {
    const std::uint64_t n = (item_of(from).n + 7) / 8;
    push({Frame::row, here, from, 0, n});
  }

  /// Writes what a pointer owns, which waits. Returns its type.
  std::uint32_t write_target(std::uint32_t target, const Source &pointer, std::uint64_t object,
                             std::uint64_t first_choice, std::optional<std::uint64_t> label = std::nullopt) {
    const Source from = source_of(object, pointer.part);
    const std::string &name = from_[from.type].text; // of a class
    const Type &to = to_[to_.bare(target)];
    std::uint32_t here = to_.bare(target);
    std::uint64_t choice = 0;
    if (to.kind == Kind::choice) {
      const auto found = std::find(to.names.begin(), to.names.end(), name);
      if (found == to.names.end())
        refuse(pointer, "leads to an object of " + name + ", to which such pointers cannot lead in the program");
      choice = static_cast<std::uint64_t>(found - to.names.begin());
      here = to_.bare(to.of[static_cast<std::size_t>(choice)]);
    }
    if (!evolution_.find(from.type, here))
      refuse(pointer,
             "leads to an object of " + from_.text_of(from.type) + ", and is a pointer to " + to_.text_of(here));
    count(choice + first_choice);
    add_block({object, 0}, here);
    push({label ? Frame::shared : Frame::item, here, from, label.value_or(0), 0});
    return here;
  }

  void write_shared(std::uint32_t here, const Source &from) {
    if (item_of(from).n == 0)
      return count(0);
    if (item_of(from).choice == Item::inner) {
      late_.push_back({here, from});
      ++n_inner_;
      return count(inner_pointer);
    }
    const std::uint64_t label = item_of(from).n - 1;
    const std::uint64_t target = stored_.labelled(label);
    if (const std::uint64_t word = labels_[static_cast<std::size_t>(label)]) {
      if (!may_lead_to(to_[here].of[0], types_[static_cast<std::size_t>(label)]))
        refuse(from, "leads to an object of " + to_.text_of(types_[static_cast<std::size_t>(label)]) +
                         ", to which such pointers cannot lead in the program");
      count(word + 1);
      if (n_whole_ > 0) // a key is compared by what it leads to
        push({Frame::shared, types_[static_cast<std::size_t>(label)], source_of(target, from.part), label, 0});
      return;
    }
    labels_[static_cast<std::size_t>(label)] = ++n_labels_;
    count(1);
    write_shared_target(to_[here].of[0], from, target, label);
  }
  void write_shared_target(std::uint32_t target, const Source &pointer, std::uint64_t object, std::uint64_t label) {
    waits_[static_cast<std::size_t>(label)] = true;
    types_[static_cast<std::size_t>(label)] = write_target(target, pointer, object, 0, label);
  }
  /// Writes an object into which inner pointers lead and that is not written yet, or that there is none any more.
  void write_next_object() {
    for (; n_checked_ < late_.size(); ++n_checked_) {
      const Late &late = late_[n_checked_];
      if (to_[late.here].kind != Kind::shared)
        continue;
      const Item &place = stored_[item_of(late.source).first];
      const std::uint64_t label = stored_.block(place.n - 1).owner - 1;
      if (labels_[static_cast<std::size_t>(label)] == 0)
        return write_owner(late.source, label);
    }
    n_inner_ = 0;
    count(0);
  }
  void write_owner(const Source &pointer, std::uint64_t label) {
    const Source object = source_of(stored_.labelled(label), pointer.part);
    const std::vector<std::uint32_t> pointers = to_.pointers();
    const auto found = std::find_if(pointers.begin(), pointers.end(), [&](std::uint32_t one) {
      const Type &to = to_[to_.bare(to_[one].of[0])];
      return to.kind == Kind::choice
                 ? std::find(to.names.begin(), to.names.end(), from_[object.type].text) != to.names.end()
                 : evolution_.find(object.type, to_.bare(to_[one].of[0])) != nullptr;
    });
    if (found == pointers.end())
      refuse_lost(pointer);
    count(static_cast<std::uint64_t>(found - pointers.begin()) + 1);
    labels_[static_cast<std::size_t>(label)] = ++n_labels_;
    write_shared_target(to_[*found].of[0], pointer, object.item, label);
  }
  [[noreturn]] void refuse_lost(const Source &pointer) const {
    refuse(pointer, "leads to something that nothing in the program's classes owns any more");
  }
  bool may_lead_to(std::uint32_t target, std::uint32_t object) const {
    const Type &to = to_[to_.bare(target)];
    return is_same(target, object) ||
           (to.kind == Kind::choice &&
            std::any_of(to.of.begin(), to.of.end(), [&](std::uint32_t one) { return to_.bare(one) == object; }));
  }
  /// Whether two types here are one. Only classes are described once.
  bool is_same(std::uint32_t a, std::uint32_t b) const {
    a = to_.bare(a);
    b = to_.bare(b);
    const Type &x = to_[a], &y = to_[b];
    return a == b || (x.kind == y.kind && x.kind != Kind::object && x.kind != Kind::choice && x.n == y.n &&
                      x.size == y.size && x.text == y.text && x.block == y.block &&
                      std::equal(x.of.begin(), x.of.end(), y.of.begin(), y.of.end(),
                                 [this](std::uint32_t one, std::uint32_t other) { return is_same(one, other); }));
  }

  // Memory that pointers may lead to.

  /// An object or element in the file, or many in one block. `index`: 0 for the item itself, i + 1 for the element i of
  /// a row that it has.
  struct Place {
    std::uint64_t item, index;
    bool operator<(const Place &other) const { return item != other.item ? item < other.item : index < other.index; }
  };
  struct Block {
    std::uint64_t number; // here
    std::uint32_t type;   // of the element or object here
    bool is_run;          // whether it has many elements
    std::uint64_t bytes;  // of an element here
    std::uint64_t n;      // elements
  };

  Place place_of(const Source &element) const { return {element.item, 0}; }
  void add_block(const Place &place, std::uint32_t type) {
    if (counts_blocks_)
      blocks_[place] = {n_blocks_, to_.bare(type), false, to_[to_.bare(type)].size, 1};
    ++n_blocks_;
  }
  /// Adds the memory of a vector, matrix or array.
  void add_run(const Source &all, std::uint32_t here) {
    if (counts_blocks_) {
      const Type &type = to_[here];
      const Block block = {n_blocks_, to_.bare(type.of[0]), true, type.block_bytes, item_of(all).n};
      blocks_[{all.item, 0}] = block;
      if (!is_row(from_[all.type].of[0]) && item_of(all).n > 0)
        runs_[item_of(all).first] = block;
    }
    ++n_blocks_;
  }
  /// Adds the elements of a row that have memory of their own each.
  void add_row_blocks(std::uint32_t here, const Source &all, std::uint64_t n) {
    const Type &type = to_[here];
    if (!counts_blocks_ || type.kind != Kind::container || n == 0)
      return;
    const std::uint32_t element = type.of[0];
    if (to_[element].block != 'l' && to_[element].block != 'k')
      return;
    for (std::uint64_t i = 0; i < n; ++i)
      add_block(is_row(from_[all.type].of[0]) ? Place{all.item, i + 1} : place_of(element_of(all, i)), element);
  }

  /// Where a pointer leads here.
  struct Target {
    std::uint64_t number, offset;
  };
  std::optional<Target> find_target(const Source &pointer) const {
    const Item &item = item_of(pointer);
    const StoredObject::Block &block = stored_.block(item.n - 1);
    const std::uint64_t in_block = item.n - 1 - block.number; // the element, if each has a number
    const Item &owner = stored_[block.item];
    const Type &owner_type = from_[owner.type];
    std::uint64_t index = in_block, rest = item.first, bytes = 0;
    std::uint32_t element = from_.bare(owner.type);
    const Block *found = nullptr;
    if (block.is_element) {
      found = find_element(block.item, index);
    } else {
      element = from_.bare(owner_type.of[0]);
      const bool is_run = block.n_numbers == 1 && (owner_type.block != 0 || owner_type.kind == Kind::counted_array);
      bytes = is_run ? owner_type.block_bytes : from_[element].size;
      if (is_run && bytes > 0) {
        index = rest / bytes;
        rest %= bytes;
        if (rest == 0 && index == owner.n && index > 0) { // the end
          --index;
          rest = bytes;
        }
      }
      if (index >= owner.n && owner.n > 0)
        return damaged();
      found = find_in(block.item, owner, index);
    }
    if (!found)
      return std::nullopt;
    const std::uint64_t size = bytes ? bytes : from_[element].size;
    std::uint64_t inside = 0;
    if (rest == size && size > 0)
      inside = found->bytes;
    else if (!place_in(element, found->type, rest, from_.bare(from_[pointer.type].of[0]), inside))
      refuse(pointer, "leads to a part of " + from_.text_of(element) + " that is gone, or whose place is not known");
    return Target{found->number, (found->is_run ? index * found->bytes : 0) + inside};
  }
  static std::optional<Target> damaged() {
    throw Failure(AL_ERR_DAMAGED, "AutoLink: a plain pointer leads beyond an object");
  }

  /// Returns the memory of an object or element; `index` becomes its number in a run.
  const Block *find_element(std::uint64_t item, std::uint64_t &index) const {
    const auto alone = blocks_.find({item, 0});
    if (alone != blocks_.end()) {
      index = 0;
      return &alone->second;
    }
    auto run = runs_.upper_bound(item);
    if (run == runs_.begin() || item >= (--run)->first + run->second.n)
      return nullptr;
    index = item - run->first;
    return &run->second;
  }
  /// Returns the memory of an element of a container or array.
  const Block *find_in(std::uint64_t item, const Item &owner, std::uint64_t &index) const {
    const auto run = blocks_.find({item, 0});
    if (run != blocks_.end() && run->second.is_run)
      return &run->second;
    if (!is_row(from_[owner.type].of[0]))
      return find_element(owner.first + index, index);
    const auto alone = blocks_.find({item, index + 1});
    return alone == blocks_.end() ? nullptr : &alone->second;
  }

  /// Finds the place in an object here that a byte there stands for. `target`: the type there that the pointer leads
  /// to.
  bool place_in(std::uint32_t there, std::uint32_t here, std::uint64_t rest, std::uint32_t target,
                std::uint64_t &out) const {
    there = from_.bare(there);
    here = to_.bare(here);
    const Type &from = from_[there], &to = to_[here];
    const bool is_target =
        there == target || (from_[target].kind == Kind::choice &&
                            std::any_of(from_[target].of.begin(), from_[target].of.end(),
                                        [&](std::uint32_t one) { return from_.bare(one) == there; }));
    const ObjectEvolution::Pair *const pair = evolution_.find(there, here);
    if (rest == 0 && (is_target || from.kind != Kind::object)) {
      out = 0;
      return true;
    }
    if (!pair)
      return false;
    if (pair->layout == ObjectEvolution::Pair::alike) {
      out = rest;
      return true;
    }
    if (from.kind == Kind::array && to.kind == Kind::array)
      return place_in_array(from, to, rest, target, out);
    if (from.kind == Kind::tuple && from.value_place != no_place && to.value_place != no_place &&
        rest >= from.value_place) {
      std::uint64_t inside = 0;
      const bool is_found = place_in(from.of[1], to.of[1], rest - from.value_place, target, inside);
      out = to.value_place + inside;
      return is_found;
    }
    if (from.kind != Kind::object || to.kind != Kind::object)
      return false;
    // The part that begins last before it.
    std::size_t last = from.parts.size();
    for (std::size_t i = 0; i < from.parts.size(); ++i)
      if (from.parts[i].place <= rest && (last == from.parts.size() || from.parts[i].place >= from.parts[last].place))
        last = i;
    const auto match = std::find(pair->matches.begin(), pair->matches.end(), last);
    if (last == from.parts.size() || match == pair->matches.end())
      return false;
    const Part &part_there = from.parts[last],
               &part = to.parts[static_cast<std::size_t>(match - pair->matches.begin())];
    std::uint64_t inside = 0;
    if (part.place == no_place || !place_in(part_there.type, part.type, rest - part_there.place, target, inside))
      return false;
    out = part.place + inside;
    return true;
  }
  bool place_in_array(const Type &from, const Type &to, std::uint64_t rest, std::uint32_t target,
                      std::uint64_t &out) const {
    const std::uint64_t size = from_[from_.bare(from.of[0])].size, size_here = to_[to_.bare(to.of[0])].size;
    if (size == 0 || size_here == 0 || rest / size >= to.n)
      return false;
    std::uint64_t inside = 0;
    const bool is_found = place_in(from.of[0], to.of[0], rest % size, target, inside);
    out = rest / size * size_here + inside;
    return is_found;
  }

  void write_late(const Late &late) {
    const Item &item = item_of(late.source);
    const Kind kind = to_[late.here].kind;
    if (item.n == 0)
      return count(0);
    const bool is_inner = item.choice == Item::inner;
    if (kind == Kind::weak_owner && !is_inner) // 0 if nothing that is written owns it
      return count(labels_[static_cast<std::size_t>(item.n - 1)]);
    const std::optional<Target> target = find_target(is_inner ? source_of(item.first, late.source.part) : late.source);
    if (!target && (kind == Kind::weak_pointer || kind == Kind::weak_owner))
      return count(0);
    if (!target)
      refuse_lost(late.source);
    if (kind == Kind::weak_owner)
      count(inner_pointer);
    count(kind == Kind::weak_owner ? target->number : target->number + 1);
    if (is_inner && !has_places_)
      std::memcpy(room(8), &to_.blocks_hash, 8);
    has_places_ = has_places_ || is_inner;
    count(target->offset);
  }

  const ObjectEvolution &evolution_;
  const Types &from_, &to_;
  const StoredObject &stored_;
  const ObjectEvolution::Initial &initial_;
  const ObjectEvolution::Sink &sink_;
  std::vector<std::byte> packet_;
  std::vector<Frame> frames_;
  std::vector<Late> late_;
  std::vector<std::uint64_t> labels_; // of each label there, the one here plus one; 0: it is not written
  std::vector<std::uint32_t> types_;  // of these objects here
  std::vector<bool> waits_;           // whether what they hold is still to be written
  std::uint64_t n_labels_ = 0;
  bool has_places_ = false;   // whether one of an inner pointer has been written
  std::uint64_t n_inner_ = 0; // shared pointers into objects
  std::size_t n_checked_ = 0; // of the late pointers, those whose owners are known to be written
  const bool counts_blocks_;
  std::map<Place, Block> blocks_;
  std::map<std::uint64_t, Block> runs_; // by the first item of their elements
  std::uint64_t n_blocks_ = 0;
  unsigned n_whole_ = 0;
};

void ObjectEvolution::write(const StoredObject &stored, const Initial &initial, const Sink &sink) const {
  ObjectWriter(*this, stored, initial, sink).run();
}

} // namespace autolink::object
