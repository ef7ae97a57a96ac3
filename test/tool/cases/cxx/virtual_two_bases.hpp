/*~ AutoMap_Begin */
struct one { int a; virtual void f() {} };
struct two { char b; virtual void g() {} };
struct both : one, two { short c; void f() override {} } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
