/* A library that is loaded at run time and contains AutoLink. See plugins.cpp. */
#include "al_routines.h"
#include "autolink/autolink.h"

#include <stdio.h>

enum { n = 3000 };

/* Sends a list to itself. What AutoLink keeps with `comm` stays until the caller frees it. */
int run_plugin(MPI_Datatype theirs, MPI_Comm comm)
{
    static Tree out[n];
    Tree *in = NULL;
    AL_Request request;
    int failures = 0;

    (void)theirs;
    for (int i = 0; i < n; ++i) {
        out[i].key = i;
        out[i].left = i + 1 < n ? &out[i + 1] : NULL;
    }
    failures += AL_Init(NULL, NULL) != MPI_SUCCESS;
    failures += AL_Isend(out, AutoLink_Tree, 0, 0, comm, &request) != MPI_SUCCESS;
    failures += AL_Recv(&in, AutoLink_Tree, 0, 0, comm, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    failures += AL_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    const Tree *at = in;
    for (int i = 0; i < n; ++i) {
        failures += at == NULL || at->key != i;
        at = at ? at->left : NULL;
    }
    failures += AL_Free(in, AutoLink_Tree) != MPI_SUCCESS;
    failures += AL_Finalize() != MPI_SUCCESS;
    if (failures)
        fprintf(stderr, "failed: lists by AutoLink\n");
    return failures;
}
