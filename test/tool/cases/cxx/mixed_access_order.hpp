/*~ AutoMap_Begin */
class mixed {
public: char a;
private: int b;
public: char c;
protected: short d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
