/* Structs whose datatypes the tests pass with right and wrong buffers. */
#pragma once

/*~ AutoMap_Begin */
typedef struct {
    char species;
    double position[3];
    int id;
} particle /*~ AutoMap_TpUsed */ /*~ AutoMap_View(where: position) */;

struct cell {
    particle members[4];
    int count;
    struct cell *next; /*~ AutoMap_Ignore */
} /*~ AutoMap_TpUsed */;

/* Has the layout of a particle, but is a different type. */
struct impostor {
    char species;
    double position[3];
    int id;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
