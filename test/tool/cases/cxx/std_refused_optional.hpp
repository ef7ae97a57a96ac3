/* layout: struct s refused: field 'o' has the type 'std::optional<int>', which may hold no value: which of
   its bytes mean something is known only at run time */
/*~ AutoMap_Begin */
#include <optional>
struct s { std::optional<int> o; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
