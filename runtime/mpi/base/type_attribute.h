// Numbers that are kept with datatypes as attributes (MPI 4.0, section 7.7.4).
#pragma once

#include "failure.h"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace automap::mpi {

/// An attribute whose value is the number itself, not an address. So nothing needs to be freed, and MPI calls no
/// function of this library, which may be unloaded, when a datatype is freed. One object for each purpose lives until
/// the program ends. All functions throw CallFailure.
class TypeAttribute {
public:
  TypeAttribute() { check_call(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key_, nullptr)); }

  /// Returns the number that is kept with `type`.
  std::optional<std::uintptr_t> get(MPI_Datatype type) const {
    void *value = nullptr;
    int found = 0;
    check_call(MPI_Type_get_attr(type, key_, &value, &found));
    return found ? std::optional(reinterpret_cast<std::uintptr_t>(value)) : std::nullopt;
  }

  /// Keeps a number with `type`. Duplicates of `type` that are made from now on have it, too.
  void set(MPI_Datatype type, std::uintptr_t value) const {
    check_call(MPI_Type_set_attr(type, key_, reinterpret_cast<void *>(value)));
  }

private:
  int key_ = MPI_KEYVAL_INVALID;
};

} // namespace automap::mpi
