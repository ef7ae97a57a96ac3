// Signatures of datatypes. See type_signature.h.
//
// The two attributes hold the numbers themselves, not the address of something: there is nothing to free, and
// no function of ours for MPI to call when a datatype is freed, perhaps after this library was unloaded.
#include "type_signature.h"

#include "basic_type_handles.h"
#include "decode.h"
#include "failure.h"

#include "layout/checked.h"

#include <optional>

namespace automap::mpi {
namespace {

using layout::Signature;

constexpr bool numbers_fit_into_attributes = sizeof(void *) >= sizeof(std::uint64_t);

struct Keys {
  int count = MPI_KEYVAL_INVALID, hash = MPI_KEYVAL_INVALID;
};

int new_key() {
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, nullptr));
  return key;
}

const Keys &keys() {
  static const Keys out = [] {
    Keys made;
    made.count = new_key();
    try {
      made.hash = new_key();
    } catch (...) {
      MPI_Type_free_keyval(&made.count);
      throw;
    }
    return made;
  }();
  return out;
}

std::optional<std::uint64_t> attribute(MPI_Datatype type, int key) {
  void *value = nullptr;
  int found = 0;
  check(MPI_Type_get_attr(type, key, &value, &found));
  return found ? std::optional(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(value)))
               : std::nullopt;
}

void set_attribute(MPI_Datatype type, int key, std::uint64_t value) {
  check(MPI_Type_set_attr(type, key, reinterpret_cast<void *>(static_cast<std::uintptr_t>(value))));
}

/// The hash is written last and read first: where it is, the count is.
std::optional<Signature> known_signature(MPI_Datatype type) {
  if (const auto hash = attribute(type, keys().hash))
    if (const auto count = attribute(type, keys().count))
      return Signature{static_cast<std::int64_t>(*count), *hash};
  return std::nullopt;
}

Signature signature_of_one(MPI_Datatype type) {
  if (const auto basic = basic_type_id_of(type))
    return Signature::of(*basic);
  if (type == MPI_DATATYPE_NULL || !numbers_fit_into_attributes)
    return layout::signature_of(decode(type).tree);
  if (const auto known = known_signature(type))
    return *known;
  const Signature out = layout::signature_of(decode(type).tree);
  set_attribute(type, keys().count, static_cast<std::uint64_t>(out.count));
  set_attribute(type, keys().hash, out.hash);
  return out;
}

void count_from_the_buffer(std::optional<layout::Element> &element, const layout::Bounds &bounds) {
  if (element)
    element->displacement =
        layout::checked_add(element->displacement, layout::checked_multiply(element->item, bounds.extent));
}

} // namespace

Signature signature_of(MPI_Datatype type, std::int64_t count) {
  if (const auto basic = basic_type_id_of(type))
    return Signature::of(*basic, count);
  return layout::repeat(signature_of_one(type), count);
}

Signature prefix_signature_of(MPI_Datatype type, std::int64_t count, std::int64_t elements) {
  const Signature one = signature_of_one(type);
  if (elements >= 0 && one.count > 0 && elements % one.count == 0 && elements / one.count <= count)
    return layout::repeat(one, elements / one.count);
  return layout::prefix_signature(decode(type).tree, count, elements);
}

layout::Comparison compare(MPI_Datatype first, std::int64_t first_count, MPI_Datatype second,
                           std::int64_t second_count) {
  const Signature a = signature_of(first, first_count), b = signature_of(second, second_count);
  if (a == b)
    return {layout::Relation::same, a.count, {}, {}};
  const Decoded x = decode(first), y = decode(second);
  layout::Comparison out = layout::compare(x.tree, first_count, y.tree, second_count);
  count_from_the_buffer(out.first, x.bounds);
  count_from_the_buffer(out.second, y.bounds);
  return out;
}

} // namespace automap::mpi
