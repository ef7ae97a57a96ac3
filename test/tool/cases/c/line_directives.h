/*~ AutoMap_Begin */
struct s { //
    int a;
    float *cache; //~ AutoMap_Ignore
}; //~ AutoMap_TpUsed
/*~ AutoMap_End */
