// Packing functions in generated code. See emit_packing.h.
//
// The code follows the dataloops of the layout: straight lines for the contiguous parts of a struct, loops
// for arrays inside it. Adjacent fields are one copy. Copies have constant lengths, which compilers turn into
// moves between registers and memory; a length between two powers of two is two moves that overlap. When many
// structs are packed, all but the last ones are copied by moves of 16 bytes, which may write ahead, because
// what follows is written later.
#include "emit_packing.h"

#include "names.h"

#include "layout/dataloop/actions.h"
#include "layout/dataloop/dataloop.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string>
#include <utility>

namespace automap {
namespace {

using layout::ByteRange;
using layout::Dataloop;
using layout::Dataloops;
using layout::PlacedLoop;

/// More contiguous parts than this become a loop where they are regular, and no function where they are not.
constexpr std::int64_t most_lines = 64, most_irregular_lines = 512;

/// Structs of more moves of 16 bytes than this gain nothing by them.
constexpr std::size_t most_wide_moves = 12;

Dataloops loops_of(const GeneratedType &type) {
  return Dataloops(type.tree, {type.lower_bound, type.extent}, Dataloops::Types::erased);
}

std::string plus(const std::string &base, std::int64_t offset) {
  if (offset == 0)
    return base;
  return base + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

/// Writes the copies of one struct.
class CopyPrinter {
public:
  CopyPrinter(const Dataloops &loops, bool packs, llvm::raw_ostream &out)
      : loops_(loops), packs_(packs), out_(out) {}

  /// The `packed` pointer stands at what comes first, the `record` pointer at displacement 0.
  void print(PlacedLoop placed, const std::string &record, const std::string &packed,
             std::int64_t packed_offset, int depth) {
    const Dataloop &loop = loops_[placed.loop];
    const bool equally_spaced = loop.kind == Dataloop::Kind::contig || loop.kind == Dataloop::Kind::vector;
    if (loop.pieces <= most_lines || (loop.leaf && !equally_spaced)) {
      layout::ListAction parts;
      walk(loops_, placed, loop.count, 0, 0, loop.size, parts);
      for (const ByteRange &part : parts.ranges()) {
        copy(record, part.offset, packed, packed_offset, part.length);
        packed_offset += part.length;
      }
    } else if (equally_spaced) {
      const std::string number = std::to_string(depth);
      const std::string i = "i" + number, r = "r" + number, p = "p" + number;
      const auto pointer = [&](bool is_const, const std::string &name, const std::string &value) {
        line((is_const ? "const char *" : "char *") + name + " = " + value + ";");
      };
      line("{");
      indent_ += 4;
      line("size_t " + i + ";");
      pointer(packs_, r, plus(record, placed.offset));
      pointer(!packs_, p, plus(packed, packed_offset));
      line("");
      line("for (" + i + " = 0; " + i + " < " + std::to_string(loop.count) + "; ++" + i + ") {");
      indent_ += 4;
      if (loop.leaf)
        copy(r, 0, p, 0, loop.block_bytes);
      else
        print({loop.children.front(), 0}, r, p, 0, depth + 1);
      line(r + " += " + std::to_string(loop.stride) + ";");
      line(p + " += " + std::to_string(loop.block_bytes) + ";");
      indent_ -= 4;
      line("}");
      indent_ -= 4;
      line("}");
    } else {
      for (std::int64_t block = 0; block < loop.count; ++block) {
        print({loop.child(block), placed.offset + loop.offset(block)}, record, packed, packed_offset, depth);
        packed_offset += loop.bytes_of(block);
      }
    }
  }

  void wide(const std::vector<ByteRange> &parts) {
    std::int64_t packed = 0;
    for (const ByteRange &part : parts) {
      for (std::int64_t done = 0; done < part.length; done += 16)
        move("record", part.offset + done, "packed", packed + done, 16);
      packed += part.length;
    }
  }

  void line(const std::string &text) {
    if (!text.empty())
      out_.indent(indent_) << text;
    out_ << '\n';
  }

  void indent_by(int columns) { indent_ += columns; }

private:
  void copy(const std::string &record, std::int64_t at, const std::string &packed, std::int64_t packed_at,
            std::int64_t length) {
    std::int64_t unit = 1;
    while (unit < 16 && 2 * unit <= length)
      unit *= 2;
    if (length > 32 || length == unit || length == 3) {
      move(record, at, packed, packed_at, length);
    } else {
      move(record, at, packed, packed_at, unit);
      move(record, at + length - unit, packed, packed_at + length - unit, unit);
    }
  }

  void move(const std::string &record, std::int64_t at, const std::string &packed, std::int64_t packed_at,
            std::int64_t length) {
    const std::string from = plus(record, at), to = plus(packed, packed_at);
    line("memcpy(" + (packs_ ? to + ", " + from : from + ", " + to) + ", " + std::to_string(length) + ");");
  }

  const Dataloops &loops_;
  bool packs_;
  llvm::raw_ostream &out_;
  int indent_ = 8;
};

/// How many of the last structs must be copied exactly for moves of 16 bytes to stay inside of the arrays.
std::int64_t last_exact(const std::vector<ByteRange> &parts, std::int64_t size, const GeneratedType &type) {
  std::int64_t read = 0, written = 0, packed = 0;
  for (const ByteRange &part : parts) {
    const std::int64_t moved = (part.length + 15) / 16 * 16;
    read = std::max(read, part.offset + moved - type.extent);
    written = std::max(written, packed + moved - size);
    packed += part.length;
  }
  return std::max((read + type.extent - 1) / type.extent, (written + size - 1) / size);
}

void emit_function(const GeneratedType &type, const Dataloops &loops, bool packs, llvm::raw_ostream &out) {
  const std::int64_t size = loops.size();
  const PlacedLoop one = loops.one();
  const std::string head =
      "static inline void " + (packs ? names::pack(type.name) : names::unpack(type.name));
  out << '\n'
      << head
      << (packs ? "(const void *structs, size_t count, void *dense)\n"
                : "(const void *dense, size_t count, void *structs)\n")
      << "{\n";
  CopyPrinter copies(loops, packs, out);
  const Dataloop &loop = loops[one.loop];
  if (loop.leaf && loop.kind == Dataloop::Kind::contig && size == type.extent) {
    out << "    if (count > 0)\n        memcpy(" << (packs ? "dense, structs" : "structs, dense")
        << ", count * " << size << ");\n}\n";
    return;
  }
  out << (packs ? "    const char *record = (const char *)structs;\n    char *packed = (char *)dense;\n"
                : "    const char *packed = (const char *)dense;\n    char *record = (char *)structs;\n")
      << "    size_t i = 0;\n\n";
  const std::string steps =
      "record += " + std::to_string(type.extent) + ", packed += " + std::to_string(size);
  if (packs && loop.pieces <= most_lines) {
    layout::ListAction parts;
    walk(loops, one, loop.count, 0, 0, size, parts);
    std::int64_t moves = 0;
    for (const ByteRange &part : parts.ranges())
      moves += (part.length + 15) / 16;
    if (static_cast<std::size_t>(moves) <= most_wide_moves && type.tree.true_lower_bound() >= 0) {
      const std::int64_t exact = last_exact(parts.ranges(), size, type);
      out << "    /* These copies may write ahead: what follows is written later. */\n"
          << "    for (; i + " << exact << " < count; ++i, " << steps << ") {\n";
      copies.wide(parts.ranges());
      out << "    }\n";
    }
  }
  out << "    for (; i < count; ++i, " << steps << ") {\n";
  copies.print(one, "record", "packed", 0, 0);
  out << "    }\n}\n";
}

/// The lines that a layout becomes, but for those around loops.
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

bool has_packing(const GeneratedType &type) {
  if (type.tree.data_bytes() == 0 || type.extent <= 0 || type.lower_bound != 0)
    return false;
  const Dataloops loops = loops_of(type);
  return lines_of(loops, loops.one().loop) <= most_irregular_lines;
}

void emit_packing(const std::vector<GeneratedType> &types, llvm::raw_ostream &out) {
  bool first = true;
  for (const GeneratedType &type : types) {
    if (!has_packing(type))
      continue;
    const Dataloops loops = loops_of(type);
    if (std::exchange(first, false))
      out << "\n/*\n * Arrays of structs to dense bytes and back, without MPI: the bytes of the fields in "
             "the order of the\n"
             " * datatype, without padding. `structs` and `dense` may not overlap.\n */\n";
    out << "\n/* " << type.what << ": " << loops.size() << " bytes each. */";
    emit_function(type, loops, true, out);
    emit_function(type, loops, false, out);
  }
}

} // namespace automap
