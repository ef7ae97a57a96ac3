/* bit-fields: s.b s.e */
/* layout: struct s (AutoMap_s): 12/4 | a MPI_UNSIGNED@0*2+4, b MPI_BYTE@8, rest MPI_CHAR@9 | | 2 */
/* remark: 8: bit-fields 'b' to 'e' travel as the byte that holds them */
/* layout: struct s view x (AutoMap_s_x): 12/4 | a MPI_UNSIGNED@0*2+4, b MPI_BYTE@8 | | 2 */
/* remark: 8: bit-fields 'b' to 'e' travel as the byte that holds them */
/*~ AutoMap_Begin */
enum level { LOW, HIGH };
struct s { enum level a[2]; _Bool b : 1; enum level e : 3; char rest; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(x: a, b, e) */;
/*~ AutoMap_End */
