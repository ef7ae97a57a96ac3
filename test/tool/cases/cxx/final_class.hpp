/*~ AutoMap_Begin */
class sealed final { short s; long l; public: int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
