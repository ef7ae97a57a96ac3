/* arguments: -- -std=c++98 */
/*~ AutoMap_Begin */
class old {
public:
    old() : a(0) {}
    int get() const { return a; }
private:
    int a;
    short b[2];
    static const int limit = 3;
} /*~ AutoMap_TpUsed */;
struct derived : public old { char c; bool d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
