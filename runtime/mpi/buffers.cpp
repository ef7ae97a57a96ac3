// Memory for packed messages. See buffers.h.
#include "buffers.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <utility>

namespace automap::mpi {
namespace {

constexpr std::align_val_t alignment{64};
constexpr std::size_t most_kept = std::size_t{128} << 20; // bytes

struct Block {
  char *memory = nullptr;
  std::size_t capacity = 0;
};

/// Blocks that wait for the next message.
class Kept {
public:
  ~Kept() {
    for (const Block &block : blocks_)
      ::operator delete(block.memory, alignment);
  }

  /// The smallest that is large enough; nothing if there is none.
  Block take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    Block *best = nullptr;
    for (Block &block : blocks_)
      if (block.capacity >= size && (!best || block.capacity < best->capacity))
        best = &block;
    if (!best)
      return {};
    bytes_ -= best->capacity;
    return std::exchange(*best, {});
  }

  /// False if it is not kept.
  bool keep(Block block) noexcept {
    const std::lock_guard lock(mutex_);
    const auto free = std::ranges::find(blocks_, nullptr, &Block::memory);
    if (free == blocks_.end() || bytes_ + block.capacity > most_kept)
      return false;
    bytes_ += block.capacity;
    *free = block;
    return true;
  }

private:
  std::mutex mutex_;
  std::array<Block, 8> blocks_;
  std::size_t bytes_ = 0;
};

Kept &kept() {
  static Kept blocks;
  return blocks;
}

} // namespace

void Buffer::take(std::size_t size) {
  Block block = kept().take(size);
  if (!block.memory) {
    const std::size_t capacity = std::max<std::size_t>(size, 4096);
    block = {static_cast<char *>(::operator new(capacity, alignment)), capacity};
  }
  outside_ = {block.memory, GiveBack{block.capacity}};
  data_ = outside_.get();
}

void Buffer::GiveBack::operator()(char *memory) const noexcept {
  if (!kept().keep({memory, capacity}))
    ::operator delete(memory, alignment);
}

} // namespace automap::mpi
