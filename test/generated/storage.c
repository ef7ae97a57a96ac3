/* Sends unions, bit-fields and similar members: their values must arrive with the whole datatype and with a view. */
#include "mpitypes.h"

#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition) \
    ((condition) ? (void)0 : (void)(failures++, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static void fill(struct storage *s, int rank)
{
    memset(s, rank, sizeof *s);
    s->kind = rank == 0 ? 5 : 2;
    s->level = rank == 0 ? 300 : 7;
    s->key = rank == 0 ? 0xabcdef0123u : 0x42;
    s->number.real = rank + 0.5;
    strcpy(s->raw.text, rank == 0 ? "zero" : "one");
    s->count = rank + 7;
    s->lanes = (quad){rank + 1.0f, rank + 2.0f, rank + 3.0f, rank + 4.0f};
    s->wide = rank == 0 ? (wide_int)1 << 100 : 3;
    s->pair.first = rank;
    s->pair.second = rank + 10;
}

int main(int argc, char **argv)
{
    struct storage s;
    MPI_Aint lower_bound, extent;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    CHECK(Build_MPI_Types() == MPI_SUCCESS);
    MPI_Type_get_extent(AutoMap_storage_key, &lower_bound, &extent);
    CHECK(lower_bound == 0 && extent == sizeof(struct storage));
    MPI_Type_size(AutoMap_storage, &size);
    CHECK(size == 2 + 5 + 8 + 12 + 4 + 16 + 16 + 4);

    fill(&s, rank);
    MPI_Bcast(&s, 1, AutoMap_storage_key, 0, MPI_COMM_WORLD);
    CHECK(s.key == 0xabcdef0123u && s.pair.second == 10);
    CHECK(s.kind == (rank == 0 ? 5 : 2) && s.pair.first == rank && s.number.real == rank + 0.5);

    fill(&s, rank);
    MPI_Bcast(&s, 1, AutoMap_storage, 0, MPI_COMM_WORLD);
    CHECK(s.kind == 5 && s.level == 300 && s.key == 0xabcdef0123u && s.number.real == 0.5);
    CHECK(strcmp(s.raw.text, "zero") == 0 && s.count == 7 && s.lanes[3] == 4.0f);
    CHECK(s.wide == (wide_int)1 << 100 && s.pair.first == 0 && s.pair.second == 10);

    Free_MPI_Types();
    MPI_Finalize();
    return failures != 0;
}
