/*~ AutoMap_Begin */
struct s { int n; double *p /*~ AutoMap_Ignore */; double secret /*~ AutoMap_Ignore */; char c; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(all: n, secret) */;
/*~ AutoMap_End */
