// Advice about records. See advice.h.
#include "advice.h"

#include "model/quoted.h"
#include "packing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

namespace automap {
namespace {

/// The number of fields above which no tree is searched for another order, and no order is written out.
constexpr std::size_t most_fields = 64;

/// Places the fields in this order as a compiler does, and returns the size of the record; `place(field, offset)` gets
/// each offset.
template <typename Place>
std::uint64_t lay_out(const Record &record, const std::vector<std::size_t> &order, Place place) {
  std::uint64_t end = 0;
  for (const std::size_t index : order) {
    const Field &field = record.fields[index];
    end = llvm::alignTo(end, field.align_bytes);
    place(index, end);
    end += field.size_bytes;
  }
  return llvm::alignTo(end, record.align_bytes);
}

/// Whether the compiler places the fields by their sizes and alignments alone, in the order in which they stand.
bool can_be_reordered(const Record &record) {
  if (!record.view.empty() || record.standard || (record.kind != "struct" && record.kind != "class"))
    return false;
  for (const Field &field : record.fields)
    if (field.is_base || field.is_vptr || field.bit_width != 0 || field.size_bytes == 0 ||
        !std::has_single_bit(field.align_bytes))
      return false;
  std::vector<std::size_t> order(record.fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool same = true;
  const std::uint64_t size = lay_out(record, order, [&](std::size_t index, std::uint64_t offset) {
    same = same && record.fields[index].offset_bytes == offset;
  });
  return same && size == record.size_bytes; // not so if it is packed, or if something lies in tail padding
}

/// Returns the fields from the most aligned to the least aligned one. Of these, those of one type stand together, and
/// those that are left out come last.
std::vector<std::size_t> by_alignment(const Record &record) {
  std::vector<std::size_t> order(record.fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t index) {
    const Field &field = record.fields[index];
    const bool is_basic = field.content == Field::Content::basic;
    return std::tuple(~field.align_bytes, field.content == Field::Content::ignored, is_basic,
                      is_basic ? static_cast<unsigned>(field.basic.id) : 0);
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

std::string share_of(std::uint64_t saved, std::uint64_t size) {
  return plural(saved, "byte") + " of " + std::to_string(size);
}

void advise_order(const Survey &survey, const Record &record, const layout::CostModel &model,
                  std::vector<Advice> &out) {
  const BetterOrder better = better_order(survey, record, model);
  if (better.size_bytes == 0)
    return;
  std::string text =
      "Another order of the fields saves " + share_of(record.size_bytes - better.size_bytes, record.size_bytes);
  if (!better.fields.empty())
    text += ": " + llvm::join(better.fields, ", ");
  text += better.has_padding ? "." : ". No padding is left then.";
  if (better.cost != 0 && better.cost < record.optimal.cost)
    text += " The datatype's cost falls from " + std::to_string(record.optimal.cost) + " to " +
            std::to_string(better.cost) + ".";
  out.push_back({Advice::Kind::better, text});
}

/// Returns the path of the field that is left out and holds the byte at `offset`; empty if there is none.
std::string left_out_at(const Survey &survey, const Record &record, std::uint64_t offset) {
  for (const Field &field : record.fields) {
    if (offset < field.offset_bytes || offset >= field.offset_bytes + field.size_bytes)
      continue;
    if (field.content == Field::Content::ignored)
      return field.is_vptr ? "the pointer to virtual functions" : quoted(field.name);
    if (field.content != Field::Content::record)
      continue;
    const std::uint64_t within = (offset - field.offset_bytes) % field.stride_bytes;
    if (const std::string inner = left_out_at(survey, survey.records[field.record], within); !inner.empty())
      return inner + (field.name.empty() ? "" : " in " + quoted(field.name));
  }
  return "";
}

/// Names what stands between two contiguous blocks of what is sent.
std::string gap_text(const Survey &survey, FieldPaths &paths, const Record &record, const Bytes &gap) {
  const auto begin = static_cast<std::uint64_t>(gap.offset);
  constexpr std::int64_t most_searched = 64; // padding before a field is short
  for (std::int64_t i = 0; i < std::min(gap.size, most_searched); ++i)
    if (const std::string left_out = left_out_at(survey, record, begin + static_cast<std::uint64_t>(i));
        !left_out.empty())
      return left_out + " is left out between fields that are sent";
  const std::string bytes = plural(static_cast<std::uint64_t>(gap.size), "byte");
  const std::string before = begin == 0 ? "" : paths.at(record, begin - 1);
  return bytes + " of padding" + (before.empty() ? " at its beginning" : " after " + quoted(before));
}

/// Says what keeps the bytes that are sent from being one block.
void advise_gaps(const Survey &survey, const Record &record, std::int64_t blocks, std::vector<Advice> &out) {
  constexpr std::size_t most_gaps = 3, most_searched = 100, most_pieces = 4 * printed_limit;
  const layout::Runs all = layout::runs(record.tree, printed_limit);
  bool complete = all.complete;
  std::vector<Bytes> sent;
  for (const layout::Run &run : all.runs) {
    const bool is_dense = run.stride == run.type.size_bytes;
    for (std::int64_t i = 0; i < (is_dense ? 1 : run.count) && complete; ++i) {
      sent.push_back({run.offset + i * run.stride, is_dense ? run.count * run.stride : run.type.size_bytes});
      complete = sent.size() <= most_pieces;
    }
  }
  std::ranges::sort(sent, {}, &Bytes::offset);
  std::vector<std::string> gaps; // elements of an array have the same
  std::size_t searched = 0;
  FieldPaths paths(survey);
  std::int64_t end = sent.empty() ? 0 : sent.front().offset;
  for (const Bytes &bytes : sent) {
    if (gaps.size() == most_gaps || searched == most_searched || !complete) // what is not in `sent` may fill a gap
      break;
    if (bytes.offset > end) {
      ++searched;
      if (std::string text = gap_text(survey, paths, record, {end, bytes.offset - end});
          !llvm::is_contained(gaps, text))
        gaps.push_back(std::move(text));
    }
    end = std::max(end, bytes.offset + bytes.size);
  }
  const bool has_more = blocks - 1 > static_cast<std::int64_t>(gaps.size());
  const std::string list = gaps.empty() ? "" : ": " + llvm::join(gaps, "; ") + (has_more ? "; and so on" : "");
  out.push_back({Advice::Kind::better, "What is sent is " + std::to_string(blocks) + " blocks, not one" + list + "."});
}

} // namespace

BetterOrder better_order(const Survey &survey, const Record &record, const layout::CostModel &model) {
  BetterOrder out;
  if (!can_be_reordered(record))
    return out;
  const std::vector<std::size_t> order = by_alignment(record);
  Record better = record;
  const std::uint64_t size = lay_out(
      record, order, [&](std::size_t index, std::uint64_t offset) { better.fields[index].offset_bytes = offset; });
  if (size >= record.size_bytes)
    return out;
  out.size_bytes = size;
  std::uint64_t bytes = 0;
  for (const Field &field : record.fields)
    bytes += field.size_bytes;
  out.has_padding = bytes != size;
  if (order.size() > most_fields)
    return out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string &name = record.fields[order[i]].name;
    out.fields.push_back(name.empty() ? "an unnamed " + record.fields[order[i]].type : quoted(name));
  }
  std::ranges::stable_sort(better.fields, {}, &Field::offset_bytes);
  better.size_bytes = size;
  out.cost = optimal_tree(tree_of(survey, better), model).cost;
  return out;
}

std::vector<Advice> advice_for(const Survey &survey, const Record &record, const layout::CostModel &model) {
  std::vector<Advice> out;
  const auto good = [&](std::string text) { out.push_back({Advice::Kind::good, std::move(text)}); };
  const auto better = [&](std::string text) { out.push_back({Advice::Kind::better, std::move(text)}); };
  const Packing packing = packing_of(record);
  const std::int64_t data = record.optimal.tree.data_bytes(), size = static_cast<std::int64_t>(record.size_bytes);
  advise_order(survey, record, model, out);
  if (packing.kind == Packing::Kind::contiguous) {
    good("There are no holes: an array of these is one block of memory, and MPI sends it as it is.");
  } else if (packing.blocks == 1) {
    const std::int64_t begin = record.optimal.tree.true_lower_bound();
    better("One of these is a single block of " + plural(static_cast<std::uint64_t>(data), "byte") +
           ", but an array is not: " +
           (begin > 0 ? plural(static_cast<std::uint64_t>(begin), "byte") + " before it" : "") +
           (begin > 0 && size > begin + data ? " and " : "") +
           (size > begin + data ? plural(static_cast<std::uint64_t>(size - begin - data), "byte") + " after it" : "") +
           " are not sent.");
  } else if (packing.blocks > 1) {
    advise_gaps(survey, record, packing.blocks, out);
  }
  if (record.optimal.cost < record.optimal.naive_cost)
    good("The datatype that automap builds costs " + std::to_string(record.optimal.cost) +
         "; one of the fields, written by hand, " + std::to_string(record.optimal.naive_cost) + ".");
  return out;
}

} // namespace automap
