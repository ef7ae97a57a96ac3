// Objects of all kinds of types, whose types the tests need not know.
#pragma once

#include "transport.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace objects {

/// An object that is received.
struct Target {
  virtual ~Target() = default;

  /// Receives packets or messages into the object. Throws what the receiver throws.
  virtual void read(const Packets &packets, std::uint64_t limit_bytes = PTRDIFF_MAX) = 0;
  virtual void receive(const Packets &messages, std::uint64_t limit_bytes = PTRDIFF_MAX) = 0;
  /// Reads an object of a file.
  virtual void read(autolink::file::StructureReader &file, std::uint64_t which,
                    std::uint64_t limit_bytes = PTRDIFF_MAX) = 0;

  /// Returns how the object differs from the one that was sent.
  virtual std::string difference() const = 0;

  /// Throws std::logic_error unless the object can be sent and received again.
  virtual void check_valid() const = 0;
};

struct Case {
  virtual ~Case() = default;
  virtual const char *type() const = 0;

  virtual Packets packets(const std::function<std::size_t()> &capacity) const = 0;
  virtual Packets messages(const autolink::StreamOptions &options) const = 0;
  /// Returns what a file says of the type.
  virtual autolink::file::ContentType content_type() const = 0;
  virtual std::unique_ptr<Target> target() const = 0;
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
