/*~ AutoMap_Begin */
struct outer {
    struct middle {
        struct inner { int i; } in;
        char c;
    } mid /*~ AutoMap_TpUsed */;
    short s;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
