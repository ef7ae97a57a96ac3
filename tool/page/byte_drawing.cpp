// The drawing of a record's bytes. See byte_drawing.h.
#include "byte_drawing.h"

#include "markup.h"
#include "style.h"

#include "model/quoted.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>

namespace automap {
namespace {

constexpr double cell_height = 40, bar_height = 4, bar_gap = 3, row_gap = 6, line_gap = 13, gap_height = 30,
                 axis_height = 16;
constexpr double name_width = 6.7, small_width = 5.5; // of a character in the fonts of style.h

/// Returns the number without needless digits: XML wants dots, and small files want few.
std::string px(double value) {
  std::string text = llvm::formatv("{0:F2}", value).str();
  while (text.back() == '0')
    text.pop_back();
  if (text.back() == '.')
    text.pop_back();
  return text;
}

std::string xywh(double x, double y, double width, double height) {
  return "x=\"" + px(x) + "\" y=\"" + px(y) + "\" width=\"" + px(width) + "\" height=\"" + px(height) + "\"";
}

/// Returns the longest of these texts that fits, or nothing.
std::string fitting(const std::vector<std::string> &texts, double width, double of_character) {
  for (const std::string &text : texts)
    if (columns_of(text) * of_character <= width)
      return text;
  return "";
}

/// Returns the names of a field from the longest one to the shortest: "cells[0].pos", "[0].pos", ".pos", "pos".
std::vector<std::string> names_of(const Cell &cell) {
  if (cell.path.empty())
    return {};
  const std::size_t dot = cell.path.rfind('.');
  std::vector<std::string> names = {cell.path};
  if (dot != std::string::npos)
    names.push_back(cell.path.substr(dot + 1));
  return names;
}

/// Returns what stands below the name: "3 double", "double".
std::vector<std::string> details_of(const Cell &cell) {
  if (cell.path.empty())
    return {std::to_string(cell.size_bytes)};
  std::vector<std::string> out = {cell.type};
  if (const std::size_t bracket = cell.type.find('['); bracket != std::string::npos)
    out.push_back(cell.type.substr(bracket));
  return out;
}

class Drawing {
public:
  Drawing(const ByteRows &rows, const DrawingShape &shape, const LinkOf &link_of, llvm::raw_ostream &out)
      : rows_(rows), shape_(shape), link_of_(link_of), out_(out),
        per_byte_(shape.width / static_cast<double>(shape.bytes_in_row)) {}

  double width() const { return shape_.margin + shape_.width + 1; }

  double height() const {
    double sum = axis_height;
    for (const ByteRow &row : rows_.rows)
      sum += height_of(row);
    return sum;
  }

  /// Prints all rows from `top` on.
  void print(double top) {
    print_axis(top);
    y_ = top + axis_height;
    for (const ByteRow &row : rows_.rows) {
      if (row.cells.empty())
        print_gap(row);
      else
        print_line(row);
    }
  }

private:
  double height_of(const ByteRow &row) const {
    if (row.cells.empty())
      return gap_height + line_gap;
    const std::uint64_t parts = (row.size_bytes + shape_.bytes_in_row - 1) / shape_.bytes_in_row;
    return static_cast<double>(parts) * (cell_height + bar_gap + bar_height + row_gap) - row_gap + line_gap;
  }

  void print_axis(double y) {
    const std::uint64_t step = shape_.bytes_in_row <= 32 ? 4 : 8;
    for (std::uint64_t byte = 0; byte < shape_.bytes_in_row; byte += step)
      out_ << "<text class=\"axis\" x=\"" << px(x_of(byte) + 1) << "\" y=\"" << px(y + 11) << "\">+" << byte
           << "</text>\n";
  }

  double x_of(std::uint64_t byte_in_row) const { return shape_.margin + static_cast<double>(byte_in_row) * per_byte_; }

  void print_gap(const ByteRow &row) {
    out_ << "<g class=\"gap\" data-offset=\"" << row.offset_bytes << "\" data-size=\"" << row.size_bytes << "\"><rect "
         << xywh(shape_.margin, y_, shape_.width, gap_height) << " rx=\"3\"/><text x=\""
         << px(shape_.margin + shape_.width / 2) << "\" y=\"" << px(y_ + gap_height / 2 + 4) << "\">… "
         << escaped(row.instead) << " …</text></g>\n";
    print_offset(row.offset_bytes, gap_height / 2 + 4);
    y_ += gap_height + line_gap;
  }

  void print_offset(std::uint64_t offset, double down) {
    out_ << "<text class=\"offset\" x=\"" << px(shape_.margin - 8) << "\" y=\"" << px(y_ + down) << "\">"
         << grouped(offset) << "</text>\n";
  }

  /// Prints a cache line, in one row or several.
  void print_line(const ByteRow &line) {
    for (std::uint64_t begin = line.offset_bytes, end = line.offset_bytes + line.size_bytes; begin < end;
         begin += shape_.bytes_in_row) {
      const std::uint64_t row_end = std::min(end, begin + shape_.bytes_in_row);
      print_offset(begin, cell_height / 2 + 4);
      for (Cell cell : line.cells) {
        const std::uint64_t from = std::max(cell.offset_bytes, begin);
        const std::uint64_t to = std::min(cell.offset_bytes + cell.size_bytes, row_end);
        if (from >= to)
          continue;
        cell.offset_bytes = from;
        cell.size_bytes = to - from;
        print_cell(cell, from - begin);
      }
      print_sent(line, begin, row_end);
      y_ += cell_height + bar_gap + bar_height + row_gap;
    }
    y_ += line_gap - row_gap;
  }

  void print_cell(const Cell &cell, std::uint64_t at) {
    const double x = x_of(at), width = static_cast<double>(cell.size_bytes) * per_byte_;
    const std::string link = link_of_ ? link_of_(cell) : "";
    if (!link.empty())
      out_ << "<a href=\"" << escaped(link) << "\">";
    out_ << "<g class=\"cell " << css_of(cell.kind) << "\" data-offset=\"" << cell.offset_bytes << "\" data-size=\""
         << cell.size_bytes << "\"><title>" << escaped(tooltip_of(cell)) << "</title><rect "
         << xywh(x + 0.5, y_ + 0.5, width - 1, cell_height - 1) << " rx=\"" << px(std::min(3.0, width / 4)) << "\"/>";
    print_ticks(cell, x);
    const double room = width - 6;
    const std::string name = fitting(names_of(cell), room, name_width);
    const std::string detail = name.empty() && !cell.path.empty() ? "" : fitting(details_of(cell), room, small_width);
    const double middle = x + width / 2;
    const auto text = [&](const char *css, double down, const std::string &what) {
      if (!what.empty())
        out_ << "<text class=\"" << css << "\" x=\"" << px(middle) << "\" y=\"" << px(y_ + down) << "\">"
             << escaped(what) << "</text>";
    };
    const bool both = !name.empty() && !detail.empty();
    text("name", both ? 17.5 : 24, name);
    text("detail", both ? 31 : 24, detail);
    out_ << "</g>" << (link.empty() ? "" : "</a>") << '\n';
  }

  /// Prints thin lines between the elements of an array, if there is room for them.
  void print_ticks(const Cell &cell, double x) {
    if (cell.element_bytes == 0 || static_cast<double>(cell.element_bytes) * per_byte_ < 5)
      return;
    std::string path;
    const std::uint64_t first = (cell.offset_bytes - cell.field_offset) / cell.element_bytes + 1;
    for (std::uint64_t at = cell.field_offset + first * cell.element_bytes; at < cell.offset_bytes + cell.size_bytes;
         at += cell.element_bytes)
      path += "M" + px(x + static_cast<double>(at - cell.offset_bytes) * per_byte_) + " " + px(y_ + 1) + "v" +
              px(cell_height - 2);
    if (!path.empty())
      out_ << "<path class=\"tick\" d=\"" << path << "\"/>";
  }

  /// Prints a bar below adjacent bytes that are sent.
  void print_sent(const ByteRow &line, std::uint64_t begin, std::uint64_t end) {
    std::uint64_t from = begin, to = begin;
    const auto print = [&] {
      if (from < to)
        out_ << "<rect class=\"sent\" "
             << xywh(x_of(from - begin), y_ + cell_height + bar_gap, static_cast<double>(to - from) * per_byte_,
                     bar_height)
             << "/>\n";
    };
    for (const Cell &cell : line.cells) {
      const std::uint64_t cell_begin = std::max(cell.offset_bytes, begin),
                          cell_end = std::min(cell.offset_bytes + cell.size_bytes, end);
      if (cell_begin >= cell_end || !is_sent(cell.kind))
        continue;
      if (cell_begin != to) {
        print();
        from = cell_begin;
      }
      to = cell_end;
    }
    print();
  }

  const ByteRows &rows_;
  const DrawingShape &shape_;
  const LinkOf &link_of_;
  llvm::raw_ostream &out_;
  double per_byte_, y_ = 0;
};

/// The patterns that fill cells of bytes that are not sent.
constexpr const char *patterns =
    "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><path class=\"hatching\" d=\"M0 0v6\"/></pattern></defs>";

} // namespace

std::string drawing_patterns() {
  return std::string("<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\">") + patterns + "</svg>\n";
}

DrawingShape wide_shape(const Record &record) {
  DrawingShape shape;
  while (shape.bytes_in_row > 16 && record.size_bytes <= shape.bytes_in_row / 2)
    shape.bytes_in_row /= 2;
  if (record.size_bytes > shape.bytes_in_row / 2 &&
      record.size_bytes < shape.bytes_in_row) // one row, as wide as the page
    shape.bytes_in_row = (record.size_bytes + 7) / 8 * 8;
  return shape;
}

DrawingShape narrow_shape(const Record &record) { return {record.size_bytes <= 2 * cache_line ? 16u : 32u, 320, 40}; }

std::string tooltip_of(const Cell &cell) {
  const std::string where =
      "bytes " + grouped(cell.path.empty() ? cell.offset_bytes : cell.field_offset) + " to " +
      grouped((cell.path.empty() ? cell.offset_bytes + cell.size_bytes : cell.field_offset + cell.field_size) - 1);
  if (cell.path.empty())
    return grouped(cell.size_bytes, "byte") + " of padding: " + where;
  std::string text =
      cell.type + " " + cell.path + "\n" + where + " (" + grouped(cell.field_size) + ")\n" + cell.datatype;
  if (cell.line != 0 && cell.owner)
    text += "\n" + cell.owner->location.file + ":" + std::to_string(cell.line);
  return text;
}

void draw_bytes(const ByteRows &rows, const DrawingShape &shape, const LinkOf &link_of, const std::string &label,
                llvm::raw_ostream &out) {
  Drawing drawing(rows, shape, link_of, out);
  out << "<svg class=\"bytes\" viewBox=\"0 0 " << px(drawing.width()) << " " << px(drawing.height())
      << "\" role=\"img\" aria-label=\"" << escaped(label) << "\">\n";
  drawing.print(0);
  out << "</svg>\n";
}

void draw_bytes_alone(const Survey &survey, const Record &record, llvm::raw_ostream &out) {
  const ByteRows rows = byte_rows(survey, record);
  const DrawingShape shape = wide_shape(record);
  const LinkOf link_of = [](const Cell &cell) {
    return cell.line == 0 || !cell.owner ? "" : url_of(cell.owner->location.file, cell.line);
  };
  Drawing drawing(rows, shape, link_of, out);
  constexpr double edge = 20, heading = 44, legend = 34;
  const double width = drawing.width() + 2 * edge, height = drawing.height() + heading + legend + edge;
  const ByteCounts counts = byte_counts(survey, record);
  const std::string name = describe(record);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << px(width) << "\" height=\"" << px(height)
      << "\" viewBox=\"0 0 " << px(width) << " " << px(height) << "\" role=\"img\">\n<title>" << escaped(name)
      << "</title>\n<style>" << drawing_style() << "</style>" << patterns << "\n<rect class=\"paper\" "
      << xywh(0.5, 0.5, width - 1, height - 1) << " rx=\"8\"/>\n<text class=\"heading\" x=\"" << px(edge)
      << "\" y=\"30\">" << escaped(name) << "</text><text class=\"summary\" x=\"" << px(width - edge) << "\" y=\"30\">"
      << grouped(record.size_bytes, "byte") << ", " << grouped(counts.sent) << " sent</text>\n"
      << "<g transform=\"translate(" << px(edge) << " " << px(heading) << ")\">\n";
  drawing.print(0);
  std::set<std::string> shown;
  for (const ByteRow &row : rows.rows)
    for (const Cell &cell : row.cells)
      shown.insert(css_of(cell.kind));
  double x = shape.margin;
  const double y = drawing.height() + 12;
  for (const KindText &kind : kind_texts)
    if (kind.kind != Cell::Kind::tail && shown.count(kind.css)) {
      out << "<g class=\"cell " << kind.css << "\"><rect " << xywh(x, y, 12, 12)
          << " rx=\"2\"/></g><text class=\"legend\" x=\"" << px(x + 18) << "\" y=\"" << px(y + 10) << "\">"
          << kind.words << "</text>\n";
      x += 18 + 6.4 * static_cast<double>(std::string_view(kind.words).size()) + 22;
    }
  out << "<rect class=\"sent\" " << xywh(x, y + 4, 18, bar_height) << "/><text class=\"legend\" x=\"" << px(x + 24)
      << "\" y=\"" << px(y + 10) << "\">sent</text>\n</g>\n</svg>\n";
}

} // namespace automap
