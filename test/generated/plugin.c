/* A library that is loaded at run time and contains AutoMap and generated code. See plugins.cpp. */
#include "automap/automap.h"
#include "mpitypes.h"

#include <stdio.h>
#include <string.h>

enum { n = 5000 };

static int failures;

static void expect(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "failed: %s\n", what);
        failures++;
    }
}

/* Packs `count` elements of a datatype, which occupy `size` bytes in all, and sends them to this rank. */
static void expect_arrival(const void *data, size_t size, int count, MPI_Datatype type, MPI_Comm comm,
                           const char *what)
{
    static char packed[n * sizeof(struct padded)], received[n * sizeof(struct padded)];
    MPI_Count bytes = 0, position = 0;
    AM_Request requests[2];

    memset(received, 0, size);
    expect(AM_Pack_size(count, type, &bytes) == MPI_SUCCESS, what);
    expect(AM_Pack(data, count, type, packed, sizeof packed, &position) == MPI_SUCCESS && position == bytes, what);
    position = 0;
    expect(AM_Unpack(packed, bytes, &position, received, count, type) == MPI_SUCCESS && position == bytes, what);
    expect(AM_Irecv(received, count, type, 0, 1, comm, &requests[0]) == MPI_SUCCESS, what);
    expect(AM_Isend(data, count, type, 0, 1, comm, &requests[1]) == MPI_SUCCESS, what);
    expect(AM_Waitall(2, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS, what);
    expect(memcmp(received, data, size) == 0, what);
}

/* Leaves its datatypes to MPI_Finalize. What AutoMap keeps with `comm` stays until the caller frees it. */
int run_plugin(MPI_Datatype theirs, MPI_Comm comm)
{
    static struct padded mine[n];
    static double numbers[2 * n];

    for (int i = 0; i < n; ++i) {
        mine[i].value = i;
        mine[i].position[2] = (float)i;
        numbers[2 * i] = i;
    }
    expect(AM_Comm_set_pipeline(comm, AM_PIPELINE_DEFAULT) == MPI_SUCCESS, "a pipeline");
    expect_arrival(numbers, sizeof numbers, 2 * n, MPI_DOUBLE, comm, "numbers");
    expect_arrival(numbers, sizeof numbers, n, theirs, comm, "a datatype of the program");
    expect(Build_MPI_Types() == MPI_SUCCESS, "Build_MPI_Types");
    expect_arrival(mine, sizeof mine, n, AutoMap_padded, comm, "structs");
    expect_arrival(numbers, sizeof(double), 1, MPI_DOUBLE, comm, "a number");
    return failures;
}
