// Messages as AutoLink sends them on other machines, with another byte order, other sizes, and other layouts. The code
// is independent of AutoLink: it follows autolink/wire-format.md, and uses only the numbers in al_type.h.
#pragma once

#include "structures.h"

#include <autolink/al_type.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autolink::test {

/// The form of a value, in the terms of wire-format.md.
struct ForeignForm {
  unsigned kind, size;
};

struct Machine {
  const char *name;
  bool is_big_endian;
  unsigned pointer_bytes, int_bytes, long_bytes, wchar_bytes;
  ForeignForm long_double;
  unsigned greatest_alignment; // 1 for packed structs, 4 for doubles as on i386
};

/// Machines from x86-64 to one that differs in everything.
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

/// Options for the messages.
struct ForeignOptions {
  std::size_t elements_a_packet = 0;                 // 0 for one message with everything
  enum { no_list, as_list, as_ring } list = no_list; // writes that message without links
};

/// The number of the stream to which the packets belong.
inline constexpr std::uint64_t foreign_stream = 4711;

/// The first message, followed by packets.
using Messages = std::vector<std::vector<std::byte>>;
Messages foreign(const Machine &machine, const List *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Tree *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Graph *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Kinds *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Twig *root, const ForeignOptions &options);
/// The cursors of Cells must lead to the beginning or end of elements.
Messages foreign(const Machine &machine, const Cell *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Square *root, const ForeignOptions &options);
Messages foreign(const Machine &machine, const Values *root, const ForeignOptions &options);

/// Returns the messages as AL_Pack writes them on that machine.
std::vector<std::byte> packed(const Machine &machine, const Messages &messages);

} // namespace autolink::test
