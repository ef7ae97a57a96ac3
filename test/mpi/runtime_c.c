/* automap/automap.h from C99, and outside of MPI_Init and MPI_Finalize. */
#include "automap/automap.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "failed: %s\n", what);
        failures++;
    }
}

static void expect_errors(const char *when)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    char text[] = "untouched";
    size_t length = 77;

    expect(AM_Type_from_map(0, NULL, NULL, 0, 0, &type) == MPI_ERR_OTHER, when);
    expect(AM_Type_normalize(MPI_INT, &type) == MPI_ERR_OTHER, when);
    expect(AM_Type_describe(MPI_INT, AM_FORMAT_TREE, text, sizeof text, &length) == MPI_ERR_OTHER, when);
    expect(type == MPI_DATATYPE_NULL && strcmp(text, "untouched") == 0 && length == 77, when);
}

int main(int argc, char **argv)
{
    const MPI_Aint displacements[] = {0, 8, 16};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_DOUBLE, MPI_DOUBLE};
    double sent[3] = {1, 2, 3}, received[3] = {0, 0, 0};
    MPI_Datatype type = MPI_DATATYPE_NULL, better = MPI_DATATYPE_NULL;
    char text[80] = "";

    expect_errors("before MPI_Init");
    MPI_Init(&argc, &argv);
    expect(AM_Type_from_map(3, displacements, types, 0, 24, &type) == MPI_SUCCESS, "from a type map");
    expect(AM_Type_normalize(type, &better) == MPI_SUCCESS, "normalize");
    expect(AM_Type_describe(better, AM_FORMAT_NOTATION, text, sizeof text, NULL) == MPI_SUCCESS, "describe");
    expect(strcmp(text, "vec(3, 8, leaf(MPI_DOUBLE))") == 0, text);
    MPI_Type_commit(&better);
    MPI_Sendrecv(sent, 1, better, 0, 0, received, 1, better, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    expect(memcmp(sent, received, sizeof sent) == 0, "exchange");
    MPI_Type_free(&type);
    MPI_Type_free(&better);
    MPI_Finalize();
    expect_errors("after MPI_Finalize");
    return failures != 0;
}
