/*~ AutoMap_Begin */
struct shape { int id; virtual double area() const { return 0; } };
struct circle : shape { double r; double area() const override { return r; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
