/*
 * AutoLink sends lists, trees and graphs of structs between ranks as one sends a struct (AutoMap &
 * AutoLink paper, section 2). It is for C99 and C++17. Link to AutoMap::autolink (CMake) or
 * automap-autolink (pkg-config). Libraries loaded at run time may each contain AutoLink. They stay loaded
 * from AL_Init on, because MPI calls them when communicators are freed.
 *
 *   Square *root = …;                                          // with pointers to Circles and Triangles
 *   AL_Send(root, AutoLink_Square, 1, 0, MPI_COMM_WORLD);      // rank 0
 *   AL_Recv(&root, AutoLink_Square, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);   // rank 1: a copy
 *   AL_Free(root, AutoLink_Square);
 *
 * AutoLink_Square is a table that `automap --autolink` generates; al_type.h explains it and the kinds of
 * pointers. A structure is everything that can be reached from its root. Shared nodes and cycles arrive as
 * such. The stack depth does not depend on the structure.
 *
 * All functions return MPI_SUCCESS, or an error code after calling the error handler of the communicator
 * (of MPI_COMM_WORLD if they have none), which by default ends the program. AutoLink's own errors have MPI
 * error classes of their own, and texts that name the type, and the field if there is one (al_error.h).
 * Every function may return AL_ERR_ARGUMENT and AL_ERR_MEMORY, AL_ERR_TABLES if it takes a type,
 * AL_ERR_STRUCTURE if it walks over a structure, and AL_ERR_NOT_READY if it needs AL_Init. Further errors
 * stand at the functions. Errors of MPI calls keep their code. Without MPI, functions that need it say so
 * on stderr and return MPI_ERR_OTHER; the others return a negative code, for which no handler is called.
 * AL_Error_string has the text of all codes. Error handlers may call AL_Error_class but no other AutoLink
 * function, because MPI may call them while AutoLink holds its locks.
 *
 * On failure, outputs are unchanged and everything that was allocated is freed. A failed receive also
 * discards the rest of the structure's messages, so that the next receive finds its own (unless MPI itself
 * fails, AL_Comm_prepare is missing or address space runs out). If there is too little memory to begin,
 * the structure stays for the next receive or probe.
 *
 * Only AL_Init, AL_Finalize, AL_Comm_prepare, AL_File_write and the calls of al_collective.h are collective. With
 * MPI_THREAD_MULTIPLE, all others may be called from several threads at once. Changed settings apply to transfers that
 * begin later.
 *
 * Matching is MPI's: a structure's first message travels on the caller's communicator with the caller's tag,
 * so structures between two ranks do not overtake each other, and wildcards work. The packets that follow
 * travel on a communicator of AutoLink's own. Do not receive a plain message with AL_Recv or a structure with
 * MPI_Recv. Communicators may be intercommunicators. For processes outside MPI_COMM_WORLD (spawned or
 * connected), see AL_Comm_prepare.
 */
#ifndef AUTOLINK_AUTOLINK_H
#define AUTOLINK_AUTOLINK_H

#include <mpi.h>
#include <stdio.h>

#include "autolink/al_collective.h" // IWYU pragma: export
#include "autolink/al_error.h"      // IWYU pragma: export
#include "autolink/al_file.h"
#include "autolink/al_plan.h"    // IWYU pragma: export
#include "autolink/al_request.h" // IWYU pragma: export
#include "autolink/al_stream.h"
#include "autolink/al_type.h"
#include "automap/mpi_library.h"

#ifdef __cplusplus
extern "C" {
#endif

AUTOMAP_REFER_TO(AUTOMAP_BUILT_FOR_MPI(AutoLink))

/*
 * Initializes AutoLink, and MPI (without threads) if that is not yet done. Collective over MPI_COMM_WORLD.
 * May be called repeatedly; AutoLink stays until AL_Finalize has been called as often. It is an error after
 * MPI_Finalize, because MPI cannot be initialized again.
 *
 *   argc, argv  in/out  as for MPI_Init; may be null
 */
int AL_Init(int *argc, char ***argv);

/*
 * Ends AutoLink, and MPI if AL_Init initialized it, when it has been called as often as AL_Init.
 * Collective over MPI_COMM_WORLD. All requests must be complete before: otherwise it returns
 * AL_ERR_NOT_READY, and nothing ends. Structures received with an arena stay until they are freed.
 * AL_Free, AL_Free_with, AL_Count and AL_Trace may be called before AL_Init and after AL_Finalize.
 */
int AL_Finalize(void);

/*
 * Sends a structure. Returns when the structure may be changed again. Until then it may wait for the
 * receive, as MPI_Send may, at any size: if ranks send to each other first, they need AL_Isend.
 *
 *   root             in  a node of type `type`, or NULL, which is sent as NULL
 *   type             in  AutoLink_X, the type of the root
 *   dest, tag, comm  in  as for MPI_Send; dest may be MPI_PROC_NULL
 *
 * Errors: AL_ERR_STRUCTURE, AL_ERR_MEMORY. The receive then fails, too, with AL_ERR_SENDER.
 */
int AL_Send(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm) AL_ROOT(1, 2);

/* Flags for AL_Send_flags and AL_Isend_flags. */
enum {
  /* Promises that no two pointers lead to one record: the search needs no marks. If the promise is broken,
     records arrive more than once, and a cycle never ends. */
  AL_NO_SHARING = 1,
  /* Verifies the promises of types (AutoMap_Tree) and of AL_NO_SHARING, for records in arrays, too:
     AL_ERR_STRUCTURE if one is broken. */
  AL_CHECK_SHARING = 2
};

/* Sends as AL_Send does, with promises: `flags` is 0 or some of the flags above, combined with |. */
int AL_Send_flags(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags) AL_ROOT(1, 2);

/*
 * Receives a structure. The setting autolink_allocation says where its nodes live.
 *
 *   root               out  address of a pointer to `type`, which gets the root, or NULL if NULL was sent;
 *                           unchanged if source is MPI_PROC_NULL
 *   type               in   AutoLink_X, the sender's type; values from a different machine are converted
 *   source, tag, comm  in   as for MPI_Recv; MPI_ANY_SOURCE, MPI_ANY_TAG and MPI_PROC_NULL are allowed
 *   status             out  source, tag, and as count the bytes of all nodes (MPI_Get_elements_x with
 *                           MPI_BYTE); or MPI_STATUS_IGNORE
 *
 * The caller owns the structure, and frees it as autolink_allocation says.
 *
 * Errors: AL_ERR_TYPES, AL_ERR_MESSAGE, AL_ERR_SENDER, AL_ERR_LIMIT, AL_ERR_MEMORY
 */
int AL_Recv(void *root, AL_Type type, int source, int tag, MPI_Comm comm, MPI_Status *status);

/*
 * Sends a structure and receives another one at once, so that ranks that do so with each other do not wait for ever.
 *
 *   sent, sent_type, dest, sent_tag                    in   as for AL_Send
 *   received, received_type, source, received_tag      out  as for AL_Recv. If one of both fails, nothing is received
 *   comm, status                                            as for AL_Recv
 *
 * Errors: those of AL_Send and AL_Recv
 */
int AL_Sendrecv(const void *sent, AL_Type sent_type, int dest, int sent_tag, void *received, AL_Type received_type,
                int source, int received_tag, MPI_Comm comm, MPI_Status *status) AL_ROOT(1, 2);

/*
 * Send and receive several structures at once. What they share arrives as one, and is sent once. Both sides give the
 * same number of types, in the same order.
 *
 *   n              in      number of roots, at least 1
 *   roots          in/out  address of an array of n pointers, each to its type or NULL
 *   types          in      n of them, AutoLink_X. If one is promised to be a tree (AutoMap_Tree), no two roots lead
 *                          to a node of that type
 *   allocator      in      that of the communicator (AL_Comm_set_allocator), or NULL if it has none
 *   others                 as for AL_Send and AL_Recv; the array's bytes count in `status`, too
 *
 * AL_Free_roots frees what was received, and takes the roots as they were received. A row of types takes some memory to
 * the end of the program, the same one only once.
 *
 * Errors: those of AL_Send, AL_Recv, AL_Free and AL_Free_with
 */
int AL_Send_roots(int n, const void *roots, const AL_Type types[], int dest, int tag, MPI_Comm comm);
int AL_Recv_roots(int n, void *roots, const AL_Type types[], int source, int tag, MPI_Comm comm, MPI_Status *status);
struct AL_Allocator;
int AL_Free_roots(int n, const void *roots, const AL_Type types[], const struct AL_Allocator *allocator);

/*
 * Starts to send, with the arguments and errors of AL_Send and AL_Send_flags. Do not change the structure
 * or free the communicator before the request is complete. Transfers make progress while the process is in
 * AL_Test, AL_Wait, AL_Waitall, AL_Probe, AL_Iprobe, or a call that sends or receives.
 *
 *   request  out  the transfer; complete it with AL_Test, AL_Wait or AL_Waitall, which free it
 */
int AL_Isend(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, AL_Request *request) AL_ROOT(1, 2);
int AL_Isend_flags(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags, AL_Request *request)
    AL_ROOT(1, 2);

/*
 * Starts to receive, with the arguments and errors of AL_Recv. Until the request is complete, keep `root` a
 * valid address and do not free the communicator. `root` is written when the structure has arrived, in
 * whichever call makes progress.
 *
 *   request  out  the transfer; complete it with AL_Test, AL_Wait or AL_Waitall, which free it
 */
int AL_Irecv(void *root, AL_Type type, int source, int tag, MPI_Comm comm, AL_Request *request);

/* The size of a structure. */
typedef struct AL_Size {
  MPI_Count nodes; /* number of records, arrays and strings, each an allocation */
  MPI_Count bytes; /* bytes of all nodes */
} AL_Size;

/*
 * AL_Probe waits for a structure that a receive with these arguments would get, and tells its size; AL_Iprobe
 * checks for one. The size is known only when all of it has arrived, because the sender's search ends no
 * earlier. So both take the structure from MPI into memory, and the receive makes the nodes from there: only
 * an AutoLink receive may follow. Each call of AL_Iprobe continues with this, and sets flag when the size is
 * known. What has been probed is received before what has not.
 *
 * From one sender, both take the next matching message, and none after it until that one has been
 * received: plain messages with the same tag may follow. With MPI_ANY_SOURCE, they may take one structure
 * of each sender until one of them is complete, which is found. So the next matching message of every
 * sender must be a structure. MPI_Probe does not find messages that AutoLink has taken.
 *
 * If size is not NULL, AL_Probe returns only when the sender has sent everything. So a sender that has called
 * AL_Isend must call AL_Wait before it waits for an answer in MPI_Recv; otherwise both wait forever. If the
 * structure's beginning is enough to answer, let size be NULL: then nothing is taken from MPI, and the call
 * returns as soon as MPI_Probe would. A structure whose size was told must be received, like a message that
 * MPI_Mprobe matched: its sender may wait for that.
 *
 *   source, tag, comm  in   as for AL_Recv
 *   size               out  nodes and bytes, as the sender has them; or NULL. Both are -1 if a receive will
 *                           fail because of what was sent, for lack of AL_Comm_prepare, or because the
 *                           structure or its messages exceed the setting autolink_limit_bytes
 *   flag               out  1 if there is a structure, else 0, and then the others are unchanged
 *   status             out  source and tag; or MPI_STATUS_IGNORE
 */
int AL_Probe(int source, int tag, MPI_Comm comm, AL_Size *size, MPI_Status *status);
int AL_Iprobe(int source, int tag, MPI_Comm comm, int *flag, AL_Size *size, MPI_Status *status);

/*
 * Frees a structure. One that was received with an arena is freed at once; `root` must be the one from
 * AL_Recv. Up to 256 MiB of such memory are kept for later structures until AL_Finalize; the kernel reclaims
 * what it needs. Otherwise every node that can be reached from `root` is given to free(): records, arrays and
 * strings, each of which must have memory of its own from malloc. Pointers of the kinds AL_IGNORE,
 * AL_INSIDE and AL_WEAK are not followed. NULL frees nothing. After AL_ERR_MEMORY, some of the nodes are freed and the
 * others are lost.
 *
 *   root  in  the root; no longer valid afterwards
 *   type  in  AutoLink_X, the type of the root
 */
int AL_Free(void *root, AL_Type type) AL_ROOT(1, 2);

/*
 * Counts the nodes and bytes of a structure.
 *
 *   root, type  in   as for AL_Send
 *   size        out  nodes and bytes
 */
int AL_Count(const void *root, AL_Type type, AL_Size *size) AL_ROOT(1, 2);

/*
 * Writes a structure to memory, in the wire format (autolink/wire-format.md). AL_Pack and AL_Unpack need neither
 * MPI_Init nor AL_Init: before, they have the settings of the environment.
 *
 *   root, type  in   as for AL_Send
 *   buffer      out  memory from malloc; the caller frees it
 *   bytes       out  its length
 *
 * Errors: AL_ERR_STRUCTURE, AL_ERR_MEMORY
 */
int AL_Pack(const void *root, AL_Type type, void **buffer, size_t *bytes) AL_ROOT(1, 2);

/*
 * Makes a structure from what AL_Pack has written, with the settings of MPI_COMM_WORLD.
 *
 *   buffer, bytes  in   as AL_Pack has returned them
 *   root           out  as for AL_Recv; the caller owns the structure
 *   type           in   AutoLink_X, the type of the root
 *
 * Errors: AL_ERR_TYPES, AL_ERR_MESSAGE, AL_ERR_LIMIT, AL_ERR_MEMORY
 */
int AL_Unpack(const void *buffer, size_t bytes, void *root, AL_Type type);

/*
 * Writes the logical form of a structure, as in Figure 3 of the paper:
 *
 *   NEXT Square 0, Circle 0, Circle 1, Triangle 0       the nodes in search order, with their labels
 *   ADDRESS Square: 0x5581…                             for each type its nodes' addresses, by label;
 *   ADDRESS Circle: 0x5582… 0x5583…                     for arrays with [length]
 *   LINKS Square: <0 1 0>                               for each node its links as labels, - for NULL
 *   LINKS Circle: <0> <->
 *   INSIDE Square 0 + 8                                 for each inside pointer (its link is the number of
 *                                                       this line, from 0), and for each weak one to what was
 *                                                       not yet met (its link is @ and that number); - if
 *                                                       what it leads to is not in the structure
 *
 *   root, type  in  as for AL_Send
 *   file        in  open for writing; MPI_ERR_IO if that fails
 */
int AL_Trace(const void *root, AL_Type type, FILE *file) AL_ROOT(1, 2);

/*
 * Makes a communicator of AutoLink's own for packets between processes of `comm` that are not in one
 * MPI_COMM_WORLD (spawned or connected). Without it, structures to such a process are refused
 * (AL_ERR_ARGUMENT). Collective over `comm` (an intercommunicator: over both groups); AL_Init must have been
 * called in all its processes. Nothing has to be called when `comm` is freed or disconnected. Harmless but
 * not needed for other communicators.
 */
int AL_Comm_prepare(MPI_Comm comm);

/*
 * Takes settings for transfers on a communicator from an info object. All other communicators have those of
 * the environment at AL_Init. MPI_Comm_dup does not copy settings. Keys that are not in `info` keep their
 * value. Unknown keys that begin with "autolink_" and invalid values are errors (AL_ERR_ARGUMENT), and change
 * nothing.
 *
 * The environment variable of a key is its name in capitals: AUTOLINK_PACKET_BYTES. One that looks misspelled
 * has no effect, and rank 0 says so on stderr.
 *
 *   info key                     default
 *   autolink_packet_bytes        131072   bytes in a packet, 1 to 2^30; a packet has one element at least.
 *                                         Packets begin with 8 KiB and double
 *   autolink_packets_in_flight   4        messages whose MPI_Isend is not complete, 1 to 1024
 *   autolink_eager_bytes         8192     structures up to this are one message; lists, and up to 2730 nodes
 *                                         of up to 8 types with plain links, up to 8 times as much, at most
 *                                         64 KiB; 0 to 32768
 *   autolink_allocation          malloc   "malloc": each node by itself, so that nodes can be freed with
 *                                         free(); "arena": all at once, only with AL_Free, fastest
 *   autolink_limit_bytes         physical memory: a receiver refuses larger structures. What counts is the
 *                                         nodes' own bytes, 1 for an array of length 0; a node takes up to 48
 *                                         more (what malloc adds, its place in a table). Nodes are made when
 *                                         announced, before their bytes come: with a few bytes, a hostile
 *                                         sender can take as much memory as this, 49 times as much with nodes
 *                                         of one byte, until the receive has failed
 *   autolink_check_sharing       false    "true": AL_CHECK_SHARING for all sends
 *   autolink_check_reachable     false    "true": a receiver without an arena refuses nodes that cannot be
 *                                         reached from the root; correct senders send none. Costs a walk
 */
int AL_Comm_set_info(MPI_Comm comm, MPI_Info info);

/* Stores the settings in force, as strings, in a new *info, which the caller frees with MPI_Info_free. */
int AL_Comm_get_info(MPI_Comm comm, MPI_Info *info);

/*
 * Memory for received nodes. allocate() returns memory of this size and alignment (at least 8), or NULL.
 * release() gives it back, with the same number of bytes, when a receive fails or AL_Free_with is called.
 * AL_Recv and AL_Unpack call both from their own thread; a receive that AL_Irecv started, from whichever
 * thread is in an AL_ call. So with MPI_THREAD_MULTIPLE, several threads may be in them at once. They must
 * not call AL_ functions or wait for a thread that is in one, because AutoLink may hold its locks.
 */
typedef struct AL_Allocator {
  void *(*allocate)(size_t bytes, size_t align, void *context);
  void (*release)(void *node, size_t bytes, void *context);
  void *context;
} AL_Allocator;

/*
 * Makes receives on a communicator take each node from this allocator, which is copied, whatever the setting
 * autolink_allocation says. With NULL, that setting decides again.
 */
int AL_Comm_set_allocator(MPI_Comm comm, const AL_Allocator *allocator);

/*
 * Frees a structure whose nodes are from an allocator, as AL_Free does. release() gets the size of an array
 * by the length that its record now gives, and of a string strlen + 1. That is not the size that allocate()
 * was asked for if the program has shortened one.
 */
int AL_Free_with(void *root, AL_Type type, const AL_Allocator *allocator) AL_ROOT(1, 2);

/*
 * Contents that the caller's functions write and read: al_stream.h. autolink.hpp sends C++ objects with these. They
 * match messages as AL_Send, AL_Recv, AL_Isend and AL_Irecv do, and have their arguments, settings and errors. A
 * structure that AL_Send has sent is read as a stream if AL_ContentType.text allows it, and AL_Recv makes a structure of
 * a stream. They return error codes without calling an error handler, unless MPI has called one for its own error.
 *
 *   source, sink  in   copied; their state must live until the call returns, or until the request is complete
 *
 * Errors: those that their functions return, AL_ERR_TYPES for other contents, AL_ERR_MESSAGE, AL_ERR_SENDER
 */
int AL_Send_stream(const AL_Source *source, int dest, int tag, MPI_Comm comm);
int AL_Isend_stream(const AL_Source *source, int dest, int tag, MPI_Comm comm, AL_Request *request);
int AL_Recv_stream(const AL_Sink *sink, int source, int tag, MPI_Comm comm, MPI_Status *status);
int AL_Irecv_stream(const AL_Sink *sink, int source, int tag, MPI_Comm comm, AL_Request *request);

/*
 * For contents in memory: AL_Stream_head writes what stands before them in the only message of a stream, and returns
 * its length. AL_Unpack_stream has the sink read such a message, or what AL_Pack has made. They need no MPI.
 *
 *   type         in   what the contents are
 *   to           out  the head; NULL only asks for its length
 *   bytes, size  in   the head and the contents
 *
 * AL_Stream_head cannot fail. Errors of AL_Unpack_stream: as for AL_Recv_stream
 */
size_t AL_Stream_head(const AL_ContentType *type, void *to);
int AL_Unpack_stream(const AL_Sink *sink, const void *bytes, size_t size);

#ifdef __cplusplus
}

/*
 * In C++, a call with the address of a root in place of the root does not compile, nor one with the root in
 * place of its address. Define AUTOLINK_WITHOUT_OVERLOADS before this header to leave these overloads out, as
 * where `auto f = &AL_Send` has to find one function.
 */
#ifndef AUTOLINK_WITHOUT_OVERLOADS
extern "C++" {
template <typename T> int AL_Send(T *const *root, AL_Type, int, int, MPI_Comm) = delete;
template <typename T> int AL_Send_flags(T *const *root, AL_Type, int, int, MPI_Comm, int) = delete;
template <typename T> int AL_Isend(T *const *root, AL_Type, int, int, MPI_Comm, AL_Request *) = delete;
template <typename T> int AL_Isend_flags(T *const *root, AL_Type, int, int, MPI_Comm, int, AL_Request *) = delete;
template <typename T> int AL_Free(T *const *root, AL_Type) = delete;
template <typename T> int AL_Free_with(T *const *root, AL_Type, const AL_Allocator *) = delete;
template <typename T> int AL_Count(T *const *root, AL_Type, AL_Size *) = delete;
template <typename T> int AL_Pack(T *const *root, AL_Type, void **, size_t *) = delete;
template <typename T> int AL_Trace(T *const *root, AL_Type, FILE *) = delete;
template <typename T> int AL_File_write(const char *, T *const *root, AL_Type, MPI_Comm) = delete;

template <typename T> typename AL_IfRoot<T>::type AL_Recv(T *root, AL_Type, int, int, MPI_Comm, MPI_Status *) = delete;
template <typename T> typename AL_IfRoot<T>::type AL_Irecv(T *root, AL_Type, int, int, MPI_Comm, AL_Request *) = delete;
template <typename T> typename AL_IfRoot<T>::type AL_Unpack(const void *, size_t, T *root, AL_Type) = delete;
template <typename T> typename AL_IfRoot<T>::type AL_File_read(AL_File, int, T *root, AL_Type) = delete;
}
#endif
#endif

#endif
