/* layout: struct owner::own: 4/4 | q MPI_INT@0 | | 0 */
/* layout: struct box<owner::own>: 8/4 | t.q MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct box<owner::level>: 4/2 | t MPI_SHORT@0, c MPI_CHAR@2 | | 1 */
/* layout: class owner (AutoMap_owner): 12/4 | a.t.q MPI_INT@0, a.c MPI_CHAR@4, b.t MPI_SHORT@8, b.c
   MPI_CHAR@10 | 5:3 | 1 */
/*~ AutoMap_Begin */
template <class T> struct box { T t; char c; };
class owner {
    struct own { int q; };
    enum class level : short { low };
    box<own> a;
    box<level> b;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
