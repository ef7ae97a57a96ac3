/* arguments: --type 'pair_of<ns::tag, unsigned long>' */
template <class T, class U = T> struct pair_of { T a; U b; };
namespace ns { struct tag { short s; }; }
inline pair_of<ns::tag, unsigned long> unused;
