// The record that travels on a shadow communicator for one message. It says who has sent which signature. If they are
// short, it also holds the signature's bytes and the datatype's tree as text. It is a plain block of bytes, in the
// format of the machines that run one program together.
#pragma once

#include "source.h"
#include "types.h"

#include "layout/signature.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace automap::check {

struct RecordHead {
  std::uint64_t hash = 0;       // hash of the whole message
  std::int64_t elements = 0;    // number of its basic elements
  std::int64_t copies = 0;      // number of copies of the datatype
  std::int64_t bytes = 0;       // size of the data
  std::uint64_t call_place = 0; // place of the call within its program, see source_lines.h; 0: not known
  std::uint32_t program = 0;    // program_number() of the sender
  std::int32_t root = -1;       // of a collective call; -1: it has none
  std::uint16_t signature_size = 0;
  std::uint8_t text_size = 0;
  std::uint8_t operation = 0; // of a collective call, see operations.h
  /// The length of what announces a message in parts; see mpi/base/named_call.h.
  std::uint8_t announcement_bytes : 7 = 0;
  /// 0: the datatype is not known; only the call, the program and the announcement are set.
  std::uint8_t known : 1 = 0;
  char call[32] = {}; // name of the call

  layout::Signature signature() const { return {elements, hash}; }

  /// Whether this is the head of a record with `tail_bytes` bytes after it.
  bool is_valid(std::size_t tail_bytes) const {
    return signature_size + text_size <= static_cast<std::int64_t>(tail_bytes) && std::memchr(call, 0, sizeof call);
  }
};

/// Returns the call that a record describes, valid as long as the record. Its place is not known if another program has
/// made it.
inline Call call_of(const RecordHead &head) {
  const bool is_known = head.call_place != 0 && head.program == program_number();
  return {head.call, is_known ? address_in_program(head.call_place) : nullptr, nullptr};
}

static_assert(sizeof(RecordHead::call) >= sizeof "MPI_Reduce_scatter_block_init_c"); // the longest name

/// Return the parts of what follows a head.
inline std::string_view signature_bytes_in(const RecordHead &head, const char *tail) {
  return {tail, head.signature_size};
}
inline std::string_view text_in(const RecordHead &head, const char *tail) {
  return {tail + head.signature_size, head.text_size};
}

/// A record, as the sender fills it. Only bytes() is sent, which is below any MPI library's eager limit.
struct MessageRecord {
  RecordHead head;
  char tail[960 - sizeof(RecordHead)];

  std::span<const char> bytes() const {
    return {reinterpret_cast<const char *>(this), sizeof head + head.signature_size + head.text_size};
  }
  std::string_view signature_bytes() const { return signature_bytes_in(head, tail); }
  std::string_view text() const { return text_in(head, tail); }

  void fill(const Part &part, Call call) {
    head.hash = part.signature.hash;
    head.elements = part.signature.count;
    head.copies = part.count;
    head.bytes = part.bytes();
    head.call_place = place_in_program(caller_of(call));
    head.program = program_number();
    head.known = part.known;
    std::strncpy(head.call, call.name, sizeof head.call - 1);
    head.signature_size = head.text_size = 0;
    if (!part.type)
      return;
    if (const std::string &bytes = part.type->signature_bytes(); bytes.size() <= sizeof tail) {
      head.signature_size = static_cast<std::uint16_t>(bytes.size());
      std::memcpy(tail, bytes.data(), bytes.size());
    }
    const std::size_t room = std::min<std::size_t>(sizeof tail - head.signature_size, UINT8_MAX);
    const std::string_view text = part.type->text_within(room);
    head.text_size = static_cast<std::uint8_t>(text.size());
    std::copy(text.begin(), text.end(), tail + head.signature_size); // perhaps none, at a null pointer
  }
};

/// A message's record that has arrived.
class ReceivedRecord {
public:
  /// Reads a record. Bytes that are no record become one in which nothing is known.
  explicit ReceivedRecord(std::span<const char> bytes) {
    if (bytes.size() < sizeof head)
      return;
    std::memcpy(&head, bytes.data(), sizeof head);
    if (head.is_valid(bytes.size() - sizeof head))
      tail_.assign(bytes.begin() + sizeof head, bytes.end());
    else
      head = {};
  }

  RecordHead head;
  std::string_view signature_bytes() const { return signature_bytes_in(head, tail_.data()); }
  std::string_view text() const { return text_in(head, tail_.data()); }

private:
  std::vector<char> tail_;
};

} // namespace automap::check
