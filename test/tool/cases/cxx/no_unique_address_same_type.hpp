/* arguments: -- -std=c++20 */
/* bit-fields: s.f */
/*~ AutoMap_Begin */
struct none { };
struct s { [[no_unique_address]] none a; [[no_unique_address]] none b; char c; unsigned f : 3; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
