/* bit-fields: s.a s.e s.v */
/*~ AutoMap_Begin */
struct s {
    bool a : 1;
    enum class mode { x, y } e : 2;
    volatile unsigned v : 9;
    bool on() const { return a; }
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
