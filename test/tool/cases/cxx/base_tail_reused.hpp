/*~ AutoMap_Begin */
struct base { int i; char c; protected: char d; };
struct derived : base { char e; short f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
