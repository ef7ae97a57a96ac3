/*~ AutoMap_Begin */
struct shape { int id; virtual double area() const = 0; };
struct disc : shape { float r[2]; double area() const override { return r[0]; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
