// Signatures as bytes and trees as short texts. See signature_wire.h.
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
      return put(leaf_tag) && number(static_cast<std::uint64_t>(tree.basic_type().id));
    case TypeTree::Kind::vec:
    case TypeTree::Kind::idx:
    case TypeTree::Kind::idxbuc: {
      const std::int64_t child = tree.child().element_count();
      const std::int64_t copies = child == 0 ? 0 : tree.element_count() / child;
      return put(copies_tag) && number(static_cast<std::uint64_t>(copies)) && write(tree.child());
    }
    case TypeTree::Kind::struc:
      if (!put(sequence_tag) || !number(static_cast<std::uint64_t>(tree.count())))
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

  bool number(std::uint64_t value) {
    for (; value >= 128; value >>= 7)
      if (!put(static_cast<char>((value & 127) | 128)))
        return false;
    return put(static_cast<char>(value));
  }

  std::size_t limit_;
};

/// Refuses bytes that no Writer writes. The limits keep hostile bytes from exhausting the stack or the
/// memory.
class Reader {
public:
  explicit Reader(std::span<const char> bytes) : rest_(bytes) {}

  std::optional<TypeTree> read(int depth = 0) {
    if (depth > 1000)
      return std::nullopt;
    const auto tag = byte();
    const auto value = tag ? number() : std::nullopt;
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
  std::optional<char> byte() {
    if (rest_.empty())
      return std::nullopt;
    const char out = rest_.front();
    rest_ = rest_.subspan(1);
    return out;
  }

  std::optional<std::int64_t> number() {
    std::uint64_t out = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const auto next = byte();
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

class ShortText {
public:
  explicit ShortText(std::size_t limit) : limit_(limit) {}

  void write(const TypeTree &tree) {
    if (text.size() > limit_) {
      text += "…";
      return;
    }
    const std::string count = std::to_string(tree.count());
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      text += "leaf(" + std::string(mpi_name(tree.basic_type().id));
      break;
    case TypeTree::Kind::vec:
      text += "vec(" + count + ", " + std::to_string(tree.stride_bytes()) + ", ";
      write(tree.child());
      break;
    case TypeTree::Kind::idx:
      text += "idx(" + count + ", ";
      list(tree.displacements());
      text += ", ";
      write(tree.child());
      break;
    case TypeTree::Kind::idxbuc:
      text += "idxbuc(" + count + ", " + std::to_string(tree.stride_bytes()) + ", ";
      list(tree.displacements());
      text += ", ";
      list(tree.bucket_sizes());
      text += ", ";
      write(tree.child());
      break;
    case TypeTree::Kind::struc:
      text += "struc(" + count + ", ";
      list(tree.displacements());
      text += ", <";
      in_short(tree.children().size(), [&](std::size_t i) { write(tree.children()[i]); });
      text += '>';
      break;
    }
    text += ')';
  }

  std::string text;

private:
  /// Writes the items of a list; if there are many, only the first ones and the last one.
  template <typename One> void in_short(std::size_t n, One one) {
    constexpr std::size_t most = 8, first = 3;
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0)
        text += ", ";
      if (n > most && i == first) {
        text += "…, ";
        i = n - 1;
      }
      one(i);
    }
  }

  void list(std::span<const std::int64_t> numbers) {
    text += '<';
    in_short(numbers.size(), [&](std::size_t i) { text += std::to_string(numbers[i]); });
    text += '>';
  }

  std::size_t limit_;
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

std::string short_text(const TypeTree &tree, std::size_t limit) {
  ShortText out(limit);
  out.write(tree);
  return std::move(out.text);
}

} // namespace automap::check
