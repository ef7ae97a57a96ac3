// Operations. See operations.h.
#include "operations.h"

#include <array>
#include <cstddef>

namespace automap::check {
namespace {

struct Operation {
  MPI_Op handle;
  const char *name;
};

/// The predefined operations, and MPI_OP_NULL for calls without one.
const std::array predefined = {
    Operation{MPI_OP_NULL, "none"},      Operation{MPI_SUM, "MPI_SUM"},         Operation{MPI_MAX, "MPI_MAX"},
    Operation{MPI_MIN, "MPI_MIN"},       Operation{MPI_PROD, "MPI_PROD"},       Operation{MPI_LAND, "MPI_LAND"},
    Operation{MPI_BAND, "MPI_BAND"},     Operation{MPI_LOR, "MPI_LOR"},         Operation{MPI_BOR, "MPI_BOR"},
    Operation{MPI_LXOR, "MPI_LXOR"},     Operation{MPI_BXOR, "MPI_BXOR"},       Operation{MPI_MAXLOC, "MPI_MAXLOC"},
    Operation{MPI_MINLOC, "MPI_MINLOC"}, Operation{MPI_REPLACE, "MPI_REPLACE"}, Operation{MPI_NO_OP, "MPI_NO_OP"}};

} // namespace

int operation_number(MPI_Op operation) {
  std::size_t out = 0;
  while (out < predefined.size() && predefined[out].handle != operation)
    ++out;
  return static_cast<int>(out);
}

const char *operation_name(int number) {
  const auto i = static_cast<std::size_t>(number);
  return i < predefined.size() ? predefined[i].name : "one that the program has made";
}

} // namespace automap::check
