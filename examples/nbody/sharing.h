/* How a universe travels and is kept: sharing.c, or by_hand/sharing.c, which does without AutoLink.
 */
#ifndef SHARING_H
#define SHARING_H

#include "universe.h"

/* To be called after MPI_Init and before MPI_Finalize. */
void begin_sharing(void);
void end_sharing(void);

/* Gives all ranks a copy of rank 0's universe. Returns it; on rank 0, the universe itself. */
universe *share(universe *u);

/* Writes rank 0's universe to a file, which is the old one or the new one, whole. All ranks call
 * it. */
void save(const char *path, const universe *u);

/* Returns the universe in a file, or NULL if there is none. */
universe *load(const char *path);

void free_universe(universe *u);

#endif
