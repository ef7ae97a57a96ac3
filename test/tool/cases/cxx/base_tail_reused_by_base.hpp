/* layout: class one: 16/8 | d MPI_DOUBLE@0, c MPI_CHAR@8 | | 7 */
/* layout: class two: 2/2 | s MPI_SHORT@0 | | 0 */
/* layout: class three: 1/1 | e MPI_CHAR@0 | | 0 */
/* layout: struct all (AutoMap_all): 16/8 | d MPI_DOUBLE@0, c MPI_CHAR@8, s MPI_SHORT@10, e..f MPI_CHAR@12*2+1
   | 9:1 | 2 */
/*~ AutoMap_Begin */
class one { double d; char c; };
class two { short s; };
class three { char e; };
struct all : one, two, three { char f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
