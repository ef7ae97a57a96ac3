/*~ AutoMap_Begin */
union raw { int i; void *p; };
struct s { int n; union raw r /*~ AutoMap_Bytes */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
