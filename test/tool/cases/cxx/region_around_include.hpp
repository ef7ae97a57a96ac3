/* layout: struct lib::tagged in ./include/vec.hpp (AutoMap_lib_tagged): 4/4 | tag MPI_INT@0 | | 0 */
/* layout: struct lib::vec<float, 2> in ./include/vec.hpp: 8/4 | at MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct s (AutoMap_s): 12/4 | v.at MPI_FLOAT@0*2+4, t.tag MPI_INT@8 | | 0 */
/*~ AutoMap_Begin */
#include "include/vec.hpp"
/*~ AutoMap_End */
/*~ AutoMap_Begin */
struct s { lib::vec<float, 2> v; lib::tagged t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
