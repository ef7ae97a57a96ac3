/* layout: struct s refused: field 'r' is a reference: an address means nothing on another rank */
/*~ AutoMap_Begin */
struct s { int n; int &r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
