/*~ AutoMap_Begin */
struct cell { short s; char c; };
struct board { struct cell cells[2][3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
