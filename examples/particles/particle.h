#ifndef PARTICLE_H
#define PARTICLE_H

/*~ AutoMap_Begin */
typedef struct particle {
    int id;
    double position[2], velocity[2];
    float charge;
    double force[2] /*~ AutoMap_Ignore */; /* computed anew in each step */
} particle /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: position, charge) */;
/*~ AutoMap_End */

#endif
