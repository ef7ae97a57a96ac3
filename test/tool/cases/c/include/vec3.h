#pragma once
typedef struct { double x, y, z; } vec3 /*~ AutoMap_TpUsed */;
