/*
 * Collective calls: structures between all ranks of a communicator. autolink.h includes this header.
 *
 *   Tree *tree = rank == 0 ? read_tree() : NULL;
 *   AL_Bcast(&tree, AutoLink_Tree, 0, MPI_COMM_WORLD);             // all ranks: each has a tree now
 *
 * All ranks of the communicator call them in the same order, as with MPI's collective calls, and none matches a
 * structure or message of another call. Each structure may be of any size, which receivers need not know, or NULL.
 * All calls take and return pointers to roots: `roots` is the address of an array of pointers to `type`, in the order
 * of the ranks.
 *
 * A call ends on all ranks alike. If it fails on one, for lack of memory, a limit, or a wrong structure or argument,
 * it returns an error on all: the rank's own there, AL_ERR_SENDER on the others, whose text names the rank and what
 * is wrong. Then no output has changed, and nothing is left of what has come. So no rank returns before all have what
 * they were sent. A rank that has no memory even for a list of all ranks waits for that. Only what is wrong on all ranks
 * ends a call at once: a communicator, a `source` or `dest` that is no rank of it, a missing AL_Init. Where these differ
 * between ranks, some wait for ever, as with MPI.
 *
 *   root   in/out  the root of a structure, or the address of a pointer to it
 *   roots  in/out  n such pointers; n is the size of the communicator. Ignored, and may be NULL, on ranks that
 *                  neither send nor receive them
 *   type   in      AutoLink_X, the type of the roots, on all ranks
 *   comm   in      a communicator. On an intercommunicator, structures go to the other group as messages of MPI's
 *                  collective calls do: `source` and `dest` are MPI_ROOT on the rank that has or gets the structures,
 *                  MPI_PROC_NULL on the others of its group, and its rank in the other group; n is the size of the
 *                  other group
 *
 * The first collective call on an intercommunicator, also one that only starts, waits for all its ranks; transfers that
 * have been started go on meanwhile. Settings and memory of received structures are those of AL_Recv: the caller owns
 * each of them, also the copy that a rank gets of its own structure.
 *
 * Errors: those of AL_Send and AL_Recv, on all ranks
 */
#ifndef AUTOLINK_AL_COLLECTIVE_H
#define AUTOLINK_AL_COLLECTIVE_H

#include <mpi.h>

#include "autolink/al_request.h"
#include "autolink/al_stream.h"
#include "autolink/al_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sends a structure from one rank to all others. The rank `source` walks over it once. Its packets go down a tree of
 * ranks while the walk goes on, and each rank makes its nodes while packets pass through.
 *
 *   root    in/out  address of a pointer: the root on the rank `source`; gets one on the others; ignored with
 *                   MPI_PROC_NULL
 *   source  in      the rank that has the structure
 */
int AL_Bcast(void *root, AL_Type type, int source, MPI_Comm comm);

/*
 * Sends a structure of each rank to one.
 *
 *   root   in   the structure of this rank
 *   roots  out  on the rank `dest`: the structures of all ranks
 *   dest   in   the rank that gets them
 */
int AL_Gather(const void *root, void *roots, AL_Type type, int dest, MPI_Comm comm) AL_ROOT(1, 3);

/*
 * Sends a structure to each rank from one.
 *
 *   roots   in   on the rank `source`: the structures for all ranks. What two of them share arrives twice
 *   root    out  address of a pointer, which gets the root of this rank's
 *   source  in   the rank that has them
 */
int AL_Scatter(const void *roots, void *root, AL_Type type, int source, MPI_Comm comm);

/*
 * Sends a structure of each rank to all. Each rank walks over its own once.
 *
 *   root   in   the structure of this rank
 *   roots  out  the structures of all ranks
 */
int AL_Allgather(const void *root, void *roots, AL_Type type, MPI_Comm comm) AL_ROOT(1, 3);

/*
 * Sends a structure from each rank to each.
 *
 *   roots     in   the structures for all ranks
 *   received  out  the structures from all ranks; another array
 */
int AL_Alltoall(const void *roots, void *received, AL_Type type, MPI_Comm comm);

/*
 * These calls start what the same calls without I do. Do not change the structures, read or write the outputs, or free
 * the communicator before the request is complete. All collective calls are matched in the order in which they are
 * made, whether they only start or not.
 *
 *   request  out  the call; complete it with AL_Test, AL_Wait or AL_Waitall, which return its error and an empty
 *                 status. AL_Cancel has no effect. If it is NULL, the call fails on all ranks
 */
int AL_Ibcast(void *root, AL_Type type, int source, MPI_Comm comm, AL_Request *request);
int AL_Igather(const void *root, void *roots, AL_Type type, int dest, MPI_Comm comm, AL_Request *request) AL_ROOT(1, 3);
int AL_Iscatter(const void *roots, void *root, AL_Type type, int source, MPI_Comm comm, AL_Request *request);
int AL_Iallgather(const void *root, void *roots, AL_Type type, MPI_Comm comm, AL_Request *request) AL_ROOT(1, 3);
int AL_Ialltoall(const void *roots, void *received, AL_Type type, MPI_Comm comm, AL_Request *request);

/*
 * Collective calls for contents that the caller's functions write and read (al_stream.h). autolink.hpp sends C++ objects
 * with these. They return error codes as AL_Send_stream does.
 *
 *   source, sources  in   one, or n of them; copied; ignored on ranks that send none
 *   sink, sinks      in   likewise. A sink may be complete although the call fails, because another rank did. If both
 *                         are NULL, the rank takes part, and the call fails (AL_ERR_MEMORY)
 *   from, dest       in   as `source` and `dest` above
 *   request          out  the call; or NULL, and then it is complete on return
 */
int AL_Bcast_stream(const AL_Source *source, const AL_Sink *sink, int from, MPI_Comm comm, AL_Request *request);
int AL_Gather_stream(const AL_Source *source, const AL_Sink sinks[], int dest, MPI_Comm comm, AL_Request *request);
int AL_Scatter_stream(const AL_Source sources[], const AL_Sink *sink, int from, MPI_Comm comm, AL_Request *request);
int AL_Allgather_stream(const AL_Source *source, const AL_Sink sinks[], MPI_Comm comm, AL_Request *request);
int AL_Alltoall_stream(const AL_Source sources[], const AL_Sink sinks[], MPI_Comm comm, AL_Request *request);

#ifdef __cplusplus
}

/* As in autolink.h: the address of a root in place of the root, or the root in place of its address. */
#ifndef AUTOLINK_WITHOUT_OVERLOADS
extern "C++" {
template <typename T> int AL_Gather(T *const *root, void *, AL_Type, int, MPI_Comm) = delete;
template <typename T> int AL_Igather(T *const *root, void *, AL_Type, int, MPI_Comm, AL_Request *) = delete;
template <typename T> int AL_Allgather(T *const *root, void *, AL_Type, MPI_Comm) = delete;
template <typename T> int AL_Iallgather(T *const *root, void *, AL_Type, MPI_Comm, AL_Request *) = delete;
template <typename T> typename AL_IfRoot<T>::type AL_Bcast(T *root, AL_Type, int, MPI_Comm) = delete;
template <typename T> typename AL_IfRoot<T>::type AL_Ibcast(T *root, AL_Type, int, MPI_Comm, AL_Request *) = delete;
}
#endif
#endif

#endif
