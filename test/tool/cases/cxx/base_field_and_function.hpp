/* unnameable: both.at */
/* layout: struct one: 4/4 | at MPI_INT@0 | | 0 */
/* layout: struct two: 1/1 | c MPI_CHAR@0 | | 0 */
/* layout: struct both (AutoMap_both): 8/4 | at MPI_INT@0, c MPI_CHAR@4, s MPI_SHORT@6 | 5:1 | 0 */
/*~ AutoMap_Begin */
struct one { int at; };
struct two { char at(int) const { return c; } char c; };
struct both : one, two { short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
