/* Rank 0 sends structs, which rank 1 receives as other structs: automap-check finds that. */
#include <mpi.h>
#include <stddef.h>

typedef struct {
    double value;
    float weight;
} sent;

static void send_all(sent *items, int n, MPI_Datatype type)
{
    MPI_Send(items, n, type, 1, 7, MPI_COMM_WORLD);
}

typedef struct {
    double value;
    int id;
} item;

static MPI_Datatype pair_type(MPI_Datatype second)
{
    int lengths[] = {1, 1};
    MPI_Aint displacements[] = {0, 8};
    MPI_Datatype types[] = {MPI_DOUBLE, second}, type;
    MPI_Type_create_struct(2, lengths, displacements, types, &type);
    MPI_Type_commit(&type);
    return type;
}
static void collect(item *items, int n, MPI_Datatype type)
{
    MPI_Recv(items, n, type, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    sent mine[3] = {{1, 2}, {3, 4}, {5, 6}};
    item theirs[3];
    MPI_Datatype type;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* The third rank does nothing. */

    if (rank == 0) {
        type = pair_type(MPI_FLOAT);
        send_all(mine, 3, type);
    }

    if (rank == 1) {
        type = pair_type(MPI_INT);
        collect(theirs, 3, type);
    }
    if (rank < 2)
        MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
