// Other ways to build a layout. See costs.h.
#include "costs.h"

namespace automap {

using layout::TypeTree;

TypeTree FieldByField::tree(const Record &record) {
  if (const auto known = known_.find(&record); known != known_.end())
    return known->second;
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> children;
  const std::vector<Bytes> bits = bit_field_bytes(record);
  auto next_bits = bits.begin();
  const auto repeated = [](std::uint64_t count, std::uint64_t stride, TypeTree child) {
    return count == 1 ? child
                      : TypeTree::vec(static_cast<std::int64_t>(count), static_cast<std::int64_t>(stride), child);
  };
  const auto add = [&](std::uint64_t offset, TypeTree child) {
    if (child.element_count() == 0)
      return;
    displacements.push_back(static_cast<std::int64_t>(offset));
    children.push_back(std::move(child));
  };
  for (const Field &field : record.fields) {
    const std::uint64_t count = field.element_count();
    switch (field.content) {
    case Field::Content::basic: {
      const bool is_dense = field.stride_bytes == field.basic_count * field.basic.size_bytes;
      const std::uint64_t of_one = is_dense ? count * field.basic_count : field.basic_count;
      const TypeTree one = repeated(of_one, field.basic.size_bytes, TypeTree::leaf(field.basic));
      add(field.offset_bytes, is_dense ? one : repeated(count, field.stride_bytes, one));
      break;
    }
    case Field::Content::bits:
      add(static_cast<std::uint64_t>(next_bits->offset),
          repeated(static_cast<std::uint64_t>(next_bits->size), 1, TypeTree::leaf({layout::BasicTypeId::BYTE, 1})));
      ++next_bits;
      break;
    case Field::Content::record:
      add(field.offset_bytes, repeated(count, field.stride_bytes, tree(survey_.records[field.record])));
      break;
    case Field::Content::ignored:
      break;
    }
  }
  TypeTree out = TypeTree::struc(std::move(displacements), std::move(children));
  return known_.emplace(&record, std::move(out)).first->second;
}

Costs costs_of(const Record &record, FieldByField &trees, const layout::CostModel &model) {
  return {record.optimal.cost, record.optimal.naive_cost, layout::cost(trees.tree(record), model)};
}

} // namespace automap
