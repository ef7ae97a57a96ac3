/*~ AutoMap_Begin */
struct point { char tag; double x; };
union shape { struct point p; int raw[6]; } /*~ AutoMap_Use(p) */;
struct s { union shape a; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
