#include "sharing.h"

#include "al_routines.h"

#include <autolink/autolink.h>

#include <unistd.h>

void begin_sharing(void) { AL_Init(NULL, NULL); }

void end_sharing(void) { AL_Finalize(); }

universe *share(universe *u)
{
    AL_Bcast(&u, AutoLink_universe, 0, MPI_COMM_WORLD);
    return u;
}

void save(const char *path, const universe *u)
{
    AL_File_write(path, u, AutoLink_universe, MPI_COMM_WORLD);
}

universe *load(const char *path)
{
    universe *u = NULL;
    AL_File file;

    if (access(path, F_OK) == 0 && AL_File_open(path, &file) == MPI_SUCCESS) {
        AL_File_read(file, 0, &u,
                     AutoLink_universe); /* the structure of rank 0; the others wrote NULL */
        AL_File_close(&file);
    }
    return u;
}

void free_universe(universe *u) { AL_Free(u, AutoLink_universe); }
