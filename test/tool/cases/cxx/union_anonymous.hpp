/*~ AutoMap_Begin */
struct s {
    int kind;
    union { double d; char text[12]; } /*~ AutoMap_Use(text) */;
    short t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
