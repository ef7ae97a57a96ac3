/*~ AutoMap_Begin */
extern "C" {
typedef struct point { double x; char c; } point /*~ AutoMap_TpUsed */;
}
/*~ AutoMap_End */
