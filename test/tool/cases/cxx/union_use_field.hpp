/*~ AutoMap_Begin */
class s {
    union { long l; float f[3]; } u /*~ AutoMap_Use(f) */;
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
