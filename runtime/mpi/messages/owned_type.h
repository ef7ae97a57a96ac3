// Datatypes that this library has made.
#pragma once

#include <mpi.h>

namespace automap::mpi {

/// A datatype that its destructor frees.
class OwnedType {
public:
  explicit OwnedType(MPI_Datatype type) : type_(type) {}
  OwnedType(const OwnedType &) = delete;
  OwnedType &operator=(const OwnedType &) = delete;
  ~OwnedType() { MPI_Type_free(&type_); }
  operator MPI_Datatype() const { return type_; }

private:
  MPI_Datatype type_;
};

} // namespace automap::mpi
