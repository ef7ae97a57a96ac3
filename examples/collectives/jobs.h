/* A configuration, which is a tree, and the jobs of a rank, which are a list. */
#ifndef JOBS_H
#define JOBS_H

/*~ AutoMap_Begin */
typedef struct option {
    char *name /*~ AutoMap_String */;
    double value;
    struct option *children, *next;
} option /*~ AutoMap_TpUsed */ /*~ AutoMap_Tree */;

typedef struct job {
    int id, n;
    double *samples /*~ AutoMap_Len(n) */;
    double result;
    struct job *next;
} job /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

#endif
