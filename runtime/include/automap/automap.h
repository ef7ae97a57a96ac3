/*
 * AutoMap at run time: MPI datatypes from type maps, better ones from given ones, and what they are made of.
 * C99 and C++17. Link to AutoMap::mpi (CMake) or automap-mpi (pkg-config).
 *
 * All functions are local, may be called from several threads where MPI was initialized with
 * MPI_THREAD_MULTIPLE, and return MPI_SUCCESS or an MPI error code. On failure, outputs are unchanged and no
 * datatype is left. Where an MPI call inside fails, its code is returned, and MPI has called the error
 * handler. Other errors return a class:
 *
 *   MPI_ERR_ARG     a null pointer, an unknown format
 *   MPI_ERR_COUNT   a negative n; more elements or bytes than 64 bits can count; too long a notation
 *   MPI_ERR_TYPE    MPI_DATATYPE_NULL, a derived datatype in place of a basic one, or a datatype or combiner
 *                   that MPI 4.0 does not know
 *   MPI_ERR_NO_MEM  memory ran out
 *   MPI_ERR_INTERN  a mistake in this library
 *
 * and before they return, the error handler that MPI calls for functions without a communicator (MPI 4.0,
 * section 9.3: that of MPI_COMM_SELF; before MPI 4.0, that of MPI_COMM_WORLD) is called with a code whose
 * MPI_Error_string says what is wrong. With MPI_ERRORS_ARE_FATAL, the default, the program ends there.
 * Outside of MPI_Init and MPI_Finalize, where there is no handler, the functions return MPI_ERR_OTHER.
 */
#ifndef AUTOMAP_AUTOMAP_H
#define AUTOMAP_AUTOMAP_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * "Cheap" is what takes few words in the MPI library, by the constants of CostModel::mpi() in
 * layout/cost_model.h. Datatypes from a C or C++ program's structures and arrays take milliseconds to find; for
 * very large and irregular ones the search takes up to about 10 seconds and 2 GB of memory, and settles for the
 * cheapest datatype that it has found.
 */

/*
 * Builds the cheapest datatype that was found for a type map: types[i] at displacements[i], in this order.
 *
 *   n              in   elements, >= 0
 *   displacements  in   n of them, bytes; any order, also negative and repeated; may be null if n is 0
 *   types          in   n basic datatypes: predefined ones of one value, no pair types such as MPI_FLOAT_INT;
 *                       may be null if n is 0
 *   lb, extent     in   lower bound and extent of the datatype, bytes
 *   newtype        out  the datatype, not committed; the caller frees it with MPI_Type_free
 *
 * Example: MPI_INT at 0, 4, 8, 400, 404, 408 with lower bound 0 and extent 412 gives what
 * MPI_Type_create_hvector(2, 3, 400, MPI_INT, newtype) does.
 */
int AM_Type_from_map(MPI_Count n, const MPI_Aint displacements[], const MPI_Datatype types[], MPI_Aint lb,
                     MPI_Aint extent, MPI_Datatype *newtype);

/*
 * Builds a datatype with the type map, lower bound and extent of another one that costs no more: it sends and
 * receives the same, from and to the same places, in the same order. It has no name and no attributes.
 *
 *   type     in   any datatype, committed or not
 *   newtype  out  the datatype, not committed, also where `type` is a predefined one; the caller frees it
 *                 with MPI_Type_free; may be &type
 *
 * Where `type` contains two Fortran types of one size and kind of number that were made for different
 * precisions (MPI_Type_create_f90_real and its like), both become the one called by its size (MPI_REAL8).
 */
int AM_Type_normalize(MPI_Datatype type, MPI_Datatype *newtype);

/* What AM_Type_describe writes. */
enum {
  AM_FORMAT_TREE = 0,     /* one node a line, indented */
  AM_FORMAT_NOTATION = 1, /* one line: idx(1, <12>, vec(5, 8, leaf(MPI_INT))); equal parts are written out
                             each time, and millions of them are an error */
  AM_FORMAT_JSON = 2      /* one line: an object with tree, cost, dag_cost, naive_cost, elements, size, lb,
                             extent, true_lb, true_extent; the nodes of tree are described in
                             layout/type_tree_text.h, costs in CostModel::mpi() of layout/cost_model.h */
};

/*
 * Describes a datatype as a type tree: how it was built, without the parts that have no effect (counts and
 * block lengths of 1 and 0, duplicates).
 *
 *   type    in   any datatype, committed or not
 *   format  in   AM_FORMAT_TREE, AM_FORMAT_NOTATION or AM_FORMAT_JSON
 *   buffer  out  the text, of which at most size - 1 characters, and a null character; may be null if
 *                size is 0
 *   size    in   bytes in buffer
 *   length  out  characters of the whole text without the null character, so that the text was cut if
 *                *length >= size; may be null
 */
int AM_Type_describe(MPI_Datatype type, int format, char buffer[], size_t size, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
