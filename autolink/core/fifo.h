// First in, first out, in blocks that are used again: as large as what waits, not as what has passed.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace autolink {

template <typename T> class Fifo {
public:
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
      head_ = tail_ = blocks_[first_].get();
    else if (head_ == head_end_)
      next_block();
  }

  /// The element `ahead` places behind the front if it is in the front's block, else null.
  const T *peek(std::size_t ahead) const {
    const T *end = first_ == last_ ? tail_ : head_end_;
    return ahead < static_cast<std::size_t>(end - head_) ? head_ + ahead : nullptr;
  }

  /// Where the next elements may be written without push(), up to tail_end(); then set_tail() says how far.
  T *tail() const { return tail_; }
  T *tail_end() const { return tail_end_; }
  void set_tail(T *tail) { tail_ = tail; }

  /// Makes room for an element at least.
  void reserve() {
    if (tail_ == tail_end_)
      grow();
  }

  /// Empties it and keeps a little memory.
  void clear() {
    if (blocks_.size() > 4)
      blocks_.resize(1);
    first_ = last_ = 0;
    set_ends();
    head_ = tail_ = blocks_.empty() ? nullptr : blocks_[0].get();
  }

private:
  static constexpr std::size_t block_size = 4096;

  // Blocks first_ … last_, cyclically, are in use. head_ < head_end_ while it is not empty.
  void grow() {
    if (blocks_.empty()) {
      blocks_.push_back(std::unique_ptr<T[]>(new T[block_size]));
      first_ = last_ = 0;
      head_ = tail_ = blocks_[0].get();
      set_ends();
      return;
    }
    std::size_t next = last_ + 1 == blocks_.size() ? 0 : last_ + 1;
    if (next == first_) { // all are in use: one more behind the last
      next = last_ + 1;
      blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(next),
                     std::unique_ptr<T[]>(new T[block_size]));
      if (first_ >= next)
        ++first_;
    }
    last_ = next;
    tail_ = blocks_[last_].get();
    set_ends();
  }

  void next_block() {
    first_ = first_ + 1 == blocks_.size() ? 0 : first_ + 1;
    head_ = blocks_[first_].get();
    set_ends();
  }

  void set_ends() {
    head_end_ = blocks_.empty() ? nullptr : blocks_[first_].get() + block_size;
    tail_end_ = blocks_.empty() ? nullptr : blocks_[last_].get() + block_size;
  }

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t first_ = 0, last_ = 0;
  T *head_ = nullptr, *tail_ = nullptr, *head_end_ = nullptr, *tail_end_ = nullptr;
};

} // namespace autolink
