// MPI_Datatype → type tree, by envelope and contents.
#pragma once

#include "layout/construction.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <map>

namespace automap::mpi {

/// A datatype, decoded: everything but its name and attributes.
struct Decoded {
  layout::TypeTree tree;
  layout::Bounds bounds;

  /// Fortran types made for a precision (MPI_Type_create_f90_real and its like), by the basic type of the
  /// same representation that is their leaf in the tree; where several have one leaf, none is here.
  std::map<layout::BasicTypeId, MPI_Datatype> precise_types;

  /// Whether some elements in the tree are those of pairs, such as MPI_2INT.
  bool has_pairs = false;
};

/// The tree that a datatype was built as. What has no effect is left out: duplicates, counts and block
/// lengths of 1, elements that there are none of. Equal parts are one shared subtree. The depth of the result
/// is bounded by some thousand, whatever that of the datatype is: a long chain of structs becomes one struct.
/// Leaves `type` as it is. Throws CallFailure, UsageFailure, std::length_error and std::bad_alloc.
///
/// Example: MPI_Type_vector(3, 2, 5, MPI_INT) gives vec(3, 20, vec(2, 4, leaf(MPI_INT))), lower bound 0,
/// extent 48.
Decoded decode(MPI_Datatype type);

/// The tree alone, in which equal parts need not be shared: quicker, for what looks at it once.
layout::TypeTree decode_tree(MPI_Datatype type);

/// The bounds that MPI gives `type`. Throws CallFailure.
layout::Bounds bounds_of(MPI_Datatype type);

} // namespace automap::mpi
