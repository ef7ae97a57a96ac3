/* arguments: -- -std=c++20 */
/*~ AutoMap_Begin */
struct s { char8_t text[5]; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
