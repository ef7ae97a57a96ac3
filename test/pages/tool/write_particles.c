/* run: automap particle.h --format=hdf5 -o particle_hdf5.h && mpicc.mpich -Wall -Wextra -Werror write_particles.c $(pkg-config --cflags --libs hdf5-mpich) -o hdf5 && UCX_MEM_EVENTS=no timeout 60 mpiexec.mpich -n 2 ./hdf5 */
#include <mpi.h>
#include "particle_hdf5.h"

#define N 3

int main(int argc, char **argv)
{
    particle particles[N], all[2 * N];
    int rank, wrong;
    hsize_t begin, count = N, total = 2 * N;
    hid_t access, file, space, mine, part, collective;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; ++i)
        particles[i] = (particle){'H', {rank, i, 2}, rank * N + i};
    access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
    collective = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_dxpl_mpio(collective, H5FD_MPIO_COLLECTIVE);
    file = H5Fcreate("particles.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    space = H5Screate_simple(1, &total, NULL);
    mine = H5Screate_simple(1, &count, NULL);
    part = H5Screate_simple(1, &total, NULL);
    begin = (hsize_t)rank * N;
    H5Sselect_hyperslab(part, H5S_SELECT_SET, &begin, NULL, &count, NULL);

/* @BLOCK@ */
    wrong = H5Tget_size(packed) != 1 + 3 * 8 + 4 || H5Dread(set, memory, H5S_ALL, H5S_ALL, collective, all) < 0;
    for (int i = 0; i < 2 * N; ++i)
        wrong |= all[i].id != i || all[i].position[0] != i / N || all[i].species != 'H';
    H5Dclose(set);
    H5Tclose(memory);
    H5Tclose(packed);
    H5Sclose(space);
    H5Sclose(mine);
    H5Sclose(part);
    H5Pclose(collective);
    H5Pclose(access);
    H5Fclose(file);
    MPI_Finalize();
    return wrong;
}
