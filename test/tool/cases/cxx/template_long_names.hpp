/* arguments: --type 'pair_of<ns::tag, unsigned long>' */
/* layout: struct ns::tag: 2/2 | s MPI_SHORT@0 | | 0 */
/* layout: struct pair_of<ns::tag, unsigned long> (AutoMap_pair_of_ns_tag_unsigned_long): 16/8 | a.s
   MPI_SHORT@0, b MPI_UNSIGNED_LONG@8 | 2:6 | 0 */
template <class T, class U = T> struct pair_of { T a; U b; };
namespace ns { struct tag { short s; }; }
inline pair_of<ns::tag, unsigned long> unused;
