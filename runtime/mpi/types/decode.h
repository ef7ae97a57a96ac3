// Decodes an MPI_Datatype into a type tree, by its envelope and contents.
#pragma once

#include "layout/construction.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <map>

namespace automap::mpi {

/// A decoded datatype, without its name and attributes.
struct Decoded {
  layout::TypeTree tree;
  layout::Bounds bounds;

  /// The Fortran types that were made for a precision (MPI_Type_create_f90_real and the like). The key is the basic
  /// type of the same representation, which is their leaf in the tree. A leaf that stands for several datatypes has no
  /// entry.
  std::map<layout::BasicTypeId, MPI_Datatype> precise_types;

  /// Whether some elements in the tree belong to pairs, such as MPI_2INT.
  bool has_pairs = false;
};

/// Returns the type tree by which a datatype was constructed. What has no effect is left out: duplicates, counts and
/// block lengths of 1, and parts without elements. Equal parts are one shared subtree. The depth is at most some
/// thousand, whatever that of the datatype is: a long chain of structs becomes one struct. Does not change `type`.
/// Throws CallFailure, UsageFailure, std::length_error and std::bad_alloc.
///
/// Example: MPI_Type_vector(3, 2, 5, MPI_INT) gives vec(3, 20, vec(2, 4, leaf(MPI_INT))), lower bound 0, extent 48.
Decoded decode(MPI_Datatype type);

/// Returns only the tree. Equal parts need not be shared, which is faster for a tree that is used once.
layout::TypeTree decode_tree(MPI_Datatype type);

/// Returns the bounds that MPI reports for `type`. Throws CallFailure.
layout::Bounds bounds_of(MPI_Datatype type);

} // namespace automap::mpi
