// Type signatures: the hash, and its computation for type trees. See signature.h.
#include "signature.h"

#include "checked.h"
#include "dag.h"
#include "mersenne61.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

namespace automap::layout {
namespace {

using namespace mersenne61;

/// The first primitive root above 2^61 divided by the golden ratio.
constexpr std::uint64_t base = 0x13c6'ef37'2fe9'4f8e;

/// Whether the powers of `x` up to the exponent prime - 2 all differ.
constexpr bool is_primitive_root(std::uint64_t x) {
  for (const std::uint64_t factor : {2, 3, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321}) // the prime factors of prime - 1
    if (power(x, (prime - 1) / factor) == 1)
      return false;
  return true;
}
static_assert(is_primitive_root(base));

constexpr std::uint64_t bytes_flag = std::uint64_t{1} << 62, packed_flag = std::uint64_t{1} << 63;
constexpr std::uint64_t flags = bytes_flag | packed_flag;

/// Returns the number of a basic type: its name through FNV-1a and the finalizer of MurmurHash3.
constexpr std::uint64_t number_of(std::string_view name) {
  std::uint64_t x = 0xcbf29ce484222325;
  for (const char c : name)
    x = (x ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return (x ^ x >> 33) % prime;
}

constexpr std::array type_numbers = {
#define AUTOMAP_BASIC_TYPE(name) number_of("MPI_" #name),
#include "basic_type.def"
#undef AUTOMAP_BASIC_TYPE
};

constexpr bool all_differ() {
  auto sorted = type_numbers;
  std::ranges::sort(sorted);
  return sorted.front() != 0 && std::ranges::adjacent_find(sorted) == sorted.end();
}
static_assert(all_differ());

/// The powers base^(d · 2^(6 i)) for each digit d and place i of an exponent.
constexpr auto powers = [] {
  std::array<std::array<std::uint64_t, 64>, 11> out{};
  std::uint64_t step = base;
  for (auto &row : out) {
    row[0] = 1;
    for (std::size_t d = 1; d < row.size(); ++d)
      row[d] = multiply(row[d - 1], step);
    step = multiply(row.back(), step);
  }
  return out;
}();

std::uint64_t power_of_base(std::int64_t exponent) {
  auto rest = static_cast<std::uint64_t>(exponent);
  std::uint64_t out = powers[0][rest & 63];
  for (std::size_t i = 1; (rest >>= 6) != 0; ++i)
    out = multiply(out, powers[i][rest & 63]);
  return out;
}

constexpr std::uint64_t one_by_base_minus_1 = inverse(base - 1);

std::uint64_t polynomial(const Signature &signature) { return signature.hash & ~flags; }

void require_count(std::int64_t count) {
  if (count < 0)
    throw std::invalid_argument("signature: negative count");
}

/// Returns how many copies of its child a vec, idx or idxbuc has. The child must have elements.
std::int64_t copies_of_child(const TypeTree &tree) { return tree.element_count() / tree.child().element_count(); }

} // namespace

Signature Signature::of(BasicTypeId type, std::int64_t copies) {
  require_count(copies);
  if (copies == 0)
    return {};
  // v (b^(n-1) + … + 1) = v (b^n - 1) / (b - 1)
  const std::uint64_t ones = copies == 1 ? 1 : multiply(subtract(power_of_base(copies), 1), one_by_base_minus_1);
  return {copies, multiply(type_numbers[static_cast<std::size_t>(type)], ones) |
                      (type == BasicTypeId::BYTE ? bytes_flag : 0) | (type == BasicTypeId::PACKED ? packed_flag : 0)};
}

Signature concatenate(const Signature &a, const Signature &b) {
  return {checked_add(a.count, b.count),
          add(multiply(polynomial(a), power_of_base(b.count)), polynomial(b)) | ((a.hash | b.hash) & flags)};
}

Signature repeat(const Signature &a, std::int64_t times) {
  require_count(times);
  if (times == 0 || a.count == 0)
    return {};
  // Computes x^(times-1) + … + 1 for x = base^count from the highest binary digit of `times` down.
  const std::uint64_t x = power_of_base(a.count);
  std::uint64_t sum = 1, next_power = x; // the values for the digits so far
  for (int digit = 62 - __builtin_clzll(static_cast<unsigned long long>(times)); digit >= 0; --digit) {
    sum = add(multiply(sum, next_power), sum);
    next_power = multiply(next_power, next_power);
    if (times >> digit & 1) {
      sum = add(multiply(sum, x), 1);
      next_power = multiply(next_power, x);
    }
  }
  return {checked_multiply(a.count, times), multiply(polynomial(a), sum) | (a.hash & flags)};
}

struct PrefixSignatures::Nodes {
  struct Node {
    Signature whole;
    std::vector<Signature> ends; // struc: the prefix that ends with each child
  };
  TypeTree root;
  std::unordered_map<const void *, Node> nodes;

  const Node &operator[](const TypeTree &tree) const { return nodes.at(tree.node_address()); }

  explicit Nodes(const TypeTree &tree) : root(tree) {
    for (const TypeTree &node : children_first(tree))
      nodes.emplace(node.node_address(), make(node));
  }

  Node make(const TypeTree &tree) const {
    if (tree.element_count() == 0)
      return {};
    if (tree.kind() == TypeTree::Kind::leaf)
      return {Signature::of(tree.basic_type().id), {}};
    if (tree.kind() != TypeTree::Kind::struc)
      return {copies(tree.child(), copies_of_child(tree)), {}};
    Node out;
    out.ends.reserve(tree.children().size());
    for (const TypeTree &child : tree.children()) {
      out.whole = concatenate(out.whole, (*this)[child].whole);
      out.ends.push_back(out.whole);
    }
    return out;
  }

  Signature copies(const TypeTree &tree, std::int64_t count) const {
    return tree.kind() == TypeTree::Kind::leaf ? Signature::of(tree.basic_type().id, count)
                                               : repeat((*this)[tree].whole, count);
  }
};

PrefixSignatures::PrefixSignatures(const TypeTree &tree) : nodes_(std::make_unique<Nodes>(tree)) {}
PrefixSignatures::PrefixSignatures(PrefixSignatures &&) noexcept = default;
PrefixSignatures &PrefixSignatures::operator=(PrefixSignatures &&) noexcept = default;
PrefixSignatures::~PrefixSignatures() = default;

const Signature &PrefixSignatures::whole() const { return (*nodes_)[nodes_->root].whole; }

Signature PrefixSignatures::prefix(std::int64_t count, std::int64_t elements) const {
  require_count(count);
  if (elements < 0 || elements > checked_multiply(count, nodes_->root.element_count()))
    throw std::invalid_argument("signature: the type has fewer elements");
  // Descends to the element where the prefix ends. At each node it adds the complete copies and goes on in the next
  // copy.
  Signature out;
  const TypeTree *tree = &nodes_->root;
  while (elements > 0) {
    out = concatenate(out, nodes_->copies(*tree, elements / tree->element_count()));
    elements %= tree->element_count();
    if (elements == 0)
      break;
    if (tree->kind() != TypeTree::Kind::struc) {
      tree = &tree->child();
      continue;
    }
    const std::vector<Signature> &ends = (*nodes_)[*tree].ends;
    const auto ending = std::ranges::upper_bound(ends, elements, {}, &Signature::count);
    if (ending != ends.begin()) {
      out = concatenate(out, *(ending - 1));
      elements -= (ending - 1)->count;
    }
    tree = &tree->children()[static_cast<std::size_t>(ending - ends.begin())];
  }
  return out;
}

Signature signature_of(const TypeTree &tree, std::int64_t count) {
  return repeat(PrefixSignatures(tree).whole(), count);
}

Signature prefix_signature(const TypeTree &tree, std::int64_t count, std::int64_t elements) {
  return PrefixSignatures(tree).prefix(count, elements);
}

Matching match(const Signature &a, const Signature &b) {
  if (a == b)
    return Matching::same;
  if (a.has_packed() || b.has_packed())
    return Matching::packed;
  return a.has_bytes() || b.has_bytes() ? Matching::bytes : Matching::different;
}

std::string to_string(const Signature &signature) {
  char digits[16];
  char *const end = std::to_chars(std::begin(digits), std::end(digits), signature.hash, 16).ptr;
  const auto length = static_cast<std::size_t>(end - digits);
  return std::to_string(signature.count) + ':' + std::string(16 - length, '0') + std::string(digits, length);
}

} // namespace automap::layout
