/* The file al_routines.c that automap --autolink generates from weak_kinds.h, hand-written. */
#include "weak_kinds_routines.h"

/* Spot */
static const AL_Run data_Spot[] = {{AL_SHORT, offsetof(Spot, number), 1, 0}};
static const AL_Pointer pointers_Spot[] = {
    {"owner", AL_WEAK, 0, offsetof(Spot, owner), 1, 0, AutoLink_Cell, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Spot[1] = {
    {AL_TYPE_ABI, 0, "Spot", sizeof(Spot), sizeof(void *), UINT64_C(0x5b07), 1, 1, data_Spot, 1, pointers_Spot, NULL}};

/* World */
static const AL_Run data_World[] = {{AL_INT, offsetof(World, id), 1, 0}};
static const AL_TypeInfo AutoLink_World[1] = {
    {AL_TYPE_ABI, 0, "World", sizeof(World), sizeof(int), UINT64_C(0x3041d), 1, 1, data_World, 0, NULL, NULL}};

/* The elements of Cell ** and void ** */
static const AL_Pointer weak_pointers_to_Cell[] = {{"*", AL_WEAK, 0, 0, 1, 0, AutoLink_Cell, 0, NULL, NULL, NULL}};
static const AL_TypeInfo weak_pointer_to_Cell[1] = {
    {AL_TYPE_ABI, 0, "weak Cell *", sizeof(Cell *), sizeof(Cell *), 1, 0, 0, NULL, 1, weak_pointers_to_Cell, NULL}};
static const AL_Pointer weak_pointers_inside[] = {{"*", AL_WEAK_INSIDE, 0, 0, 1, 0, NULL, 0, NULL, NULL, NULL}};
static const AL_TypeInfo weak_pointer_inside[1] = {
    {AL_TYPE_ABI, 0, "weak void *", sizeof(void *), sizeof(void *), 2, 0, 0, NULL, 1, weak_pointers_inside, NULL}};

/* Cell */
static int64_t length_Cell_beside(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Cell *)record)->n_beside;
}
static int64_t length_Cell_spots(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Cell *)record)->n_spots;
}
static int64_t length_Cell_values(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Cell *)record)->n_values;
}
static int64_t select_Cell_any(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Cell *)record)->kind;
}
static const AL_Choice choices_Cell_any[] = {{1, AL_WEAK, AutoLink_Cell, 0, NULL},
                                             {2, AL_WEAK, AutoLink_Spot, 0, NULL}};
static const AL_Run data_Cell[] = {{AL_INT64_T, offsetof(Cell, id), 1, 0},
                                   {AL_INT, offsetof(Cell, n_beside), 1, 0},
                                   {AL_INT, offsetof(Cell, n_spots), 1, 0},
                                   {AL_INT, offsetof(Cell, n_values), 1, 0},
                                   {AL_INT, offsetof(Cell, kind), 1, 0}};
static const AL_Pointer pointers_Cell[] = {
    {"child", AL_LINK, 0, offsetof(Cell, child), 3, sizeof(void *), AutoLink_Cell, 0, NULL, NULL, NULL},
    {"parent", AL_WEAK, 0, offsetof(Cell, parent), 1, 0, AutoLink_Cell, 0, NULL, NULL, NULL},
    {"near", AL_WEAK, 0, offsetof(Cell, near), 2, sizeof(void *), AutoLink_Cell, 0, NULL, NULL, NULL},
    {"beside", AL_ARRAY, 0, offsetof(Cell, beside), 1, 0, weak_pointer_to_Cell, 0, length_Cell_beside, NULL, NULL},
    {"spots", AL_ARRAY, 0, offsetof(Cell, spots), 1, 0, AutoLink_Spot, 0, length_Cell_spots, NULL, NULL},
    {"single", AL_LINK, 0, offsetof(Cell, single), 1, 0, AutoLink_Spot, 0, NULL, NULL, NULL},
    {"favourite", AL_WEAK, 0, offsetof(Cell, favourite), 1, 0, AutoLink_Spot, 0, NULL, NULL, NULL},
    {"values", AL_ARRAY, 0, offsetof(Cell, values), 1, 0, AL_Basic + AL_DOUBLE, 0, length_Cell_values, NULL, NULL},
    {"cursor", AL_WEAK_INSIDE, 0, offsetof(Cell, cursor), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"strict", AL_INSIDE, 0, offsetof(Cell, strict), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"cursors", AL_ARRAY, 0, offsetof(Cell, cursors), 1, 0, weak_pointer_inside, 0, length_Cell_beside, NULL, NULL},
    {"world", AL_WEAK, 0, offsetof(Cell, world), 1, 0, AutoLink_World, 0, NULL, NULL, NULL},
    {"any", AL_ANY, 2, offsetof(Cell, any), 1, 0, NULL, 0, NULL, select_Cell_any, choices_Cell_any},
    {"strap.next", AL_LINK, 0, offsetof(Cell, strap.next), 1, 0, AutoLink_Cell, offsetof(Cell, strap), NULL, NULL,
     NULL},
    {"strap.previous", AL_WEAK, 0, offsetof(Cell, strap.previous), 1, 0, AutoLink_Cell, offsetof(Cell, strap), NULL,
     NULL, NULL}};
const AL_TypeInfo AutoLink_Cell[1] = {{AL_TYPE_ABI, 0, "Cell", sizeof(Cell), sizeof(int64_t), UINT64_C(0xce11), 5, 5,
                                       data_Cell, 15, pointers_Cell, NULL}};

/* Twig, promised to be a tree */
static const AL_Run data_Twig[] = {{AL_CHAR, offsetof(Twig, key), 1, 0}};
static const AL_Pointer pointers_Twig[] = {
    {"left", AL_LINK, 0, offsetof(Twig, left), 1, 0, AutoLink_Twig, 0, NULL, NULL, NULL},
    {"right", AL_LINK, 0, offsetof(Twig, right), 1, 0, AutoLink_Twig, 0, NULL, NULL, NULL},
    {"parent", AL_WEAK, 0, offsetof(Twig, parent), 1, 0, AutoLink_Twig, 0, NULL, NULL, NULL},
    {"other", AL_WEAK, 0, offsetof(Twig, other), 1, 0, AutoLink_Twig, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Twig[1] = {{AL_TYPE_ABI, AL_TREE, "Twig", sizeof(Twig), sizeof(void *), UINT64_C(0x7319), 1,
                                       1, data_Twig, 4, pointers_Twig, NULL}};
