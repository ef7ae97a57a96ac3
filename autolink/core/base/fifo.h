// First in, first out, in blocks: as large as what waits, not as what has passed. Between the block that is read
// from and the one that is written to, addresses take 4 bytes where those of a block lie near each other.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace autolink {

template <typename T> class Fifo {
public:
  Fifo() : tail_(own_tail_) {}
  /// With its tail in `tail`: up to tail_end(), others may write there, and move it, instead of push().
  explicit Fifo(T *&tail) : tail_(tail) { tail_ = nullptr; }
  Fifo(const Fifo &) = delete;
  Fifo &operator=(const Fifo &) = delete;

  bool empty() const { return head_ == tail_; }

  void push(T value) {
    if (tail_ == tail_end_)
      grow();
    *tail_++ = value;
  }

  T front() const { return *head_; }

  void pop() {
    ++head_;
    if (head_ == tail_) // the same cache lines again
      head_ = tail_ = front_.get();
    else if (head_ == head_end_)
      next_block();
  }

  /// The element `ahead` places behind the front if it is in the front's block, else null.
  const T *peek(std::size_t ahead) const {
    const T *end = is_one_block() ? tail_ : head_end_;
    return ahead < static_cast<std::size_t>(end - head_) ? head_ + ahead : nullptr;
  }

  T *tail_end() const { return tail_end_; }

  /// Makes room for an element at least.
  void reserve() {
    if (tail_ == tail_end_)
      grow();
  }

  /// Empties it and keeps a little memory.
  void clear() {
    std::vector<Waiting>().swap(waiting_);
    first_waiting_ = 0;
    head_ = front_.get();
    head_end_ = front_ ? head_ + block_size : nullptr;
    tail_ = head_;
    tail_end_ = head_end_;
  }

private:
  static constexpr std::size_t block_size = 4096;
  static constexpr bool can_be_packed = sizeof(T) > sizeof(std::uint32_t);

  /// A full block between the first and the last: as it was, or packed.
  struct Waiting {
    std::unique_ptr<T[]> plain;
    std::unique_ptr<std::uint32_t[]> packed; // (element - base) >> shift
    T base = 0;
    unsigned shift = 0;
  };

  bool is_one_block() const { return head_end_ == tail_end_; }

  /// One element more, so that where one block ends, no other begins.
  static std::unique_ptr<T[]> new_block() { return std::unique_ptr<T[]>(new T[block_size + 1]); }

  void grow() {
    if (!front_) {
      front_ = new_block();
      clear();
      return;
    }
    if (!back_)
      back_ = new_block();
    else if (!is_one_block())
      put_back_aside();
    tail_ = back_.get();
    tail_end_ = tail_ + block_size;
  }

  void put_back_aside() {
    Waiting full;
    if constexpr (can_be_packed)
      pack(full);
    if (!full.packed) {
      full.plain = new_block();
      full.plain.swap(back_);
    }
    waiting_.push_back(std::move(full));
  }

  void pack(Waiting &full) const {
    const T first = back_[0];
    T differences = 0;
    for (std::size_t i = 0; i < block_size; ++i)
      differences |= back_[i] - first;
    full.shift = std::min(static_cast<unsigned>(std::countr_zero(differences)), 16u);
    full.base = first - (T{1} << (31 + full.shift));
    std::unique_ptr<std::uint32_t[]> packed(new std::uint32_t[block_size]);
    T all = 0;
    for (std::size_t i = 0; i < block_size; ++i) {
      const T above = (back_[i] - full.base) >> full.shift;
      all |= above;
      packed[i] = static_cast<std::uint32_t>(above);
    }
    if (all >> 32 == 0)
      full.packed = std::move(packed);
  }

  void next_block() {
    if (first_waiting_ == waiting_.size()) {
      front_.swap(back_);
    } else {
      Waiting &next = waiting_[first_waiting_++];
      if (next.plain) {
        front_ = std::move(next.plain);
      } else if constexpr (can_be_packed) {
        for (std::size_t i = 0; i < block_size; ++i)
          front_[i] = next.base + (static_cast<T>(next.packed[i]) << next.shift);
        next.packed.reset();
      }
      if (2 * first_waiting_ >= waiting_.size()) {
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(first_waiting_));
        first_waiting_ = 0;
      }
    }
    head_ = front_.get();
    head_end_ = head_ + block_size;
  }

  std::unique_ptr<T[]> front_, back_; // what is at the back is in front_ too while that is the only block
  std::vector<Waiting> waiting_;      // from first_waiting_ on
  std::size_t first_waiting_ = 0;
  T *own_tail_ = nullptr, *&tail_;
  T *head_ = nullptr, *head_end_ = nullptr, *tail_end_ = nullptr;
};

} // namespace autolink
