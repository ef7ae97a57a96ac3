/* tags: number s */
/*~ AutoMap_Begin */
#define MAP(text) __attribute__((annotate(text)))
union MAP("AutoMap_Use(f)") number { int i; float f[2]; };
struct MAP("AutoMap_TpUsed") MAP("AutoMap_View(n: n)") s {
    union number v;
    char raw[4] MAP("AutoMap_Bytes");
    int n;
};
/*~ AutoMap_End */
