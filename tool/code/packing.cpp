// Packing functions in generated code. See packing.h.
//
// The code follows the dataloops of the layout: straight lines for the contiguous parts of a struct, loops for arrays
// inside it. Adjacent fields are one copy. Copies have constant lengths, which compilers turn into moves between
// registers and memory; a length between two powers of two is two moves that overlap. When many structs are packed, all
// but the last ones are copied by moves of whole registers. These may write past the struct's end, because the next
// struct is written later. Small structs are copied several at a time: compilers do not unroll all loops, and the speed
// of a short loop depends on where in the cache its code happens to lie.
#include "packing.h"

#include "model/names.h"

#include "layout/dataloop/actions.h"
#include "layout/dataloop/dataloop.h"
#include "layout/pack/kernel.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

namespace automap {
namespace {

using layout::ByteRange;
using layout::Dataloop;
using layout::Dataloops;
using layout::PlacedLoop;

/// The number of contiguous parts above which regular ones become a loop, and irregular ones get no function.
constexpr std::int64_t most_lines = 64, most_irregular_lines = 512;

/// The number of moves above which a struct gains nothing by moves that write past its end.
constexpr std::int64_t most_wide_moves = 12;

/// Structs that reach farther, which is beyond any memory, are copied one at a time: offsets in several may not have 64
/// bits.
constexpr std::int64_t farthest_offset = std::int64_t{1} << 56;

/// Returns how many structs of so many moves are copied in one step of a loop.
int structs_in_a_step(std::int64_t moves) { return moves <= 4 ? 4 : moves <= 8 ? 2 : 1; }

/// Copies `length` bytes between a struct and its packed bytes.
struct Move {
  std::int64_t record, packed, length;
};
using Moves = std::vector<Move>;

constexpr std::int64_t longest_move = 16; // bytes: a register that every processor has

/// The length up to which compilers copy well if they know it.
constexpr std::int64_t longest_known_copy = 256;

/// Returns the moves for a contiguous part; memcpy copies longer ones.
Moves exact_moves(std::int64_t record, std::int64_t packed, std::int64_t length) {
  std::int64_t unit = 1;
  while (unit < longest_move && 2 * unit <= length)
    unit *= 2;
  if (length > 2 * longest_move || length == unit || length == 3)
    return {{record, packed, length}};
  const std::int64_t last = length - unit;
  return {{record, packed, unit}, {record + last, packed + last, unit}};
}

/// Returns the moves for a contiguous part, which may include bytes after it if that takes fewer moves.
Moves wide_moves(std::int64_t record, std::int64_t packed, std::int64_t length) {
  Moves out;
  for (std::int64_t done = 0; done < length;) {
    const auto rest = static_cast<std::uint64_t>(length - done);
    const std::int64_t unit = std::min(longest_move, static_cast<std::int64_t>(std::bit_ceil(rest)));
    out.push_back({record + done, packed + done, unit});
    done += unit;
  }
  return out;
}

/// Returns the moves for all parts of a struct, in order.
Moves moves_of(const std::vector<ByteRange> &parts,
               Moves (*moves)(std::int64_t record, std::int64_t packed, std::int64_t length)) {
  Moves out;
  std::int64_t packed = 0;
  for (const ByteRange &part : parts) {
    const Moves some = moves(part.offset, packed, part.length);
    out.insert(out.end(), some.begin(), some.end());
    packed += part.length;
  }
  return out;
}

Dataloops loops_of(const GeneratedType &type) {
  return Dataloops(type.tree, {type.lower_bound, type.extent}, Dataloops::Types::erased);
}

std::vector<ByteRange> parts_of(const Dataloops &loops, PlacedLoop placed) {
  const Dataloop &loop = loops[placed.loop];
  layout::ListAction parts;
  walk(loops, placed, loop.count, 0, 0, loop.size, parts);
  return parts.ranges();
}

std::string plus(const std::string &base, std::int64_t offset) {
  if (offset == 0)
    return base;
  return base + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

/// Prints the copies of one struct.
class CopyPrinter {
public:
  CopyPrinter(const Dataloops &loops, bool packs, llvm::raw_ostream &out) : loops_(loops), packs_(packs), out_(out) {}

  /// Prints a part's copies. The `packed` pointer is at the part's first byte, the `record` pointer at displacement 0.
  void print(PlacedLoop placed, const std::string &record, const std::string &packed, std::int64_t packed_offset,
             int depth) {
    const Dataloop &loop = loops_[placed.loop];
    const bool equally_spaced = loop.kind == Dataloop::Kind::contig || loop.kind == Dataloop::Kind::vector;
    if (loop.pieces <= most_lines || (loop.leaf && !equally_spaced)) {
      for (const ByteRange &part : parts_of(loops_, placed)) {
        print_copy(record, part.offset, packed, packed_offset, part.length);
        packed_offset += part.length;
      }
    } else if (equally_spaced) {
      const std::string number = std::to_string(depth);
      const std::string i = "am_i" + number, r = "am_r" + number, p = "am_p" + number;
      const auto pointer = [&](bool is_const, const std::string &name, const std::string &value) {
        print_line((is_const ? "const char *" : "char *") + name + " = " + value + ";");
      };
      print_line("{");
      indent_ += 4;
      print_line("size_t " + i + ";");
      pointer(packs_, r, plus(record, placed.offset));
      pointer(!packs_, p, plus(packed, packed_offset));
      print_line("");
      print_line("for (" + i + " = 0; " + i + " < " + std::to_string(loop.count) + "; ++" + i + ") {");
      indent_ += 4;
      if (loop.leaf)
        print_copy(r, 0, p, 0, loop.block_bytes);
      else
        print({loop.children.front(), 0}, r, p, 0, depth + 1);
      print_line(r + " += " + std::to_string(loop.stride) + ";");
      print_line(p + " += " + std::to_string(loop.block_bytes) + ";");
      indent_ -= 4;
      print_line("}");
      indent_ -= 4;
      print_line("}");
    } else {
      for (std::int64_t block = 0; block < loop.count; ++block) {
        print({loop.child(block), placed.offset + loop.offset(block)}, record, packed, packed_offset, depth);
        packed_offset += loop.bytes_of(block);
      }
    }
  }

  /// Prints a struct's moves, for `structs` structs in a row.
  void print(const Moves &moves, int structs, std::int64_t extent, std::int64_t size) {
    for (std::int64_t i = 0; i < structs; ++i)
      for (const Move &one : moves)
        print_move("am_record", i * extent + one.record, "am_packed", i * size + one.packed, one.length);
  }

  void print_line(const std::string &text) {
    if (!text.empty())
      out_.indent(indent_) << text;
    out_ << '\n';
  }

private:
  void print_copy(const std::string &record, std::int64_t at, const std::string &packed, std::int64_t packed_at,
                  std::int64_t length) {
    for (const Move &one : exact_moves(at, packed_at, length))
      print_move(record, one.record, packed, one.packed, one.length);
  }

  void print_move(const std::string &record, std::int64_t at, const std::string &packed, std::int64_t packed_at,
                  std::int64_t length) {
    const std::string from = plus(record, at), to = plus(packed, packed_at);
    print_line((length <= longest_known_copy ? "memcpy(" : "automap_long_copy(") +
               (packs_ ? to + ", " + from : from + ", " + to) + ", " + std::to_string(length) + ");");
  }

  const Dataloops &loops_;
  bool packs_;
  llvm::raw_ostream &out_;
  int indent_ = 8;
};

/// Returns how many of the last items, which end at `end`, must be copied exactly so that these moves stay inside the
/// arrays.
std::int64_t last_exact(const Moves &moves, std::int64_t end, std::int64_t extent, std::int64_t size) {
  std::int64_t read = 0, written = 0;
  for (const Move &move : moves) {
    read = std::max(read, move.record + move.length - end);
    written = std::max(written, move.packed + move.length - size);
  }
  return std::max((read + extent - 1) / extent, (written + size - 1) / size);
}

/// A loop over all but the last structs.
struct FastLoop {
  explicit FastLoop(Moves of_one, std::int64_t last = 0)
      : moves(std::move(of_one)), structs(structs_in_a_step(static_cast<std::int64_t>(moves.size()))), last(last) {}

  Moves moves;       // of one struct
  int structs;       // how many a step copies
  std::int64_t last; // how many of the last structs must be copied exactly
};

/// Returns a loop that copies several structs in one step, or writes past a struct's end; none if neither is faster.
std::optional<FastLoop> find_fast_loop(const GeneratedType &type, const Dataloops &loops, bool packs) {
  const PlacedLoop one = loops.one();
  if (loops[one.loop].pieces > most_lines || type.extent > farthest_offset ||
      loops.true_upper_bound() > farthest_offset || loops.true_lower_bound() < -farthest_offset)
    return std::nullopt;
  const std::vector<ByteRange> parts = parts_of(loops, one);
  if (packs && loops.size() <= most_wide_moves * longest_move &&
      !layout::may_hold_pages_in_gaps({parts, type.extent, {}})) {
    const Moves wide = moves_of(parts, wide_moves);
    if (static_cast<std::int64_t>(wide.size()) <= most_wide_moves)
      return FastLoop(wide, last_exact(wide, loops.true_upper_bound(), type.extent, loops.size()));
  }
  FastLoop exact(moves_of(parts, exact_moves));
  return exact.structs > 1 ? std::optional(std::move(exact)) : std::nullopt;
}

/// The macro for casts, in a form that C accepts too: C may include a header for C++.
constexpr llvm::StringRef define_cast = R"(
#ifdef __cplusplus
#define am_cast(type, pointer) static_cast<type>(pointer)
#else
#define am_cast(type, pointer) ((type)(pointer))
#endif
)";

/// The macro for long copies. gcc -O2, without instruction set flags, copies them at 0.4 to 0.75 of the speed of a
/// call.
constexpr llvm::StringRef define_long_copy = R"(
#ifndef AUTOMAP_LONG_COPY
#define AUTOMAP_LONG_COPY
/* A call of memcpy. Where gcc knows the number, it copies 273 to 8192 bytes by one instruction (rep movs),
 * which takes up to twice as long. */
static inline void automap_long_copy(void *am_to, const void *am_from, size_t am_bytes)
{
    volatile size_t am_unknown = am_bytes;

    memcpy(am_to, am_from, am_unknown);
}
#endif
)";

std::string cast(bool cxx, const std::string &type, const std::string &what) {
  return cxx ? "am_cast(" + type + ", " + what + ")" : "(" + type + ")" + what;
}

void emit_function(const GeneratedType &type, const Dataloops &loops, bool packs, bool cxx, llvm::raw_ostream &out) {
  const std::int64_t size = loops.size();
  const PlacedLoop one = loops.one();
  const std::string head = "static inline void " + (packs ? names::pack(type.name) : names::unpack(type.name));
  out << '\n'
      << head
      << (packs ? "(const void *am_items, size_t am_count, void *am_dense)\n"
                : "(const void *am_dense, size_t am_count, void *am_items)\n")
      << "{\n";
  const Dataloop &loop = loops[one.loop];
  if (loop.leaf && loop.kind == Dataloop::Kind::contig && size == type.extent && one.offset == 0) {
    out << "    if (am_count > 0)\n        memcpy(" << (packs ? "am_dense, am_items" : "am_items, am_dense")
        << ", am_count * " << size << ");\n}\n";
    return;
  }
  const auto pointer = [&](const std::string &pointee, const char *name, const char *value) {
    out << "    " << pointee << " *" << name << " = " << cast(cxx, pointee + " *", value) << ";\n";
  };
  if (packs)
    pointer("const char", "am_record", "am_items");
  pointer(packs ? "char" : "const char", "am_packed", "am_dense");
  if (!packs)
    pointer("char", "am_record", "am_items");
  out << "    size_t am_i = 0;\n\n";
  CopyPrinter copies(loops, packs, out);
  const auto begin_loop = [&](int structs, std::int64_t rest) {
    out << "    for (; am_i" << (rest > 0 ? " + " + std::to_string(rest) : "") << " < am_count; "
        << (structs == 1 ? "++am_i" : "am_i += " + std::to_string(structs))
        << ", am_record += " << structs * type.extent << ", am_packed += " << structs * size << ") {\n";
  };
  std::int64_t left = 1; // how many structs the fast loop may leave to the next one
  if (const std::optional<FastLoop> fast = find_fast_loop(type, loops, packs)) {
    if (fast->last > 0)
      out << "    /* These copies may write ahead: what follows is written later. */\n";
    left = fast->structs - 1 + fast->last;
    begin_loop(fast->structs, left);
    copies.print(fast->moves, fast->structs, type.extent, size);
    out << "    }\n";
  }
  if (left > 0) {
    begin_loop(1, 0);
    copies.print(one, "am_record", "am_packed", 0, 0);
    out << "    }\n";
  }
  out << "}\n";
}

/// Returns how many lines a layout becomes, without those around loops.
std::int64_t lines_of(const Dataloops &loops, Dataloop::Id id) {
  const Dataloop &loop = loops[id];
  if (loop.pieces <= most_lines)
    return loop.pieces;
  if (loop.kind == Dataloop::Kind::contig || loop.kind == Dataloop::Kind::vector)
    return loop.leaf ? 1 : lines_of(loops, loop.children.front());
  if (loop.leaf)
    return loop.pieces;
  std::int64_t out = 0;
  for (std::int64_t block = 0; block < loop.count && out <= most_irregular_lines; ++block)
    out += lines_of(loops, loop.child(block));
  return out;
}

} // namespace

bool can_pack(const GeneratedType &type) {
  if (type.tree.data_bytes() == 0 || type.extent <= 0)
    return false;
  const Dataloops loops = loops_of(type);
  return lines_of(loops, loops.one().loop) <= most_irregular_lines;
}

void emit_packing_includes(const std::vector<GeneratedType> &types, llvm::raw_ostream &out) {
  if (std::ranges::any_of(types, &GeneratedType::has_packing))
    out << "#include <stddef.h>\n#include <string.h>\n";
}

void emit_packing(const std::vector<GeneratedType> &types, bool cxx, llvm::raw_ostream &out) {
  std::string text;
  llvm::raw_string_ostream functions(text);
  for (const GeneratedType &type : types) {
    if (!type.has_packing)
      continue;
    const Dataloops loops = loops_of(type);
    functions << "\n/* " << type.what << ": " << loops.size() << " bytes each. */";
    emit_function(type, loops, true, cxx, functions);
    emit_function(type, loops, false, cxx, functions);
  }
  if (text.empty())
    return;
  out << "\n/*\n * Arrays of items to dense bytes and back, without MPI: the bytes of the datatype in its "
         "order, without\n"
         " * holes. `am_items` and `am_dense` may not overlap.\n */\n";
  if (llvm::StringRef(text).contains(" automap_long_copy("))
    out << define_long_copy;
  if (cxx)
    out << define_cast;
  out << text;
  if (cxx)
    out << "\n#undef am_cast\n";
}

void emit_packing_for_runtime(const std::vector<GeneratedType> &types, bool cxx, llvm::raw_ostream &out) {
  if (std::ranges::none_of(types, &GeneratedType::has_packing))
    return;
  out << "#ifdef " << runtime_macro << '\n';
  emit_packing_includes(types, out);
  emit_packing(types, cxx, out);
  out << "#endif\n";
}

} // namespace automap
