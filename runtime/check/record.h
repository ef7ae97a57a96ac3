// What travels on a shadow communicator for one message: the signature, who sent it, and, where they are
// short, the signature's bytes and the datatype's tree in words. A plain block of bytes of the machines that
// run one program together.
#pragma once

#include "call.h"
#include "source_lines.h"
#include "types.h"

#include "layout/signature.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace automap::check {

struct RecordHead {
  std::uint64_t hash = 0;       // of the whole message
  std::int64_t elements = 0;    // basic elements of it
  std::int64_t copies = 0;      // of the datatype
  std::int64_t bytes = 0;       // of data
  std::uint64_t call_place = 0; // of the call within its program, see source_lines.h; 0: not known
  std::uint32_t program = 0;    // which
  std::uint16_t signature_size = 0, text_size = 0;
  char known = 0;     // 0: nothing is known of the datatype; all above but the call is void
  char call[23] = {}; // its name without "MPI_", cut short if need be

  layout::Signature signature() const { return {elements, hash}; }
};

/// A record of at most Size bytes.
template <std::size_t Size> struct RecordOf {
  RecordHead head;
  char tail[Size - sizeof(RecordHead)];

  std::size_t size_bytes() const { return sizeof head + head.signature_size + head.text_size; }
  std::string_view signature_bytes() const { return {tail, head.signature_size}; }
  std::string_view text() const { return {tail + head.signature_size, head.text_size}; }

  void fill(const Part &part, Call call) {
    head.hash = part.signature.hash;
    head.elements = part.signature.count;
    head.copies = part.count;
    head.bytes = part.bytes();
    head.call_place = place_in_program(call.address);
    head.program = program_number();
    head.known = part.known;
    std::strncpy(head.call, call.name + 4, sizeof head.call - 1);
    head.signature_size = head.text_size = 0;
    if (!part.type)
      return;
    if (const std::string &bytes = part.type->signature_bytes(); bytes.size() <= sizeof tail) {
      head.signature_size = static_cast<std::uint16_t>(bytes.size());
      std::memcpy(tail, bytes.data(), bytes.size());
    }
    if (const std::string &text = part.type->text(); text.size() <= sizeof tail - head.signature_size) {
      head.text_size = static_cast<std::uint16_t>(text.size());
      std::memcpy(tail + head.signature_size, text.data(), text.size());
    }
  }

  /// False if the sizes in the head are not those of `bytes` received.
  bool is_valid(std::size_t bytes) const {
    return bytes >= sizeof head && head.signature_size + head.text_size <= bytes - sizeof head &&
           bytes <= sizeof *this && std::memchr(head.call, 0, sizeof head.call);
  }
};

using MessageRecord = RecordOf<960>;    // sent as long as it is; below any MPI library's eager limit
using CollectiveRecord = RecordOf<192>; // one for each rank, all of one size

} // namespace automap::check
