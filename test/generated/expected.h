// Hand-written type maps of records.h, with which the generated datatypes are compared.
#pragma once

#include "mpitypes.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

struct Entry {
  MPI_Datatype type;
  MPI_Aint displacement;
  int size_bytes;

  friend bool operator==(const Entry &a, const Entry &b) {
    return a.type == b.type && a.displacement == b.displacement && a.size_bytes == b.size_bytes;
  }
};

using Entries = std::vector<Entry>;

/// Adds elements of `type` for the `bytes` bytes from `offset` on.
inline void add(Entries &entries, MPI_Aint offset, std::size_t bytes, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  for (std::size_t at = 0; at < bytes; at += static_cast<std::size_t>(size))
    entries.push_back({type, offset + static_cast<MPI_Aint>(at), size});
}

inline void add_all(Entries &entries, MPI_Aint offset, const Entries &inner) {
  for (const Entry &entry : inner)
    entries.push_back({entry.type, offset + entry.displacement, entry.size_bytes});
}

template <typename T> struct Expected; // has static Entries entries(); static MPI_Datatype datatype();

#define DATATYPE(name)                                                                                                 \
  static MPI_Datatype datatype() { return AutoMap_##name; }                                                            \
  static const char *type_name() { return "AutoMap_" #name; }
#define FIELD(T, field, type) add(out, offsetof(T, field), sizeof(T::field), type)

template <> struct Expected<cmdline> {
  DATATYPE(cmdline)
  static Entries entries() {
    Entries out;
    FIELD(cmdline, display, MPI_CHAR);
    FIELD(cmdline, maxiter, MPI_INT);
    FIELD(cmdline, xmin, MPI_DOUBLE);
    FIELD(cmdline, ymin, MPI_DOUBLE);
    FIELD(cmdline, xmax, MPI_DOUBLE);
    FIELD(cmdline, ymax, MPI_DOUBLE);
    FIELD(cmdline, width, MPI_INT);
    FIELD(cmdline, height, MPI_INT);
    return out;
  }
};

template <> struct Expected<particle> {
  DATATYPE(particle)
  static Entries entries() {
    Entries out;
    FIELD(particle, tag, MPI_CHAR);
    FIELD(particle, pos, MPI_DOUBLE);
    FIELD(particle, id, MPI_INT);
    FIELD(particle, cell, MPI_SHORT);
    FIELD(particle, charge, MPI_FLOAT);
    return out;
  }
};

template <> struct Expected<packed92> {
  static_assert(sizeof(packed92) == 92);
  DATATYPE(packed92)
  static Entries entries() {
    Entries out;
    FIELD(packed92, values, MPI_DOUBLE);
    FIELD(packed92, last, MPI_INT);
    return out;
  }
};

template <> struct Expected<packed1> {
  DATATYPE(packed1)
  static Entries entries() {
    Entries out;
    FIELD(packed1, c, MPI_CHAR);
    FIELD(packed1, d, MPI_DOUBLE);
    FIELD(packed1, s, MPI_SHORT);
    FIELD(packed1, l, MPI_LONG_LONG);
    return out;
  }
};

template <> struct Expected<nested> {
  DATATYPE(nested)
  static Entries entries() {
    Entries inner_entries, out;
    add(inner_entries, offsetof(inner, flag), sizeof(char), MPI_CHAR);
    add(inner_entries, offsetof(inner, value), sizeof(double), MPI_DOUBLE);
    FIELD(nested, before, MPI_INT);
    add_all(out, offsetof(nested, one), inner_entries);
    for (std::size_t i = 0; i < 6; ++i)
      add_all(out, static_cast<MPI_Aint>(offsetof(nested, grid) + i * sizeof(inner)), inner_entries);
    for (std::size_t i = 0; i < 4; ++i)
      add_all(out, static_cast<MPI_Aint>(offsetof(nested, cloud) + i * sizeof(particle)),
              Expected<particle>::entries());
    for (std::size_t i = 0; i < 2; ++i) {
      const auto at = static_cast<MPI_Aint>(offsetof(nested, unnamed) + i * sizeof(nested::unnamed[0]));
      add(out, at, sizeof(short), MPI_SHORT);
      add(out, at + 2, 3, MPI_CHAR);
    }
    FIELD(nested, after, MPI_CHAR);
    return out;
  }
};

template <> struct Expected<vec3> {
  DATATYPE(vec3)
  static Entries entries() {
    Entries out;
    add(out, 0, sizeof(vec3), MPI_DOUBLE);
    return out;
  }
};

template <> struct Expected<wide> {
  DATATYPE(wide)
  static Entries entries() {
    Entries out;
    FIELD(wide, only, MPI_INT);
    return out;
  }
};

template <> struct Expected<wides> {
  DATATYPE(wides)
  static Entries entries() {
    Entries out;
    for (std::size_t i = 0; i < 3; ++i)
      add_all(out, static_cast<MPI_Aint>(i * sizeof(wide)), Expected<wide>::entries());
    return out;
  }
};

template <> struct Expected<integers> {
  DATATYPE(integers)
  static Entries entries() {
    Entries out;
    FIELD(integers, sc, MPI_SIGNED_CHAR);
    FIELD(integers, uc, MPI_UNSIGNED_CHAR);
    FIELD(integers, us, MPI_UNSIGNED_SHORT);
    FIELD(integers, ui, MPI_UNSIGNED);
    FIELD(integers, l, MPI_LONG);
    FIELD(integers, ul, MPI_UNSIGNED_LONG);
    FIELD(integers, ll, MPI_LONG_LONG);
    FIELD(integers, ull, MPI_UNSIGNED_LONG_LONG);
    FIELD(integers, i8, MPI_INT8_T);
    FIELD(integers, i16, MPI_INT16_T);
    FIELD(integers, i32, MPI_INT32_T);
    FIELD(integers, i64, MPI_INT64_T);
    FIELD(integers, u8, MPI_UINT8_T);
    FIELD(integers, u16, MPI_UINT16_T);
    FIELD(integers, u32, MPI_UINT32_T);
    FIELD(integers, u64, MPI_UINT64_T);
    FIELD(integers, wc, MPI_WCHAR);
    FIELD(integers, hue, MPI_UNSIGNED);
    FIELD(integers, aint, MPI_AINT);
    FIELD(integers, count, MPI_COUNT);
    FIELD(integers, offset, MPI_OFFSET);
    FIELD(integers, ld, MPI_LONG_DOUBLE);
    return out;
  }
};

template <> struct Expected<links> {
  DATATYPE(links)
  static Entries entries() {
    Entries out;
    FIELD(links, key, MPI_INT);
    FIELD(links, weight, MPI_DOUBLE);
    return out;
  }
};

#undef FIELD
#undef DATATYPE

using AllRecords = ::testing::Types<cmdline, particle, packed92, packed1, nested, vec3, wide, wides, integers, links>;

/// Returns `count` records as raw bytes, all of them random, including padding. But the six bytes of a long double that do
/// not count are zero: Open MPI 6.0rc2 does not always move them.
template <typename T> std::vector<unsigned char> random_records(std::size_t count, unsigned seed) {
  std::vector<unsigned char> bytes(count * sizeof(T));
  std::mt19937 random(seed);
  for (unsigned char &byte : bytes)
    byte = static_cast<unsigned char>(random());
  constexpr std::size_t counting = 10;
  for (const Entry &entry : Expected<T>::entries())
    for (std::size_t at = static_cast<std::size_t>(entry.displacement);
         entry.type == MPI_LONG_DOUBLE && at < bytes.size(); at += sizeof(T))
      std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at + counting),
                bytes.begin() + static_cast<std::ptrdiff_t>(at + sizeof(long double)), 0);
  return bytes;
}

/// Returns the expected result of packing: the elements of each record in type-map order, without gaps.
template <typename T> std::vector<unsigned char> pack_by_hand(const std::vector<unsigned char> &records) {
  std::vector<unsigned char> out;
  const Entries entries = Expected<T>::entries();
  for (std::size_t base = 0; base < records.size(); base += sizeof(T))
    for (const Entry &entry : entries) {
      const unsigned char *at = records.data() + base + entry.displacement;
      out.insert(out.end(), at, at + entry.size_bytes);
    }
  return out;
}

/// Returns the expected result of receiving `sent` into `before`: the elements of `sent` and the padding of `before`.
template <typename T>
std::vector<unsigned char> received_by_hand(const std::vector<unsigned char> &sent, std::vector<unsigned char> before) {
  const Entries entries = Expected<T>::entries();
  for (std::size_t base = 0; base < sent.size(); base += sizeof(T))
    for (const Entry &entry : entries) {
      const std::size_t at = base + static_cast<std::size_t>(entry.displacement);
      std::memcpy(before.data() + at, sent.data() + at, static_cast<std::size_t>(entry.size_bytes));
    }
  return before;
}
