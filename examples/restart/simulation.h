/* Cells of a simulation in a list, each with particles. */
#ifndef SIMULATION_H
#define SIMULATION_H

/*~ AutoMap_Begin */
typedef struct particle {
    double position[3];
    int id;
} particle;

typedef struct cell {
    int number, n_particles;
    particle *particles /*~ AutoMap_Len(n_particles) */;
    struct cell *next;
} cell /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

#endif
