// Objects of all kinds of types, whose types the tests need not know.
#pragma once

#include "transport.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace objects {

struct Case {
  virtual ~Case() = default;
  virtual const char *type() const = 0;

  virtual Packets packets(const std::function<std::size_t()> &capacity) const = 0;
  virtual Packets messages(const autolink::StreamOptions &options) const = 0;

  /// Reads packets or messages of the object, and returns how what has come differs. Throws what the receiver throws.
  virtual std::string difference_of_packets(const Packets &packets) const = 0;
  virtual std::string difference_of_messages(const Packets &messages) const = 0;

  /// Reads packets or messages that may be damaged. If they are accepted, the object must be one that can be sent and
  /// received again; throws std::logic_error if it is not.
  virtual void accept_packets(const Packets &packets, std::uint64_t limit_bytes) const = 0;
  virtual void accept_messages(const Packets &messages, std::uint64_t limit_bytes) const = 0;
};

/// Returns objects of all kinds, in an order that stays. `is_short`: without those that have more than some hundred
/// bytes.
std::vector<std::unique_ptr<Case>> all_cases(bool is_short = false);

struct Node;
struct Thing;
/// Returns a random structure of about so many nodes, whose pointers lead anywhere in it.
std::shared_ptr<Node> random_nodes(std::uint64_t seed, std::size_t n);

/// Takes a structure apart whose nodes may own themselves in circles.
void take_apart(std::shared_ptr<const Thing> root);

} // namespace objects
