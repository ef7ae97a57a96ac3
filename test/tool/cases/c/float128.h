/*~ AutoMap_Begin */
struct quad { char c; __float128 q; _Complex double z; __float128 v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
