/*~ AutoMap_Begin */
namespace geo {
namespace flat { struct point { double x, y; } /*~ AutoMap_TpUsed */; }
struct line { flat::point a, b; int id; } /*~ AutoMap_TpUsed */;
}
/*~ AutoMap_End */
