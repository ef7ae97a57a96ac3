// Memory for packed messages. The system hands out large blocks page by page, which takes longer than packing into
// them, so some are kept for the next message. Small ones lie inside the object.
#pragma once

#include <cstddef>
#include <memory>

namespace automap::mpi {

/// Memory of a given size, which its destructor keeps for the next message or frees.
class Buffer {
public:
  /// Takes `size` bytes. Several threads may do so at once. Throws std::bad_alloc.
  explicit Buffer(std::size_t size) {
    if (size > most_inside)
      take(size);
    else if (size > 0)
      data_ = inside_;
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  /// Returns the memory, or null if the size is 0.
  char *data() const { return data_; }

private:
  struct GiveBack {
    GiveBack() : capacity(0) {}
    explicit GiveBack(std::size_t bytes) : capacity(bytes) {}
    void operator()(char *memory) const noexcept;
    std::size_t capacity;
  };

  void take(std::size_t size);

  static constexpr std::size_t most_inside = 512;
  alignas(16) char inside_[most_inside];
  std::unique_ptr<char, GiveBack> outside_;
  char *data_ = nullptr;
};

} // namespace automap::mpi
