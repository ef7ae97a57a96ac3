/* layout: class s (AutoMap_s): 56/8 | value MPI_DOUBLE@0, n MPI_INT@48 | | 4 */
/*~ AutoMap_Begin */
#include <memory>
#include <string>
class s {
    double value;
    std::unique_ptr<int> owner; /*~ AutoMap_Ignore */
    std::string name /*~ AutoMap_Ignore */;
    int n;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
