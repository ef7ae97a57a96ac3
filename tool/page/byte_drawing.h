// The drawing of a record's bytes, in SVG: to scale, one cache line below the other, with a bar below what the datatype
// sends.
#pragma once

#include "byte_rows.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <string>

namespace automap {

struct DrawingShape {
  std::uint64_t bytes_in_row = cache_line; // divides cache_line
  double width = 760;                      // of the bytes, in pixels
  double margin = 52;                      // before them, for the offsets
};

/// Returns the shape for a wide page, and the one for the narrowest screens.
DrawingShape wide_shape(const Record &record);
DrawingShape narrow_shape(const Record &record);

/// Where links lead from a cell of a field.
using LinkOf = std::function<std::string(const Cell &)>;

/// Returns what the drawing's tooltip says about a cell.
std::string tooltip_of(const Cell &cell);

/// Prints the drawing as an element of a page, whose style colours it; or as a file, with its heading, legend and style.
void draw_bytes(const ByteRows &rows, const DrawingShape &shape, const LinkOf &link_of, const std::string &label,
                llvm::raw_ostream &out);
void draw_bytes_alone(const Survey &survey, const Record &record, llvm::raw_ostream &out);

/// Returns an element that a page needs once, before its drawings: the patterns that fill some of their cells.
std::string drawing_patterns();

/// The kinds of bytes, with the class of their cells and the words of the legend.
struct KindText {
  Cell::Kind kind;
  const char *css;
  const char *words;
};
inline constexpr KindText kind_texts[] = {
    {Cell::Kind::number, "number", "integer"},      {Cell::Kind::real, "real", "floating point"},
    {Cell::Kind::text, "text", "character, bool"},  {Cell::Kind::raw, "raw", "bytes"},
    {Cell::Kind::link, "link", "followed pointer"}, {Cell::Kind::left_out, "out", "left out"},
    {Cell::Kind::hole, "hole", "padding"},          {Cell::Kind::tail, "hole", "padding"},
};
constexpr const char *css_of(Cell::Kind kind) { return kind_texts[static_cast<std::size_t>(kind)].css; }

} // namespace automap
