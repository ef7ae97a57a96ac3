/*~ AutoMap_Begin */
struct poly { short s; virtual void f() {} };
struct holder { poly p[2]; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
