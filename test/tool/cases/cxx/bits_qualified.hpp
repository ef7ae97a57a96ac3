/* bit-fields: s.a s.e s.v */
/* layout: struct s (AutoMap_s): 4/4 | a..v MPI_BYTE@0*2+1 | | 2 */
/* remark: 6: bit-fields 'a' to 'v' travel as the 2 bytes that hold them */
/*~ AutoMap_Begin */
struct s {
    bool a : 1;
    enum class mode { x, y } e : 2;
    volatile unsigned v : 9;
    bool on() const { return a; }
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
