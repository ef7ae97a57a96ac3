/* Particles go around a ring of ranks. */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct particle {
    double mass;
    char kind;
    int cell;
    short flags;
};

static MPI_Datatype particle_type(void)
{
    const int lengths[] = {1, 1, 1, 1};
    const MPI_Aint places[] = {offsetof(struct particle, mass), offsetof(struct particle, kind),
                               offsetof(struct particle, cell), offsetof(struct particle, flags)};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR, MPI_INT, MPI_SHORT};
    MPI_Datatype fields, out;
    MPI_Type_create_struct(4, lengths, places, types, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(struct particle), &out);
    MPI_Type_commit(&out);
    MPI_Type_set_name(out, "particle");
    MPI_Type_free(&fields);
    return out;
}

static void pass_on(struct particle *particles, int n, MPI_Datatype type, int rank, int ranks)
{
    if (rank % 2 == 0)
        MPI_Send(particles, n, type, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    MPI_Recv(particles, n, type, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank % 2 != 0)
        MPI_Send(particles, n, type, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    const int n = 1000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Datatype type = particle_type();
    struct particle *particles = calloc(n, sizeof *particles);
    for (int step = 0; step < 200; ++step)
        pass_on(particles, n, type, rank, ranks);
    free(particles);
    MPI_Type_free(&type);
    MPI_Finalize();
}
