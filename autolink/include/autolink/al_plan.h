/*
 * Plans: the same structure again and again, as in a time loop. The first time, AL_Send sends all of it. Afterwards, a
 * plan sends only contents, into the nodes that the receiver already has, without a search and without new nodes.
 * autolink.h includes this header.
 *
 *   AL_Send(mesh, AutoLink_mesh, 1, 0, comm);               // sender: the structure, once
 *   AL_Plan_create(mesh, AutoLink_mesh, &plan);
 *   for (step = 0; step < n; step++) {
 *     advance(mesh);                                        // changes values, but no pointers and no lengths
 *     AL_Plan_send(plan, 1, 0, comm);                       // or AL_Plan_send_changed
 *   }
 *   AL_Plan_free(&plan);
 *
 *   AL_Recv(&mesh, AutoLink_mesh, 0, 0, comm, MPI_STATUS_IGNORE);   // receiver: the same with its copy
 *   AL_Plan_create(mesh, AutoLink_mesh, &plan);
 *   for (step = 0; step < n; step++)
 *     AL_Plan_recv(plan, 0, 0, comm, MPI_STATUS_IGNORE);
 *   AL_Plan_free(&plan);
 *
 * Contents are all bytes of the nodes but pointers: what AL_Send sends, too. The shape is the rest: which nodes there
 * are, where pointers lead, the lengths of arrays and strings, and what AutoMap_Any chooses. A plan keeps the shape that
 * AL_Plan_create has found. Each send and receive compares every node's pointers, lengths and choices with it before the
 * node is read or written. If one has changed, the call fails with AL_ERR_STRUCTURE, and the text names type, field and
 * node: "Graph.link[2] in node 17 leads elsewhere than in AL_Plan_create". Then free the plan, send the structure by
 * AL_Send and make a new plan. A receive of changes looks only at the nodes that it writes. A node that is unlinked may be
 * freed only after AL_Plan_free: each call reads the plan's nodes, or writes them.
 *
 * - A field that gives the length of an array is not part of the shape while the pointer to that array is NULL.
 * - A weak pointer that leads out of the structure must not change either, although it arrives as NULL.
 * - The two sides' structures need the same shape, however they were made: the first message tells.
 * - A plan may send to many receivers, receive from many senders, and do both.
 * - Plan sends match plan receives only, by the rules of AL_Send and AL_Recv. AL_Probe finds them if `size` is NULL;
 *   otherwise the size is -1.
 * - Sender and receiver must be machines of one kind, with the same layout: AL_ERR_TYPES if they differ.
 *
 * A receive that fails leaves the nodes with the contents that they had: AL_ERR_STRUCTURE for another shape here or
 * there, AL_ERR_SENDER if the sender has failed midway, AL_ERR_MESSAGE for a damaged message, which never changes a
 * length or a choice. To that end, contents that are replaced are kept until all has come. If the receiver's nodes
 * overlap, as a struct and a member of it that another pointer leads to, such a member may have new contents.
 *
 * A plan's memory is 8 bytes a node, 20 more if the nodes are many and not in the order of their addresses, and 8 to 24
 * for each pointer. Sends take the contents once more, and so do receives. From the first AL_Plan_send_changed on, sends
 * take 8 bytes a node more.
 */
#ifndef AUTOLINK_AL_PLAN_H
#define AUTOLINK_AL_PLAN_H

#include <mpi.h>

#include "autolink/al_request.h"
#include "autolink/al_type.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AL_PlanObject *AL_Plan;
#ifdef __cplusplus
#define AL_PLAN_NULL (static_cast<AL_Plan>(nullptr))
#else
#define AL_PLAN_NULL ((AL_Plan)0)
#endif

/*
 * Records the shape of a structure, by one walk over it. Local.
 *
 *   root  in   the root of the structure, which stays the caller's; NULL is a structure without nodes
 *   type  in   AutoLink_X, the type of the root
 *   plan  out  free it with AL_Plan_free
 *
 * Errors: AL_ERR_STRUCTURE
 */
int AL_Plan_create(const void *root, AL_Type type, AL_Plan *plan) AL_ROOT(1, 2);

/*
 * Frees a plan, and not the structure. Transfers that were started with it go on. Local.
 *
 *   plan  in/out  becomes AL_PLAN_NULL
 */
int AL_Plan_free(AL_Plan *plan);

/*
 * AL_Plan_send sends the contents of all nodes. AL_Plan_send_changed sends those of the nodes whose bytes have changed
 * since the last send of the plan to the same rank, tag and communicator, by either call; the first one sends all. It
 * compares the bytes with a copy, so it misses nothing. A node is a record, an array or a string as a whole. What the
 * receiver has changed in its own nodes stays there if it has not changed here.
 *
 * A receiver that has not got that last send refuses the changes (AL_ERR_STRUCTURE), as after a receive that failed
 * there alone; AL_Plan_send helps. After a send that fails here, AL_Plan_send_changed sends all.
 *
 *   plan             in
 *   dest, tag, comm  in   as for AL_Send
 *   request          out  as for AL_Isend. Change no node before the request is complete
 *
 * Errors: AL_ERR_STRUCTURE. The receive then fails, too, with AL_ERR_SENDER.
 */
int AL_Plan_send(AL_Plan plan, int dest, int tag, MPI_Comm comm);
int AL_Plan_send_changed(AL_Plan plan, int dest, int tag, MPI_Comm comm);
int AL_Plan_isend(AL_Plan plan, int dest, int tag, MPI_Comm comm, AL_Request *request);
int AL_Plan_isend_changed(AL_Plan plan, int dest, int tag, MPI_Comm comm, AL_Request *request);

/*
 * Receive what either call sends, into the nodes of the plan. A plan has one receive at a time: AL_ERR_ARGUMENT until a
 * request of an earlier one is complete.
 *
 *   plan               in
 *   source, tag, comm  in   as for AL_Recv
 *   status             out  source, tag, and as count the bytes that have come; or MPI_STATUS_IGNORE
 *   request            out  as for AL_Irecv. Do not use the nodes before the request is complete
 *
 * Errors: AL_ERR_STRUCTURE, AL_ERR_TYPES, AL_ERR_MESSAGE, AL_ERR_SENDER
 */
int AL_Plan_recv(AL_Plan plan, int source, int tag, MPI_Comm comm, MPI_Status *status);
int AL_Plan_irecv(AL_Plan plan, int source, int tag, MPI_Comm comm, AL_Request *request);

#ifdef __cplusplus
}

#ifndef AUTOLINK_WITHOUT_OVERLOADS
extern "C++" {
template <typename T> int AL_Plan_create(T *const *root, AL_Type, AL_Plan *) = delete;
}
#endif
#endif

#endif
