/*
 * AutoLink: sends lists, trees and graphs of structs between ranks as one sends a struct. After the AutoMap &
 * AutoLink paper, section 2. C99 and C++17. Link to AutoMap::autolink (CMake) or automap-autolink
 * (pkg-config). Libraries that a program loads at run time may each have it in them: they stay loaded from
 * AL_Init on, for MPI calls them when communicators are freed.
 *
 *   Square *root = …;                                          // with pointers to Circles and Triangles
 *   AL_Send(root, AutoLink_Square, 1, 0, MPI_COMM_WORLD);      // rank 0
 *   AL_Recv(&root, AutoLink_Square, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);   // rank 1: a copy
 *   AL_Free(root, AutoLink_Square);
 *
 * AutoLink_Square is a table that `automap --autolink` generates; al_type.h says what is in it, and what each
 * kind of pointer means. A structure is what can be reached from its root. Shared nodes and cycles arrive as
 * such; the stack's depth does not depend on the structure.
 *
 * All functions return MPI_SUCCESS or an error code after they have called the error handler of the
 * communicator (of MPI_COMM_WORLD where they have none), whose default ends the program. Errors of AutoLink's
 * own have MPI error classes of their own and texts that name the type and the field (al_error.h); errors of
 * MPI calls keep their code. On failure outputs are unchanged and all that was allocated is freed; a receive
 * that fails takes the rest of the structure's messages away, so that the next one finds its own (but where MPI
 * itself fails). One that has no memory even to begin leaves the structure where it is, for the next receive or
 * probe. Error handlers may call AL_Error_class and no other function of AutoLink's, which may hold its locks where MPI
 * calls them. All functions but AL_Init, AL_Finalize and AL_Comm_prepare are local, and may be called from several
 * threads at once where MPI was initialized with MPI_THREAD_MULTIPLE; settings that are changed hold for
 * transfers that begin later.
 *
 * Matching is MPI's: a structure's first message travels on the caller's communicator with the caller's tag,
 * so structures between two ranks do not overtake each other, and wildcards work. The packets that follow it
 * travel on a communicator of AutoLink's. A plain message must not be received with AL_Recv, nor a structure
 * with MPI_Recv. Communicators may be intercommunicators; to processes that are not in MPI_COMM_WORLD, because
 * they were spawned or connected, see AL_Comm_prepare.
 */
#ifndef AUTOLINK_AUTOLINK_H
#define AUTOLINK_AUTOLINK_H

#include <mpi.h>
#include <stdio.h>

#include "autolink/al_error.h"
#include "autolink/al_type.h"
#include "automap/mpi_library.h"

#ifdef __cplusplus
extern "C" {
#endif

AUTOMAP_REFER_TO(AUTOMAP_BUILT_FOR_MPI(AutoLink))

/*
 * Initializes AutoLink, and MPI (without threads) if it has not been. Collective over MPI_COMM_WORLD. Calls
 * may be repeated; AutoLink is there until AL_Finalize has been called as often. An error after MPI_Finalize, for
 * MPI cannot be initialized again.
 *
 *   argc, argv  in/out  as for MPI_Init; may be null
 */
int AL_Init(int *argc, char ***argv);

/*
 * The last call ends AutoLink, and MPI if AL_Init has begun it. Collective over MPI_COMM_WORLD. Before, all
 * requests must be complete: else AL_ERR_NOT_READY, and nothing has ended. Structures that were received with an
 * arena stay until they are freed; AL_Free, AL_Free_with, AL_Count and AL_Trace may be called before and after.
 */
int AL_Finalize(void);

/*
 * Sends the structure. Returns when it may be changed again; until then it may wait for the receive, as MPI_Send may, at
 * any size: ranks that send to each other first need AL_Isend.
 *
 *   root             in  a node of type `type`, or NULL, which is sent as such
 *   type             in  AutoLink_X
 *   dest, tag, comm  in  as for MPI_Send, with MPI_PROC_NULL
 *
 * AL_ERR_STRUCTURE, AL_ERR_MEMORY: the receiver is told, and gets AL_ERR_SENDER.
 */
int AL_Send(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm);

/* For the flags of AL_Send_flags and AL_Isend_flags. */
enum {
  /* Promises that no two pointers lead to one record: the search needs no marks. Where the promise does not hold,
     records arrive more than once, and a cycle never ends. */
  AL_NO_SHARING = 1,
  /* Promises of types (AutoMap_Tree), and that of AL_NO_SHARING, are verified, for records in arrays, too:
     AL_ERR_STRUCTURE where one is broken. */
  AL_CHECK_SHARING = 2
};

/* AL_Send with promises. `flags` is 0 or flags above, joined by |. */
int AL_Send_flags(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags);

/*
 * Receives a structure. Its nodes live where the setting "allocation" says.
 *
 *   root               out  address of a pointer to `type`, which gets the root, or NULL if NULL was sent;
 *                           unchanged if source is MPI_PROC_NULL
 *   type               in   AutoLink_X, the sender's type; on a machine that differs, values are converted
 *   source, tag, comm  in   as for MPI_Recv, with MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL
 *   status             out  source, tag, and as count the bytes of all nodes (MPI_Get_elements_x with
 *                           MPI_BYTE); or MPI_STATUS_IGNORE
 *
 * AL_ERR_TYPES, AL_ERR_MESSAGE, AL_ERR_SENDER, AL_ERR_LIMIT, AL_ERR_MEMORY
 */
int AL_Recv(void *root, AL_Type type, int source, int tag, MPI_Comm comm, MPI_Status *status);

/* A transfer that has been started. */
typedef struct AL_RequestObject *AL_Request;
#define AL_REQUEST_NULL ((AL_Request)0)

/*
 * Starts to send; the structure must not be changed, nor the communicator freed, before the request is
 * complete. Transfers go on whenever the process is in AL_Test, AL_Wait, AL_Waitall, AL_Send, AL_Recv, AL_Probe
 * or AL_Iprobe.
 *
 *   request  out  to be completed with AL_Test, AL_Wait or AL_Waitall
 */
int AL_Isend(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, AL_Request *request);
int AL_Isend_flags(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags,
                   AL_Request *request);

/* Starts to receive. `root` must stay a valid address, and is not written, before the request is complete; nor may the
 * communicator be freed. */
int AL_Irecv(void *root, AL_Type type, int source, int tag, MPI_Comm comm, AL_Request *request);

/*
 * Goes on with all transfers of the process, and tells whether this one is complete. If so, it is freed, its
 * status is set and its error is returned (and raised) here.
 *
 *   request  in/out  becomes AL_REQUEST_NULL when complete; AL_REQUEST_NULL is complete, with an empty status
 *   flag     out     1 if complete, else 0
 *   status   out     if complete; or MPI_STATUS_IGNORE
 */
int AL_Test(AL_Request *request, int *flag, MPI_Status *status);
int AL_Wait(AL_Request *request, MPI_Status *status);

/*
 * Completes all, and returns the first error, if there is one.
 *
 *   n         in   requests, >= 0
 *   statuses  out  n of them, with the field MPI_ERROR set; or MPI_STATUSES_IGNORE
 */
int AL_Waitall(int n, AL_Request requests[], MPI_Status *statuses);

/*
 * Cancels a receive that has found no structure yet; it is still to be completed, and MPI_Test_cancelled
 * tells from the status whether it was cancelled. A receive that has begun, and a send, goes on as if nothing
 * had been called.
 */
int AL_Cancel(AL_Request *request);

/* What a structure amounts to. */
typedef struct AL_Size {
  MPI_Count nodes; /* records and arrays, each an allocation */
  MPI_Count bytes; /* of all nodes */
} AL_Size;

/*
 * Waits for a structure, or looks whether there is one, that a receive with these arguments would get, and
 * tells its size. That is known when all of it has arrived, for the sender's search ends no earlier: what is
 * looked for is taken from MPI into memory, and the receive makes the nodes from there. So only a receive of
 * AutoLink's may follow. AL_Iprobe goes on with it in each call, and sets flag when the size is known. What has been
 * looked for is received before what has not.
 *
 * Of a sender, the next message that fits is taken, and none behind it before that has been received: plain ones
 * with the same tag may follow. From any source, the structure that is complete first is found, and one of each
 * sender may have been taken by then, or while flag is 0. So, as for MPI_Probe, the next message that fits must be a
 * structure, from whichever sender it comes; but MPI_Probe does not find what has been taken.
 *
 * With a size, AL_Probe needs the sender as a receive does: one that waits for the answer to a structure on its
 * way must do so where transfers go on (AL_Wait before MPI_Recv), or both wait for ever. Where the structure's
 * beginning is enough to answer, let size be NULL: then nothing is taken from MPI, and the call returns as soon
 * as MPI_Probe would. What has been counted is to be received, as what MPI_Mprobe has matched: its sender may wait
 * for that.
 *
 *   size    out  nodes and bytes, as the sender has them; -1 where a receive will fail for what was sent, or for
 *                lack of AL_Comm_prepare, or it, or its messages, are longer than the setting "limit_bytes" allows;
 *                or NULL
 *   flag    out  1 if there is a structure, else 0, and then the others are unchanged
 *   status  out  source and tag; or MPI_STATUS_IGNORE
 */
int AL_Probe(int source, int tag, MPI_Comm comm, AL_Size *size, MPI_Status *status);
int AL_Iprobe(int source, int tag, MPI_Comm comm, int *flag, AL_Size *size, MPI_Status *status);

/*
 * Frees a structure. One that was received with an arena is freed at once, by the root that AL_Recv gave, and up
 * to 256 MiB of such memory are kept for structures to come, until AL_Finalize; the kernel takes from it what it
 * needs. Otherwise each node is given to free(): the nodes that can be reached from `root`, records and arrays and
 * strings, each of which must have memory of its own from malloc. Pointers of the kinds AL_IGNORE and
 * AL_INSIDE are not followed. NULL is nothing to free. After AL_ERR_MEMORY, some of the nodes are freed and the
 * others are lost.
 */
int AL_Free(void *root, AL_Type type);

/* Counts nodes and bytes of a structure. */
int AL_Count(const void *root, AL_Type type, AL_Size *size);

/*
 * Writes a structure to memory, in the wire format of autolink/README.md.
 *
 *   buffer  out  from malloc; the caller frees it
 *   bytes   out  its length
 */
int AL_Pack(const void *root, AL_Type type, void **buffer, size_t *bytes);

/* Makes a structure from what AL_Pack has written; settings are those of MPI_COMM_WORLD. As AL_Recv. */
int AL_Unpack(const void *buffer, size_t bytes, void *root, AL_Type type);

/*
 * Writes the logical form of a structure, as in Figure 3 of the paper:
 *
 *   NEXT Square 0, Circle 0, Circle 1, Triangle 0       the nodes in the order of the search, with their labels
 *   ADDRESS Square: 0x5581…                             for each type the nodes' addresses, by label; of
 *   ADDRESS Circle: 0x5582… 0x5583…                     arrays with [length]
 *   LINKS Square: <0 1 0>                               for each node its links as labels, - for NULL
 *   LINKS Circle: <0> <->
 *   INSIDE Square 0 + 8                                 for each inside pointer (its link is the number of
 *                                                       the line)
 */
int AL_Trace(const void *root, AL_Type type, FILE *file);

/*
 * Makes a communicator of AutoLink's own for the packets between processes of `comm` that are not in one
 * MPI_COMM_WORLD: that were spawned or connected. Without, structures to such a process are refused
 * (AL_ERR_ARGUMENT). Collective over `comm` (an intercommunicator: over both groups), in each of whose
 * processes AL_Init has been called; no call needs to follow when it is freed or disconnected. Not needed, and
 * harmless, for other communicators.
 */
int AL_Comm_prepare(MPI_Comm comm);

/*
 * Settings for transfers on a communicator, from an info object; for all others, from the environment when
 * AL_Init is called. MPI_Comm_dup does not copy them. Keys that are not there keep their value; others that
 * begin with "autolink_" are an error (AL_ERR_ARGUMENT), as is a value that cannot be, and then nothing is
 * changed.
 *
 * The environment variable of a key is its name in capitals, AUTOLINK_PACKET_BYTES. A variable that looks like one,
 * misspelt, means nothing, and rank 0 says so on stderr.
 *
 *   info key                     default
 *   autolink_packet_bytes        131072   bytes in a packet, 1 to 2^30; a packet has one element at least.
 *                                         Packets begin with 8 KiB and double
 *   autolink_packets_in_flight   4        sent and not arrived, 1 to 1024
 *   autolink_eager_bytes         8192     structures up to this are one message; lists, and up to 2730 nodes of
 *                                         up to 8 types with plain links, up to 8 times as much, at most 64 KiB;
 *                                         0 to 32768
 *   autolink_allocation          malloc   "malloc": each node by itself, so that nodes can be freed with
 *                                         free(); "arena": all at once, only with AL_Free, fastest
 *   autolink_limit_bytes         physical memory: larger structures are refused by a receiver. What counts is the
 *                                         nodes' own bytes, 1 for an array of length 0; beside them a node takes up
 *                                         to 48 (what malloc adds, and its place in a table). Nodes are made when
 *                                         they are announced, before their bytes come: a hostile sender of a few
 *                                         bytes can take as much memory as this, 49 times as much with nodes of a
 *                                         byte, until the receive has failed
 *   autolink_check_sharing       false    "true": AL_CHECK_SHARING for all sends
 *   autolink_check_reachable     false    "true": a receiver that mallocs refuses nodes that cannot be reached
 *                                         from the root, which a correct sender never sends; costs a walk
 */
int AL_Comm_set_info(MPI_Comm comm, MPI_Info info);

/* The settings in force, as strings. The caller frees *info with MPI_Info_free. */
int AL_Comm_get_info(MPI_Comm comm, MPI_Info *info);

/*
 * Memory for received nodes: allocate() returns memory of this size and alignment (at least 8), or NULL;
 * release() gives it back, told the same number of bytes, when a receive fails or AL_Free_with is called. A receive that
 * AL_Irecv has started calls them from whichever thread is in an AL_ call, AL_Recv and AL_Unpack from their own: with
 * MPI_THREAD_MULTIPLE, several threads may be in them at once. They must not call AL_ functions, nor wait for a thread
 * that is in one, for AutoLink may hold its locks.
 */
typedef struct AL_Allocator {
  void *(*allocate)(size_t bytes, size_t align, void *context);
  void (*release)(void *node, size_t bytes, void *context);
  void *context;
} AL_Allocator;

/*
 * Makes receives on a communicator take each node from this allocator, which is copied, whatever the setting
 * "allocation" says; NULL: from where that says.
 */
int AL_Comm_set_allocator(MPI_Comm comm, const AL_Allocator *allocator);

/* AL_Free for nodes from an allocator. Of an array, release() is told the length that the record gives, of a string
 * strlen + 1, as they are now: the number of bytes differs from what allocate() was asked for where the program has
 * shortened one. */
int AL_Free_with(void *root, AL_Type type, const AL_Allocator *allocator);

/* Which of AL_ERR_… an error code stands for; 0 if it is MPI's own. */
int AL_Error_class(int code, int *al_class);

#ifdef __cplusplus
}
#endif

#endif
