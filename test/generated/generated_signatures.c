/* Compares the constants of a generated header with AM_Type_signature, for each datatype that it declares. */
#include "mpitypes.h"

#include "automap/automap.h"

#include <stdio.h>

static int tested, failures;

static void check(const char *name, MPI_Datatype type, MPI_Count elements, uint64_t hash)
{
    AM_Signature found = {-1, 0};

    if (AM_Type_signature(type, 1, &found) != MPI_SUCCESS || found.count != elements || found.hash != hash) {
        fprintf(stderr, "%s: %lld:%016llx at run time, %lld:%016llx in the header\n", name, (long long)found.count,
                (unsigned long long)found.hash, (long long)elements, (unsigned long long)hash);
        failures++;
    }
    tested++;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (Build_MPI_Types() != MPI_SUCCESS)
        return 1;
#define TYPE(name) check(#name, AutoMap_##name, AUTOMAP_ELEMENTS_OF_##name, AUTOMAP_SIGNATURE_OF_##name);
#include "generated_types.inc"
    Free_MPI_Types();
    MPI_Finalize();
    printf("%d datatypes, %d failures\n", tested, failures);
    return failures != 0 || tested == 0;
}
