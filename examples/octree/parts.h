/* How parts of the tree travel: parts.c, or by_hand/parts.c, which does without AutoLink. */
#ifndef PARTS_H
#define PARTS_H

#include "octree.h"

/* To be called after MPI_Init and before MPI_Finalize. */
void begin_parts(void);
void end_parts(void);

/* Sends a part of a tree, or NULL. Its parent, and neighbours outside of it, arrive as NULL. */
void send_part(const cell *part, int rank);

/* Returns what rank has sent. The caller frees it. */
cell *receive_part(int rank);

/* Frees a part, and nothing that its parents and neighbours are. */
void free_part(cell *part);

#endif
