/*~ AutoMap_Begin */
class one { double d; char c; };
class two { short s; };
class three { char e; };
struct all : one, two, three { char f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
