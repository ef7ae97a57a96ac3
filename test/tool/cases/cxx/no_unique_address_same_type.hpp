/* arguments: -- -std=c++20 */
/* bit-fields: s.f */
/* layout: struct none: 1/1 | | | 1 */
/* layout: struct s (AutoMap_s): 4/4 | c MPI_CHAR@0, f MPI_BYTE@1 | | 2 */
/* remark: 8: bit-field 'f' travels as the byte that holds it */
/*~ AutoMap_Begin */
struct none { };
struct s { [[no_unique_address]] none a; [[no_unique_address]] none b; char c; unsigned f : 3; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
