/* bit-fields: s.c s.d */
/*~ AutoMap_Begin */
enum color { RED, GREEN, BLUE };
struct s { enum color c : 2; enum color d : 7; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
