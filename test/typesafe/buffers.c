/* Buffers of all kinds in ordinary calls, compiled as C and as C++. Exactly the lines marked wrong must cause a
 * warning. INCLUDES are the headers, in the order under test. */
#include INCLUDES
#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdint.h>

#define BUFFER_OF(array, type) array, (int)(sizeof(array) / sizeof *(array)), type

struct unknown;
enum color { RED, GREEN };
enum direction { DOWN = -1, UP = 1 };
typedef struct { double value; int rank; } ranked;
typedef struct { float value; int rank; } ranked_float;
typedef struct { int first, second; } pair;

int use_all(MPI_Comm comm, MPI_Win win, MPI_File file, MPI_Request *request, MPI_Datatype made, void *memory,
            const void *constant, int n, particle *particles, const particle *const_particles, struct cell *cell,
            struct impostor *impostor, struct unknown *unknown, const double *const_x, double **rows,
            double (*matrix)[3], const double (*cube)[3][4], particle (*grid)[8], const float *const_f,
            enum color *color, const enum direction *direction, const bool *flag);

int use_all(MPI_Comm comm, MPI_Win win, MPI_File file, MPI_Request *request, MPI_Datatype made, void *memory,
            const void *constant, int n, particle *particles, const particle *const_particles, struct cell *cell,
            struct impostor *impostor, struct unknown *unknown, const double *const_x, double **rows,
            double (*matrix)[3], const double (*cube)[3][4], particle (*grid)[8], const float *const_f,
            enum color *color, const enum direction *direction, const bool *flag)
{
    double x[100], table[2][3][4][5];
    float f = 0;
    char text[10], letter = 0;
    signed char tiny = 0;
    unsigned char byte = 0;
    short s = 0;
    unsigned short us = 0;
    int i[4] = {0, 0, 0, 0};
    unsigned u = 0;
    long l = 0;
    unsigned long ul = 0;
    long long ll = 0;
    unsigned long long ull = 0;
    long double ld = 0;
    wchar_t wide = 0;
    size_t size = 0;
    ptrdiff_t difference = 0;
    int8_t i8 = 0;
    uint16_t u16 = 0;
    int32_t i32 = 0;
    uint64_t u64 = 0;
    MPI_Aint aint = 0;
    MPI_Offset offset = 0;
    MPI_Count count = 0;
    ranked best = {0, 0};
    ranked_float best_float = {0, 0};
    pair two = {0, 0};
    int counts[2] = {1, 1}, displs[2] = {0, 0}, position = 0;
    int (*pointer)(void *, int, MPI_Datatype, int, MPI_Comm) = &MPI_Bcast;

    /* Datatypes of structs. */
    MPI_Send(particles, n, AutoMap_particle, 0, 0, comm);
    MPI_Send(const_particles, n, AutoMap_particle, 0, 0, comm);
    MPI_Send(&particles[3], 1, AutoMap_particle, 0, 0, comm);
    MPI_Send(particles + n, 1, AutoMap_particle_where, 0, 0, comm);
    MPI_Send(cell->members, 4, AutoMap_particle, 0, 0, comm);
    MPI_Send(grid, 8 * n, AutoMap_particle, 0, 0, comm);
    MPI_Recv(grid, 8 * n, AutoMap_particle, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Recv(particles, n, AutoMap_particle, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Recv(cell, 1, AutoMap_cell, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Send(memory, n, AutoMap_particle, 0, 0, comm);
    MPI_Send(constant, n, AutoMap_particle, 0, 0, comm);
    MPI_Send((const void *)&particles->id, 1, AutoMap_particle, 0, 0, comm);
    MPI_Send(MPI_BOTTOM, 1, AutoMap_particle, 0, 0, comm);
    MPI_Send(NULL, 0, AutoMap_particle, 0, 0, comm);
    MPI_Send(0, 0, AutoMap_particle, 0, 0, comm);
    MPI_Send(impostor, n, AutoMap_impostor, 0, 0, comm);
    MPI_Send(impostor, n, AutoMap_particle, 0, 0, comm); /* wrong */
    MPI_Send(cell, n, AutoMap_particle, 0, 0, comm); /* wrong */
    MPI_Send(cell, n, AutoMap_particle_where, 0, 0, comm); /* wrong */
    MPI_Send(const_particles, n, AutoMap_cell, 0, 0, comm); /* wrong */
    MPI_Send(grid, n, AutoMap_cell, 0, 0, comm); /* wrong */
    MPI_Send(unknown, n, AutoMap_particle, 0, 0, comm); /* wrong */
    MPI_Send(&particles, n, AutoMap_particle, 0, 0, comm); /* wrong */
    MPI_Send(particles->position, n, AutoMap_particle, 0, 0, comm); /* wrong */
    MPI_Send(&particles->species, n, AutoMap_particle, 0, 0, comm); /* wrong */
    MPI_Recv(cell, n, AutoMap_particle, 0, 0, comm, MPI_STATUS_IGNORE); /* wrong */
    MPI_Recv(x, n, AutoMap_particle, 0, 0, comm, MPI_STATUS_IGNORE); /* wrong */
    MPI_Send(particles, n, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(particles, n, MPI_BYTE, 0, 0, comm);
    MPI_Send(text, n, AutoMap_particle, 0, 0, comm); /* wrong */

    /* Arrays, const, pointers to pointers. */
    MPI_Send(x, 100, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(x + 3, 97, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(&x[3], 97, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(const_x, n, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(const_x++, 1, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(matrix, 3 * n, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(cube, 12 * n, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(table, 120, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(&table, 120, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(table[1][2], 20, MPI_DOUBLE, 0, 0, comm);
    MPI_Send(rows[0], n, MPI_DOUBLE, 0, 0, comm);
    MPI_Recv(matrix, 3 * n, MPI_DOUBLE, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Bcast(&table, 120, MPI_DOUBLE, 0, comm);
    MPI_Send(rows, n, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(const_f, n, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(matrix, 3 * n, MPI_FLOAT, 0, 0, comm); /* wrong */
    MPI_Send(cube, n, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Bcast(table, 120, MPI_FLOAT, 0, comm); /* wrong */
    MPI_Send(unknown, n, MPI_BYTE, 0, 0, comm);
    MPI_Send(unknown, n, MPI_DOUBLE, 0, 0, comm); /* wrong */
    (MPI_Send)(x, 100, MPI_DOUBLE, 0, 0, comm);
    (MPI_Send)(x, 100, MPI_FLOAT, 0, 0, comm); /* wrong */
    pointer(x, 1, MPI_INT, 0, comm);
    MPI_Send(BUFFER_OF(x, MPI_DOUBLE), 0, 0, comm);
    MPI_Allgather(BUFFER_OF(x, MPI_DOUBLE), BUFFER_OF(i, MPI_INT), comm);
    MPI_Allgather(BUFFER_OF(x, MPI_DOUBLE), BUFFER_OF(i, MPI_FLOAT), comm); /* wrong */
    MPI_Send(BUFFER_OF(x, MPI_INT), 0, 0, comm); /* wrong */

    /* Numbers. */
    MPI_Send(text, 10, MPI_CHAR, 0, 0, comm);
    MPI_Send("text", 5, MPI_CHAR, 0, 0, comm);
    MPI_Send(&letter, 1, MPI_CHAR, 0, 0, comm);
    MPI_Send(&tiny, 1, MPI_SIGNED_CHAR, 0, 0, comm);
    MPI_Send(&byte, 1, MPI_UNSIGNED_CHAR, 0, 0, comm);
    MPI_Send(&byte, 1, MPI_UINT8_T, 0, 0, comm);
    MPI_Send(&i8, 1, MPI_INT8_T, 0, 0, comm);
    MPI_Send(&s, 1, MPI_SHORT, 0, 0, comm);
    MPI_Send(&us, 1, MPI_UNSIGNED_SHORT, 0, 0, comm);
    MPI_Send(&u16, 1, MPI_UINT16_T, 0, 0, comm);
    MPI_Send(i, 4, MPI_INT, 0, 0, comm);
    MPI_Send(&i32, 1, MPI_INT, 0, 0, comm);
    MPI_Send(&i32, 1, MPI_INT32_T, 0, 0, comm);
    MPI_Send(&u, 1, MPI_UNSIGNED, 0, 0, comm);
    MPI_Send(&l, 1, MPI_LONG, 0, 0, comm);
    MPI_Send(&ul, 1, MPI_UNSIGNED_LONG, 0, 0, comm);
    MPI_Send(&size, 1, MPI_UNSIGNED_LONG, 0, 0, comm);
    MPI_Send(&u64, 1, MPI_UINT64_T, 0, 0, comm);
    MPI_Send(&ll, 1, MPI_LONG_LONG, 0, 0, comm);
    MPI_Send(&ll, 1, MPI_LONG_LONG_INT, 0, 0, comm);
    MPI_Send(&ull, 1, MPI_UNSIGNED_LONG_LONG, 0, 0, comm);
    MPI_Send(&f, 1, MPI_FLOAT, 0, 0, comm);
    MPI_Send(&ld, 1, MPI_LONG_DOUBLE, 0, 0, comm);
    MPI_Send(&wide, 1, MPI_WCHAR, 0, 0, comm);
    MPI_Send(&aint, 1, MPI_AINT, 0, 0, comm);
    MPI_Send(&difference, 1, MPI_AINT, 0, 0, comm);
    MPI_Send(&offset, 1, MPI_OFFSET, 0, 0, comm);
    MPI_Send(&count, 1, MPI_COUNT, 0, 0, comm);
    MPI_Send(flag, 1, MPI_C_BOOL, 0, 0, comm);
    MPI_Send(flag, 1, MPI_CXX_BOOL, 0, 0, comm);
    MPI_Send(color, 1, MPI_INT, 0, 0, comm);
    MPI_Send(color, 1, MPI_UNSIGNED, 0, 0, comm);
    MPI_Send(direction, 1, MPI_INT, 0, 0, comm);
    MPI_Recv(color, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Send(&best, 1, MPI_DOUBLE_INT, 0, 0, comm);
    MPI_Send(&best_float, 1, MPI_FLOAT_INT, 0, 0, comm);
    MPI_Send(&two, 1, MPI_2INT, 0, 0, comm);
    MPI_Send(i, 2, MPI_2INT, 0, 0, comm);
    MPI_Send(x, 100, MPI_DOUBLE_PRECISION, 0, 0, comm);
    MPI_Send(x, 100, MPI_PACKED, 0, 0, comm);
    MPI_Send(x, 100, made, 0, 0, comm);
    MPI_Send(x, 100, n > 3 ? MPI_INT : made, 0, 0, comm);
    MPI_Send(&byte, 1, MPI_CHAR, 0, 0, comm); /* wrong */
    MPI_Send(flag, 1, MPI_CHAR, 0, 0, comm); /* wrong */
    MPI_Send(text, 10, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Send(&tiny, 1, MPI_SHORT, 0, 0, comm); /* wrong */
    MPI_Send(&s, 1, MPI_UNSIGNED_SHORT, 0, 0, comm); /* wrong */
    MPI_Send(i, 4, MPI_LONG, 0, 0, comm); /* wrong */
    MPI_Send(i, 4, MPI_FLOAT, 0, 0, comm); /* wrong */
    MPI_Send(i, 4, MPI_INT64_T, 0, 0, comm); /* wrong */
    MPI_Send(&u, 1, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Send(&l, 1, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Send(&l, 1, MPI_INT32_T, 0, 0, comm); /* wrong */
    MPI_Send(&size, 1, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Send(&size, 1, MPI_UNSIGNED, 0, 0, comm); /* wrong */
    MPI_Send(&count, 1, MPI_INT, 0, 0, comm); /* wrong */
    MPI_Send(&f, 1, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(&ld, 1, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(direction, 1, MPI_UNSIGNED, 0, 0, comm); /* wrong */
    MPI_Send(&best, 1, MPI_FLOAT_INT, 0, 0, comm); /* wrong */
    MPI_Send(&best, 1, MPI_DOUBLE, 0, 0, comm); /* wrong */
    MPI_Send(x, 1, MPI_DOUBLE_INT, 0, 0, comm); /* wrong */
    MPI_Send(unknown, 1, MPI_DOUBLE_INT, 0, 0, comm); /* wrong */
    MPI_Send(x, 100, 1 ? MPI_INT : made, 0, 0, comm); /* wrong */

    /* Other calls: MPI_IN_PLACE, roots and others, vectors of counts. */
    MPI_Allreduce(MPI_IN_PLACE, x, 100, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Allreduce(MPI_IN_PLACE, x, 100, MPI_FLOAT, MPI_SUM, comm); /* wrong */
    MPI_Allreduce(const_x, x, 100, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Allreduce(const_f, x, 100, MPI_DOUBLE, MPI_SUM, comm); /* wrong */
    MPI_Reduce(x, NULL, 100, MPI_DOUBLE, MPI_SUM, 0, comm);
    MPI_Reduce(&best, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, 0, comm);
    MPI_Reduce(i, x, 4, MPI_INT, MPI_SUM, 0, comm); /* wrong */
    MPI_Gather(x, 3, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 0, comm);
    MPI_Gather(x, 3, MPI_DOUBLE, i, 0, MPI_DATATYPE_NULL, 0, comm);
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, matrix, 3, MPI_DOUBLE, 0, comm);
    MPI_Gather(const_particles, 1, AutoMap_particle, grid, 1, AutoMap_particle, 0, comm);
    MPI_Gather(const_particles, 1, AutoMap_particle, cell, 1, AutoMap_particle, 0, comm); /* wrong */
    MPI_Gather(cell, 1, AutoMap_particle, particles, 1, AutoMap_particle, 0, comm); /* wrong */
    MPI_Gatherv(x, 3, MPI_DOUBLE, table, counts, displs, MPI_DOUBLE, 0, comm);
    MPI_Gatherv(x, 3, MPI_DOUBLE, i, counts, displs, MPI_DOUBLE, 0, comm); /* wrong */
    MPI_Scatterv(x, counts, displs, MPI_DOUBLE, table, 3, MPI_DOUBLE, 0, comm);
    MPI_Scatterv(i, counts, displs, MPI_DOUBLE, table, 3, MPI_DOUBLE, 0, comm); /* wrong */
    MPI_Alltoallv(x, counts, displs, MPI_DOUBLE, table, counts, displs, MPI_DOUBLE, comm);
    MPI_Alltoallv(x, counts, displs, MPI_DOUBLE, i, counts, displs, MPI_DOUBLE, comm); /* wrong */
    MPI_Alltoallw(x, counts, displs, &made, i, counts, displs, &made, comm);
    MPI_Sendrecv(const_x, 1, MPI_DOUBLE, 0, 0, i, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(const_x, 1, MPI_DOUBLE, 0, 0, i, 1, MPI_DOUBLE, 0, 0, comm, MPI_STATUS_IGNORE); /* wrong */
    MPI_Irecv(matrix[1], 3, MPI_DOUBLE, 0, 0, comm, request);
    MPI_Irecv(matrix[1], 3, MPI_INT, 0, 0, comm, request); /* wrong */
    MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, AutoMap_cell, win);
    MPI_Put(x, 1, AutoMap_cell, 0, 0, 1, MPI_DOUBLE, win); /* wrong */
    MPI_Fetch_and_op(&l, &l, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Fetch_and_op(&l, &u, MPI_LONG, 0, 0, MPI_SUM, win); /* wrong */
    MPI_Compare_and_swap(&l, &l, &l, MPI_LONG, 0, 0, win);
    MPI_Compare_and_swap(&l, i, &l, MPI_LONG, 0, 0, win); /* wrong */
    MPI_File_write_at(file, 0, const_particles, n, AutoMap_particle, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, 0, const_particles, n, MPI_DOUBLE, MPI_STATUS_IGNORE); /* wrong */
    MPI_Pack(const_x, 1, MPI_DOUBLE, text, 10, &position, comm);
    MPI_Pack(text, 1, MPI_DOUBLE, memory, 10, &position, comm); /* wrong */
    MPI_Unpack(text, 10, &position, x, 1, MPI_DOUBLE, comm);
    MPI_Unpack(text, 10, &position, i, 1, MPI_DOUBLE, comm); /* wrong */
    return MPI_Ssend(x, 1, MPI_DOUBLE, 0, 0, comm) + MPI_Bsend(x, 1, MPI_FLOAT, 0, 0, comm); /* wrong */
}
