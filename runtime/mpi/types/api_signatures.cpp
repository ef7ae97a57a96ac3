// The public C API: signatures. See automap/automap.h.
#include "automap/automap.h"

#include "basic_type_handles.h"
#include "decode.h"
#include "field_names.h"
#include "mpi/base/failure.h"
#include "mpi/base/text_out.h"
#include "type_signature.h"

#include <cstring>
#include <string>

using namespace automap;
using mpi::require;

namespace {

static_assert(static_cast<int>(layout::Relation::same) == AM_RELATION_SAME);
static_assert(static_cast<int>(layout::Relation::first_is_prefix) == AM_RELATION_FIRST_ENDS);
static_assert(static_cast<int>(layout::Relation::second_is_prefix) == AM_RELATION_SECOND_ENDS);
static_assert(static_cast<int>(layout::Relation::packed) == AM_RELATION_PACKED);
static_assert(static_cast<int>(layout::Relation::different) == AM_RELATION_DIFFERENT);

constexpr char not_filled_in[] = "AutoMap: the difference was not filled in by AM_Type_compare";

template <std::size_t N> void copy_text(std::string text, char (&to)[N]) {
  if (text.size() >= N)
    text.replace(N - 4, std::string::npos, "...");
  text.copy(to, text.size());
}

AM_Element element_of(const std::optional<layout::Element> &element, MPI_Datatype datatype) {
  AM_Element out{};
  out.type = MPI_DATATYPE_NULL;
  if (!element)
    return out;
  out.type = mpi::handle_of(element->type.id);
  out.item = element->item;
  out.displacement = element->displacement;
  copy_text(layout::to_string(element->path), out.path);
  copy_text(mpi::field_of(datatype, element->displacement - element->item * mpi::bounds_of(datatype).extent),
            out.field);
  return out;
}

std::string text_of(const AM_Element &element) {
  if (element.type == MPI_DATATYPE_NULL)
    return "nothing";
  const auto id = mpi::basic_type_id_of(element.type);
  require(id.has_value(), MPI_ERR_ARG, not_filled_in);
  std::string where(element.field, strnlen(element.field, sizeof element.field));
  if (where.empty())
    where.assign(element.path, strnlen(element.path, sizeof element.path));
  if (element.item > 0)
    where = "item " + std::to_string(element.item) + (where.empty() ? "" : ", " + where);
  return std::string(layout::mpi_name(*id)) + " at byte " + std::to_string(element.displacement) +
         (where.empty() ? "" : " (" + where + ")");
}

std::string text_of(const AM_Type_difference &difference) {
  const std::string index = std::to_string(difference.index);
  switch (difference.relation) {
  case AM_RELATION_SAME:
    return "no difference in " + index + " elements";
  case AM_RELATION_FIRST_ENDS:
  case AM_RELATION_SECOND_ENDS:
  case AM_RELATION_PACKED:
  case AM_RELATION_DIFFERENT:
    return "element " + index + ": " + text_of(difference.a) + " against " + text_of(difference.b);
  default:
    throw mpi::UsageFailure(MPI_ERR_ARG, not_filled_in);
  }
}

/// Does the work of AM_Type_compare_counts. Errors name `call`.
int compare_counts(MPI_Count count_a, MPI_Datatype a, MPI_Count count_b, MPI_Datatype b, AM_Type_difference *difference,
                   const char *call) {
  const auto compare = [&] {
    mpi::require_count(count_a);
    mpi::require_count(count_b);
    mpi::require_arguments(difference);
    const layout::Comparison found = mpi::compare(a, count_a, b, count_b);
    *difference = {static_cast<int>(found.relation), found.index, element_of(found.first, a),
                   element_of(found.second, b)};
  };
  return mpi::run_call(compare, MPI_COMM_NULL, call);
}

} // namespace

extern "C" int AM_Type_signature(MPI_Datatype type, MPI_Count count, AM_Signature *signature) {
  return mpi::run_call([&] {
    mpi::require_count(count);
    mpi::require_arguments(signature);
    const layout::Signature found = mpi::signature_of(type, count);
    *signature = {found.count, found.hash};
  });
}

extern "C" int AM_Type_prefix_signature(MPI_Datatype type, MPI_Count count, MPI_Count elements,
                                        AM_Signature *signature) {
  return mpi::run_call([&] {
    mpi::require_count(count);
    mpi::require_count(elements);
    mpi::require_arguments(signature);
    require(elements <= mpi::signature_of(type, count).count, MPI_ERR_COUNT,
            "AutoMap: elements is more than the buffer has");
    const layout::Signature found = mpi::prefix_signature_of(type, count, elements);
    *signature = {found.count, found.hash};
  });
}

extern "C" int AM_Signature_string(const AM_Signature *signature, char buffer[], size_t size, size_t *length) {
  return mpi::run_call([&] {
    mpi::require_arguments(signature && (buffer || size == 0));
    mpi::write_text(layout::to_string(layout::Signature{signature->count, signature->hash}), buffer, size, length);
  });
}

extern "C" int AM_Type_compare_counts(MPI_Count count_a, MPI_Datatype a, MPI_Count count_b, MPI_Datatype b,
                                      AM_Type_difference *difference) {
  return compare_counts(count_a, a, count_b, b, difference, __func__);
}

extern "C" int AM_Type_compare(MPI_Datatype a, MPI_Datatype b, AM_Type_difference *difference) {
  return compare_counts(1, a, 1, b, difference, __func__);
}

extern "C" int AM_Type_set_fields(MPI_Datatype type, const AM_Record *record) {
  return mpi::run_call([&] {
    mpi::require_type(type);
    mpi::require_arguments(record);
    mpi::set_fields(type, record);
  });
}

extern "C" int AM_Type_difference_string(const AM_Type_difference *difference, char buffer[], size_t size,
                                         size_t *length) {
  return mpi::run_call([&] {
    mpi::require_arguments(difference && (buffer || size == 0));
    mpi::write_text(text_of(*difference), buffer, size, length);
  });
}
