// How AutoMap's runtime packs arrays of a record.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>

namespace automap {

struct Packing {
  enum class Kind : std::uint8_t {
    nothing,    // there is no data
    contiguous, // all bytes are adjacent, also in an array
    shuffle,    // one instruction moves bytes of several parts, on processors with AVX2 or AVX-512
    strided,    // equal blocks at equal distances
    indexed,    // blocks at listed offsets
  };
  Kind kind = Kind::nothing;
  std::int64_t blocks = 0; // the contiguous parts of one record
  std::string text;        // a sentence: how it is packed
};

/// Returns how AM_Pack packs arrays of a mapped record. The answer does not depend on the machine that automap runs on.
Packing packing_of(const Record &record);

/// Returns "contiguous", "shuffle", …
std::string name_of(Packing::Kind kind);

} // namespace automap
