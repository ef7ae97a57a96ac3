/* layout: struct middle refused: it has the virtual base 'top', whose offset differs from object to object
   */
/*~ AutoMap_Begin */
struct top { int i; };
struct middle : virtual top { int j; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
