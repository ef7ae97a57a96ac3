/* Prints how often generated code attaches something to a datatype. It attaches its packing functions, for the
   runtime. */
#include "mpitypes.h"
#include <stdio.h>

static int attached = 0;

int MPI_Type_set_attr(MPI_Datatype type, int key, void *value)
{
    attached++;
    return PMPI_Type_set_attr(type, key, value);
}

int main(int argc, char **argv)
{
    int code;

    MPI_Init(&argc, &argv);
    code = Build_MPI_Types();
    printf("attached: %d\n", attached);
    Free_MPI_Types();
    MPI_Finalize();
    return code;
}
