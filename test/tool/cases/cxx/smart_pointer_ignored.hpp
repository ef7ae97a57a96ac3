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
