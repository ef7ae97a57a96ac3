/* layout: union value (AutoMap_value): 16/8 | f MPI_FLOAT@0*4+4 | | 0 */
/*~ AutoMap_Begin */
union value { int i; double d; float f[4]; } /*~ AutoMap_Use(f) */ /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
