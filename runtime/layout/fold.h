// Folding: type trees as directed acyclic graphs in which equal subtrees are one node ("Polynomial-time Construction of
// Optimal MPI Derived Datatype Trees", Ganian, Kalany, Szeider, Träff, section V). dag_cost() in cost_model.h is the
// cost of a DAG; construct() in construction.h builds each of its nodes once.
#pragma once

#include "cost_model.h"
#include "type_tree.h"

namespace automap::layout {

/// Returns `tree` with one node for each distinct subtree: the result is structurally equal to `tree`, and its equal
/// subtrees are same_node(). The time depends on the number of nodes, shared ones counted once, and on the lengths of
/// their sequences. Does not recurse.
///
/// Example: struc(2, <0, 100>, <vec(2, 8, leaf(MPI_INT)), vec(2, 8, leaf(MPI_INT))>) becomes a DAG of three nodes. With
/// the papers' constants its dag_cost() falls from 18 to 12.
TypeTree fold(const TypeTree &tree);

/// Returns a DAG whose flatten() is that of `tree` and whose cost is not above that of fold(tree): dag_cost(result,
/// model) <= dag_cost(fold(tree), model). To find the cheapest DAG is an open problem. This is a local search from
/// fold(tree) by steps that make the whole DAG cheaper:
///
///   align    makes subtrees equal that are equal up to a shift; their users' displacements contain the
///            shift;
///   resolve  replaces the nodes between shared nodes by the least-cost tree over these, which cost nothing;
///   reuse    lets a node whose type map contains that of another node use that node, even if it then costs
///            more as a tree (figure 3);
///   factor   turns displacements that several idx or idxbuc nodes share, or that one of them contains
///            several times, into a node of their own. It leaves repetitions within a struc as they are:
///            records with such nodes would take more MPI constructor calls than they save.
///
/// Folding the result again changes nothing. A step skips what is too long: more than 256 elements between shared nodes
/// for resolve, 2^18 displacements over one subtree for factor, 2^20 for the others. Therefore the time is nearly
/// linear in the size of fold(tree). A constant of the model above 2^40 turns the search off. Throws std::length_error
/// if costs leave the 64-bit range all the same.
///
/// Costs are words. A cheaper DAG usually takes fewer MPI constructor calls, but sometimes one more.
///
/// Example, figure 3: X is a list of 20 irregular displacements below 110, and the tree is a struc of vec(5, 1000,
/// idx(20, <X>, leaf(MPI_INT))) and vec(7, 999, idx(21, <X, 110>, leaf(MPI_INT))). The latter becomes vec(7, 999,
/// struc(2, <0, 110>, <idx(20, <X>, leaf(MPI_INT)), leaf(MPI_INT)>)): a struc of two displacements replaces 21
/// displacements.
TypeTree fold(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
