/*~ AutoMap_Begin */
struct plain { int a; char b; };
struct poly : plain { double d; virtual void f() {} } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
