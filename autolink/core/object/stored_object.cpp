// Reading contents without the program's classes. See stored_object.h. The order of what is read is that of
// al_content.hpp: what waits is on a stack.
#include "stored_object.h"

#include "core/base/bytes.h"
#include "core/base/failure.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace autolink::object {

class ObjectReader {
public:
  ObjectReader(const Types &types, std::span<const std::span<const std::byte>> packets, std::uint64_t limit_bytes,
               StoredObject &out)
      : types_(types), packets_(packets), limit_bytes_(limit_bytes), out_(out), pointers_(types.pointers()),
        counts_blocks_(!pointers_.empty() || std::any_of(types.all.begin(), types.all.end(), [](const Type &type) {
          return type.kind == Kind::plain_pointer;
        })) {}

  void run() {
    require_whole(!packets_.empty(), "the contents are missing");
    packet_ = packets_[0];
    add_items(1);
    item(0).type = types_.root;
    push({Frame::item, 0, 0});
    while (!frames_.empty() || expects_objects_) {
      go_on_in_next_packet();
      if (frames_.empty()) {
        read_next_object();
        continue;
      }
      const Frame frame = frames_.back();
      frames_.pop_back();
      step(frame);
    }
    for (const std::uint64_t late : late_) {
      go_on_in_next_packet();
      read_late(late);
    }
    require_whole(at_ == packet_.size() && next_packet_ == packets_.size(), "something follows the object");
  }

private:
  struct Frame {
    enum Kind { item, shared, elements, row } kind;
    std::uint64_t of;        // the item
    std::uint64_t index;     // of the next element
    std::uint64_t owner = 0; // of what is read: the label of a shared object and one, or 0
  };

  static void require_whole(bool condition, const char *what) {
    if (!condition)
      throw Failure(AL_ERR_DAMAGED, std::string("AutoLink: ") + what);
  }

  Item &item(std::uint64_t number) { return out_.items_[number]; }
  const Type &type_of(std::uint64_t number) { return types_[item(number).type]; }

  void note_memory(std::uint64_t n, std::uint64_t bytes) {
    if (n > (limit_bytes_ - taken_bytes_) / bytes)
      throw Failure(AL_ERR_LIMIT,
                    "AutoLink: the object is larger than the limit of " + std::to_string(limit_bytes_) + " bytes");
    taken_bytes_ += n * bytes;
  }
  /// Adds items. Each has a frame, a block, a label and a late pointer at most.
  std::uint64_t add_items(std::uint64_t n) {
    note_memory(n, sizeof(Item) + sizeof(Frame) + sizeof(StoredObject::Block) + 2 * sizeof(std::uint64_t));
    const std::uint64_t first = out_.items_.size();
    out_.items_.resize(static_cast<std::size_t>(first + n));
    return first;
  }
  std::uint64_t add_items(std::uint64_t n, std::uint32_t type) {
    const std::uint64_t first = add_items(n);
    for (std::uint64_t i = 0; i < n; ++i)
      item(first + i).type = type;
    return first;
  }

  // Bytes.

  /// Goes on to the next packet if this one has been read, where no value is cut.
  void go_on_in_next_packet() {
    while (at_ == packet_.size() && next_packet_ < packets_.size() && n_whole_ == 0) {
      packet_ = packets_[next_packet_++];
      at_ = 0;
    }
  }
  const std::byte *get(std::uint64_t bytes) {
    require_whole(bytes <= packet_.size() - at_, "the contents are truncated");
    const std::byte *out = packet_.data() + at_;
    at_ += static_cast<std::size_t>(bytes);
    return out;
  }
  std::uint64_t count() {
    const auto n = std::to_integer<std::uint8_t>(*get(1));
    return n < 255 ? n : load<std::uint64_t>(get(8));
  }
  void align(std::uint64_t to) {
    if (const std::uint64_t over = at_ % to)
      get(to - over);
  }

  // What waits.

  void push(const Frame &frame) { push(frame, owner_); }
  void push(Frame frame, std::uint64_t owner) {
    frame.owner = owner;
    if (n_whole_ == 0) {
      frames_.push_back(frame);
      return;
    }
    require_whole(n_nested_ < max_nested, "a key owns a chain of objects");
    ++n_nested_;
    const std::uint64_t before = owner_;
    step(frame);
    owner_ = before;
    --n_nested_;
  }

  void step(const Frame &frame) {
    owner_ = frame.owner;
    switch (frame.kind) {
    case Frame::item:
      read_item(frame.of);
      break;
    case Frame::shared: // unless a key has led to it meanwhile
      if (waits_[frame.owner - 1]) {
        waits_[frame.owner - 1] = false;
        read_item(frame.of);
      }
      break;
    case Frame::elements:
      read_elements(frame);
      break;
    case Frame::row:
      read_waiting_row(frame.of);
      break;
    }
  }

  void read_elements(Frame rest) {
    const std::uint64_t n = item(rest.of).n, first = item(rest.of).first;
    while (rest.index < n) {
      go_on_in_next_packet();
      const std::size_t depth = frames_.size();
      read_element(rest.of, first + rest.index);
      ++rest.index;
      if (frames_.size() != depth && rest.index < n) {
        frames_.insert(frames_.begin() + static_cast<std::ptrdiff_t>(depth), rest);
        return;
      }
    }
  }

  /// Reads an element of a container or array, of which memory is counted as its type says.
  void read_element(std::uint64_t of, std::uint64_t element) {
    const Type &type = type_of(element);
    const bool is_key = type.block == 'k';
    if (type_of(of).kind == Kind::container && type.block == 'l')
      add_block({0, 1, element, true});
    if (type_of(of).kind == Kind::container && type.block == 'm')
      read_entry(element);
    else
      read_item(element);
    if (type_of(of).kind == Kind::container && is_key)
      add_block({0, 1, element, true});
  }

  /// Reads an element of a map, whose memory is counted after its key.
  void read_entry(std::uint64_t entry) {
    item(entry).type = types_.bare(item(entry).type);
    const Type &type = type_of(entry);
    require_whole(type.kind == Kind::tuple && type.of.size() == 2, "an element of a map is no pair");
    const std::uint64_t first = add_parts(entry, type.of);
    read_whole(first);
    add_block({0, 1, entry, true});
    read_item(first + 1);
  }

  void read_whole(std::uint64_t number) {
    const bool was_key = std::exchange(is_key_, true);
    ++n_whole_;
    read_item(number);
    --n_whole_;
    is_key_ = was_key;
  }

  std::uint64_t add_parts(std::uint64_t of, const std::vector<std::uint32_t> &types) {
    const std::uint64_t first = add_items(types.size());
    for (std::size_t i = 0; i < types.size(); ++i)
      item(first + i).type = types[i];
    item(of).first = first;
    return first;
  }

  // Rows of plain elements.

  /// The plain elements that an item holds, which may be itself.
  struct Row {
    std::uint64_t n, size, align;
  };
  Row row_of(const Item &of) const {
    const Type &type = types_[types_.bare(of.type)];
    if (type.kind == Kind::bits)
      return {(of.n + 7) / 8, 1, 1};
    const bool is_itself = type.is_plain && type.kind != Kind::array;
    const Type &element = is_itself ? type : types_[types_.bare(type.of[0])];
    return {is_itself ? 1 : type.kind == Kind::array ? type.n : of.n, element.size, element.align};
  }

  /// Reads a row now if it is short; a long one waits.
  void read_row(std::uint64_t of) {
    const Row row = row_of(item(of));
    require_whole(row.size > 0 || row.n == 0, "elements have no bytes");
    const bool is_short = row.n == 0 || row.n <= short_bytes / row.size;
    if (!is_short)
      return push({Frame::row, of, 0});
    item(of).bytes = get(row.n * row.size);
    add_row_blocks(of);
  }

  void read_waiting_row(std::uint64_t of) {
    const Row row = row_of(item(of));
    align(row.align);
    std::vector<std::byte> *joined = nullptr;
    for (std::uint64_t done = 0; done < row.n;) {
      go_on_in_next_packet();
      align(row.align);
      const std::uint64_t here = std::min<std::uint64_t>((packet_.size() - at_) / row.size, row.n - done);
      require_whole(here > 0, "the contents are truncated");
      const std::byte *const from = get(here * row.size);
      if (here == row.n) {
        item(of).bytes = from;
        break;
      }
      if (!joined)
        joined = &out_.joined_.emplace_back();
      joined->insert(joined->end(), from, from + here * row.size);
      done += here;
    }
    if (joined)
      item(of).bytes = joined->data();
    add_row_blocks(of);
  }

  /// Counts the elements of a row that have memory of their own each.
  void add_row_blocks(std::uint64_t of) {
    const Type &type = type_of(of);
    if (type.kind != Kind::container || item(of).n == 0)
      return;
    const char block = types_[type.of[0]].block;
    if (block == 'l' || block == 'k')
      add_block({0, item(of).n, of, false});
  }

  void add_block(StoredObject::Block block) {
    if (!counts_blocks_)
      return;
    block.number = n_blocks_;
    if (block.owner == 0)
      block.owner = owner_;
    n_blocks_ += block.n_numbers;
    out_.blocks_.push_back(block);
  }

  // Types.

  void read_item(std::uint64_t number) {
    require_whole(depth_ < max_recursion, "keys are too deep inside each other");
    ++depth_;
    read_item_at_depth(number);
    --depth_;
  }

  void read_item_at_depth(std::uint64_t number) {
    const std::uint32_t type_number = item(number).type;
    const Type &type = types_[type_number];
    if (type.is_plain && type.kind != Kind::bytes)
      return read_row(number);
    switch (type.kind) {
    case Kind::boolean:
      item(number).bytes = get(1);
      require_whole(std::to_integer<unsigned>(*item(number).bytes) <= 1, "a truth value is neither 0 nor 1");
      break;
    case Kind::array:
      item(number).n = type.n;
      read_many(number, type.of[0]);
      break;
    case Kind::object:
      read_object(number, type);
      break;
    case Kind::bytes:
      item(number).bytes = get(type.n);
      break;
    case Kind::counted_array:
      read_counted_array(number, type);
      break;
    case Kind::string:
      item(number).n = limited_count();
      read_row(number);
      break;
    case Kind::container:
      read_container(number, type);
      break;
    case Kind::bits:
      item(number).n = limited_count();
      push({Frame::row, number, 0});
      break;
    case Kind::bitset:
      item(number).bytes = get((type.n + 7) / 8);
      break;
    case Kind::column_matrix:
    case Kind::row_matrix:
      read_matrix(number, type);
      break;
    case Kind::whole:
      item(number).type = type.of[0];
      read_whole(number);
      break;
    case Kind::same:
      item(number).type = type.of[0];
      read_item(number);
      break;
    case Kind::tuple:
      for (std::uint64_t i = 0, first = add_parts(number, type.of); i < type.of.size(); ++i)
        read_item(first + i);
      break;
    case Kind::optional:
      item(number).choice = choice(2, "an optional value has an impossible state");
      if (item(number).choice)
        read_part(number, type.of[0]);
      break;
    case Kind::variant:
      item(number).choice = choice(type.of.size(), "a variant has an impossible alternative");
      read_part(number, type.of[item(number).choice]);
      break;
    case Kind::nothing:
      break;
    case Kind::duration:
    case Kind::time:
      read_part(number, type.of[0]);
      break;
    case Kind::unique:
      if (const std::uint64_t chosen = count()) {
        item(number).n = 1;
        add_target(number, type.of[0], chosen - 1, owner_, false);
      }
      break;
    case Kind::shared:
      read_shared(number, type);
      break;
    case Kind::weak_owner:
    case Kind::plain_pointer:
    case Kind::weak_pointer:
      require_whole(!is_key_, "a key has a pointer that owns nothing");
      late_.push_back(number);
      break;
    default:
      require_whole(false, "a type is in the wrong place");
    }
  }

  std::uint64_t limited_count() {
    const std::uint64_t n = count();
    if (n > limit_bytes_)
      note_memory(n, 1); // throws
    return n;
  }
  std::uint32_t choice(std::uint64_t n, const char *what) {
    const std::uint64_t out = count();
    require_whole(out < n, what);
    return static_cast<std::uint32_t>(out);
  }

  void read_part(std::uint64_t number, std::uint32_t type) {
    const std::uint64_t inner = add_items(1, type);
    item(number).first = inner;
    read_item(inner);
  }

  /// Adds the elements of an item that are not plain, which wait.
  void read_many(std::uint64_t number, std::uint32_t element) {
    if (item(number).n == 0)
      return;
    const std::uint64_t first = add_items(item(number).n, element);
    item(number).first = first;
    push({Frame::elements, number, 0});
  }

  void read_object(std::uint64_t number, const Type &type) {
    const std::uint64_t first = add_items(type.parts.size());
    item(number).first = first;
    for (std::size_t i = 0; i < type.parts.size(); ++i)
      item(first + i).type = type.parts[i].type;
    for (std::size_t i = 0; i < type.parts.size(); ++i)
      read_item(first + i);
  }

  void read_counted_array(std::uint64_t number, const Type &type) {
    const std::uint64_t n = limited_count();
    item(number).choice = n > 0;
    if (n == 0)
      return;
    item(number).n = n - 1;
    add_block({0, 1, number, false});
    if (types_[types_.bare(type.of[0])].is_plain)
      read_row(number);
    else
      read_many(number, type.of[0]);
  }

  void read_container(std::uint64_t number, const Type &type) {
    item(number).n = limited_count();
    if (type.block == 'v')
      add_block({0, 1, number, false});
    if (types_[types_.bare(type.of[0])].is_plain)
      read_row(number);
    else
      read_many(number, type.of[0]);
  }

  void read_matrix(std::uint64_t number, const Type &type) {
    std::uint64_t n = 1;
    const std::uint64_t first = add_items(type.n, type.of[0]); // the extents, as their `n`
    item(number).first = first;
    for (std::uint64_t i = 0; i < type.n; ++i) {
      const std::uint64_t extent = count();
      require_whole(extent == 0 || n <= limit_bytes_ / extent, "a matrix has impossible extents");
      item(first + i).n = extent;
      n *= extent;
    }
    item(number).n = n;
    add_block({0, 1, number, false});
    read_row(number);
  }

  /// Adds the object that a pointer owns, which waits. `owner`: of what it owns.
  std::uint64_t add_object(std::uint32_t target, std::uint64_t chosen, std::uint64_t owner, bool is_shared) {
    const Type &to = types_[types_.bare(target)];
    const bool is_choice = to.kind == Kind::choice;
    require_whole(chosen < (is_choice ? to.of.size() : 1), "an object has an impossible dynamic type");
    const std::uint64_t object = add_items(1, is_choice ? to.of[static_cast<std::size_t>(chosen)] : target);
    add_block({0, 1, object, true, owner});
    push_object({is_shared ? Frame::shared : Frame::item, object, 0}, owner);
    return object;
  }
  /// An object stays where it is if the pointer that leads to it is in a key.
  void push_object(const Frame &frame, std::uint64_t owner) {
    const bool was_key = std::exchange(is_key_, false);
    push(frame, owner);
    is_key_ = was_key;
  }
  void add_target(std::uint64_t pointer, std::uint32_t target, std::uint64_t chosen, std::uint64_t owner,
                  bool is_shared) {
    const std::uint64_t object = add_object(target, chosen, owner, is_shared);
    item(pointer).choice = static_cast<std::uint32_t>(chosen);
    item(pointer).first = object;
  }

  void read_shared(std::uint64_t number, const Type &type) {
    const std::uint64_t label = count();
    if (label == 0)
      return;
    if (label == inner_pointer) {
      require_whole(n_whole_ == 0, "a key has a pointer that owns nothing");
      expects_objects_ = true;
      late_.push_back(number);
      return;
    }
    if (label > 1) {
      require_whole(label - 2 < out_.labels_.size(), "a shared pointer leads to an unknown object");
      item(number).n = label - 1;
      if (n_whole_ > 0) // a key is compared by what it leads to
        push_object({Frame::shared, out_.labels_[label - 2], 0}, label - 1);
      return;
    }
    const std::uint64_t chosen = count();
    item(number).n = out_.labels_.size() + 1;
    add_label();
    add_target(number, type.of[0], chosen, out_.labels_.size(), true);
  }
  /// Adds the label of the next item, to whose contents it may refer.
  void add_label() {
    out_.labels_.push_back(out_.items_.size());
    waits_.push_back(true);
  }

  /// Reads an object to which inner pointers alone lead, or that there is none any more.
  void read_next_object() {
    const std::uint64_t number = count();
    expects_objects_ = number > 0;
    if (number == 0)
      return;
    require_whole(number <= pointers_.size(), "an object has an impossible type");
    const std::uint64_t chosen = count();
    add_label();
    add_object(types_[pointers_[static_cast<std::size_t>(number - 1)]].of[0], chosen, out_.labels_.size(), true);
  }

  void read_late(std::uint64_t number) {
    std::uint64_t n = count();
    const Kind kind = type_of(number).kind;
    if (kind == Kind::shared && n > 0)
      return read_inner(number, n - 1);
    if (kind == Kind::weak_owner && n == inner_pointer)
      return read_inner(number, count());
    if (kind == Kind::shared) {
      n = count() + 1;
      require_whole(n > 0 && n <= out_.labels_.size(), "a shared pointer leads to an unknown object");
    } else if (kind == Kind::weak_owner) {
      require_whole(n <= out_.labels_.size(), "a weak pointer leads to an unknown object");
    } else if (n > 0) {
      require_whole(n <= n_blocks_, "a plain pointer leads into an unknown object");
      item(number).first = count();
    }
    item(number).n = n;
  }
  void read_inner(std::uint64_t number, std::uint64_t block) {
    require_whole(out_.has_inner_ || load<std::uint64_t>(get(8)) == types_.blocks_hash,
                  "a shared pointer leads into objects with other containers");
    require_whole(block < n_blocks_, "a shared pointer leads into an unknown object");
    require_whole(out_.block(block).owner > 0, "a shared pointer leads into what no shared pointer owns");
    const std::uint64_t place = add_items(1, item(number).type);
    item(place).n = block + 1;
    item(place).first = count();
    item(place).choice = item(number).choice = Item::inner;
    item(number).n = 1;
    item(number).first = place;
    out_.has_inner_ = true;
  }

  static constexpr unsigned max_nested = 200, max_recursion = 2000;
  const Types &types_;
  const std::span<const std::span<const std::byte>> packets_;
  const std::uint64_t limit_bytes_;
  StoredObject &out_;
  const std::vector<std::uint32_t> pointers_; // shared and weak ones
  const bool counts_blocks_;
  bool expects_objects_ = false;
  std::uint64_t taken_bytes_ = 0, n_blocks_ = 0, owner_ = 0;
  std::span<const std::byte> packet_; // the one at hand
  std::size_t at_ = 0, next_packet_ = 1;
  std::vector<Frame> frames_;
  std::vector<bool> waits_; // of the shared objects, by label
  std::vector<std::uint64_t> late_;
  bool is_key_ = false; // whether what is at hand is in a key itself
  unsigned n_whole_ = 0, n_nested_ = 0, depth_ = 0;
};

StoredObject::StoredObject(const Types &types, std::span<const std::span<const std::byte>> packets,
                           std::uint64_t limit_bytes)
    : types_(types) {
  ObjectReader(types, packets, limit_bytes, *this).run();
}

const StoredObject::Block &StoredObject::block(std::uint64_t number) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), number,
                                      [](std::uint64_t one, const Block &block) { return one < block.number; });
  if (after == blocks_.begin() || number >= std::prev(after)->number + std::prev(after)->n_numbers)
    throw Failure(AL_ERR_DAMAGED, "AutoLink: a plain pointer leads into an unknown object");
  return *std::prev(after);
}

} // namespace autolink::object
