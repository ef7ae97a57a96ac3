// Tests the names of fields in al_routines.c, which files need.
#include "runs.h"

namespace automap::test {
namespace {

class FieldNames : public Runs {};

TEST_P(FieldNames, AreInTheTables) { check(); }

const RunCase runs[] = {
    {"Kinds",
     {{"s.h", BEGIN "struct cell { short a; double b[3]; };\n"
                    "struct node {\n"
                    "    int id, n;\n"
                    "    struct { float x, y; };\n"
                    "    struct { long p; struct node *q; } pairs[2];\n"
                    "    struct cell cells[4][2];\n"
                    "    unsigned small : 3, large : 9;\n"
                    "    char left_out[100] /*~ AutoMap_Ignore */;\n"
                    "    struct node *to[2];\n"
                    "    double *values /*~ AutoMap_Len(n) */;\n"
                    "}" USED}},
     "s.h --autolink",
     0,
     {{"al_routines.c", R"(
static const AL_Field autolink_fields_record_1[] = {
    {"p", AL_LONG, 0, 1, 8, 0, NULL},
    {"q", AL_FIELD_POINTER, 8, 1, 8, 0, NULL}};
static const AL_Field autolink_fields_cell[] = {
    {"a", AL_SHORT, 0, 1, 2, 0, NULL},
    {"b", AL_DOUBLE, 8, 3, 8, 0, NULL}};
static const AL_Field autolink_fields_node[] = {
    {"id", AL_INT, 0, 1, 4, 0, NULL},
    {"n", AL_INT, 4, 1, 4, 0, NULL},
    {"x", AL_FLOAT, 8, 1, 4, 0, NULL},
    {"y", AL_FLOAT, 12, 1, 4, 0, NULL},
    {"pairs", AL_FIELD_RECORD, 16, 2, 16, 2, autolink_fields_record_1},
    {"cells", AL_FIELD_RECORD, 48, 8, 32, 2, autolink_fields_cell},
    {"unsigned int small : 3, unsigned int large : 9", AL_FIELD_BITS, 304, 2, 1, 0, NULL},
    {"to", AL_FIELD_POINTER, 408, 2, 8, 0, NULL},
    {"values", AL_FIELD_POINTER, 424, 1, 8, 0, NULL}};
)"},
      {"al_routines.c", ",\n     9, autolink_fields_node, NULL}};"}}},
    {"BasesAndUnions",
     {{"s.hpp", "#pragma once\n" BEGIN "struct base { int kind; base *next; };\n"
                "struct leaf { int x; };\n"
                "struct node : base {\n"
                "  int kind;\n"
                "  int which;\n"
                "  union { leaf *one; double number; } u /*~ AutoMap_Any(which: 1 = one, 2 = number) */;\n"
                "  bool flag;\n"
                "}" USED}},
     "s.hpp --autolink -o mpitypes.cpp",
     0,
     {{"al_routines.cpp", R"({"kind", AL_INT, 0, 1, 4, 0, NULL},
    {"next", AL_FIELD_POINTER, 8, 1, 8, 0, NULL},
    {"kind", AL_INT, 16, 1, 4, 0, NULL},
    {"which", AL_INT, 20, 1, 4, 0, NULL},
    {"u", AL_BYTE, 24, 8, 1, 0, NULL},
    {"u", AL_FIELD_POINTER, 24, 1, 8, 0, NULL},
    {"flag", AL_CXX_BOOL, 32, 1, 1, 0, NULL}};
)"}}},
    {"OneTableForEachRecord",
     {{"s.h", BEGIN "struct inner { int x; };\n"
                    "struct one { struct inner i; struct one *next; }"
                    " /*~ AutoMap_TpUsed */;\n"
                    "struct two { struct inner i, j; struct two *next; }" USED}},
     "s.h --autolink",
     0,
     {{"al_routines.c", R"({"i", AL_FIELD_RECORD, 0, 1, 4, 1, autolink_fields_inner},
    {"j", AL_FIELD_RECORD, 4, 1, 4, 1, autolink_fields_inner},)"},
      {"!al_routines.c", "autolink_fields_inner_2"}}},
    {"InitialValues", // of classes that are their bytes, and whose constructor sets something
     {{"s.hpp",
       "#pragma once\n#include <string>\n" BEGIN "struct plain { int x; plain *next; } /*~ AutoMap_TpUsed */;\n"
       "struct hidden { int x = 1; hidden *next; private: hidden() = default; } /*~ AutoMap_TpUsed */;\n"
       "struct managed { int x = 1; managed *next; managed() = default; managed(const managed &); } /*~ "
       "AutoMap_TpUsed */;\n"
       "struct node { int x = 1; node *next = nullptr; }" USED}},
     "s.hpp --autolink -o mpitypes.cpp",
     0,
     {{"al_routines.cpp", R"(static void autolink_initial_node(void *record)
{
    const struct node object{};
    std::memcpy(record, &object, sizeof object);
}
)"},
      {"al_routines.cpp", "autolink_fields_node, autolink_initial_node}};"},
      {"al_routines.cpp", "autolink_fields_plain, NULL}};"},
      {"al_routines.cpp", "autolink_fields_hidden, NULL}};"},
      {"al_routines.cpp", "autolink_fields_managed, NULL}};"}}},
};

INSTANTIATE_TEST_SUITE_P(Tables, FieldNames, ::testing::ValuesIn(runs),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace automap::test
