/* unnameable: both.at */
/*~ AutoMap_Begin */
struct one { int at; };
struct two { char at(int) const { return c; } char c; };
struct both : one, two { short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
