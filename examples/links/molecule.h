#pragma once

/*~ AutoMap_Begin */

/* The bonds of a molecule make a graph, mostly with cycles. */
typedef struct atom {
    char element[4];
    double position[3];
    int degree;
    struct atom **bonded /*~ AutoMap_Len(degree) */;
} atom;

/* The molecules make a list. */
typedef struct molecule *molecules;
typedef struct molecule {
    char *name /*~ AutoMap_String */;
    int atoms;
    double *charges /*~ AutoMap_Len(atoms) */;
    atom *centre;
    molecules next;
} molecule /*~ AutoMap_TpUsed */;

/*~ AutoMap_End */
