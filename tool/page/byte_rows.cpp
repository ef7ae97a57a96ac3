// The bytes of a record in rows. See byte_rows.h.
#include "byte_rows.h"

#include "markup.h"
#include "model/quoted.h"
#include "show/layout_rows.h"

#include <algorithm>
#include <optional>

namespace automap {
namespace {

/// Lines of one long field that are drawn at its beginning and end, and the number above which some are left out.
constexpr std::uint64_t first_of_field = 2, last_of_field = 1, most_of_field = 5;
/// The same of the whole record.
constexpr std::size_t first_rows = 32, last_rows = 6, most_drawn_rows = 42;

Cell::Kind kind_of(layout::BasicTypeId id) {
  const std::string_view name = layout::mpi_name(id);
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (has("BYTE") || has("PACKED"))
    return Cell::Kind::raw;
  if (has("CHAR") || has("BOOL") || has("LOGICAL"))
    return Cell::Kind::text;
  return has("FLOAT") || has("DOUBLE") || has("COMPLEX") || has("REAL") ? Cell::Kind::real : Cell::Kind::number;
}

/// Collects the fields that have bytes in a range.
class FieldsInRange {
public:
  FieldsInRange(const Survey &survey, std::uint64_t begin, std::uint64_t end)
      : survey_(survey), begin_(begin), end_(end) {}

  std::vector<Cell> cells; // whole fields; they may overlap

  void add(const Record &record, std::uint64_t base, const std::string &path) {
    std::optional<std::size_t> bits; // the cell of the bit-fields before this one
    for (const Field &field : record.fields) {
      const std::uint64_t offset = base + field.offset_bytes, end = offset + field.size_bytes;
      if (field.size_bytes == 0 || end <= begin_ || offset >= end_)
        continue;
      const std::string name = path + field.name;
      if (field.content == Field::Content::record) {
        add_elements(field, offset, name);
      } else if (field.content == Field::Content::bits && bits &&
                 cells[*bits].field_offset + cells[*bits].field_size > offset) {
        Cell &shared = cells[*bits];
        shared.path += ", " + field.name;
        shared.field_size = end - shared.field_offset;
      } else {
        cells.push_back(cell_of(record, field, offset, name));
        if (field.content == Field::Content::bits)
          bits = cells.size() - 1;
      }
    }
  }

private:
  void add_elements(const Field &field, std::uint64_t offset, const std::string &name) {
    const Record &inner = survey_.records[field.record];
    const std::uint64_t first = begin_ > offset ? (begin_ - offset) / field.stride_bytes : 0;
    const std::uint64_t last = std::min(field.element_count() - 1, (end_ - 1 - offset) / field.stride_bytes);
    for (std::uint64_t i = first; i <= last; ++i) {
      const std::string element = name + subscripts(field, i);
      add(inner, offset + i * field.stride_bytes, element.empty() ? "" : element + ".");
    }
  }

  static std::string subscripts(const Field &field, std::uint64_t index) {
    std::string text;
    std::uint64_t span = field.element_count();
    for (const std::uint64_t extent : field.extents) {
      span /= extent;
      text += "[" + std::to_string(index / span) + "]";
      index %= span;
    }
    return text;
  }

  Cell cell_of(const Record &record, const Field &field, std::uint64_t offset, const std::string &name) const {
    Cell cell;
    cell.path = name;
    if (field.name.empty() && !cell.path.empty())
      cell.path.pop_back(); // the dot
    if (field.name.empty() && cell.path.empty())
      cell.path = field.is_vptr ? "vptr" : field.type;
    cell.type = field.type;
    cell.datatype = datatype_text(survey_, field);
    cell.field_offset = offset;
    cell.field_size = field.size_bytes;
    cell.element_bytes = field.element_count() > 1 ? field.stride_bytes : 0;
    cell.line = field.line;
    cell.owner = &record;
    cell.kind = field.link                                 ? Cell::Kind::link
                : field.content == Field::Content::ignored ? Cell::Kind::left_out
                : field.content == Field::Content::bits    ? Cell::Kind::raw
                                                           : kind_of(field.basic.id);
    return cell;
  }

  const Survey &survey_;
  std::uint64_t begin_, end_;
};

/// Returns the cells of a row, for which the fields' bytes are painted one after the other: what is sent over what is
/// left out, as in unions.
std::vector<Cell> cells_of(const Survey &survey, const Record &record, std::uint64_t begin, std::uint64_t end,
                           std::uint64_t tail_begin) {
  FieldsInRange fields(survey, begin, end);
  fields.add(record, 0, "");
  std::ranges::stable_sort(fields.cells, std::greater<>(), [](const Cell &cell) { return !is_sent(cell.kind); });
  constexpr std::size_t none = ~std::size_t{0};
  std::vector<std::size_t> owner(end - begin, none);
  for (std::size_t i = 0; i < fields.cells.size(); ++i) {
    const Cell &cell = fields.cells[i];
    const bool over = is_sent(cell.kind);
    const std::uint64_t from = std::max(cell.field_offset, begin),
                        to = std::min(cell.field_offset + cell.field_size, end);
    for (std::uint64_t byte = from; byte < to; ++byte)
      if (std::size_t &mine = owner[byte - begin]; over || mine == none)
        mine = i;
  }
  std::vector<Cell> out;
  for (std::uint64_t at = begin; at < end;) {
    std::uint64_t next = at + 1;
    while (next < end && owner[next - begin] == owner[at - begin] && (owner[at - begin] != none || next != tail_begin))
      ++next;
    Cell cell;
    if (owner[at - begin] != none)
      cell = fields.cells[owner[at - begin]];
    else
      cell.kind = at >= tail_begin ? Cell::Kind::tail : Cell::Kind::hole;
    cell.offset_bytes = at;
    cell.size_bytes = next - at;
    out.push_back(std::move(cell));
    at = next;
  }
  return out;
}

std::string lines_text(std::uint64_t size) {
  return grouped((size + cache_line - 1) / cache_line, "cache line") + ", " + grouped(size, "byte");
}

/// Returns the rows without cells: long stretches of one field are left out, and then the middle of what is left.
std::vector<ByteRow> choose_rows(const Record &record) {
  const std::uint64_t n = (record.size_bytes + cache_line - 1) / cache_line;
  std::vector<ByteRow> rows;
  const auto add_until = [&](std::uint64_t line) { // the lines up to this one, as far as they may be drawn at all
    std::uint64_t at = rows.empty() ? 0 : rows.back().offset_bytes + rows.back().size_bytes;
    for (std::uint64_t end = line * cache_line; at < std::min(end, record.size_bytes); at += cache_line)
      rows.push_back({at, std::min(cache_line, record.size_bytes - at), {}, ""});
  };
  std::vector<const Field *> fields;
  for (const Field &field : record.fields)
    if (field.size_bytes > most_of_field * cache_line)
      fields.push_back(&field);
  std::ranges::stable_sort(fields, {}, &Field::offset_bytes);
  constexpr std::uint64_t most_drawn = 100'000; // rows before the middle is left out
  for (const Field *field : fields) {
    const std::uint64_t first = (field->offset_bytes + cache_line - 1) / cache_line + first_of_field;
    const std::uint64_t end = field->offset_bytes + field->size_bytes, last = end / cache_line - last_of_field;
    const std::uint64_t done = rows.empty() ? 0 : (rows.back().offset_bytes + rows.back().size_bytes) / cache_line;
    if (end / cache_line < first + last_of_field + 2 || first < done || rows.size() > most_drawn)
      continue;
    add_until(first);
    const std::uint64_t size = (last - first) * cache_line;
    const std::string of = field->name.empty() ? "" : " of " + quoted(field->name);
    rows.push_back({first * cache_line, size, {}, lines_text(size) + of});
  }
  if (n - (rows.empty() ? 0 : (rows.back().offset_bytes + rows.back().size_bytes) / cache_line) <= most_drawn) {
    add_until(n);
  } else { // very many small fields
    const std::uint64_t begin = rows.empty() ? 0 : rows.back().offset_bytes + rows.back().size_bytes;
    add_until(begin / cache_line + first_rows);
    const std::uint64_t from = rows.back().offset_bytes + rows.back().size_bytes, to = (n - last_rows) * cache_line;
    rows.push_back({from, to - from, {}, lines_text(to - from)});
    add_until(n);
  }
  if (rows.size() > most_drawn_rows) {
    const std::uint64_t from = rows[first_rows].offset_bytes, to = rows[rows.size() - last_rows].offset_bytes;
    ByteRow gap = {from, to - from, {}, lines_text(to - from)};
    rows.erase(rows.begin() + first_rows, rows.end() - last_rows);
    rows.insert(rows.begin() + first_rows, std::move(gap));
  }
  return rows;
}

} // namespace

ByteRows byte_rows(const Survey &survey, const Record &record) {
  ByteRows out{choose_rows(record), true};
  const std::uint64_t tail = byte_counts(survey, record).tail;
  for (ByteRow &row : out.rows) {
    if (row.instead.empty())
      row.cells =
          cells_of(survey, record, row.offset_bytes, row.offset_bytes + row.size_bytes, record.size_bytes - tail);
    else
      out.is_whole = false;
  }
  return out;
}

namespace {

/// Returns the bytes of pointers that AutoLink follows, in one record.
std::uint64_t link_bytes(const Survey &survey, const Record &record) {
  std::uint64_t sum = 0;
  for (const Field &field : record.fields)
    if (field.link && field.content == Field::Content::ignored)
      sum += field.size_bytes;
    else if (field.content == Field::Content::record)
      sum += field.element_count() * link_bytes(survey, survey.records[field.record]);
  return sum;
}

} // namespace

ByteCounts byte_counts(const Survey &survey, const Record &record) {
  const Padding pad = padding(survey, record, layout::runs(record.tree, printed_limit));
  ByteCounts out;
  out.sent = static_cast<std::uint64_t>(record.tree.data_bytes());
  out.links = link_bytes(survey, record);
  out.tail = static_cast<std::uint64_t>(pad.tail_bytes);
  out.is_known = pad.complete;
  for (const Bytes &hole : pad.holes)
    out.holes += static_cast<std::uint64_t>(hole.size);
  out.left_out = record.size_bytes - std::min(record.size_bytes, out.sent + out.links + out.tail + out.holes);
  return out;
}

} // namespace automap
