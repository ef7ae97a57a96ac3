/* Flags that change the size of basic types: -mlong-double-64 and -fshort-wchar. MPI was built without them. */
#include "mpitypes.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    struct short_types sent[2] = {{'a', {1, 2, 65535}, 2.5L, 3, 'b'}, {'c', {4, 5, 6}, -7.25L, 8, 'd'}}, got[2] = {0};
    int size, i, wrong;

    MPI_Init(&argc, &argv);
    wrong = sizeof(wchar_t) != 2 || sizeof(long double) != 8 || Build_MPI_Types() != MPI_SUCCESS;
    MPI_Type_size(AutoMap_short_types, &size);
    wrong = wrong || size != 2 + 3 * 2 + 3 * 8;
    MPI_Sendrecv(sent, 2, AutoMap_short_types, 0, 0, got, 2, AutoMap_short_types, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    for (i = 0; i < 2; i++)
        wrong = wrong || got[i].c != sent[i].c || got[i].text[2] != sent[i].text[2] || got[i].x != sent[i].x ||
                got[i].z != sent[i].z || got[i].d != sent[i].d;
    if (wrong)
        fprintf(stderr, "short types arrive wrong\n");
    Free_MPI_Types();
    MPI_Finalize();
    return wrong;
}
