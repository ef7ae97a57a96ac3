/*~ AutoMap_Begin */
typedef union { short s; char c[3]; } raw /*~ AutoMap_Bytes */;
struct s { raw r[2]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
