/* bit-fields: word.parts.lo word.parts.hi s.w.parts.lo s.w.parts.hi */
/* layout: struct: 4/4 | lo..hi MPI_BYTE@0*2+1 | | 2 */
/* remark: 7: bit-fields 'lo' to 'hi' travel as the 2 bytes that hold them */
/* layout: union word: 4/4 | parts.lo..parts.hi MPI_BYTE@0*2+1 | | 0 */
/* layout: struct s (AutoMap_s): 8/4 | w.parts.lo..w.parts.hi MPI_BYTE@0*2+1, t MPI_SHORT@4 | | 2 */
/*~ AutoMap_Begin */
union word { unsigned u; struct { unsigned lo : 4, hi : 9; } parts; } /*~ AutoMap_Use(parts) */;
struct s { union word w; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
