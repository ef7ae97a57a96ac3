#include <autolink/autolink.h>

typedef struct Node {
    int value;
    struct Node *next;
} Node;

#ifdef __cplusplus
extern "C" {
#endif
extern const AL_TypeInfo AutoLink_Node[1];
#ifdef __cplusplus
}
#endif
static const AL_Run data_Node[] = {{AL_INT, offsetof(Node, value), 1, 0}};
static const AL_Pointer pointers_Node[] = {
    {"next", AL_LINK, 0, offsetof(Node, next), 1, 0, AutoLink_Node, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Node[1] = {{AL_TYPE_ABI, 0, "Node", sizeof(Node), sizeof(void *), 17, 1, 1, data_Node, 1,
                                       pointers_Node, NULL}};

int main(int argc, char **argv)
{
    int rank;

    AL_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        Node b = {42, NULL}, a = {7, NULL};
        a.next = &b;
        AL_Send(&a, AutoLink_Node, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        Node *list = NULL;
        AL_Recv(&list, AutoLink_Node, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("list: %d %d\n", list->value, list->next->value);
        AL_Free(list, AutoLink_Node);
    }
    AL_Finalize();
    return 0;
}
