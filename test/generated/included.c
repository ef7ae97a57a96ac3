/* Uses generated code as in the paper's figure 1: the source file is included into the program. */
#include "mpitypes.c"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, wrong = 0;
    LinkedList node;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong += Build_MPI_Types() != MPI_SUCCESS;

    memset(&node, 0, sizeof node);
    if (rank == 0) {
        strcpy(cmdline.display, "host:0.0");
        cmdline.maxiter = 300;
        cmdline.ymax = 1.5;
        cmdline.height = 600;
        node.data[SIZE - 1] = 42;
        MPI_Send(&cmdline, 1, AutoMap_cmdline, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&node, 1, AutoMap_LinkedList, 1, 2, MPI_COMM_WORLD);
    } else if (rank == 1) {
        node.next = &node;
        MPI_Recv(&cmdline, 1, AutoMap_cmdline, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&node, 1, AutoMap_LinkedList, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += strcmp(cmdline.display, "host:0.0") != 0 || cmdline.maxiter != 300 || cmdline.ymax != 1.5 ||
                 cmdline.height != 600;
        wrong += node.data[SIZE - 1] != 42 || node.next != &node;
        if (wrong)
            fprintf(stderr, "the structs arrived wrong\n");
    }
    wrong += Free_MPI_Types() != MPI_SUCCESS;
    MPI_Finalize();
    return wrong;
}
