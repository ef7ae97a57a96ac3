/* layout: struct arithmetic (AutoMap_arithmetic): 64/8 | c MPI_CHAR@0, sc MPI_SIGNED_CHAR@1, uc
   MPI_UNSIGNED_CHAR@2, s MPI_SHORT@4, us MPI_UNSIGNED_SHORT@6, i MPI_INT@8, u MPI_UNSIGNED@12, l MPI_LONG@16,
   ul MPI_UNSIGNED_LONG@24, ll MPI_LONG_LONG@32, ull MPI_UNSIGNED_LONG_LONG@40, f MPI_FLOAT@48, d
   MPI_DOUBLE@56 | 3:1 52:4 | 0 */
/*~ AutoMap_Begin */
struct arithmetic {
    char c; signed char sc; unsigned char uc;
    short s; unsigned short us;
    int i; unsigned u;
    long l; unsigned long ul;
    long long ll; unsigned long long ull;
    float f; double d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
