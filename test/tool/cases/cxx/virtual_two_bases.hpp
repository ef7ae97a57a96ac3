/* layout: struct one: 16/8 | a MPI_INT@8 | | 4 */
/* layout: struct two: 16/8 | b MPI_CHAR@8 | | 7 */
/* layout: struct both (AutoMap_both): 32/8 | a MPI_INT@8, b MPI_CHAR@24, c MPI_SHORT@26 | 12:4 25:1 | 4 */
/*~ AutoMap_Begin */
struct one { int a; virtual void f() {} };
struct two { char b; virtual void g() {} };
struct both : one, two { short c; void f() override {} } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
