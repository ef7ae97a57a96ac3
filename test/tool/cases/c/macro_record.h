/* tags: foo bar */
/*~ AutoMap_Begin */
#define RECORD(name) struct name { char c; int i; }
RECORD(foo) /*~ AutoMap_TpUsed */;
RECORD(bar) /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
