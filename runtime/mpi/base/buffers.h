// Memory for packed messages. Large blocks come from the system page by page, which takes longer than packing
// into them, so that some are kept for the next message; small ones need no other memory than the object's.
#pragma once

#include <cstddef>
#include <memory>

namespace automap::mpi {

/// Memory that goes back to where it came from.
class Buffer {
public:
  /// Throws std::bad_alloc. May be called by several threads.
  explicit Buffer(std::size_t size) {
    if (size > most_inside)
      take(size);
    else if (size > 0)
      data_ = inside_;
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  /// Null if the size is 0.
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
