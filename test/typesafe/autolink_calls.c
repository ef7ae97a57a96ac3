/* Roots in AutoLink's calls, compiled as C and as C++. See buffers.c. */
#include INCLUDES

int use_all(node *root, const node *constant, struct leaf *leaf, void *any, double *number, void **buffer,
            size_t *bytes, AL_Size *size, AL_Request *request, const AL_Allocator *allocator, FILE *file);

int use_all(node *root, const node *constant, struct leaf *leaf, void *any, double *number, void **buffer,
            size_t *bytes, AL_Size *size, AL_Request *request, const AL_Allocator *allocator, FILE *file)
{
    node nodes[2];

    AL_Send(root, AutoLink_node, 0, 0, MPI_COMM_WORLD);
    AL_Send(constant, AutoLink_node, 0, 0, MPI_COMM_WORLD);
    AL_Send(any, AutoLink_node, 0, 0, MPI_COMM_WORLD);
    AL_Send(NULL, AutoLink_node, 0, 0, MPI_COMM_WORLD);
    AL_Send(nodes, AutoLink_node, 0, 0, MPI_COMM_WORLD);
    AL_Send(leaf, AutoLink_leaf, 0, 0, MPI_COMM_WORLD);
    AL_Send(leaf, AutoLink_node, 0, 0, MPI_COMM_WORLD);      /* wrong */
    AL_Send(number, AutoLink_node, 0, 0, MPI_COMM_WORLD);    /* wrong */
    AL_Send_flags(root, AutoLink_node, 0, 0, MPI_COMM_WORLD, AL_NO_SHARING);
    AL_Send_flags(root, AutoLink_leaf, 0, 0, MPI_COMM_WORLD, 0); /* wrong */
    AL_Isend(constant, AutoLink_node, 0, 0, MPI_COMM_WORLD, request);
    AL_Isend(constant, AutoLink_leaf, 0, 0, MPI_COMM_WORLD, request); /* wrong */
    AL_Isend_flags(root, AutoLink_node, 0, 0, MPI_COMM_WORLD, 0, request);
    AL_Isend_flags(leaf, AutoLink_node, 0, 0, MPI_COMM_WORLD, 0, request); /* wrong */
    AL_Count(&nodes[1], AutoLink_node, size);
    AL_Count(root, AutoLink_leaf, size); /* wrong */
    AL_Pack(root->next, AutoLink_node, buffer, bytes);
    AL_Pack(root->leaf, AutoLink_node, buffer, bytes); /* wrong */
    AL_Trace(root, AutoLink_node, file);
    AL_Trace(leaf, AutoLink_node, file); /* wrong */
    AL_Free_with(leaf, AutoLink_leaf, allocator);
    AL_Free_with(leaf, AutoLink_node, allocator); /* wrong */
#ifndef __cplusplus /* an error there */
    AL_Pack(&root, AutoLink_node, buffer, bytes); /* wrong */
    AL_Free(&root, AutoLink_node); /* wrong */
#endif
    AL_Recv(&root, AutoLink_node, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    AL_Recv(&any, AutoLink_node, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    AL_Irecv(&root, AutoLink_node, 0, 0, MPI_COMM_WORLD, request);
    AL_Unpack(*buffer, *bytes, buffer, AutoLink_node);
    return AL_Free(root, AutoLink_node);
}
