/*~ AutoMap_Begin */
struct shape { double area; int id; virtual void draw() {} virtual ~shape() = default; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
