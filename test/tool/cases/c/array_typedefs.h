/* layout: struct: 8/4 | a MPI_INT@0, b MPI_CHAR@4 | | 3 */
/* layout: array row_t (AutoMap_row_t): 16/4 | [0].a MPI_INT@0, [0].b MPI_CHAR@4, [1].a MPI_INT@8, [1].b
    MPI_CHAR@12 | 5:3 | 3 */
/* layout: struct one (AutoMap_one): 16/8 | d MPI_DOUBLE@0, i MPI_INT@8 | | 4 */
/* layout: array els (AutoMap_els): 32/8 | [0][0].d MPI_DOUBLE@0, [0][0].i MPI_INT@8, [1][0].d MPI_DOUBLE@16,
    [1][0].i MPI_INT@24 | 12:4 | 4 */
/* layout: array more (AutoMap_more): 32/8 | [0].d MPI_DOUBLE@0, [0].i MPI_INT@8, [1].d MPI_DOUBLE@16, [1].i
    MPI_INT@24 | 12:4 | 4 */
/* layout: array of_arrays (AutoMap_of_arrays): 32/4 | [0][0].a MPI_INT@0, [0][0].b MPI_CHAR@4, [0][1].a
    MPI_INT@8, [0][1].b MPI_CHAR@12, [1][0].a MPI_INT@16, [1][0].b MPI_CHAR@20, [1][1].a MPI_INT@24, [1][1].b
    MPI_CHAR@28 | 5:3 13:3 21:3 | 3 */
/* layout: struct: 2/2 | s MPI_SHORT@0 | | 0 */
/* layout: array single (AutoMap_single): 2/2 | [0].s MPI_SHORT@0 | | 0 */
/* layout: struct part view ends: 24/8 | used MPI_INT@0, tail MPI_CHAR@16 | 4:4 | 7 */
/* layout: array parts view ends (AutoMap_parts_ends): 48/8 | [0].used MPI_INT@0, [0].tail MPI_CHAR@16, [1].used
    MPI_INT@24, [1].tail MPI_CHAR@40 | 4:4 17:7 28:4 | 7 */
/* layout: struct view same: 2/2 | s MPI_SHORT@0 | | 0 */
/* layout: array single view same (AutoMap_single_same): 2/2 | [0].s MPI_SHORT@0 | | 0 */
#pragma once
/*~ AutoMap_Begin */
typedef struct { int a; char b; } row_t[2] /*~ AutoMap_TpUsed */;
struct el { double d; int i; };
typedef struct el els[2][1] /*~ AutoMap_TpUsed */, one /*~ AutoMap_TpUsed */, more[2] /*~ AutoMap_TpUsed */;
typedef row_t of_arrays[2] /*~ AutoMap_TpUsed */;
typedef struct part { int used; void *skipped; char tail; } parts[2] /*~ AutoMap_View(ends: used, tail) */;
typedef struct { short s; } single[1] /*~ AutoMap_TpUsed */ /*~ AutoMap_View(same: s) */;
/*~ AutoMap_End */
