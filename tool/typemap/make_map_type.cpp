// The value of a type map that was read. See make_map_type.h.
#include "make_map_type.h"

#include "layout/compose.h"

#include <algorithm>
#include <stdexcept>

namespace automap {
namespace {

using layout::Run;
using layout::TypeTree;

/// The number of elements up to which a type map is flattened. Longer ones, which only runs can describe, are not.
constexpr std::int64_t flattened_limit = std::int64_t{1} << 23;

TypeTree tree_of(const Run &run) { return layout::array_of(run.count, run.stride, TypeTree::leaf(run.type)); }

TypeTree struct_of(const std::vector<Run> &runs) {
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> children;
  for (const Run &run : runs) {
    displacements.push_back(run.offset);
    children.push_back(tree_of(run));
  }
  return TypeTree::struc(std::move(displacements), std::move(children));
}

bool is_dense(const Run &run) { return run.stride == run.type.size_bytes; }

/// Returns blocks of elements of one type that follow each other in memory.
std::vector<Run> blocks_of(const std::vector<Run> &runs) {
  std::vector<Run> blocks;
  for (const Run &run : runs)
    for (std::int64_t done = 0; done < run.count;) {
      const std::int64_t size = run.type.size_bytes, count = is_dense(run) ? run.count : 1;
      const std::int64_t offset = run.offset + done * run.stride;
      if (!blocks.empty() && blocks.back().type == run.type &&
          blocks.back().offset + blocks.back().count * size == offset)
        blocks.back().count += count;
      else
        blocks.push_back({run.type, offset, count, size});
      done += count;
    }
  return blocks;
}

TypeTree hindexed_of(const std::vector<Run> &blocks) {
  std::vector<std::int64_t> displacements, sizes;
  for (const Run &block : blocks) {
    displacements.push_back(block.offset);
    sizes.push_back(block.count);
  }
  const layout::BasicType type = blocks.front().type;
  return TypeTree::idxbuc(type.size_bytes, std::move(displacements), std::move(sizes), TypeTree::leaf(type));
}

void set_naive_tree(MapType &out, const std::vector<Run> &given) {
  const TypeTree whole = struct_of(given);
  std::vector<Run> runs = given;
  if (whole.element_count() <= flattened_limit) {
    runs = layout::runs(whole).runs;
    if (runs.size() > 1)
      runs = blocks_of(given);
  }
  const bool one_type = std::ranges::all_of(runs, [&](const Run &run) { return run.type == runs.front().type; });
  if (runs.size() == 1 && runs.front().offset == 0) {
    out.naive = tree_of(runs.front());
    out.naive_call = is_dense(runs.front()) ? "MPI_Type_contiguous" : "MPI_Type_create_hvector";
  } else if (one_type && std::ranges::all_of(runs, is_dense)) {
    out.naive = hindexed_of(runs);
    out.naive_call = "MPI_Type_create_hindexed of the blocks";
  } else {
    out.naive = struct_of(runs);
    out.naive_call = "MPI_Type_create_struct of the blocks";
  }
}

} // namespace

MapType make_map_type(const TypeMapFile &file, const layout::CostModel &model) {
  MapType out;
  set_naive_tree(out, file.runs);
  const std::int64_t low = out.naive.true_lower_bound(), high = out.naive.true_upper_bound();
  out.lower_bound = file.lower_bound.value_or(low);
  if (file.extent)
    out.extent = *file.extent;
  else if (__builtin_sub_overflow(high, out.lower_bound, &out.extent))
    throw std::length_error("the extent of the type map leaves the 64-bit range");
  out.optimal = out.naive.element_count() <= flattened_limit
                    ? optimal_tree(layout::flatten(out.naive), out.naive, model)
                    : optimal_tree(out.naive, model);
  return out;
}

} // namespace automap
