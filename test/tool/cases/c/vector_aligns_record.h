/*~ AutoMap_Begin */
struct s { char c; double v __attribute__((vector_size(32))); short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
