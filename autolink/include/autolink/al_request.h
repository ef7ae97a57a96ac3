/*
 * Transfers that were started, by AL_Isend, AL_Irecv and the like, and how they are completed. autolink.h includes this
 * header, and says what all calls have in common.
 */
#ifndef AUTOLINK_AL_REQUEST_H
#define AUTOLINK_AL_REQUEST_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A transfer that was started. */
typedef struct AL_RequestObject *AL_Request;
#ifdef __cplusplus
#define AL_REQUEST_NULL (static_cast<AL_Request>(nullptr))
#else
#define AL_REQUEST_NULL ((AL_Request)0)
#endif

/*
 * Makes progress on all transfers of the process and tells whether this one is complete. If so, the request
 * is freed, its status is set, and its error is raised and returned here. AL_Wait returns only then.
 *
 *   request  in/out  becomes AL_REQUEST_NULL when complete; AL_REQUEST_NULL is complete, with an empty status
 *   flag     out     1 if complete, else 0
 *   status   out     set if complete; or MPI_STATUS_IGNORE
 */
int AL_Test(AL_Request *request, int *flag, MPI_Status *status);
int AL_Wait(AL_Request *request, MPI_Status *status);

/*
 * Completes all requests and returns the first error, if any.
 *
 *   n         in      number of requests, >= 0
 *   requests  in/out  n of them; all become AL_REQUEST_NULL
 *   statuses  out     n of them, with the field MPI_ERROR set; or MPI_STATUSES_IGNORE
 */
int AL_Waitall(int n, AL_Request requests[], MPI_Status *statuses);

/*
 * Cancels a receive that has found no structure yet. It must still be completed; MPI_Test_cancelled tells
 * by its status whether it was canceled. Sends, and receives that have begun, go on unaffected.
 *
 *   request  in  not AL_REQUEST_NULL
 */
int AL_Cancel(AL_Request *request);

#ifdef __cplusplus
}
#endif

#endif
