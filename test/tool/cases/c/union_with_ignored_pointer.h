/*~ AutoMap_Begin */
union w { int *p /*~ AutoMap_Ignore */; double d; } /*~ AutoMap_Use(d) */;
struct s { union w w[2][2]; _Bool b[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
