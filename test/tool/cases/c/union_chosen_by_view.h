/*~ AutoMap_Begin */
struct s {
    int kind;
    union { int i; double d; } u;
} /*~ AutoMap_View(real: kind, u.d) */;
/*~ AutoMap_End */
