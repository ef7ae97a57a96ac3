/*~ AutoMap_Begin */
/* Größe in Metern, μ in kg: ein Stück */
struct größe { double länge; int μ; char 名[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
