// Messages as AutoLink sends them on other machines: another byte order, other sizes, other layouts. Written
// after autolink/wire-format.md alone, with nothing of AutoLink's but the numbers in al_type.h, so that it is a
// judge of its own.
#pragma once

#include "structures.h"

#include <autolink/al_type.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autolink::test {

/// Of a value: what wire-format.md calls its form.
struct ForeignForm {
  unsigned kind, size;
};

struct Machine {
  const char *name;
  bool is_big_endian;
  unsigned pointer_bytes, int_bytes, long_bytes, wchar_bytes;
  ForeignForm long_double;
  unsigned greatest_alignment; // 1: packed structs, 4: doubles as on i386
};

/// From x86-64 to what differs in everything.
extern const Machine machines[];
extern const std::size_t n_machines;

/// Data of every basic type that has a form.
struct Values {
  char letter;
  signed char small;
  unsigned char byte;
  short number_short;
  unsigned short number_ushort;
  wchar_t wide;
  int number;
  bool truth;
  long number_long;
  unsigned long number_ulong;
  long long number_llong;
  float real;
  double real_double;
  long double real_long;
  float complex[2];
  double complex_double[2];
  long double complex_long[2];
  std::int16_t fixed16;
  std::uint64_t fixed64;
  std::intptr_t address;
  struct Pair {
    short first;
    double second;
  } pairs[3];
  Values *next;
};

extern "C" const AL_TypeInfo AutoLink_Values[1];

Values *make_values(Made &made, std::size_t n, std::uint64_t seed);
std::string difference(const Values *a, const Values *b);

/// How the messages are made.
struct ForeignOptions {
  std::size_t elements_a_packet = 0; // 0: one message for all
  enum { no_list, as_list, as_ring } list = no_list; // such a message without links
};

/// The stream that packets are of.
inline constexpr std::uint64_t foreign_stream = 4711;

/// The messages: the first, and packets.
using Messages = std::vector<std::vector<std::byte>>;
Messages foreign(const Machine &machine, const List *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Tree *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Graph *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Kinds *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Square *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Values *root, const ForeignOptions &options);

/// As AL_Pack writes them on that machine.
std::vector<std::byte> packed(const Machine &machine, const Messages &messages);

} // namespace autolink::test
