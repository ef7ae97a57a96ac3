// Memory for packed messages. See buffers.h.
#include "buffers.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>

namespace automap::mpi {
namespace {

constexpr std::align_val_t alignment{64};
constexpr std::size_t most_kept = std::size_t{128} << 20; // bytes

struct Block {
  char *memory = nullptr;
  std::size_t capacity = 0;
};

/// The blocks of freed buffers, for the next messages.
class SpareBlocks {
public:
  /// Returns the smallest block that is large enough, or an empty one.
  Block take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    std::size_t best = number_;
    for (std::size_t i = 0; i < number_; ++i)
      if (blocks_[i].capacity >= size && (best == number_ || blocks_[i].capacity < blocks_[best].capacity))
        best = i;
    return best < number_ ? remove(best) : Block{};
  }

  /// Adds a block and, if there are then too many, frees those that have been unused for longest.
  void keep(Block block) noexcept {
    const std::lock_guard lock(mutex_);
    while (number_ > 0 && (number_ == blocks_.size() || bytes_ + block.capacity > most_kept))
      drop_oldest();
    blocks_[number_++] = block;
    bytes_ += block.capacity;
  }

private:
  Block remove(std::size_t i) noexcept {
    const Block out = blocks_[i];
    std::move(blocks_.begin() + i + 1, blocks_.begin() + number_, blocks_.begin() + i);
    --number_;
    bytes_ -= out.capacity;
    return out;
  }
  void drop_oldest() noexcept { ::operator delete(remove(0).memory, alignment); }

  std::mutex mutex_;
  std::array<Block, 8> blocks_; // the oldest first
  std::size_t number_ = 0, bytes_ = 0;
};

SpareBlocks &spare_blocks() {
  static auto &blocks = *new SpareBlocks; // never destroyed: destructors of global objects may send, too
  return blocks;
}

} // namespace

void Buffer::take(std::size_t size) {
  Block block = spare_blocks().take(size);
  if (!block.memory) {
    const std::size_t capacity = std::max<std::size_t>(size, 4096);
    block = {static_cast<char *>(::operator new(capacity, alignment)), capacity};
  }
  outside_ = {block.memory, GiveBack{block.capacity}};
  data_ = outside_.get();
}

void Buffer::GiveBack::operator()(char *memory) const noexcept {
  if (capacity > most_kept)
    ::operator delete(memory, alignment);
  else
    spare_blocks().keep({memory, capacity});
}

} // namespace automap::mpi
