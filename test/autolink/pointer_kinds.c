/* The file al_routines.c that automap --autolink generates from pointer_kinds.h, hand-written. */
#include "pointer_kinds_routines.h"

/* List */
static const AL_Run data_List[] = {{AL_DOUBLE, offsetof(List, data), 4, sizeof(double)}};
static const AL_Pointer pointers_List[] = {
    {"next", AL_LINK, 0, offsetof(List, next), 1, 0, AutoLink_List, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_List[1] = {{AL_TYPE_ABI, 0, "List", sizeof(List), sizeof(double), UINT64_C(0x115),
                                       4, 1, data_List, 1, pointers_List, NULL}};

/* Tree, promised to be a tree */
static const AL_Run data_Tree[] = {{AL_INT, offsetof(Tree, key), 1, 0}};
static const AL_Pointer pointers_Tree[] = {
    {"left", AL_LINK, 0, offsetof(Tree, left), 1, 0, AutoLink_Tree, 0, NULL, NULL, NULL},
    {"right", AL_LINK, 0, offsetof(Tree, right), 1, 0, AutoLink_Tree, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Tree[1] = {{AL_TYPE_ABI, AL_TREE, "Tree", sizeof(Tree), sizeof(void *),
                                       UINT64_C(0x7ee), 1, 1, data_Tree, 2, pointers_Tree, NULL}};

/* Graph */
static const AL_Run data_Graph[] = {{AL_INT64_T, offsetof(Graph, id), 1, 0}};
static const AL_Pointer pointers_Graph[] = {
    {"link", AL_LINK, 0, offsetof(Graph, link), 4, sizeof(void *), AutoLink_Graph, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Graph[1] = {{AL_TYPE_ABI, 0, "Graph", sizeof(Graph), sizeof(int64_t),
                                        UINT64_C(0x64a), 1, 1, data_Graph, 1, pointers_Graph, NULL}};

/* Leaf */
static const AL_Run data_Leaf[] = {{AL_SHORT, offsetof(Leaf, number), 1, 0},
                                   {AL_CHAR, offsetof(Leaf, letter), 1, 0}};
const AL_TypeInfo AutoLink_Leaf[1] = {
    {AL_TYPE_ABI, 0, "Leaf", sizeof(Leaf), sizeof(short), UINT64_C(0x1eaf), 2, 2, data_Leaf, 0, NULL, NULL}};

/* Leaf *, the element of Leaf ** */
static const AL_Pointer pointers_to_Leaf[] = {{"*", AL_LINK, 0, 0, 1, 0, AutoLink_Leaf, 0, NULL, NULL, NULL}};
static const AL_TypeInfo pointer_to_Leaf[1] = {
    {AL_TYPE_ABI, 0, "Leaf *", sizeof(Leaf *), sizeof(Leaf *), 0, 0, 0, NULL, 1, pointers_to_Leaf, NULL}};

/* Item, whose ring points at the rings of Items */
static const AL_Run data_Item[] = {{AL_INT, offsetof(Item, value), 1, 0}};
static const AL_Pointer pointers_Item[] = {{"ring.next", AL_LINK, 0, offsetof(Item, ring.next), 1, 0,
                                            AutoLink_Item, offsetof(Item, ring), NULL, NULL, NULL},
                                           {"ring.previous", AL_LINK, 0, offsetof(Item, ring.previous), 1, 0,
                                            AutoLink_Item, offsetof(Item, ring), NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Item[1] = {{AL_TYPE_ABI, 0, "Item", sizeof(Item), sizeof(void *), UINT64_C(0x17e3),
                                       1, 1, data_Item, 2, pointers_Item, NULL}};

/* Part */
static int64_t length_Part_values(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Part *)record)->n;
}
static const AL_Run data_Part[] = {{AL_INT, offsetof(Part, n), 1, 0}};
static const AL_Pointer pointers_Part[] = {
    {"label", AL_STRING, 0, offsetof(Part, label), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"values", AL_ARRAY, 0, offsetof(Part, values), 1, 0, AL_Basic + AL_FLOAT, 0, length_Part_values, NULL,
     NULL},
    {"leaf", AL_LINK, 0, offsetof(Part, leaf), 1, 0, AutoLink_Leaf, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Part[1] = {{AL_TYPE_ABI, 0, "Part", sizeof(Part), sizeof(void *), UINT64_C(0xba57),
                                       1, 1, data_Part, 3, pointers_Part, NULL}};

/* Sign, promised to belong to only one Road or City */
static const AL_Run data_Sign[] = {{AL_CHAR, offsetof(Sign, text), 12, sizeof(char)}};
const AL_TypeInfo AutoLink_Sign[1] = {{AL_TYPE_ABI, AL_TREE, "Sign", sizeof(Sign), sizeof(char),
                                       UINT64_C(0x5167), 12, 1, data_Sign, 0, NULL, NULL}};

/* Road */
static const AL_Run data_Road[] = {{AL_DOUBLE, offsetof(Road, length), 1, 0}};
static const AL_Pointer pointers_Road[] = {
    {"to", AL_LINK, 0, offsetof(Road, to), 1, 0, AutoLink_City, 0, NULL, NULL, NULL},
    {"next", AL_LINK, 0, offsetof(Road, next), 1, 0, AutoLink_Road, 0, NULL, NULL, NULL},
    {"sign", AL_LINK, 0, offsetof(Road, sign), 1, 0, AutoLink_Sign, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_Road[1] = {{AL_TYPE_ABI, 0, "Road", sizeof(Road), sizeof(double), UINT64_C(0x60ad),
                                       1, 1, data_Road, 3, pointers_Road, NULL}};

/* City */
static const AL_Run data_City[] = {{AL_DOUBLE, offsetof(City, main.length), 1, 0},
                                   {AL_INT64_T, offsetof(City, id), 1, 0}};
static const AL_Pointer pointers_City[] = {
    {"main.to", AL_LINK, 0, offsetof(City, main.to), 1, 0, AutoLink_City, 0, NULL, NULL, NULL},
    {"main.next", AL_LINK, 0, offsetof(City, main.next), 1, 0, AutoLink_Road, 0, NULL, NULL, NULL},
    {"main.sign", AL_LINK, 0, offsetof(City, main.sign), 1, 0, AutoLink_Sign, 0, NULL, NULL, NULL},
    {"road", AL_LINK, 0, offsetof(City, road), 2, sizeof(void *), AutoLink_Road, 0, NULL, NULL, NULL},
    {"sign", AL_LINK, 0, offsetof(City, sign), 1, 0, AutoLink_Sign, 0, NULL, NULL, NULL}};
const AL_TypeInfo AutoLink_City[1] = {{AL_TYPE_ABI, 0, "City", sizeof(City), sizeof(double), UINT64_C(0xc17f),
                                       2, 2, data_City, 5, pointers_City, NULL}};

/* Kinds */
static int64_t length_Kinds_numbers(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Kinds *)record)->n_numbers;
}
static int64_t length_Kinds_records(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Kinds *)record)->n_records;
}
static int64_t length_Kinds_parts(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Kinds *)record)->n_parts;
}
static int64_t length_Kinds_pointers(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Kinds *)record)->n_pointers;
}
static int64_t length_Kinds_rows(const void *record, const void *pointer) {
  (void)pointer;
  return 3 * (int64_t)((const Kinds *)record)->n_rows;
}
static int64_t length_Kinds_inner_values(const void *record, const void *pointer) {
  (void)record;
  return ((const Part *)(const void *)((const char *)pointer - offsetof(Part, values)))->n;
}
static int64_t select_Kinds_any(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Kinds *)record)->kind;
}
static int64_t select_Kinds_tagged(const void *record, const void *pointer) {
  (void)pointer;
  return ((const Kinds *)record)->tag;
}
static const AL_Choice choices_Kinds_any[] = {{1, AL_LINK, AutoLink_Leaf, 0, NULL},
                                              {2, AL_LINK, AutoLink_Kinds, 0, NULL},
                                              {3, AL_LINK, AutoLink_Item, 0, NULL}};
static const AL_Choice choices_Kinds_tagged[] = {
    {1, AL_LINK, AutoLink_Leaf, 0, NULL}, {2, AL_LINK, AutoLink_Kinds, 0, NULL}, {3, AL_DATA, NULL, 0, NULL}};
static const AL_Run data_Kinds[] = {{AL_INT, offsetof(Kinds, id), 1, 0},
                                    {AL_INT, offsetof(Kinds, n_numbers), 1, 0},
                                    {AL_INT, offsetof(Kinds, n_records), 1, 0},
                                    {AL_INT, offsetof(Kinds, n_parts), 1, 0},
                                    {AL_INT, offsetof(Kinds, n_pointers), 1, 0},
                                    {AL_INT, offsetof(Kinds, n_rows), 1, 0},
                                    {AL_INT, offsetof(Kinds, kind), 1, 0},
                                    {AL_UNSIGNED_CHAR, offsetof(Kinds, tag), 1, 0},
                                    {AL_INT, offsetof(Kinds, inner[0].n), 2, sizeof(Part)}};
static const AL_Pointer pointers_Kinds[] = {
    {"next", AL_LINK, 0, offsetof(Kinds, next), 1, 0, AutoLink_Kinds, 0, NULL, NULL, NULL},
    {"four", AL_LINK, 0, offsetof(Kinds, four), 4, sizeof(void *), AutoLink_Kinds, 0, NULL, NULL, NULL},
    {"numbers", AL_ARRAY, 0, offsetof(Kinds, numbers), 1, 0, AL_Basic + AL_DOUBLE, 0, length_Kinds_numbers,
     NULL, NULL},
    {"same_numbers", AL_ARRAY, 0, offsetof(Kinds, same_numbers), 1, 0, AL_Basic + AL_DOUBLE, 0,
     length_Kinds_numbers, NULL, NULL},
    {"cursor", AL_INSIDE, 0, offsetof(Kinds, cursor), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"records", AL_ARRAY, 0, offsetof(Kinds, records), 1, 0, AutoLink_Leaf, 0, length_Kinds_records, NULL,
     NULL},
    {"favourite", AL_INSIDE, 0, offsetof(Kinds, favourite), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"parts", AL_ARRAY, 0, offsetof(Kinds, parts), 1, 0, AutoLink_Part, 0, length_Kinds_parts, NULL, NULL},
    {"pointers", AL_ARRAY, 0, offsetof(Kinds, pointers), 1, 0, pointer_to_Leaf, 0, length_Kinds_pointers,
     NULL, NULL},
    {"rows", AL_ARRAY, 0, offsetof(Kinds, rows), 1, 0, AL_Basic + AL_DOUBLE, 0, length_Kinds_rows, NULL,
     NULL},
    {"name", AL_STRING, 0, offsetof(Kinds, name), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"cache", AL_IGNORE, 0, offsetof(Kinds, cache), 1, 0, NULL, 0, NULL, NULL, NULL},
    {"any", AL_ANY, 3, offsetof(Kinds, any), 1, 0, NULL, 0, NULL, select_Kinds_any, choices_Kinds_any},
    {"tagged", AL_ANY, 3, offsetof(Kinds, tagged), 1, 0, NULL, 0, NULL, select_Kinds_tagged,
     choices_Kinds_tagged},
    {"item", AL_LINK, 0, offsetof(Kinds, item), 1, 0, AutoLink_Item, 0, NULL, NULL, NULL},
    {"inner.label", AL_STRING, 0, offsetof(Kinds, inner[0].label), 2, sizeof(Part), NULL, 0, NULL, NULL,
     NULL},
    {"inner.values", AL_ARRAY, 0, offsetof(Kinds, inner[0].values), 2, sizeof(Part), AL_Basic + AL_FLOAT, 0,
     length_Kinds_inner_values, NULL, NULL},
    {"inner.leaf", AL_LINK, 0, offsetof(Kinds, inner[0].leaf), 2, sizeof(Part), AutoLink_Leaf, 0, NULL, NULL,
     NULL}};
const AL_TypeInfo AutoLink_Kinds[1] = {{AL_TYPE_ABI, 0, "Kinds", sizeof(Kinds), sizeof(void *),
                                        UINT64_C(0x41d5), 10, 9, data_Kinds, 18, pointers_Kinds, NULL}};
