/*~ AutoMap_Begin */
template <class T> struct box { T t; char c; };
class owner {
    struct own { int q; };
    enum class level : short { low };
    box<own> a;
    box<level> b;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
