/* layout: class mixed (AutoMap_mixed): 12/4 | a MPI_CHAR@0, b MPI_INT@4, c MPI_CHAR@8, d MPI_SHORT@10 | 1:3
   9:1 | 0 */
/*~ AutoMap_Begin */
class mixed {
public: char a;
private: int b;
public: char c;
protected: short d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
