/*~ AutoMap_Begin */
struct shape { double w; int id; virtual void draw() {} };
struct square : shape { int side; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
