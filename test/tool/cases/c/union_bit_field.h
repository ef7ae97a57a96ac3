/* bit-fields: s.x.lo */
/*~ AutoMap_Begin */
struct s { union { unsigned lo : 12; float f; } x /*~ AutoMap_Use(lo) */; int t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
