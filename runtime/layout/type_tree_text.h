// Type trees as text: an indented tree for people, JSON for programs. to_string() in type_tree.h writes the papers'
// notation.
//
// Both write a shared subtree (same_node()) once, with a number, and later only that number. Therefore the text grows
// with the nodes and not with the paths to them. Numbers count from 1 in the order of the text. Leaves have no numbers,
// because naming a leaf is no longer than a number.
#pragma once

#include "type_tree.h"

#include <string>

namespace automap::layout {

/// Returns one line for each node, ended by a line break. Children are indented by two spaces; the children of a struc
/// follow their displacement. A sequence of more than eight displacements or bucket sizes is shortened to the first
/// three and the last. "#1 =" gives the shared subtree that follows the number 1.
///
/// Example: if column is idx(9, <0, 3, 7, 12, 20, 33, 54, 88, 143>, leaf(MPI_INT)), then struc(3, <0, 256, 512>,
/// <column, vec(2, 8, leaf(MPI_DOUBLE)), column>) gives
///
///   struc 3
///     at 0: #1 = idx 9 at <0, 3, 7, …, 143>
///       leaf MPI_INT
///     at 256: vec 2 stride 8
///       leaf MPI_DOUBLE
///     at 512: #1
std::string to_indented(const TypeTree &tree);

/// Returns one line of JSON without a line break at its end. A node is one of these objects; displacements, strides and
/// substrides are in bytes:
///
///   {"kind":"leaf","type":"MPI_INT"}
///   {"kind":"vec","count":5,"stride":2,"child":node}
///   {"kind":"idx","displacements":[…],"child":node}
///   {"kind":"idxbuc","substride":8,"displacements":[…],"bucket_sizes":[…],"child":node}
///   {"kind":"struc","displacements":[…],"children":[node,…]}
///   {"ref":1}
///
/// A node other than a leaf that is used more than once has an "id" before its "kind". {"ref":n} stands for the subtree
/// with "id":n, which comes before it in the text.
///
/// Example: if pair is vec(2, 8, leaf(MPI_INT)), then struc(2, <0, 100>, <pair, pair>) gives, on one line,
///   {"kind":"struc","displacements":[0,100],"children":[
///   {"id":1,"kind":"vec","count":2,"stride":8,"child":{"kind":"leaf","type":"MPI_INT"}},{"ref":1}]}
std::string to_json(const TypeTree &tree);

} // namespace automap::layout
