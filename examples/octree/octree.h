#pragma once

/*~ AutoMap_Begin */
typedef struct cell {
    double centre[3], side;
    struct cell *child[8];                     /* all or none; they travel with their parent */
    struct cell *parent /*~ AutoMap_Weak */;   /* if it travels, too; otherwise NULL arrives */
    struct cell *near[6] /*~ AutoMap_Weak */;  /* behind each face, of the same side or larger */
} cell /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
