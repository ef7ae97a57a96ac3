/* arguments: -- -std=c++98 */
/* layout: class old (AutoMap_old): 8/4 | a MPI_INT@0, b MPI_SHORT@4*2+2 | | 0 */
/* layout: struct derived (AutoMap_derived): 12/4 | a MPI_INT@0, b MPI_SHORT@4*2+2, c MPI_CHAR@8, d
   MPI_CXX_BOOL@9 | | 2 */
/*~ AutoMap_Begin */
class old {
public:
    old() : a(0) {}
    int get() const { return a; }
private:
    int a;
    short b[2];
    static const int limit = 3;
} /*~ AutoMap_TpUsed */;
struct derived : public old { char c; bool d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
