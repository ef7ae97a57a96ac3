#pragma once
namespace lib {
template <class T, int n> struct vec { T at[n]; };
struct tagged { int tag; } /*~ AutoMap_TpUsed */;
}
