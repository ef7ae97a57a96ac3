/*~ AutoMap_Begin */
class account {
    int id;
protected:
    double balance;
public:
    char kind;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
