// The functions that make the layouts of layouts.h, in three files: arrays of structs and parts of matrices
// (array_layouts.cpp), data that applications exchange (application_layouts.cpp), and data that is hard to compress
// (word_layouts.cpp).
#pragma once

#include "layout/type_map.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace automap::test {

using layout::BasicType;
using layout::BasicTypeId;
using layout::TypeMap;

inline constexpr BasicType character{BasicTypeId::CHAR, 1}, short_integer{BasicTypeId::SHORT, 2},
    integer{BasicTypeId::INT, 4}, single{BasicTypeId::FLOAT, 4}, real{BasicTypeId::DOUBLE, 8};

struct Loop {
  std::int64_t count = 0;
  std::int64_t stride = 0; // bytes
};

/// Appends the elements that nested loops touch, the outermost loop first.
inline void append_nest(TypeMap &map, BasicType type, std::int64_t origin, std::span<const Loop> loops) {
  if (loops.empty()) {
    map.push_back({type, origin});
    return;
  }
  for (std::int64_t i = 0; i < loops[0].count; ++i)
    append_nest(map, type, origin + i * loops[0].stride, loops.subspan(1));
}

inline void append_nest(TypeMap &map, BasicType type, std::int64_t origin, std::initializer_list<Loop> loops) {
  append_nest(map, type, origin, std::span<const Loop>(loops.begin(), loops.size()));
}

/// Returns the side, at least 1, of a cube of about n elements in this many dimensions.
inline std::int64_t side(std::size_t n, int dimensions) {
  return std::max<std::int64_t>(1, std::llround(std::pow(static_cast<double>(n), 1.0 / dimensions)));
}

/// Returns n / size, rounded to the nearest whole number and at least 1.
inline std::int64_t pieces(std::size_t n, std::int64_t size) {
  return std::max<std::int64_t>(1, (static_cast<std::int64_t>(n) + size / 2) / size);
}

/// Generates the same numbers with every standard library.
class Random {
public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::int64_t below(std::int64_t limit) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(limit));
  }

private:
  std::mt19937_64 engine_;
};

// array_layouts.cpp
TypeMap array_of_structs(std::size_t n);
TypeMap nested_structs(std::size_t n);
TypeMap irregular_structs(std::size_t n);
TypeMap submatrix(std::size_t n);
TypeMap rows(std::size_t n);
TypeMap column(std::size_t n);
TypeMap row_and_column(std::size_t n);
TypeMap diagonal(std::size_t n);
TypeMap band(std::size_t n);
TypeMap lower_triangle(std::size_t n);
TypeMap upper_triangle(std::size_t n);
TypeMap face_xy(std::size_t n);
TypeMap face_xz(std::size_t n);
TypeMap face_yz(std::size_t n);
TypeMap halo(std::size_t n);

// application_layouts.cpp
TypeMap flash(std::size_t n);
TypeMap wrf(std::size_t n);
TypeMap milc(std::size_t n);
TypeMap milc_even_sites(std::size_t n);
TypeMap mesh_faces(std::size_t n);
TypeMap mesh_vertices(std::size_t n);
TypeMap block_sparse(std::size_t n);
TypeMap block_sparse_rows(std::size_t n);
TypeMap lammps_arrays(std::size_t n);
TypeMap lammps_atoms(std::size_t n);

// word_layouts.cpp
TypeMap mixed_structs(std::size_t n);
TypeMap random_gaps(std::size_t n);
TypeMap two_random_gaps(std::size_t n);
TypeMap random_types(std::size_t n);
TypeMap fibonacci_gaps(std::size_t n);
TypeMap fibonacci_types(std::size_t n);
TypeMap thue_morse_gaps(std::size_t n);
TypeMap thue_morse_types(std::size_t n);
TypeMap de_bruijn(std::size_t n);

/// A member of a struct, at its offset.
struct Member {
  BasicType type;
  std::int64_t offset = 0;
};

/// A struct laid out as by a compiler: each member is aligned to its size.
class StructLayout {
public:
  StructLayout &add(BasicType type, std::int64_t count = 1) {
    for (; count > 0; --count) {
      extent_ = aligned(type.size_bytes);
      members_.push_back({type, extent_});
      extent_ += type.size_bytes;
      alignment_ = std::max<std::int64_t>(alignment_, type.size_bytes);
    }
    return *this;
  }

  std::span<const Member> members() const { return members_; }
  std::int64_t extent() const { return aligned(alignment_); }

  void append_to(TypeMap &map, std::int64_t at) const {
    for (const Member &member : members_)
      map.push_back({member.type, at + member.offset});
  }

  /// Returns the type map of as many adjacent structs as have about n elements.
  TypeMap array(std::size_t n) const {
    TypeMap map;
    const std::int64_t count = pieces(n, static_cast<std::int64_t>(members_.size()));
    for (std::int64_t i = 0; i < count; ++i)
      append_to(map, i * extent());
    return map;
  }

private:
  std::int64_t aligned(std::int64_t alignment) const { return (extent_ + alignment - 1) / alignment * alignment; }

  std::vector<Member> members_;
  std::int64_t extent_ = 0, alignment_ = 1;
};

} // namespace automap::test
