/* bit-fields: flags.on flags.m flags.n flags.wide */
/* layout: class flags (AutoMap_flags): 16/8 | on..n MPI_BYTE@0*3+1, c MPI_CHAR@3, wide MPI_BYTE@8*5+1 | 4:4 |
   3 */
/* remark: 9: bit-fields 'on' to 'n' travel as the 3 bytes that hold them */
/* remark: 13: bit-field 'wide' travels as the 5 bytes that hold it */
/*~ AutoMap_Begin */
enum class mode : unsigned char { a, b };
class flags {
    bool on : 1;
    mode m : 3;
    unsigned n : 13;
    char c;
    long long wide : 33;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
