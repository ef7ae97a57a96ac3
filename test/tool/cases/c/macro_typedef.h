/*~ AutoMap_Begin */
#define VECTOR(type, n) typedef struct { type at[n]; unsigned char len; } type##n
VECTOR(double, 3) /*~ AutoMap_TpUsed */;
VECTOR(short, 5) /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
