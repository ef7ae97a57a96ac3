/*~ AutoMap_Begin */
class shape {
    virtual void draw() {}
    int id;
    struct corner { float x, y; };
    corner corners[2];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
