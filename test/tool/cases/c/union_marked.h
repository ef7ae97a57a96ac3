/*~ AutoMap_Begin */
union value { int i; double d; float f[4]; } /*~ AutoMap_Use(f) */ /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
