// Objects of a file whose classes are not the program's, because these have changed since. Classes are paired from the
// root on, and their parts by names. Contents are written again as the program's classes would write them.
#pragma once

#include "object_types.h"
#include "stored_object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autolink::object {

class ObjectEvolution {
public:
  /// Pairs a file's types with the program's, both of which must stay. `name` is that of the root's type, for messages.
  /// Throws Failure (AL_ERR_TYPES) if a part cannot be converted, and names it.
  ObjectEvolution(const Types &from, const Types &to, std::string name);

  /// A part of the program's classes that the file does not have.
  struct NewPart {
    std::string owner;
    std::uint32_t number;
  };
  const std::vector<NewPart> &new_parts() const { return new_parts_; }

  /// Takes the contents, packet by packet.
  using Sink = std::function<void(std::span<const std::byte> packet, bool is_last)>;
  /// Returns the bytes of a new object of a plain class, which has a number among those of the program's types; null if
  /// they are not known. What is new in such objects has these values.
  using Initial = std::function<const std::byte *(std::uint64_t number)>;

  /// Writes an object as the program's classes would. Throws Failure (AL_ERR_TYPES, AL_ERR_DAMAGED).
  void write(const StoredObject &stored, const Initial &initial, const Sink &sink) const;

private:
  friend class ObjectWriter;

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Pair {
    std::uint32_t there, here;
    /// Whether plain types have the same bytes.
    bool is_same = false;
    /// Whether what objects of the two types hold is at the same places, as far as that can be told. 0: not known yet.
    enum : std::uint8_t { unknown, alike, different } layout = unknown;
    /// Objects: for each part here, the one there, or none. Choices and variants: for each alternative there, the one
    /// here, or none.
    std::vector<std::uint32_t> matches;
  };

  /// What a type belongs to, for messages: "Mesh.x".
  static std::string text_of(const Part &part) {
    return part.owner + "." + (part.name.empty() ? "(no name)" : part.name);
  }

  void pair(std::uint32_t there, std::uint32_t here, const std::string &where);
  void pair_rest(Pair &pair, const std::string &where);
  void pair_parts(Pair &pair);
  void pair_classes(Pair &pair, const std::string &where);
  bool are_same(std::uint32_t there, std::uint32_t here) const;
  bool are_alike(std::uint32_t there, std::uint32_t here);
  bool find_alike(const Pair &pair);
  const Pair *find(std::uint32_t there, std::uint32_t here) const;
  [[noreturn]] void refuse(std::uint32_t there, std::uint32_t here, const std::string &where) const;

  const Types &from_, &to_;
  const std::string name_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Pair> pairs_; // of bare types
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next_;     // classes and choices whose parts are not paired yet
  std::vector<NewPart> new_parts_;
  std::map<std::pair<std::string, std::uint32_t>, bool> is_new_; // of each part of the program's classes
};

} // namespace autolink::object
