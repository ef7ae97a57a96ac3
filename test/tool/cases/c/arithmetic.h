/*~ AutoMap_Begin */
struct arithmetic {
    char c; signed char sc; unsigned char uc;
    short s; unsigned short us;
    int i; unsigned u;
    long l; unsigned long ul;
    long long ll; unsigned long long ull;
    float f; double d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
