// The paper's hash of type signatures. See paper_signature.h.
#include "paper_signature.h"

#include "layout/checked.h"
#include "layout/dag.h"

#include <bit>
#include <stdexcept>
#include <unordered_map>

namespace automap::layout::paper {
namespace {

std::uint32_t shifted(const Operators &operators, std::uint32_t word, std::int64_t n) {
  return std::rotl(word, static_cast<int>((operators.shift * static_cast<std::uint64_t>(n)) % 32));
}

std::uint32_t plus(Plus plus, std::uint32_t a, std::uint32_t b) {
  switch (plus) {
  case Plus::exclusive_or:
    return a ^ b;
  case Plus::add:
    return a + b;
  case Plus::add_end_around:
    return a + b + (a + b < a ? 1 : 0);
  }
  __builtin_unreachable();
}

} // namespace

Signature combine(const Operators &operators, const Signature &a, const Signature &b) {
  if (a == unchecked || b == unchecked)
    return unchecked;
  return {plus(operators.plus, a.word, shifted(operators, b.word, a.n)), checked_add(a.n, b.n)};
}

Signature repeat(const Operators &operators, const Signature &a, std::int64_t m) {
  if (m < 0)
    throw std::invalid_argument("signature: negative count");
  Signature out, power = a;
  while (m > 0) {
    if (m & 1)
      out = combine(operators, out, power);
    m >>= 1;
    if (m > 0)
      power = combine(operators, power, power);
  }
  return out;
}

Signature signature_of(const Operators &operators, const Numbering &numbers, const TypeTree &root) {
  std::unordered_map<const void *, Signature> known;
  const auto of = [&](const TypeTree &tree) -> Signature {
    if (tree.element_count() == 0)
      return {};
    if (tree.kind() == TypeTree::Kind::leaf) {
      const BasicTypeId type = tree.basic_type().id;
      return type == BasicTypeId::BYTE || type == BasicTypeId::PACKED ? unchecked : Signature{numbers(type), 1};
    }
    if (tree.kind() != TypeTree::Kind::struc)
      return repeat(operators, known.at(tree.child().node_address()),
                    tree.element_count() / tree.child().element_count());
    Signature out;
    for (const TypeTree &child : tree.children())
      out = combine(operators, out, known.at(child.node_address()));
    return out;
  };
  for (const TypeTree &tree : children_first(root))
    known.emplace(tree.node_address(), of(tree));
  return known.at(root.node_address());
}

bool is_mismatch(const Operators &operators, const Message &sent, const Message &received) {
  if (sent.type == unchecked || received.type == unchecked || sent.type.word == received.type.word)
    return false;
  if (sent.is_basic && received.is_basic)
    return true;
  return repeat(operators, sent.type, sent.count) != repeat(operators, received.type, received.count);
}

} // namespace automap::layout::paper
