// Folding: type trees as directed acyclic graphs in which equal subtrees are one node ("Polynomial-time
// Construction of Optimal MPI Derived Datatype Trees", Ganian, Kalany, Szeider, Träff, section V). What a
// DAG costs is dag_cost() in cost_model.h; construct() in construction.h builds each of its nodes once.
#pragma once

#include "cost_model.h"
#include "type_tree.h"

namespace automap::layout {

/// `tree` with one node for each distinct subtree: structurally equal to `tree`, and equal subtrees of the
/// result are same_node(). Takes time in the number of nodes, shared ones counted once, and the lengths of
/// their sequences; needs no stack of the tree's depth.
///
/// Example: struc(2, <0, 100>, <vec(2, 8, leaf(MPI_INT)), vec(2, 8, leaf(MPI_INT))>) becomes a DAG of three
/// nodes. With the papers' constants dag_cost() goes from 18 down to 12.
TypeTree fold(const TypeTree &tree);

/// A DAG for the same type map as `tree`, flatten() for flatten(), that costs no more than fold(tree):
/// dag_cost(result, model) <= dag_cost(fold(tree), model). To find the cheapest DAG is an open problem; this
/// is a local search from fold(tree) by steps that make the whole DAG cheaper:
///
///   align    subtrees that are equal up to a shift become equal; the shift goes into what uses them;
///   resolve  what lies between shared nodes becomes the least-cost tree over them, they being free;
///   reuse    where a node contains the type map of another, it uses that node, even if it is then dearer as
///            a tree (figure 3);
///   factor   displacements that several idx or idxbuc nodes, or one of them several times, have in common
///            become a node of their own. What a struc repeats is left as it is: in records that would take
///            more MPI constructor calls than it saves.
///
/// Folding again changes nothing. What is too long for a step (256 elements between shared nodes for resolve,
/// 2^18 displacements over one subtree for factor, 2^20 for the others) stays as it is, so that the time is
/// nearly linear in what fold(tree) stores. A constant of the model above 2^40 turns the search off. Throws
/// std::length_error where costs leave the 64-bit range all the same.
///
/// Costs are words: a cheaper DAG mostly takes fewer MPI constructor calls, but may for once take one more.
///
/// Example, figure 3: with X a list of 20 irregular displacements below 110, a struc of vec(5, 1000,
/// idx(20, <X>, leaf(MPI_INT))) and vec(7, 999, idx(21, <X, 110>, leaf(MPI_INT))) becomes one in which the
/// latter is vec(7, 999, struc(2, <0, 110>, <idx(20, <X>, leaf(MPI_INT)), leaf(MPI_INT)>)): in place of 21
/// displacements a struc of two.
TypeTree fold(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
