#ifndef STORAGE_H
#define STORAGE_H

/*~ AutoMap_Begin */

union number {
    int whole;
    double real;
} /*~ AutoMap_Use(real) */;

typedef float quad __attribute__((vector_size(16)));
__extension__ typedef __int128 wide_int;

#define PAIR(name, type) struct name { type first, second; }

PAIR(pair, short);

struct storage {
    unsigned kind : 3, level : 9;
    int : 0;
    unsigned long long key : 40;
    union number number;
    union {
        char text[12];
        int words[3];
    } raw /*~ AutoMap_Bytes */;
    _Atomic int count;
    quad lanes;
    wide_int wide;
    struct pair pair;
    double tail[];
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(key: key, pair.second) */;

/*~ AutoMap_End */

#endif
