/*~ AutoMap_Begin */
class owner {
    template <class T> struct in { T t; };
    struct own { int q; };
    in<int> a;
    in<own> b;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
