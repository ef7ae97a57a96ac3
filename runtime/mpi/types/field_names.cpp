// Fields of records. See field_names.h.
#include "field_names.h"

#include "mpi/base/type_attribute.h"

#include <span>

namespace automap::mpi {
namespace {

const TypeAttribute &fields_attribute() {
  static const TypeAttribute attribute;
  return attribute;
}

const AM_Field *field_at(const AM_Record &record, std::int64_t displacement) {
  for (const AM_Field &field : std::span(record.fields, static_cast<std::size_t>(record.n)))
    if (displacement >= field.offset && displacement - field.offset < field.size)
      return &field;
  return nullptr;
}

std::string subscripts_of(const AM_Field &field, std::int64_t index) {
  std::int64_t span = 1;
  for (const MPI_Aint *extent = field.extents; extent && *extent; ++extent)
    span *= *extent;
  std::string out;
  for (const MPI_Aint *extent = field.extents; extent && *extent; ++extent) {
    span /= *extent;
    out += '[' + std::to_string(index / span) + ']';
    index %= span;
  }
  return out;
}

std::string path_in(const AM_Record &record, std::int64_t displacement) {
  const AM_Field *field = field_at(record, displacement);
  if (!field)
    return "";
  const std::int64_t within = displacement - field->offset;
  const std::string inner = field->record ? path_in(*field->record, within % field->stride) : "";
  const std::string own = field->name + subscripts_of(*field, within / field->stride);
  return own.empty() || inner.empty() ? own + inner : own + '.' + inner;
}

} // namespace

void set_fields(MPI_Datatype type, const AM_Record *record) {
  fields_attribute().set(type, reinterpret_cast<std::uintptr_t>(record));
}

std::string field_of(MPI_Datatype type, std::int64_t displacement) {
  const auto record = fields_attribute().get(type);
  return record ? path_in(*reinterpret_cast<const AM_Record *>(*record), displacement) : "";
}

} // namespace automap::mpi
