/*~ AutoMap_Begin */
struct node { int key; struct node *next; double value; } /*~ AutoMap_View(data: key, value) */;
/*~ AutoMap_End */
