// Trees of datatypes as programs usually build them. See plain_trees.h.
#include "plain_trees.h"

#include <algorithm>
#include <map>
#include <utility>

namespace automap::test {

using layout::BasicType;
using layout::TypeMap;
using layout::TypeMapEntry;
using layout::TypeTree;

namespace {

struct Block {
  BasicType type;
  std::int64_t displacement = 0;
  std::int64_t count = 0;
};

std::vector<Block> adjacent_blocks(const TypeMap &map) {
  std::vector<Block> blocks;
  for (const TypeMapEntry &entry : map) {
    if (!blocks.empty()) {
      Block &last = blocks.back();
      if (last.type == entry.type && last.displacement + last.count * last.type.size_bytes == entry.displacement) {
        ++last.count;
        continue;
      }
    }
    blocks.push_back({entry.type, entry.displacement, 1});
  }
  return blocks;
}

TypeTree dense(const Block &block) {
  const TypeTree leaf = TypeTree::leaf(block.type);
  return block.count == 1 ? leaf : TypeTree::vec(block.count, block.type.size_bytes, leaf);
}

bool is_contiguous(const std::vector<Block> &blocks) { return blocks.size() == 1 && blocks[0].displacement == 0; }

} // namespace

TypeTree indexed_tree(const TypeMap &map) {
  const std::vector<Block> blocks = adjacent_blocks(map);
  if (is_contiguous(blocks))
    return dense(blocks[0]);
  if (!std::ranges::all_of(blocks, [&](const Block &block) { return block.type == map[0].type; }))
    return struct_tree(map);
  std::vector<std::int64_t> displacements, counts;
  for (const Block &block : blocks) {
    displacements.push_back(block.displacement);
    counts.push_back(block.count);
  }
  return TypeTree::idxbuc(map[0].type.size_bytes, std::move(displacements), std::move(counts),
                          TypeTree::leaf(map[0].type));
}

TypeTree struct_tree(const TypeMap &map) {
  const std::vector<Block> blocks = adjacent_blocks(map);
  if (is_contiguous(blocks))
    return dense(blocks[0]);
  std::map<std::pair<layout::BasicTypeId, std::int64_t>, TypeTree> known; // equal children are stored once
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> children;
  for (const Block &block : blocks) {
    displacements.push_back(block.displacement);
    children.push_back(known.try_emplace({block.type.id, block.count}, dense(block)).first->second);
  }
  return TypeTree::struc(std::move(displacements), std::move(children));
}

} // namespace automap::test
