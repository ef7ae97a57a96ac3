/* How expressions travel: migration.c, or by_hand/migration.c, which does without AutoLink. */
#ifndef MIGRATION_H
#define MIGRATION_H

#include "expression.h"

/* To be called after MPI_Init and before MPI_Finalize. */
void begin_migration(void);
void end_migration(void);

/* Sends an expression to one rank, and returns the one that comes from another. The caller frees
 * it. */
expression *migrate(const expression *emigrant, int to, int from);

#endif
