/* The file al_routines.c that automap --autolink generates from figure3_types.h, hand-written. */
#include "figure3_routines.h"

/* Triangle: float angle[3] at 0; no pointers */
static const AL_Run data_Triangle[] = {{AL_FLOAT, offsetof(Triangle, angle), 3, sizeof(float)}};

const AL_TypeInfo AutoLink_Triangle[1] = {{AL_TYPE_ABI, 0, "Triangle", sizeof(Triangle), sizeof(float),
                                           UINT64_C(0x6c8e944d1f0ac003), 3, 1, data_Triangle, 0, NULL, NULL}};

/* Circle: double radius at 0; Triangle *inner at 8 */
static const AL_Run data_Circle[] = {{AL_DOUBLE, offsetof(Circle, radius), 1, 0}};
static const AL_Pointer pointers_Circle[] = {
    {"inner", AL_LINK, 0, offsetof(Circle, inner), 1, 0, AutoLink_Triangle, 0, NULL, NULL, NULL}};

const AL_TypeInfo AutoLink_Circle[1] = {{AL_TYPE_ABI, 0, "Circle", sizeof(Circle), sizeof(double),
                                         UINT64_C(0x1b873593cc9e2d51), 1, 1, data_Circle, 1, pointers_Circle,
                                         NULL}};

/* Square: int id at 0; Circle *first at 8; Circle *second at 16; Triangle *third at 24 */
static const AL_Run data_Square[] = {{AL_INT, offsetof(Square, id), 1, 0}};
static const AL_Pointer pointers_Square[] = {
    {"first", AL_LINK, 0, offsetof(Square, first), 1, 0, AutoLink_Circle, 0, NULL, NULL, NULL},
    {"second", AL_LINK, 0, offsetof(Square, second), 1, 0, AutoLink_Circle, 0, NULL, NULL, NULL},
    {"third", AL_LINK, 0, offsetof(Square, third), 1, 0, AutoLink_Triangle, 0, NULL, NULL, NULL}};

const AL_TypeInfo AutoLink_Square[1] = {{AL_TYPE_ABI, 0, "Square", sizeof(Square), sizeof(void *),
                                         UINT64_C(0x27d4eb2f165667c5), 1, 1, data_Square, 3, pointers_Square,
                                         NULL}};
