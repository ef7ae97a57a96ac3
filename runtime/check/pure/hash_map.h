// A hash map for entries that come and go with each message. It looks up without a division, and reuses the memory of
// erased entries.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace automap::check {

/// A map from keys to values that stay where they are until they are erased. Not for several threads at once.
template <typename Key, typename Value, typename Hash = std::hash<Key>> class HashMap {
  struct Node {
    Key key{};
    Value value{};
    Node *next = nullptr; // next in the same bucket, or in the list of erased nodes
  };

public:
  HashMap() = default;
  HashMap(HashMap &&) = default;
  HashMap &operator=(HashMap &&) = default;

  bool empty() const { return size_ == 0; }

  /// A value that was found, or none. Valid until another value is added or erased.
  class Found {
  public:
    explicit operator bool() const { return *place_; }
    Value &operator*() const { return (*place_)->value; }
    Value *operator->() const { return &(*place_)->value; }

  private:
    friend HashMap;
    explicit Found(Node **place) : place_(place) {}
    Node **place_;
  };
  Found find(const Key &key) { return Found(place_of(key)); }

  /// Returns the value of `key`, or null if there is none.
  const Value *find(const Key &key) const {
    const Node *const node = *const_cast<HashMap *>(this)->place_of(key);
    return node ? &node->value : nullptr;
  }

  /// Calls visit(key, value) for each value.
  template <typename Visit> void for_each(Visit visit) const {
    for (const Node *node : buckets_)
      for (; node; node = node->next)
        visit(node->key, node->value);
  }

  /// Returns the value of `key`. A new one is Value(), or an erased value as it was when erased.
  Value &operator[](const Key &key) {
    Node **place = place_of(key);
    if (*place)
      return (*place)->value;
    if (size_ == buckets_.size()) {
      grow();
      place = place_of(key);
    }
    ++size_;
    Node *const node = erased_ ? std::exchange(erased_, erased_->next) : &nodes_.emplace_back();
    node->key = key;
    node->next = nullptr;
    return (*place = node)->value;
  }

  void erase(Found found) {
    Node *const node = *found.place_;
    --size_;
    *found.place_ = node->next;
    node->next = std::exchange(erased_, node);
  }

private:
  /// Returns the pointer that points to the node of `key`, or would if there were one.
  Node **place_of(const Key &key) {
    Node **place = &buckets_[Hash()(key) * 0x9e3779b97f4a7c15 >> shift_];
    while (*place && !((*place)->key == key))
      place = &(*place)->next;
    return place;
  }

  void grow() {
    const std::vector<Node *> before = std::exchange(buckets_, std::vector<Node *>(2 * buckets_.size()));
    --shift_;
    for (Node *node : before)
      while (node) {
        Node *const next = std::exchange(node->next, nullptr);
        *place_of(node->key) = node;
        node = next;
      }
  }

  static constexpr int log_first_size = 4;
  int shift_ = 64 - log_first_size;
  std::size_t size_ = 0;
  std::vector<Node *> buckets_ = std::vector<Node *>(std::size_t{1} << log_first_size);
  std::deque<Node> nodes_;
  Node *erased_ = nullptr;
};

} // namespace automap::check
