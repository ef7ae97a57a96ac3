/*~ AutoMap_Begin */
#define FIELDS(X) X(int, a) X(double, b) X(char, c)
#define FIELD(type, name) type name;
struct table { FIELDS(FIELD) } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
