/*~ AutoMap_Begin */
struct poly { int i; virtual void f() {} };
struct holder { char c; poly p; short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
