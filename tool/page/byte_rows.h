// The bytes of a record in rows of one cache line each, for drawings. Each byte of the record is in exactly one row or
// one gap between rows, and each byte of a row in exactly one cell. A drawing of a large record shows some of its lines.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

/// The bytes of a cache line on the machines that MPI programs run on.
inline constexpr std::uint64_t cache_line = 64;

/// Adjacent bytes of a row that belong to one field, or to none.
struct Cell {
  enum class Kind : std::uint8_t {
    number,   // sent: integers and enums
    real,     // sent: floating-point numbers
    text,     // sent: characters and truth values
    raw,      // sent: bytes, and bit-fields
    link,     // a pointer that AutoLink follows
    left_out, // of a field, but not sent
    hole,     // of no field
    tail,     // of no field, after all fields
  };
  Kind kind = Kind::hole;
  std::uint64_t offset_bytes = 0; // in the record
  std::uint64_t size_bytes = 0;

  // The field, if there is one.
  std::string path;               // "cells[3].id"; bit-fields that share bytes: "open, level"
  std::string type;               // "double[3]"
  std::string datatype;           // "3 MPI_DOUBLE"
  std::uint64_t field_offset = 0; // of the whole field, in the record
  std::uint64_t field_size = 0;
  std::uint64_t element_bytes = 0; // the distance of an array's elements; 0: it is no array
  unsigned line = 0;               // in the file of `owner`
  const Record *owner = nullptr;   // the record that has the field
};

/// Whether the datatype has these bytes.
inline bool is_sent(Cell::Kind kind) { return kind <= Cell::Kind::raw; }

/// A cache line, or several that are not drawn.
struct ByteRow {
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
  std::vector<Cell> cells; // empty: not drawn
  std::string instead;     // what stands there then: "15,620 cache lines of 'samples'"
};

struct ByteRows {
  std::vector<ByteRow> rows;
  bool is_whole = true; // all cells are there
};

/// Returns the rows of a mapped record: at most some 50, whatever its size.
ByteRows byte_rows(const Survey &survey, const Record &record);

/// The bytes of a record by what becomes of them.
struct ByteCounts {
  std::uint64_t sent = 0, links = 0, left_out = 0, holes = 0, tail = 0;
  bool is_known = true; // the holes have been counted; otherwise they are among `left_out`
};
ByteCounts byte_counts(const Survey &survey, const Record &record);

} // namespace automap
