/* unnameable: both.x both.y both.z both.w both.v */
/*~ AutoMap_Begin */
struct one { int x; int y() const; static int z; struct w { }; template <class T> void v(T); };
struct two { char x; char y; char z; double w; float v; };
struct both : one, two { short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
