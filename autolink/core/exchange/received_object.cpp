// Objects become nodes. See received_object.h.
#include "received_object.h"

#include "core/base/received.h"
#include "core/object/stored_object.h"
#include "core/receive/made_structure.h"
#include "core/stream/stream_types.h"
#include "pairing.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace autolink::exchange {
namespace {

using object::Kind;
using object::Value;

/// Makes the nodes of one object, in the order of a breadth-first search.
class NodeMaker {
public:
  NodeMaker(const CTypes &c, const object::Types &types, const Pairing &pairing, const object::StoredObject &stored,
            const NodePlan &plan, std::uint64_t limit_bytes)
      : c_(c), types_(types), pairing_(pairing), stored_(stored), limit_bytes_(limit_bytes), made_(plan),
        shared_(stored.n_labels()) {}

  /// Returns false if the root is NULL.
  bool run() {
    const Value root = stored_.value(0);
    if (!pairing_.is_root_pointer())
      add_node(pairing_.root(), root, 1, true);
    else if (link(pairing_.root(), root) == 0)
      return false;
    for (; !next_.empty(); next_.pop_front())
      make_node(next_.front());
    return true;
  }
  MadeStructure &made() { return made_; }

private:
  /// A node, or the elements of an array, whose label has been given.
  struct Next {
    const Pairing::Pair *pair;
    Value from; // the object, or what holds the elements
    std::uint64_t n;
    bool is_object;
  };

  std::uint64_t add_node(const Pairing::Pair &pair, const Value &from, std::uint64_t n, bool is_object) {
    note_bytes(n, c_[pair.node_class].size);
    next_.push_back({&pair, from, n, is_object});
    return made_.add(pair.node_class, n);
  }
  void note_bytes(std::uint64_t n, std::uint64_t size) {
    if (n > (limit_bytes_ - bytes_) / size)
      throw limit_failure(limit_bytes_);
    bytes_ += n * size;
  }

  void make_node(const Next &next) {
    const CRecord &record = c_[next.pair->node_class];
    std::vector<std::byte> &out = made_.nodes[next.pair->node_class].elements;
    if (next.pair->has_same_bytes && next.from.bytes) {
      out.insert(out.end(), next.from.bytes, next.from.bytes + next.n * record.size);
      return;
    }
    record_ = &record;
    for (std::uint64_t i = 0; i < next.n; ++i) {
      element_.assign(static_cast<std::size_t>(record.size), std::byte{0});
      Cursor cursor = pairing_.cursor(*next.pair);
      write(next.is_object ? next.from : stored_.element(next.from, i), cursor);
      out.insert(out.end(), element_.begin(), element_.end());
    }
  }

  void write(const Value &from, Cursor &cursor) {
    const object::Type &type = types_[from.type];
    if (type.is_plain || type.kind == Kind::boolean) {
      pairing_.each_plain(from.type, 0, cursor, [&](std::uint64_t there, std::uint64_t here, std::uint64_t bytes) {
        std::memcpy(element_.data() + here, from.bytes + there, static_cast<std::size_t>(bytes));
      });
      return;
    }
    switch (type.kind) {
    case Kind::array:
      for (std::uint64_t i = 0; i < type.n; ++i)
        write(stored_.element(from, i), cursor);
      break;
    case Kind::object:
      for (const std::size_t i : pairing_.parts_in_memory(from.type))
        write(stored_.part(from, i), cursor);
      break;
    case Kind::tuple:
    case Kind::duration:
    case Kind::time:
      for (std::size_t i = 0; i < type.of.size(); ++i)
        write(stored_.part(from, i), cursor);
      break;
    case Kind::string:
    case Kind::container:
    case Kind::counted_array:
      write_array(from, cursor);
      break;
    default:
      store_word(cursor, link(pairing_.at(cursor.leaf(), type.of[0]), from));
      cursor.advance();
    }
  }

  void store_word(const Cursor &cursor, std::uint64_t word) {
    store<Word>(element_.data() + cursor.leaf().offset, static_cast<Word>(word));
  }

  void write_array(const Value &from, Cursor &cursor) {
    const Leaf &leaf = cursor.leaf();
    const object::Type &type = types_[from.type];
    const std::uint64_t n = stored_[from.item].n;
    if (leaf.kind == Leaf::string)
      store_word(cursor, add_string(leaf, from.bytes, n));
    else if (n > 0)
      store_word(cursor, add_node(pairing_.at(leaf, type.of[0]), from, n, false));
    if (leaf.length != no_class && cursor.is_left_out(leaf.length))
      store_length(leaf, n);
    cursor.advance();
  }

  std::uint64_t add_string(const Leaf &leaf, const std::byte *characters, std::uint64_t n) {
    if (n > 0 && std::memchr(characters, 0, static_cast<std::size_t>(n)))
      throw Failure(AL_ERR_STRUCTURE, "AutoLink: a string has a null character inside, and " + record_->name +
                                          " of C is to have it as a string that ends there");
    note_bytes(n + 1, 1);
    std::vector<std::byte> &out = made_.nodes[leaf.node_class].elements;
    out.insert(out.end(), characters, characters + n);
    out.push_back(std::byte{0});
    return made_.add(leaf.node_class, n + 1);
  }

  /// Stores a length that several arrays may have in common. Empty ones are NULL, whatever it is.
  void store_length(const Leaf &array, std::uint64_t n) {
    const Leaf &leaf = record_->leaves[array.length];
    const auto size = static_cast<std::size_t>(leaf.size());
    std::byte *const place = element_.data() + leaf.offset;
    std::byte wanted[8] = {};
    std::uint64_t native = n;
    if (!convert(reinterpret_cast<const std::byte *>(&native), sizeof native, {Form::natural, sizeof native}, false,
                 wanted, size, leaf.length_form(), 1))
      throw Failure(AL_ERR_STRUCTURE, "AutoLink: an array of " + std::to_string(n) + " elements is too long for " +
                                          record_->text_of(leaf));
    const bool is_set = std::any_of(place, place + size, [](std::byte b) { return b != std::byte{0}; });
    if (is_set && n > 0 && std::memcmp(place, wanted, size) != 0)
      throw Failure(AL_ERR_STRUCTURE, "AutoLink: arrays have different lengths, and in C " + record_->text_of(leaf) +
                                          ", is the length of all");
    if (n > 0)
      std::memcpy(place, wanted, size);
  }
  /// Returns the word of a pointer that owns an object, or 0.
  std::uint64_t link(const Pairing::Pair &pair, const Value &pointer) {
    const object::Item &item = stored_[pointer.item];
    if (item.n == 0)
      return 0;
    if (types_[pointer.type].kind == Kind::unique)
      return add_node(pair, stored_.value(item.first), 1, true);
    if (item.choice == object::Item::inner)
      throw Failure(AL_ERR_STRUCTURE, "AutoLink: a shared pointer of C++ leads into another object, and in C it would "
                                      "lead to a struct of its own, " +
                                          c_[pair.node_class].name);
    Shared &known = shared_[static_cast<std::size_t>(item.n - 1)];
    if (known.word == 0)
      known = {&pair, add_node(pair, stored_.value(stored_.labelled(item.n - 1)), 1, true)};
    if (known.pair != &pair)
      throw Failure(AL_ERR_TYPES, "AutoLink: an object of C++ is shared by pointers that lead to different structs of "
                                  "C, " +
                                      c_[known.pair->node_class].name + " and " + c_[pair.node_class].name);
    return known.word;
  }

  /// A shared object that has a node.
  struct Shared {
    const Pairing::Pair *pair = nullptr;
    std::uint64_t word = 0;
  };
  const CTypes &c_;
  const object::Types &types_;
  const Pairing &pairing_;
  const object::StoredObject &stored_;
  const std::uint64_t limit_bytes_;
  std::uint64_t bytes_ = 0;
  MadeStructure made_;
  std::vector<Shared> shared_; // by label
  std::deque<Next> next_;
  const CRecord *record_ = nullptr; // of the element at hand
  std::vector<std::byte> element_;
};

} // namespace

bool is_object(const std::byte *message, std::size_t size) {
  const auto head = wire::load_head(message, size);
  return head && head->version == wire::version && (head->flags & wire::flag_stream);
}

/// The types of both sides.
struct ReceivedObject::Types {
  Types(const NodePlan &plan, const std::string &text, const std::string &name)
      : c(c_types_of(plan)), objects(object::read_object_types(text)), pairing(c, objects, name) {}

  const CTypes c;
  const object::Types objects;
  const Pairing pairing;
};

ReceivedObject::ReceivedObject(const NodePlan &plan, const UnpackOptions &options) : plan_(plan), options_(options) {}
ReceivedObject::~ReceivedObject() = default;

void ReceivedObject::receive_first(const std::byte *message, std::size_t size) {
  const StreamHead head = get_described_head(message, size);
  if (head.text.empty())
    throw Failure(AL_ERR_TYPES,
                  "AutoLink: " + head.name +
                      " was sent, and a structure is received: it has members that C structs cannot have, "
                      "or a very long description, or is the contents of a plan");
  try {
    types_ = std::make_unique<const Types>(plan_, head.text, head.name);
  } catch (const Failure &failure) {
    throw Failure(failure.error == AL_ERR_DAMAGED ? AL_ERR_MESSAGE : failure.error, failure.message);
  }
  if (!head.is_whole())
    return;
  packets_.emplace_back(message + head.types_end, message + size);
  complete_ = true;
}

void ReceivedObject::receive_packet(const std::byte *message, std::size_t size) {
  check_message(!complete_, "a packet follows the last one");
  const wire::Footer footer = receive_stream_footer(message, size, packet_number_++);
  bytes_ += size;
  if (bytes_ > options_.limit_bytes)
    throw limit_failure(options_.limit_bytes);
  packets_.emplace_back(message, message + size - sizeof footer);
  complete_ = footer.flags & wire::packet_last;
}

void *ReceivedObject::finish(Arena &arena, std::uint64_t *n_bytes) {
  try {
    const std::vector<std::span<const std::byte>> spans(packets_.begin(), packets_.end());
    std::optional<object::StoredObject> stored(std::in_place, types_->objects, spans, options_.limit_bytes);
    NodeMaker maker(types_->c, types_->objects, types_->pairing, *stored, plan_, options_.limit_bytes);
    const bool is_null = !maker.run();
    stored.reset();
    packets_.clear();
    if (n_bytes)
      *n_bytes = 0;
    return is_null ? nullptr : maker.made().receive(options_, arena, n_bytes);
  } catch (const Failure &failure) {
    throw Failure(failure.error == AL_ERR_DAMAGED ? AL_ERR_MESSAGE : failure.error, failure.message);
  }
}

} // namespace autolink::exchange
