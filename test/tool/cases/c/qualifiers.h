/*~ AutoMap_Begin */
struct qualified { const int a; volatile int b; const volatile double c[2]; int *restrict p /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
