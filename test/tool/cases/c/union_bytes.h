/*~ AutoMap_Begin */
union raw { int i; double d; char c[10]; } /*~ AutoMap_Bytes */;
struct s { char n; union raw r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
