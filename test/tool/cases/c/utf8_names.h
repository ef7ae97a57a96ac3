/* layout: struct größe (AutoMap_größe): 16/8 | länge MPI_DOUBLE@0, μ MPI_INT@8, 名 MPI_CHAR@12*3+1 | | 1 */
/*~ AutoMap_Begin */
/* Größe in Metern, μ in kg: ein Stück */
struct größe { double länge; int μ; char 名[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
