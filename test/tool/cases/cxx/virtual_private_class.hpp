/* layout: struct shape::corner: 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: class shape (AutoMap_shape): 32/8 | id MPI_INT@8, corners[0].x..corners[1].y MPI_FLOAT@12*4+4 | | 4
   */
/*~ AutoMap_Begin */
class shape {
    virtual void draw() {}
    int id;
    struct corner { float x, y; };
    corner corners[2];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
