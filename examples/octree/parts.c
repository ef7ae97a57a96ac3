#include "parts.h"

#include "al_routines.h"

#include <autolink/autolink.h>

void begin_parts(void) { AL_Init(NULL, NULL); }

void end_parts(void) { AL_Finalize(); }

void send_part(const cell *part, int rank)
{
    AL_Send(part, AutoLink_cell, rank, 0, MPI_COMM_WORLD);
}

cell *receive_part(int rank)
{
    cell *part;

    AL_Recv(&part, AutoLink_cell, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return part;
}

void free_part(cell *part) { AL_Free(part, AutoLink_cell); }
