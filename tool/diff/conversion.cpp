// Numbers in files of AutoLink. See conversion.h.
#include "conversion.h"

#include "layout/basic_type.h"

#include "core/base/form.h"

#include <optional>

namespace automap {
namespace {

using autolink::Form;

/// Returns the number of AL_CHAR … AL_BYTE, which are numbered as basic types are; nothing for those of Fortran.
std::optional<std::uint32_t> basic_of(const std::string &mpi_name) {
  const auto id = layout::basic_type_from_mpi_name(mpi_name);
  if (!id || *id > layout::BasicTypeId::BYTE)
    return std::nullopt;
  return static_cast<std::uint32_t>(*id);
}

bool is_floating(Form form) { return form.kind == Form::ieee || form.kind == Form::x87; }

/// Returns how many binary digits of whole numbers a form always has.
int digits_of(Form form) {
  switch (form.kind) {
  case Form::natural:
    return 8 * form.size;
  case Form::integer:
    return 8 * form.size - 1;
  case Form::ieee:
    return form.size == 4 ? 24 : form.size == 8 ? 53 : 113;
  case Form::x87:
    return 64;
  case Form::unknown:
  case Form::character:
  case Form::bytes:
    break;
  }
  return 0;
}

} // namespace

Verdict conversion_of(const std::string &before, const std::string &after) {
  if (before == after)
    return Verdict::same;
  const auto from_basic = basic_of(before), to_basic = basic_of(after);
  if (!from_basic || !to_basic || autolink::parts_of(*from_basic) != autolink::parts_of(*to_basic))
    return Verdict::broken;
  const Form from = autolink::form_of(*from_basic), to = autolink::form_of(*to_basic);
  if (!autolink::is_convertible(from, to, false))
    return Verdict::broken;
  if (before == "MPI_C_BOOL") // 0 and 1, which each number type has
    return Verdict::same;
  const bool is_whole = from == to || (digits_of(from) <= digits_of(to) && (is_floating(to) || !is_floating(from)) &&
                                       (to.kind != Form::natural || from.kind == Form::natural));
  return is_whole ? Verdict::same : Verdict::conditional;
}

} // namespace automap
