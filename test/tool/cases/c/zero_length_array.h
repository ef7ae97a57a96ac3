/* layout: struct s (AutoMap_s): 16/8 | c MPI_CHAR@0, t MPI_SHORT@8 | 1:7 | 6 */
/* remark: 5: field 'v' is an array without elements: nothing of it is part of the datatype */
/* remark: 5: field 'w' is an array without elements: nothing of it is part of the datatype */
/*~ AutoMap_Begin */
struct s { char c; double v[0]; short t; int w[0]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
