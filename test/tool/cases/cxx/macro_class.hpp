/* layout: class item (AutoMap_item): 16/8 | id_ MPI_INT@0, weight_ MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
#define PROPERTY(type, name) private: type name##_; public: type name() const { return name##_; }
class item { PROPERTY(int, id) PROPERTY(double, weight) } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
