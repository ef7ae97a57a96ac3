/*~ AutoMap_Begin */
struct s { union { int k; short t; } arr[3] /*~ AutoMap_Bytes */; long double ld[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
