// Signatures as bytes. See signature_wire.h.
#include "signature_wire.h"

#include <exception>
#include <vector>

namespace automap::check {
namespace {

using layout::BasicTypeId;
using layout::TypeTree;

enum Tag : char { leaf_tag, copies_tag, sequence_tag };

constexpr int basic_type_count = 0
#define AUTOMAP_BASIC_TYPE(name) +1
#include "layout/basic_type.def"
#undef AUTOMAP_BASIC_TYPE
    ;

class Writer {
public:
  explicit Writer(std::size_t limit) : limit_(limit) {}

  bool write(const TypeTree &tree) {
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      return put(leaf_tag) && put_number(static_cast<std::uint64_t>(tree.basic_type().id));
    case TypeTree::Kind::vec:
    case TypeTree::Kind::idx:
    case TypeTree::Kind::idxbuc: {
      const std::int64_t child = tree.child().element_count();
      const std::int64_t copies = child == 0 ? 0 : tree.element_count() / child;
      return put(copies_tag) && put_number(static_cast<std::uint64_t>(copies)) && write(tree.child());
    }
    case TypeTree::Kind::struc:
      if (!put(sequence_tag) || !put_number(static_cast<std::uint64_t>(tree.count())))
        return false;
      for (const TypeTree &child : tree.children())
        if (!write(child))
          return false;
      return true;
    }
    return false;
  }

  std::string bytes;

private:
  bool put(char byte) {
    bytes += byte;
    return bytes.size() <= limit_;
  }

  bool put_number(std::uint64_t value) {
    for (; value >= 128; value >>= 7)
      if (!put(static_cast<char>((value & 127) | 128)))
        return false;
    return put(static_cast<char>(value));
  }

  std::size_t limit_;
};

/// Refuses bytes that no Writer writes. The limits keep hostile bytes from exhausting the stack or the memory.
class Reader {
public:
  explicit Reader(std::span<const char> bytes) : rest_(bytes) {}

  std::optional<TypeTree> read(int depth = 0) {
    if (depth > 1000)
      return std::nullopt;
    const auto tag = read_byte();
    const auto value = tag ? read_number() : std::nullopt;
    if (!value)
      return std::nullopt;
    switch (*tag) {
    case leaf_tag:
      if (*value >= basic_type_count)
        return std::nullopt;
      return TypeTree::leaf({static_cast<BasicTypeId>(*value), 1});
    case copies_tag: {
      const auto child = read(depth + 1);
      return child ? std::optional(TypeTree::vec(*value, 0, *child)) : std::nullopt;
    }
    case sequence_tag: {
      if (static_cast<std::size_t>(*value) > rest_.size()) // a child takes two bytes at least
        return std::nullopt;
      std::vector<TypeTree> children;
      for (std::int64_t i = 0; i < *value; ++i) {
        auto child = read(depth + 1);
        if (!child)
          return std::nullopt;
        children.push_back(std::move(*child));
      }
      std::vector<std::int64_t> displacements(children.size());
      return TypeTree::struc(std::move(displacements), std::move(children));
    }
    default:
      return std::nullopt;
    }
  }

  bool at_end() const { return rest_.empty(); }

private:
  std::optional<char> read_byte() {
    if (rest_.empty())
      return std::nullopt;
    const char out = rest_.front();
    rest_ = rest_.subspan(1);
    return out;
  }

  std::optional<std::int64_t> read_number() {
    std::uint64_t out = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const auto next = read_byte();
      if (!next)
        return std::nullopt;
      out |= (static_cast<std::uint64_t>(*next) & 127) << shift;
      if (!(*next & 128))
        return static_cast<std::int64_t>(out);
    }
    return std::nullopt;
  }

  std::span<const char> rest_;
};

} // namespace

std::optional<std::string> signature_bytes(const TypeTree &tree, std::size_t limit) {
  Writer writer(limit);
  if (!writer.write(tree))
    return std::nullopt;
  return std::move(writer.bytes);
}

std::optional<TypeTree> tree_of_signature(std::span<const char> bytes) {
  try {
    Reader reader(bytes);
    auto out = reader.read();
    return reader.at_end() ? out : std::nullopt;
  } catch (const std::exception &) { // counts beyond 64 bits
    return std::nullopt;
  }
}

} // namespace automap::check
