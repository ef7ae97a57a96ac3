/* Sends four particles to a program in Python. */
#include "mpitypes.h"

int main(int argc, char **argv)
{
    particle p[4];

    MPI_Init(&argc, &argv);
    Build_MPI_Types();
    for (int i = 0; i < 4; ++i)
        p[i] = (particle){'H', {i, 0.5, 2}, -i};
    MPI_Send(p, 4, AutoMap_particle, 0, 0, MPI_COMM_WORLD);
    Free_MPI_Types();
    return MPI_Finalize();
}
