#include "al_routines.h"
#include "al_routines_tree.h"
#include "mpitypes.h"
#include "tree_types.h"

#include <autolink/autolink.h>

#include <string.h>

int main(int argc, char **argv)
{
    int rank, wrong = 0;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong = Build_MPI_Types() != MPI_SUCCESS || Build_MPI_Types_tree() != MPI_SUCCESS;
    if (rank == 0) {
        char left[] = "left";
        tree kid = {left, {NULL, NULL}}, root = {NULL, {&kid, &kid}};
        chain ring = {42, NULL};
        ring.next = &ring;
        AL_Send(&ring, AutoLink_chain, 1, 0, MPI_COMM_WORLD);
        AL_Send(&root, AutoLink_tree_tree, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        chain *ring = NULL;
        tree *root = NULL;
        AL_Recv(&ring, AutoLink_chain, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        AL_Recv(&root, AutoLink_tree_tree, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong = wrong || ring->value != 42 || ring->next != ring || root->key != NULL ||
                root->kids[0] != root->kids[1] || strcmp(root->kids[0]->key, "left") != 0;
        AL_Free(ring, AutoLink_chain);
        AL_Free(root, AutoLink_tree_tree);
    }
    Free_MPI_Types();
    Free_MPI_Types_tree();
    AL_Finalize();
    return wrong;
}
