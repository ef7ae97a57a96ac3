// Structures of a file. See reading.h.
#include "reading.h"

#include "core/base/failure.h"

#include <algorithm>
#include <bit>

namespace autolink::file {
namespace {

/// Reads the messages of a structure one after the other.
class StoredMessages {
public:
  StoredMessages(const Container &container, std::uint64_t which)
      : from_(container, which),
        other_order_(container.types().is_big_endian != (std::endian::native == std::endian::big)) {}

  /// Returns the length of the next message, which must be read by read() or next() afterwards.
  std::size_t next_length() {
    std::byte prefix[sizeof(std::uint64_t)];
    check_left(sizeof prefix);
    from_.read(prefix, sizeof prefix);
    const std::uint64_t length = wire::load_number(prefix, other_order_);
    check_left(length);
    return static_cast<std::size_t>(length);
  }
  void read(std::byte *to, std::size_t length) { from_.read(to, length); }
  /// Returns the message, in memory that the next one takes.
  std::byte *next(std::size_t length) {
    if (message_.size() < length)
      message_.resize(length);
    read(message_.data(), length);
    return message_.data();
  }
  void check_end() const { require(from_.left() == 0, AL_ERR_DAMAGED, "AutoLink: something follows the last message"); }

private:
  void check_left(std::uint64_t bytes) const {
    require(from_.left() >= bytes, AL_ERR_DAMAGED, "AutoLink: a message is truncated");
  }

  StructureStream from_;
  const bool other_order_;
  std::vector<std::byte> message_;
};

/// Receives a structure whose types are the program's, while its messages are read.
void *receive(StoredMessages from, const NodePlan &plan, const UnpackOptions &options, Arena &arena) {
  Unpacker unpacker(plan, options);
  for (bool is_first = true; !unpacker.complete(); is_first = false) {
    const std::size_t size = from.next_length();
    if (is_first) {
      unpacker.receive_first(from.next(size), size);
    } else if (std::byte *place = size <= unpacker.max_packet_bytes() ? unpacker.place_for_packet() : nullptr) {
      from.read(place, size);
      unpacker.receive_packet(place, size);
    } else {
      unpacker.receive_packet(from.next(size), size);
    }
  }
  from.check_end();
  return unpacker.finish(arena);
}

void receive(StoredMessages from, StreamSink &sink) {
  try {
    for (bool is_first = true; !sink.complete(); is_first = false) {
      const std::size_t size = from.next_length();
      if (is_first)
        sink.receive_first(from.next(size), size);
      else
        sink.receive_packet(from.next(size), size);
    }
  } catch (const Failure &failure) {
    throw Failure(failure.error == AL_ERR_MESSAGE ? AL_ERR_DAMAGED : failure.error, failure.message);
  }
  from.check_end();
}

/// Throws Failure unless contents are from a machine like this one.
void check_machine(const Types &there) {
  if (!are_of_like_machines(there, types_of(ContentType())))
    throw Failure(AL_ERR_TYPES, "AutoLink: it is from a machine of another kind, and C++ objects are not converted");
}

/// Throws Failure unless a file's contents are those that are read.
void check_content(const Types &there, const Types &here) {
  const ContentType &expected = *here.content;
  const auto refuse = [](const std::string &why) { throw Failure(AL_ERR_TYPES, "AutoLink: " + why); };
  if (!there.content)
    refuse("it has structures of AL_File_write, and what is read is " + expected.name);
  check_machine(there);
  if (there.content->hash != expected.hash && (there.content->fields.empty() || expected.fields.empty()))
    refuse(there.content->name == expected.name
               ? expected.name + " has other members in the file"
               : "it has objects of " + there.content->name + ", and what is read is " + expected.name);
}

} // namespace

const Evolution *StructureReader::evolution_to(const NodePlan &plan) {
  const std::lock_guard lock(mutex_);
  const auto found = evolutions_.find(&plan);
  if (found != evolutions_.end())
    return found->second.get();
  const Types here = types_of(plan);
  const std::vector<std::byte> own = write_types(here);
  const std::span<const std::byte> there = container_.types_bytes();
  const bool is_same = std::equal(own.begin(), own.end(), there.begin(), there.end());
  // Without names, receiving compares the types and refuses others.
  const bool is_paired = !is_same && here.have_names() && container_.types().have_names();
  auto evolution = is_paired ? std::make_unique<const Evolution>(container_.types(), plan) : nullptr;
  return evolutions_.emplace(&plan, std::move(evolution)).first->second.get();
}

void *StructureReader::read(std::uint64_t which, const NodePlan &plan, const UnpackOptions &options, Arena &arena) {
  try {
    if (const auto &content = container_.types().content)
      throw Failure(AL_ERR_TYPES, "AutoLink: it has objects of " + content->name + ", and no structures");
    const Evolution *const evolution = evolution_to(plan);
    if (!evolution)
      return receive(StoredMessages(container_, which), plan, options, arena);
    const std::vector<std::byte> bytes = stored_bytes(container_, which);
    const StoredStructure stored(container_.types(), bytes);
    try {
      return evolution->read(stored, options, arena);
    } catch (const Failure &failure) { // such as an array whose length is a field that is gone
      throw Failure(failure.error == AL_ERR_MESSAGE ? AL_ERR_TYPES : failure.error, failure.message);
    }
  } catch (const Failure &failure) {
    throw Failure(failure.error == AL_ERR_MESSAGE ? AL_ERR_DAMAGED : failure.error, failure.message);
  }
}

/// The types of contents in the file and in the program, and how the former become the latter.
struct StructureReader::ObjectConversion {
  ObjectConversion(const ContentType &there, const AL_Sink &sink, const AL_ContentFields &fields)
      : from(object::read_object_types(there.fields)), to(object::read_object_types(fields.text)),
        evolution(from, to, sink.type.name) {}

  const object::Types from, to;
  const object::ObjectEvolution evolution;
};

StructureReader::StructureReader(const Container &container) : container_(container) {}
StructureReader::~StructureReader() = default;

const StructureReader::ObjectConversion *StructureReader::conversion_to(const AL_Sink &sink,
                                                                        const AL_ContentFields &fields) {
  const ContentType &there = container_.types().content.value();
  if (there.hash == sink.type.hash)
    return nullptr;
  const std::lock_guard lock(mutex_);
  std::unique_ptr<const ObjectConversion> &known = conversions_[{sink.type.hash, fields.text}];
  if (!known)
    known = std::make_unique<const ObjectConversion>(there, sink, fields);
  return known.get();
}

void StructureReader::read(std::uint64_t which, const AL_Sink &sink, const AL_ContentFields &fields,
                           std::uint64_t limit_bytes) {
  check_content(container_.types(), types_of(ContentType{sink.type.hash, sink.type.name, fields.text}));
  const ObjectConversion *const conversion = conversion_to(sink, fields);
  if (!conversion) {
    StreamSink receiver(sink, limit_bytes);
    receive(StoredMessages(container_, which), receiver);
    return;
  }
  const std::vector<std::vector<std::byte>> packets = content_packets(container_, which);
  const std::vector<std::span<const std::byte>> spans(packets.begin(), packets.end());
  const object::StoredObject stored(conversion->from, spans, limit_bytes);
  for (const auto &part : conversion->evolution.new_parts())
    if (const int error =
            fields.leave_out ? fields.leave_out(fields.state, part.owner.c_str(), part.number) : AL_ERR_TYPES)
      throw Failure(error, "AutoLink: " + part.owner + " has members that the file does not have");
  const auto initial = [&](std::uint64_t number) {
    return fields.initial ? static_cast<const std::byte *>(fields.initial(fields.state, number)) : nullptr;
  };
  conversion->evolution.write(stored, initial, [&](std::span<const std::byte> packet, bool is_last) {
    const char *text = "";
    if (const int error = sink.read(sink.state, reinterpret_cast<const char *>(packet.data()), packet.size(), is_last,
                                    limit_bytes, &text))
      throw Failure(error == AL_ERR_MESSAGE ? AL_ERR_TYPES : error, text); // such as keys that have become alike
  });
}

std::uint64_t content_bytes(const Container &container, std::uint64_t which) {
  const ContentType &type = container.types().content.value();
  const auto ignore = [](void *, const char *, std::size_t, int, std::uint64_t, const char **) { return 0; };
  StreamSink receiver({{type.hash, type.name.c_str(), nullptr}, ignore, nullptr}, wire::max_packet_bytes);
  receive(StoredMessages(container, which), receiver);
  return receiver.bytes();
}

std::vector<std::vector<std::byte>> content_packets(const Container &container, std::uint64_t which) {
  check_machine(container.types());
  const ContentType &type = container.types().content.value();
  std::vector<std::vector<std::byte>> out;
  const auto add = [](void *state, const char *bytes, std::size_t size, int, std::uint64_t, const char **text) -> int {
    try {
      const auto *begin = reinterpret_cast<const std::byte *>(bytes);
      static_cast<std::vector<std::vector<std::byte>> *>(state)->emplace_back(begin, begin + size);
      return 0;
    } catch (const std::bad_alloc &) {
      *text = "AutoLink: memory ran out";
      return AL_ERR_MEMORY;
    }
  };
  StreamSink receiver({{type.hash, type.name.c_str(), nullptr}, add, &out}, wire::max_packet_bytes);
  receive(StoredMessages(container, which), receiver);
  return out;
}

} // namespace autolink::file
