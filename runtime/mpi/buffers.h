// Memory for packed messages. Large blocks come from the system page by page, which takes longer than packing
// into them, so that some are kept for the next message.
#pragma once

#include <cstddef>
#include <memory>

namespace automap::mpi {

/// Memory that goes back to where it came from. Aligned to cache lines.
class Buffer {
public:
  Buffer() = default;

  /// Throws std::bad_alloc. May be called by several threads.
  explicit Buffer(std::size_t size);

  char *data() const { return memory_.get(); }

private:
  struct GiveBack {
    GiveBack() : capacity(0) {}
    explicit GiveBack(std::size_t bytes) : capacity(bytes) {}
    void operator()(char *memory) const noexcept;
    std::size_t capacity;
  };
  std::unique_ptr<char, GiveBack> memory_;
};

} // namespace automap::mpi
