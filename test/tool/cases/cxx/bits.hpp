/* bit-fields: flags.on flags.m flags.n flags.wide */
/*~ AutoMap_Begin */
enum class mode : unsigned char { a, b };
class flags {
    bool on : 1;
    mode m : 3;
    unsigned n : 13;
    char c;
    long long wide : 33;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
