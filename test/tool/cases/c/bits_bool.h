/* bit-fields: s.on s.ready */
/*~ AutoMap_Begin */
struct s { _Bool on : 1; _Bool ready : 1; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
