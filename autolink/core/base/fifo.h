// A first-in, first-out queue in blocks, as large as what waits, not as what has passed. Addresses in the middle blocks
// take 4 bytes each if those of a block lie near each other.
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
  /// Keeps its tail in `tail`. Instead of calling push(), others may write there, up to tail_end(), and move the tail.
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
    if (head_ == tail_) // uses the same cache lines again
      head_ = tail_ = front_.get();
    else if (head_ == head_end_)
      next_block();
  }

  /// Returns the element `distance` places after the front if it is in the front's block, else null.
  const T *peek(std::size_t distance) const {
    const T *end = is_one_block() ? tail_ : head_end_;
    return distance < static_cast<std::size_t>(end - head_) ? head_ + distance : nullptr;
  }

  T *tail_end() const { return tail_end_; }

  /// Makes room for at least one element.
  void reserve() {
    if (tail_ == tail_end_)
      grow();
  }

  /// Empties the queue and keeps a little memory.
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

  /// A full block between the first and the last, packed or not.
  struct Waiting {
    std::unique_ptr<T[]> plain;
    std::unique_ptr<std::uint32_t[]> packed; // (element - base) >> shift
    T base = 0;
    unsigned shift = 0;
  };

  bool is_one_block() const { return head_end_ == tail_end_; }

  /// Allocates one element more, so that no block begins where another ends.
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

  std::unique_ptr<T[]> front_, back_; // while there is one block, it is front_ and also holds the tail
  std::vector<Waiting> waiting_;      // full blocks; those before first_waiting_ have been used
  std::size_t first_waiting_ = 0;
  T *own_tail_ = nullptr, *&tail_;
  T *head_ = nullptr, *head_end_ = nullptr, *tail_end_ = nullptr;
};

} // namespace autolink
