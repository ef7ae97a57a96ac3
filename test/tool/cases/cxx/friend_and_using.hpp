/*~ AutoMap_Begin */
struct base { int n; void f(); };
struct s : private base { friend struct other; using base::n; struct forward; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
