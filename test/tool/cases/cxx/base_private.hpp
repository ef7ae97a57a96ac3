/*~ AutoMap_Begin */
class hidden { int key; protected: short tag; };
class shown : private hidden { double value; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
