/*~ AutoMap_Begin */
struct s { char c; __int128 i; __float128 q; typedef float v4f __attribute__((vector_size(16))); v4f v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
