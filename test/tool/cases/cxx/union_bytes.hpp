/*~ AutoMap_Begin */
union raw { int i; void *p; } /*~ AutoMap_Bytes */;
struct base { raw r; };
struct s : base { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
