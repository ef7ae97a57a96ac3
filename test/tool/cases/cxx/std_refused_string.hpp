/* layout: struct s refused: field 'name' has the type 'std::string', which owns its elements elsewhere in
   memory: its own bytes mean nothing on another rank */
/*~ AutoMap_Begin */
#include <string>
struct s { int n; std::string name; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
