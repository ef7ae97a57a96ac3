/* A program whose basic types differ from those of the MPI library: the build must report this instead of writing
 * past the structs. Here the library's long double has 8 bytes. */
#include "mpitypes.h"

#include <stdio.h>

int MPI_Type_size_x(MPI_Datatype type, MPI_Count *size)
{
    int err = PMPI_Type_size_x(type, size);

    if (*size == sizeof(long double) + sizeof(int))
        *size -= 8;
    return err;
}

int main(int argc, char **argv)
{
    int err;

    MPI_Init(&argc, &argv);
    err = Build_MPI_Types();
    if (err != MPI_ERR_TYPE || AutoMap_other != MPI_DATATYPE_NULL)
        fprintf(stderr, "Build_MPI_Types returned %d, not MPI_ERR_TYPE (%d)\n", err, MPI_ERR_TYPE);
    MPI_Finalize();
    return err != MPI_ERR_TYPE;
}
