/*~ AutoMap_Begin */
template <auto v> struct tagged { int x; };
class owner { enum level { low }; tagged<low> t; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
