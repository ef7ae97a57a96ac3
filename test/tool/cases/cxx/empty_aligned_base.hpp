/*~ AutoMap_Begin */
struct alignas(16) none { };
struct s : none { int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
