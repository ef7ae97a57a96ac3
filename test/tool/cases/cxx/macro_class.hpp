/*~ AutoMap_Begin */
#define PROPERTY(type, name) private: type name##_; public: type name() const { return name##_; }
class item { PROPERTY(int, id) PROPERTY(double, weight) } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
