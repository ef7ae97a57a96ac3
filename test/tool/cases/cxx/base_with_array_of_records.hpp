/*~ AutoMap_Begin */
struct cell { char c; int i; };
struct row { cell cells[2]; };
struct named_row : row { char name[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
