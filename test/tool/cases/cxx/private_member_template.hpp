/* layout: struct owner::in<int>: 4/4 | t MPI_INT@0 | | 0 */
/* layout: struct owner::own: 4/4 | q MPI_INT@0 | | 0 */
/* layout: struct owner::in<owner::own>: 4/4 | t.q MPI_INT@0 | | 0 */
/* layout: class owner (AutoMap_owner): 8/4 | a.t..b.t.q MPI_INT@0*2+4 | | 0 */
/*~ AutoMap_Begin */
class owner {
    template <class T> struct in { T t; };
    struct own { int q; };
    in<int> a;
    in<own> b;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
