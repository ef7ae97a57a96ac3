/* Uses automap/automap.h from C99, also before MPI_Init and after MPI_Finalize. */
#include "automap/automap.h"

#include <stdio.h>
#include <string.h>

#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic error "-Wstringop-overflow" /* MPI_STATUSES_IGNORE may be an address without memory */
#endif

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
    AM_Signature signature = {77, 77};

    expect(AM_Type_from_map(0, NULL, NULL, 0, 0, &type) == MPI_ERR_OTHER, when);
    expect(AM_Type_normalize(MPI_INT, &type) == MPI_ERR_OTHER, when);
    expect(AM_Type_describe(MPI_INT, AM_FORMAT_TREE, text, sizeof text, &length) == MPI_ERR_OTHER, when);
    expect(AM_Type_signature(MPI_INT, 1, &signature) == MPI_ERR_OTHER && signature.count == 77, when);
    expect(type == MPI_DATATYPE_NULL && strcmp(text, "untouched") == 0 && length == 77, when);
}

int main(int argc, char **argv)
{
    const MPI_Aint displacements[] = {0, 8, 16};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_DOUBLE, MPI_DOUBLE};
    double sent[3] = {1, 2, 3}, received[3] = {0, 0, 0};
    MPI_Datatype type = MPI_DATATYPE_NULL, better = MPI_DATATYPE_NULL;
    char text[80] = "";
    AM_Signature signature, basic;
    AM_Type_difference difference;
    AM_Request ended = AM_REQUEST_NULL;

    expect_errors("before MPI_Init");
    MPI_Init(&argc, &argv);
    expect(AM_Type_from_map(3, displacements, types, 0, 24, &type) == MPI_SUCCESS, "from a type map");
    expect(AM_Type_normalize(type, &better) == MPI_SUCCESS, "normalize");
    expect(AM_Type_describe(better, AM_FORMAT_NOTATION, text, sizeof text, NULL) == MPI_SUCCESS, "describe");
    expect(strcmp(text, "vec(3, 8, leaf(MPI_DOUBLE))") == 0, text);
    expect(AM_Type_signature(better, 2, &signature) == MPI_SUCCESS, "signature");
    expect(AM_Type_signature(MPI_DOUBLE, 6, &basic) == MPI_SUCCESS, "signature of a basic type");
    expect(signature.count == 6 && signature.hash == basic.hash, "signatures match");
    expect(AM_Signature_string(&signature, text, AM_SIGNATURE_STRING, NULL) == MPI_SUCCESS, "text");
    expect(strncmp(text, "6:", 2) == 0 && strlen(text) == 18, text);
    expect(AM_Type_compare(better, MPI_DOUBLE, &difference) == MPI_SUCCESS, "compare");
    expect(difference.relation == AM_RELATION_SECOND_ENDS && difference.index == 1, "the shorter one");
    MPI_Type_commit(&better);
    MPI_Sendrecv(sent, 1, better, 0, 0, received, 1, better, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    expect(memcmp(sent, received, sizeof sent) == 0, "exchange");
    expect(AM_Waitall(1, &ended, MPI_STATUSES_IGNORE) == MPI_SUCCESS, "requests that have ended");
    MPI_Type_free(&type);
    MPI_Type_free(&better);
    MPI_Finalize();
    expect_errors("after MPI_Finalize");
    return failures != 0;
}
