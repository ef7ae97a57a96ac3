/* layout: struct: 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: union vec2 (AutoMap_vec2): 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct: 8/4 | a MPI_SHORT@0, b MPI_INT@4 | 2:2 | 0 */
/* layout: union: 8/4 | in.a MPI_SHORT@0, in.b MPI_INT@4 | | 0 */
/* layout: union: 4/4 | only MPI_INT@0 | | 0 */
/* layout: struct s (AutoMap_s): 28/4 | at[0].x..at[1].y MPI_FLOAT@0*4+4, both.in.a MPI_SHORT@16,
    both.in.b..only MPI_INT@20*2+4 | | 0 */
#pragma once
/*~ AutoMap_Begin */
typedef union { struct { float x, y; }; float v[2]; } vec2 /*~ AutoMap_TpUsed */;
struct s {
  vec2 at[2];
  union { struct { short a; int b; } in; struct { short c; int d; } as; } both;
  union { int only; };
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
