// A number that is kept with datatypes, as an attribute of theirs (MPI 4.0, section 7.7.4).
#pragma once

#include "failure.h"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace automap::mpi {

/// The attribute's value is the number itself, not the address of something: there is nothing to free, and no
/// function of ours for MPI to call when a datatype is freed, perhaps after this library was unloaded. Made
/// once for each purpose, and kept until the program ends. All functions throw CallFailure.
class TypeAttribute {
public:
  TypeAttribute() { check(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key_, nullptr)); }

  std::optional<std::uintptr_t> get(MPI_Datatype type) const {
    void *value = nullptr;
    int found = 0;
    check(MPI_Type_get_attr(type, key_, &value, &found));
    return found ? std::optional(reinterpret_cast<std::uintptr_t>(value)) : std::nullopt;
  }

  /// Duplicates of `type` that are made from now on have it too.
  void set(MPI_Datatype type, std::uintptr_t value) const {
    check(MPI_Type_set_attr(type, key_, reinterpret_cast<void *>(value)));
  }

private:
  int key_ = MPI_KEYVAL_INVALID;
};

} // namespace automap::mpi
