// Properties of records that are computed from their fields. See record.h.
#include "record.h"

#include "progress.h"

#include "layout/compose.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace automap {
namespace {

/// Adds the bytes of all ignored fields of `record`, also in arrays of records. Returns false if there are too many.
bool add_ignored(const Survey &survey, const Record &record, std::int64_t base, std::vector<Bytes> &out) {
  for (const Field &field : record.fields) {
    const std::int64_t offset = base + static_cast<std::int64_t>(field.offset_bytes);
    if (field.content == Field::Content::ignored && field.size_bytes != 0)
      out.push_back({offset, static_cast<std::int64_t>(field.size_bytes)});
    if (field.content != Field::Content::record)
      continue;
    const Record &element = survey.records[field.record];
    const std::size_t before = out.size();
    for (std::uint64_t i = 0; i < field.element_count(); ++i) {
      if (out.size() > 2 * printed_limit ||
          !add_ignored(survey, element, offset + static_cast<std::int64_t>(i * field.stride_bytes), out))
        return false;
      if (out.size() == before)
        break; // the other elements are like this one
    }
  }
  return true;
}

/// Returns the end of the last byte that belongs to a field. The rest is padding.
std::uint64_t covered_end(const Survey &survey, const Record &record) {
  auto end = static_cast<std::uint64_t>(record.tree.true_upper_bound());
  for (const Field &field : record.fields) {
    if (field.content == Field::Content::ignored && field.size_bytes != 0)
      end = std::max(end, field.offset_bytes + field.size_bytes);
    if (field.content != Field::Content::record || field.element_count() == 0)
      continue;
    if (const std::uint64_t inner = covered_end(survey, survey.records[field.record]))
      end = std::max(end, field.offset_bytes + (field.element_count() - 1) * field.stride_bytes + inner);
  }
  return end;
}

} // namespace

std::uint64_t Field::element_count() const {
  return std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
}

Padding padding(const Survey &survey, const Record &record, const layout::Runs &runs) {
  std::vector<Bytes> covered;
  bool complete = add_ignored(survey, record, 0, covered) && runs.complete;
  for (const layout::Run &run : runs.runs) {
    if (run.stride == run.type.size_bytes) {
      covered.push_back({run.offset, run.count * run.stride});
      continue;
    }
    for (std::int64_t i = 0; i < run.count && complete; ++i) {
      covered.push_back({run.offset + i * run.stride, run.type.size_bytes});
      complete = covered.size() <= 4 * printed_limit;
    }
  }
  Padding result;
  result.tail_bytes = static_cast<std::int64_t>(record.size_bytes - covered_end(survey, record));
  if (!complete) { // a byte that no known range covers may still belong to a field
    result.complete = false;
    return result;
  }
  std::ranges::sort(covered, {}, &Bytes::offset);
  std::int64_t end = 0;
  for (const Bytes &bytes : covered) {
    if (bytes.offset > end)
      result.holes.push_back({end, bytes.offset - end});
    end = std::max(end, bytes.offset + bytes.size);
  }
  return result;
}

/// Returns the field that holds the byte at `offset`; in a union, the member that is sent.
const Field *FieldPaths::field_at(const Record &record, std::uint64_t offset) {
  const auto [known, is_new] = sorted_.try_emplace(&record);
  std::vector<Placed> &sorted = known->second;
  if (is_new) {
    for (const Field &field : record.fields)
      if (field.size_bytes != 0)
        sorted.push_back({&field, 0});
    std::ranges::stable_sort(sorted, {}, [](const Placed &one) { return one.field->offset_bytes; });
    std::uint64_t end = 0;
    for (Placed &one : sorted)
      one.end_of_all = end = std::max(end, one.field->offset_bytes + one.field->size_bytes);
  }
  const auto rank = [](const Field *field) { return std::pair(field->content == Field::Content::ignored, field); };
  const Field *found = nullptr;
  auto next = std::ranges::upper_bound(sorted, offset, {}, [](const Placed &one) { return one.field->offset_bytes; });
  while (next != sorted.begin() && (--next)->end_of_all > offset) // more than one if fields overlap, as in unions
    if (offset < next->field->offset_bytes + next->field->size_bytes && (!found || rank(next->field) < rank(found)))
      found = next->field;
  return found;
}

std::string FieldPaths::at(const Record &record, std::uint64_t offset) {
  const Field *field = field_at(record, offset);
  if (!field)
    return "";
  const std::uint64_t within = offset - field->offset_bytes;
  std::string subscripts;
  std::uint64_t index = within / field->stride_bytes, span = field->element_count();
  const bool first = index == 0;
  for (const std::uint64_t extent : field->extents) {
    span /= extent;
    subscripts += "[" + std::to_string(index / span) + "]";
    index %= span;
  }
  std::string inner;
  if (field->content == Field::Content::record)
    inner = at(survey_.records[field->record], within % field->stride_bytes);
  if (inner.empty())
    return field->name + (first ? "" : subscripts);
  if (field->name.empty() && !is_array(record))
    return inner;
  return field->name + subscripts + "." + inner;
}

std::vector<Bytes> bit_field_bytes(const Record &record) {
  std::vector<Bytes> bytes;
  std::uint64_t end = 0; // bit-fields ascend in memory; in a union, all begin at 0
  for (const Field &field : record.fields) {
    if (field.content != Field::Content::bits)
      continue;
    const std::uint64_t begin = std::max(field.offset_bytes, end);
    end = std::max(end, field.offset_bytes + field.size_bytes);
    bytes.push_back({static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end - std::min(begin, end))});
  }
  return bytes;
}

void each_link(const Survey &survey, const Record &record, const std::function<void(const Link &)> &visit) {
  for (const Field &field : record.fields) {
    if (field.link)
      visit(*field.link);
    if (field.content == Field::Content::record)
      each_link(survey, survey.records[field.record], visit);
  }
}

bool is_dynamic(const Survey &survey, const Record &record) {
  return std::ranges::any_of(record.fields, [&](const Field &field) {
    return field.is_vptr ||
           (field.content == Field::Content::record && is_dynamic(survey, survey.records[field.record]));
  });
}

layout::TypeTree tree_of(const Survey &survey, const Record &record) {
  std::vector<layout::Placed> parts;
  const std::vector<Bytes> bits = bit_field_bytes(record);
  auto next_bits = bits.begin();
  const auto adjacent = [](std::uint64_t count, layout::BasicType type) {
    return layout::array_of(static_cast<std::int64_t>(count), type.size_bytes, layout::TypeTree::leaf(type));
  };
  const auto array = [](const Field &field, const layout::TypeTree &element) {
    return layout::array_of(static_cast<std::int64_t>(field.element_count()),
                            static_cast<std::int64_t>(field.stride_bytes), element);
  };
  for (const Field &field : record.fields) {
    const auto offset = static_cast<std::int64_t>(field.offset_bytes);
    switch (field.content) {
    case Field::Content::basic:
      parts.push_back({offset, array(field, adjacent(field.basic_count, field.basic))});
      break;
    case Field::Content::bits:
      parts.push_back(
          {next_bits->offset, adjacent(static_cast<std::uint64_t>(next_bits->size), {layout::BasicTypeId::BYTE, 1})});
      ++next_bits;
      break;
    case Field::Content::record:
      parts.push_back({offset, array(field, survey.records[field.record].tree)});
      break;
    case Field::Content::ignored:
      break;
    }
  }
  return layout::sequence(parts);
}

void find_optimal_trees(Survey &survey, const layout::CostModel &model) {
  for (Record &record : survey.records) {
    if (!record.mapped || !(record.listed || !record.datatypes.empty()))
      continue;
    show_progress("searching the cheapest type tree of " + describe(record));
    try {
      record.optimal = optimal_tree(record.tree, model);
    } catch (const std::length_error &error) {
      throw std::length_error("'" + describe(record) + "': " + error.what());
    }
  }
}

std::string describe(const Record &record) {
  const std::string view = record.view.empty() ? "" : ", view " + record.view;
  if (record.qualified.empty())
    return record.kind + " (unnamed)" + view;
  if (!record.tagged)
    return record.qualified + view;
  if (record.spelling.starts_with(record.kind + " "))
    return record.spelling + view;
  return record.kind + " " + (record.spelling.empty() ? record.qualified : record.spelling) + view;
}

} // namespace automap
