/*~ AutoMap_Begin */
struct left { char l; };
struct right { double r; };
struct both : left, right { int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
