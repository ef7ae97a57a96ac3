// Nodes become objects. See received_structure.h.
#include "received_structure.h"

#include "core/base/received.h"
#include "core/file/stored_structure.h"
#include "core/object/object_evolution.h"
#include "core/plan/description.h"
#include "core/receive/unpacker.h"
#include "pairing.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <span>
#include <string>
#include <utility>

namespace autolink::exchange {
namespace {

using object::Item;
using object::Kind;

/// Returns the types of a sender as far as its messages depend on them.
file::Types types_of_messages(const CTypes &c) {
  file::Types out;
  out.is_big_endian = std::endian::native == std::endian::big;
  out.pointer_bytes = sizeof(void *);
  for (const CRecord &record : c) {
    file::Class to;
    to.name = record.name;
    to.kind = record.kind;
    to.size = record.size;
    out.classes.push_back(std::move(to));
  }
  return out;
}

} // namespace

/// Makes the items of an object from the nodes of a structure. What pointers lead to waits in a queue, so that no chain
/// of nodes is too long.
class ObjectMaker {
public:
  ObjectMaker(const CTypes &c, const object::Types &types, const Pairing &pairing, const file::StoredStructure &stored,
              std::uint64_t limit_bytes)
      : c_(c), types_(types), pairing_(pairing), stored_(stored), limit_bytes_(limit_bytes), labels_(c.size()),
        out_(types) {}

  object::StoredObject run() {
    const std::uint64_t root = add_items(1);
    out_.items_[root].type = types_.bare(types_.root);
    if (pairing_.is_root_pointer()) {
      make_link(root, pairing_.root(), stored_.is_null() ? 0 : 1);
    } else {
      if (stored_.is_null())
        throw Failure(AL_ERR_STRUCTURE, "AutoLink: what has come is NULL, and what is received is an object: receive a "
                                        "std::unique_ptr to it");
      add_next(pairing_.root(), root, 0, 0);
      labels_[0].assign(static_cast<std::size_t>(stored_.n_nodes(0)), 0);
      labels_[0][0] = owned;
    }
    for (; !next_.empty(); next_.pop_front())
      make_elements(next_.front());
    return std::move(out_);
  }

private:
  /// An object, or the elements of an array, whose items are there.
  struct Next {
    const Pairing::Pair *pair;
    std::uint64_t item, label; // the first item; the node
    std::uint64_t n;
  };
  static constexpr std::uint64_t owned = ~std::uint64_t{0};

  void note_bytes(std::uint64_t n, std::uint64_t bytes) {
    if (n > (limit_bytes_ - bytes_) / bytes)
      throw limit_failure(limit_bytes_);
    bytes_ += n * bytes;
  }
  std::uint64_t add_items(std::uint64_t n) {
    note_bytes(n, sizeof(Item));
    const std::uint64_t first = out_.items_.size();
    out_.items_.resize(static_cast<std::size_t>(first + n));
    return first;
  }
  Item &item(std::uint64_t number) { return out_.items_[static_cast<std::size_t>(number)]; }
  std::byte *room(std::uint64_t bytes) {
    note_bytes(bytes, 1);
    return out_.joined_.emplace_back(static_cast<std::size_t>(bytes)).data();
  }

  void add_next(const Pairing::Pair &pair, std::uint64_t item, std::uint64_t label, std::uint64_t n) {
    next_.push_back({&pair, item, label, n});
  }

  void make_elements(const Next &next) {
    const Pairing::Pair &pair = *next.pair;
    each_element(pair.node_class, next.label, next.n == 0 ? 1 : next.n, [&](std::uint64_t i, const std::byte *record) {
      record_ = record;
      record_bytes_ = c_[pair.node_class].size;
      Cursor cursor = pairing_.cursor(pair);
      make(next.item + i, pair.type, cursor);
    });
  }

  /// Calls body(i, element) for the first `n` elements of a node.
  template <typename Body>
  void each_element(std::uint32_t node_class, std::uint64_t label, std::uint64_t n, Body body) const {
    for (std::uint64_t i = 0; i < n;) {
      const file::StoredStructure::Row row = stored_.elements(node_class, label, i);
      for (std::uint64_t j = 0; j < row.n && i < n; ++j, ++i)
        body(i, row.elements + j * c_[node_class].size);
    }
  }

  /// Makes an item of a type from what follows in the record.
  void make(std::uint64_t number, std::uint32_t type_number, Cursor &cursor) {
    type_number = types_.bare(type_number);
    const object::Type &type = types_[type_number];
    item(number).type = type_number;
    if (type.is_plain || type.kind == Kind::boolean) {
      item(number).bytes = plain(type_number, type.size, cursor);
      return;
    }
    switch (type.kind) {
    case Kind::array:
      item(number).n = type.n;
      make_parts(number, cursor, type.n, [&](std::uint64_t) { return type.of[0]; });
      break;
    case Kind::object: {
      const std::uint64_t first = add_items(type.parts.size());
      item(number).first = first;
      for (const std::size_t i : pairing_.parts_in_memory(type_number))
        make(first + i, type.parts[i].type, cursor);
      break;
    }
    case Kind::tuple:
    case Kind::duration:
    case Kind::time:
      make_parts(number, cursor, type.of.size(), [&](std::uint64_t i) { return type.of[static_cast<std::size_t>(i)]; });
      break;
    default:
      make_target(number, type, cursor);
      cursor.advance();
    }
  }
  /// Returns a plain object, which the record may have as it is.
  const std::byte *plain(std::uint32_t type, std::uint64_t size, Cursor &cursor) {
    if (!cursor.is_at_end() && cursor.offset() + size <= record_bytes_) {
      const std::uint64_t begin = cursor.offset();
      Cursor after = cursor;
      bool is_same = true;
      pairing_.each_plain(type, 0, after, [&](std::uint64_t here, std::uint64_t there, std::uint64_t) {
        is_same = is_same && there == begin + here;
      });
      if (is_same) {
        cursor = after;
        return record_ + begin;
      }
    }
    std::byte *const to = room(size);
    fill(to, type, cursor, record_);
    return to;
  }
  template <typename TypeOf> void make_parts(std::uint64_t number, Cursor &cursor, std::uint64_t n, TypeOf type_of) {
    const std::uint64_t first = add_items(n);
    item(number).first = first;
    for (std::uint64_t i = 0; i < n; ++i)
      make(first + i, type_of(i), cursor);
  }

  void fill(std::byte *to, std::uint32_t type, Cursor &cursor, const std::byte *record) const {
    pairing_.each_plain(type, 0, cursor, [&](std::uint64_t here, std::uint64_t there, std::uint64_t bytes) {
      std::memcpy(to + here, record + there, static_cast<std::size_t>(bytes));
    });
  }

  /// Makes what a pointer leads to.
  void make_target(std::uint64_t number, const object::Type &type, const Cursor &cursor) {
    const Leaf &leaf = cursor.leaf();
    const std::uint64_t word = stored_.pointer_word(record_ + leaf.offset);
    check_message(word <= stored_.n_nodes(leaf.node_class), "a label is larger than those of the nodes");
    if (leaf.kind == Leaf::link)
      return make_link(number, pairing_.at(leaf, type.of[0]), word);
    if (word > 0)
      make_array(number, type, cursor, word - 1);
  }

  void make_array(std::uint64_t number, const object::Type &type, const Cursor &cursor, std::uint64_t label) {
    const Leaf &leaf = cursor.leaf();
    const bool is_string = leaf.kind == Leaf::string;
    std::uint64_t n = stored_.length(leaf.node_class, label);
    check_message(!is_string || n > 0, "a string has no end");
    const std::uint64_t part = leaf.length == no_class ? n : length_in(cursor.record(), leaf);
    check_message(part <= n, "an array is shorter than its length");
    n = is_string ? n - 1 : part;
    item(number).n = n;
    item(number).choice = 1;
    const std::uint32_t element = types_.bare(type.of[0]);
    if (types_[element].is_plain) {
      item(number).bytes =
          is_string ? plain_row(leaf.node_class, label, n + 1) : plain_elements(leaf, element, label, n);
      check_message(!is_string || item(number).bytes[n] == std::byte{0}, "a string has no end");
      return;
    }
    if (n == 0)
      return;
    visit(leaf.node_class, label, "an array is shared, which containers of C++ cannot be");
    const std::uint64_t first = add_items(n);
    item(number).first = first;
    add_next(pairing_.at(leaf, element), first, label, n);
  }

  /// Returns the length that a field gives an array, which may be part of the node.
  std::uint64_t length_in(const CRecord &record, const Leaf &array) const {
    const Leaf &leaf = record.leaves[array.length];
    std::uint64_t out = 0;
    check_message(convert(record_ + leaf.offset, leaf.size(), leaf.length_form(), false,
                          reinterpret_cast<std::byte *>(&out), sizeof out, {Form::natural, sizeof out}, 1),
                  "an array has a negative length");
    return out;
  }

  /// Returns adjacent elements of a node, which packets may have cut.
  const std::byte *plain_row(std::uint32_t node_class, std::uint64_t label, std::uint64_t n) {
    if (n == 0)
      return nullptr;
    const file::StoredStructure::Row row = stored_.elements(node_class, label, 0);
    if (row.n >= n)
      return row.elements;
    const std::uint64_t size = c_[node_class].size;
    std::byte *const out = room(n * size);
    each_element(node_class, label, n, [&](std::uint64_t i, const std::byte *from) {
      std::memcpy(out + i * size, from, static_cast<std::size_t>(size));
    });
    return out;
  }
  const std::byte *plain_elements(const Leaf &leaf, std::uint32_t element, std::uint64_t label, std::uint64_t n) {
    const Pairing::Pair &pair = pairing_.at(leaf, element);
    if (pair.has_same_bytes || n == 0)
      return plain_row(leaf.node_class, label, n);
    const std::uint64_t size = types_[element].size;
    std::byte *const out = room(checked_product(n, size));
    each_element(leaf.node_class, label, n, [&](std::uint64_t i, const std::byte *from) {
      Cursor cursor = pairing_.cursor(pair);
      fill(out + i * size, element, cursor, from);
    });
    return out;
  }

  /// Notes that a node has been reached. Fails if it has been before.
  std::uint64_t &visit(std::uint32_t node_class, std::uint64_t label, const char *failure) {
    std::vector<std::uint64_t> &labels = labels_[node_class];
    if (labels.empty())
      labels.resize(static_cast<std::size_t>(stored_.n_nodes(node_class)));
    std::uint64_t &out = labels[static_cast<std::size_t>(label)];
    if (out != 0)
      throw Failure(AL_ERR_STRUCTURE, std::string("AutoLink: ") + failure);
    out = owned;
    return out;
  }

  /// Makes a smart pointer. `word`: the label of the node and one, or 0.
  void make_link(std::uint64_t number, const Pairing::Pair &pair, std::uint64_t word) {
    if (word == 0)
      return;
    const std::uint64_t label = word - 1;
    if (types_[item(number).type].kind == Kind::shared) {
      const std::vector<std::uint64_t> &labels = labels_[pair.node_class];
      if (const std::uint64_t known = labels.empty() ? 0 : labels[static_cast<std::size_t>(label)];
          known != 0 && known != owned) {
        item(number).n = known;
        return;
      }
    }
    std::uint64_t &node = visit(pair.node_class, label,
                                "a struct is shared, and a std::unique_ptr or the object itself is to own it in C++: "
                                "use std::shared_ptr");
    const std::uint64_t target = add_items(1);
    item(target).type = pair.type;
    item(number).n = 1;
    item(number).first = target;
    if (types_[item(number).type].kind == Kind::shared) {
      out_.labels_.push_back(target);
      item(number).n = node = out_.labels_.size();
    }
    add_next(pair, target, label, 0);
  }

  const CTypes &c_;
  const object::Types &types_;
  const Pairing &pairing_;
  const file::StoredStructure &stored_;
  const std::uint64_t limit_bytes_;
  std::uint64_t bytes_ = 0;
  std::vector<std::vector<std::uint64_t>> labels_; // of nodes by class: what owns them, or the shared label and one
  object::StoredObject out_;
  std::deque<Next> next_;
  const std::byte *record_ = nullptr; // at hand
  std::uint64_t record_bytes_ = 0;
};

/// The types of both sides.
struct ReceivedStructure::Types {
  Types(const Description &sender, const AL_ContentType &type)
      : c(c_types_of(sender)), of_messages(types_of_messages(c)), objects(object::read_object_types(type.text)),
        pairing(c, objects, type.name), same(objects, objects, type.name) {}

  const CTypes c;
  const file::Types of_messages;
  const object::Types objects;
  const Pairing pairing;
  const object::ObjectEvolution same; // from the items to the program's classes, which these have
};

bool is_structure_for(const AL_Sink &sink, const std::byte *message, std::size_t size) {
  const auto head = wire::load_head(message, size);
  return sink.type.text && head && head->version == wire::version &&
         !(head->flags & (wire::flag_stream | wire::flag_aborted));
}

ReceivedStructure::ReceivedStructure(const AL_Sink &sink, std::uint64_t limit_bytes)
    : sink_(sink), limit_bytes_(limit_bytes) {}
ReceivedStructure::~ReceivedStructure() = default;

void ReceivedStructure::receive_first(const std::byte *message, std::size_t size) {
  const wire::LoadedHead head = receive_head(message, size);
  require(!head.other_order && head.pointer_bytes() == sizeof(void *), AL_ERR_TYPES, other_machine);
  require(
      !(head.flags & wire::flag_hashed), AL_ERR_TYPES,
      "AutoLink: a structure was sent by AL_Send whose types are too many to be described, and what is received is a "
      "C++ object");
  const auto sender = read_description(message + sizeof(wire::Head), head.types_bytes, false);
  check_message(sender.has_value(), "the types are truncated");
  types_ = std::make_unique<const Types>(*sender, sink_.type);
  keep(message, size);
  complete_ = head.is_whole();
  if (complete_)
    hand_on();
}

void ReceivedStructure::receive_packet(const std::byte *message, std::size_t size) {
  check_message(!complete_, "a packet follows the last one");
  const wire::Footer footer = receive_footer(message, size, packet_number_++);
  keep(message, size);
  complete_ = footer.flags & wire::packet_last;
  if (complete_)
    hand_on();
}

void ReceivedStructure::keep(const std::byte *message, std::size_t size) {
  if (size > limit_bytes_ || messages_.size() > limit_bytes_ - size)
    throw limit_failure(limit_bytes_);
  const std::uint64_t length = size;
  const auto *const bytes = reinterpret_cast<const std::byte *>(&length);
  messages_.insert(messages_.end(), bytes, bytes + sizeof length);
  messages_.insert(messages_.end(), message, message + size);
}

void ReceivedStructure::hand_on() {
  try {
    const file::StoredStructure stored(types_->of_messages, messages_);
    const object::StoredObject made =
        ObjectMaker(types_->c, types_->objects, types_->pairing, stored, limit_bytes_).run();
    const auto no_initial = [](std::uint64_t) -> const std::byte * { return nullptr; };
    types_->same.write(made, no_initial, [&](std::span<const std::byte> packet, bool is_last) {
      const char *text = "";
      if (const int error = sink_.read(sink_.state, reinterpret_cast<const char *>(packet.data()), packet.size(),
                                       is_last, limit_bytes_, &text))
        throw Failure(error, text);
    });
  } catch (const Failure &failure) {
    throw Failure(failure.error == AL_ERR_DAMAGED ? AL_ERR_MESSAGE : failure.error, failure.message);
  }
}

} // namespace autolink::exchange
