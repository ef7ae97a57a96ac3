// Signatures of datatypes. See type_signature.h.
#include "type_signature.h"

#include "basic_type_handles.h"
#include "decode.h"
#include "mpi/base/type_attribute.h"

#include "layout/checked.h"

#include <optional>

namespace automap::mpi {
namespace {

using layout::Signature;

constexpr bool numbers_fit_into_attributes = sizeof(std::uintptr_t) >= sizeof(std::uint64_t);

const TypeAttribute &count_attribute() {
  static const TypeAttribute attribute;
  return attribute;
}

const TypeAttribute &hash_attribute() {
  static const TypeAttribute attribute;
  return attribute;
}

/// Returns the signature that is kept with `type`, if any. The hash is written last and read first: if it is there, the
/// count is, too.
std::optional<Signature> known_signature(MPI_Datatype type) {
  if (const auto hash = hash_attribute().get(type))
    if (const auto count = count_attribute().get(type))
      return Signature{static_cast<std::int64_t>(*count), *hash};
  return std::nullopt;
}

void keep(MPI_Datatype type, const Signature &signature) {
  count_attribute().set(type, static_cast<std::uintptr_t>(signature.count));
  hash_attribute().set(type, static_cast<std::uintptr_t>(signature.hash));
}

Signature signature_of_one(MPI_Datatype type) {
  if (const auto basic = basic_type_id_of(type))
    return Signature::of(*basic);
  if (type == MPI_DATATYPE_NULL || !numbers_fit_into_attributes)
    return layout::signature_of(decode_tree(type));
  if (const auto known = known_signature(type))
    return *known;
  const Signature out = layout::signature_of(decode_tree(type));
  keep(type, out);
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
  return layout::prefix_signature(decode_tree(type), count, elements);
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
