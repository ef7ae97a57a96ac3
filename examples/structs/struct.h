#ifndef STRUCT_H
#define STRUCT_H

/*~ AutoMap_Begin */

/* The command line of the AutoMap & AutoLink paper, section 1.1. */
struct cmdline {
    char display[50];
    int maxiter;
    double xmin, ymin;
    double xmax, ymax;
    int width;
    int height;
} /*~ AutoMap_TpUsed */;

/* A struct with padding between its fields and after them, as most have. */
typedef struct {
    char species;
    double position[3];
    float charge;
    short cell[3];
} particle /*~ AutoMap_TpUsed */;

/*~ AutoMap_End */

#endif
