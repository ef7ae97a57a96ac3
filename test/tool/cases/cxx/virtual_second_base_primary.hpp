/*~ AutoMap_Begin */
struct plain { int a; };
struct poly { double d; virtual void f() {} };
struct both : plain, poly { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
