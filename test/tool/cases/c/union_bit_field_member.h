/* bit-fields: word.parts.lo word.parts.hi s.w.parts.lo s.w.parts.hi */
/*~ AutoMap_Begin */
union word { unsigned u; struct { unsigned lo : 4, hi : 9; } parts; } /*~ AutoMap_Use(parts) */;
struct s { union word w; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
