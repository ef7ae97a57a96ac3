// Tests the tables in al_routines.c: a program that is compiled with them prints them.
#include "linked.h"

#define STDINT_BEGIN "#include <stdint.h>\n" BEGIN

namespace automap::test {
namespace {

/// Stubs of the library functions that generated code calls. The library is not linked, because nothing is sent.
const std::string library = R"(
#include <autolink/al_inline.h>
#ifdef __cplusplus
extern "C" {
#endif
uint64_t AL_walk_link(AL_Walk *w, AL_Nodes *n, uintptr_t a) { return (void)w, (void)n, (uint64_t)a; }
uint64_t AL_walk_array(AL_Walk *w, uint32_t t, const void *f, int64_t n) { return (void)w, (void)f, (uint64_t)n + t; }
uint64_t AL_walk_string(AL_Walk *w, uint32_t t, const void *f) { return (void)w, (void)f, t; }
uint64_t AL_walk_inside(AL_Walk *w, const void *f) { return (void)w, (void)f, 0; }
uint64_t AL_walk_weak(AL_Walk *w, uint32_t t, const void *f) { return (void)w, (void)t, (void)f, 0; }
uint64_t AL_walk_headed(AL_Walk *w, uint32_t p, const void *f) { return (void)w, (void)f, p; }
uint64_t AL_walk_no_choice(AL_Walk *w, uint32_t p, const void *f) { return (void)w, (void)f, p; }
void *AL_restore_link(AL_Restore *r, AL_Made *m, uint64_t w) { return (void)r, (void)m, (void)w, (void *)0; }
void AL_restore_array(AL_Restore *r, uint32_t t, void *f, int64_t n) { (void)r, (void)t, (void)f, (void)n; }
void AL_restore_array_late(AL_Restore *r, uint32_t t, void *f) { (void)r, (void)t, (void)f; }
void AL_restore_string(AL_Restore *r, uint32_t t, void *f) { (void)r, (void)t, (void)f; }
void AL_restore_inside(AL_Restore *r, void *f) { (void)r, (void)f; }
void AL_restore_weak(AL_Restore *r, uint32_t t, void *f) { (void)r, (void)t, (void)f; }
void AL_restore_no_choice(AL_Restore *r, void *f) { (void)r, (void)f; }
#ifdef __cplusplus
}
#endif
)";

/// Prints a type and then the types that it leads to, one per line: name size/align flags | BASIC@offset*count+stride …
/// | field KIND@offset*count+stride -> target …
const char dump_program[] = R"(
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "al_routines.h"
#ifdef __cplusplus
extern "C" { extern const AL_TypeInfo AL_Basic[AL_BASIC_TYPES]; }
const AL_TypeInfo AL_Basic[AL_BASIC_TYPES] = {};
#else
const AL_TypeInfo AL_Basic[AL_BASIC_TYPES] = {{0}};
#endif
static AL_Type seen[64];
static int n_seen;
static const char *const basics[] = {"CHAR", "SIGNED_CHAR", "UNSIGNED_CHAR", "WCHAR", "SHORT", "UNSIGNED_SHORT",
  "INT", "UNSIGNED", "LONG", "UNSIGNED_LONG", "LONG_LONG", "UNSIGNED_LONG_LONG", "FLOAT", "DOUBLE",
  "LONG_DOUBLE", "C_BOOL"};
static const char *const kinds[] = {"", "LINK", "ARRAY", "STRING", "IGNORE", "INSIDE", "ANY", "DATA", "ARRAY_LATE", "ANY_LATE", "END", "ROW", "HEADED", "WEAK", "WEAK_INSIDE"};
static const char *basic(uint32_t id)
{
    return id == AL_BYTE ? "BYTE" : id == AL_INT32_T ? "INT32_T" : id < 16 ? basics[id] : "?";
}
static void place(uint64_t offset, uint64_t count, uint64_t stride)
{
    printf("@%d", (int)offset);
    if (count != 1)
        printf("*%d+%d", (int)count, (int)stride);
}
static void target(AL_Type type, uint64_t bias)
{
    int i;
    if (!type)
        return;
    if (type >= AL_Basic && type < AL_Basic + AL_BASIC_TYPES) {
        printf(" -> %s", basic((uint32_t)(type - AL_Basic)));
        return;
    }
    printf(" -> %s", type->name);
    if (bias)
        printf("+%d", (int)bias);
    for (i = 0; i < n_seen && seen[i] != type; i++)
        ;
    if (i == n_seen)
        seen[n_seen++] = type;
}
/* The routines name the kinds that the tables have. */
static void fits(AL_Type type)
{
    const AL_Routines *r = type->routines;
    uint64_t i, j;
    uint32_t n = 0;
    const int is_basic = type->n_data == 1 && type->n_pointers == 0 && type->signature_hash == type->data->basic + 1u;
    if (!r) {
        if (!is_basic && type->name[strlen(type->name) - 1] != '*' && type->pointers->kind != AL_ROW && strcmp(type->name, "string") != 0)
            printf(" NO ROUTINES");
        return;
    }
    for (i = 0; i < type->n_pointers; i++) {
        const AL_Pointer *p = &type->pointers[i];
        if (p->n_choices == 0 && (n >= r->n_targets || r->targets[n++] != p->kind))
            printf(" WRONG TARGET");
        for (j = 0; j < p->n_choices; j++)
            if (n >= r->n_targets || r->targets[n++] != p->choices[j].kind)
                printf(" WRONG CHOICE");
    }
    if (n != r->n_targets || r->size != type->size || r->abi != AL_ROUTINES_ABI)
        printf(" WRONG ROUTINES");
}
static void dump(AL_Type type)
{
    uint64_t i, j;
    printf("%s %d/%d%s |", type->name, (int)type->size, (int)type->align, type->flags & AL_TREE ? " tree" : "");
    for (i = 0; i < type->n_data; i++) {
        printf(" %s", basic(type->data[i].basic));
        place(type->data[i].offset, type->data[i].count, type->data[i].stride);
    }
    printf(" |");
    for (i = 0; i < type->n_pointers; i++) {
        const AL_Pointer *p = &type->pointers[i];
        printf("%s %s %s", i ? "," : "", p->name, kinds[p->kind]);
        place(p->offset, p->count, p->stride);
        target(p->target, p->kind == AL_ARRAY ? 0 : p->bias);
        if (p->kind == AL_ARRAY && p->bias)
            printf(" length@%d", (int)p->bias - 1);
        for (j = 0; j < p->n_choices; j++) {
            printf(" %d=%s", (int)p->choices[j].value, kinds[p->choices[j].kind]);
            target(p->choices[j].target, p->choices[j].bias);
        }
        if ((p->kind == AL_ARRAY || p->kind == AL_ARRAY_LATE || p->kind == AL_END || p->kind == AL_ROW) != (p->length != NULL) || (p->kind == AL_ANY || p->kind == AL_ANY_LATE) != (p->select != NULL))
            printf(" WRONG");
    }
    fits(type);
    printf("\n");
}
int main(void)
{
    int i;
    seen[n_seen++] = ROOT;
    for (i = 0; i < n_seen; i++)
        dump(seen[i]);
    return 0;
}
)";

struct DumpLanguage {
  const char *header, *source, *dump;
  std::vector<std::string> compilers;
};
const DumpLanguage dumped_in_c = {"s.h", "mpitypes.c", "dump.c",
                                  tried<std::string>({"gcc -std=c99", "clang-19 -std=c99", "gcc -std=gnu17"})};
const DumpLanguage dumped_in_cxx = {"s.hpp", "mpitypes.cpp", "dump.cpp",
                                    tried<std::string>({"g++ -std=c++17", "clang++-19 -std=c++17", "g++ -std=c++20"})};

/// Returns the program's output, compiled by each compiler, which must agree. Returns the errors if something fails.
std::string dump(const DumpLanguage &language, const std::string &source, const std::string &root,
                 const std::string &arguments = "") {
  const Scratch scratch;
  scratch.write(language.header, source);
  const Finished run =
      run_automap(scratch, std::string(language.header) + " --autolink -o " + language.source + " " + arguments);
  if (run.exit_code != 0)
    return run.err;
  scratch.write(language.dump, library + dump_program);
  const std::string routines = &language == &dumped_in_c ? "al_routines.c" : "al_routines.cpp";
  std::string printed;
  for (const std::string &compiler : language.compilers) {
    const Finished compiled = scratch.run(compiler + warnings + "-I " AUTOLINK_INCLUDE " -DROOT=AutoLink_" + root +
                                          " " + language.dump + " " + routines + " -o dump && ./dump");
    if (compiled.exit_code != 0)
      return compiler + ": " + compiled.err;
    EXPECT_TRUE(printed.empty() || printed == compiled.out) << compiler;
    printed = compiled.out;
  }
  // The datatypes generated at the same time must compile as well.
  const Finished types =
      scratch.run(language.compilers[0] + warnings + MPI_INCLUDE_FLAGS + " -c " + language.source + " -o types.o");
  EXPECT_EQ(types.exit_code, 0) << types.err;
  return printed;
}

struct TableCase {
  const char *name;
  const char *source;
  const char *root;
  const char *expected;
};

void PrintTo(const TableCase &table, std::ostream *out) { *out << table.name; }

class Tables : public ::testing::TestWithParam<TableCase> {};
class TablesCxx : public ::testing::TestWithParam<TableCase> {};

TEST_P(Tables, HoldEveryPointer) {
  EXPECT_EQ(dump(dumped_in_c, GetParam().source, GetParam().root), GetParam().expected);
}
TEST_P(TablesCxx, HoldEveryPointer) {
  EXPECT_EQ(dump(dumped_in_cxx, GetParam().source, GetParam().root), GetParam().expected);
}

const TableCase table_cases[] = {
    // Section 1.4 of the paper.
    {"PapersLinkedList",
     STDINT_BEGIN "#define SIZE 1000\ntypedef struct LList *LL;\ntypedef struct LList\n{\n  float data[SIZE];\n"
                  "  LL next;\n} LinkedList" USED,
     "LinkedList", "LinkedList 4008/8 | FLOAT@0*1000+4 | next LINK@4000 -> LinkedList\n"},
    {"Figure3",
     STDINT_BEGIN "typedef struct { float angle[3]; } Triangle;\ntypedef struct { double radius; Triangle *inner; } "
                  "Circle;\ntypedef struct { int id; Circle *first, *second; Triangle *third; } Square" USED,
     "Square",
     "Square 32/8 | INT@0 | first LINK@8 -> Circle, second LINK@16 -> Circle, third LINK@24 -> Triangle\n"
     "Circle 16/8 | DOUBLE@0 | inner LINK@8 -> Triangle\nTriangle 12/4 | FLOAT@0*3+4 |\n"},
    {"NoPointers", STDINT_BEGIN "struct s { short a, b; double d; }" USED, "s", "s 16/8 | SHORT@0*2+2 DOUBLE@8 |\n"},
    {"NothingButPointers", STDINT_BEGIN "struct s { struct s *l, *r; } /*~ AutoMap_Tree */" USED, "s",
     "s 16/8 tree | | l LINK@0 -> s, r LINK@8 -> s\n"},
    {"ArraysOfPointers", STDINT_BEGIN "struct s { struct s *a[4], *b[2][3]; }" USED, "s",
     "s 80/8 | | a LINK@0*4+8 -> s, b LINK@32*6+8 -> s\n"},
    {"Lengths",
     STDINT_BEGIN "struct t { int i; };\nstruct s { unsigned char n; double *d /*~ AutoMap_Len(n) */; struct t *t /*~ "
                  "AutoMap_Len(2 * n - 1) */; const int (*m)[3][2] /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 32/8 | UNSIGNED_CHAR@0 | d ARRAY@8 -> DOUBLE length@0, t ARRAY@16 -> t, m ARRAY@24 -> INT\nt 4/4 | INT@0 |\n"},
    {"LengthsFromArrays",
     STDINT_BEGIN "struct s { int dims[3], k; double *u /*~ AutoMap_Len(dims[0] * dims[1] > dims[k] ? dims[2] : 7) */; "
                  "}" USED,
     "s", "s 24/8 | INT@0*4+4 | u ARRAY@16 -> DOUBLE\n"},
    {"LengthsFromWhatPointersLeadTo",
     STDINT_BEGIN "struct m { short n; struct { unsigned char at[4]; } in; };\nstruct s { int n; int *start /*~ "
                  "AutoMap_Len(n + 1) */, *col /*~ AutoMap_Len(start[n]) */; struct m *m; float *f /*~ "
                  "AutoMap_Len(m->in.at[n] + m->n) */; }" USED,
     "s",
     "s 40/8 | INT@0 | start ARRAY@8 -> INT, col ARRAY_LATE@16 -> INT, m LINK@24 -> m, f ARRAY_LATE@32 -> FLOAT\n"
     "m 6/2 | SHORT@0 UNSIGNED_CHAR@2*4+1 |\n"},
    {"PairsOfPointers", // the ends follow all others
     STDINT_BEGIN
     "struct t { char *last, *first; /*~ AutoMap_Len(last - first) */ };\nstruct s { const short (*begin)[3] /*~ "
     "AutoMap_Len(end - begin) */, (*end)[3]; struct t two[2]; struct s *p[2], *q[2]; /*~ AutoMap_Len(q - p) */ }" USED,
     "s",
     "s 80/8 | | begin ARRAY_LATE@0 -> SHORT, two.first ARRAY_LATE@24*2+16 -> CHAR, p ARRAY_LATE@48*2+8 -> s, end "
     "END@8 -> SHORT, two.last END@16*2+16 -> CHAR, q END@64*2+8 -> s+-16\n"},
    {"Rows",
     STDINT_BEGIN "struct t { int v; };\nstruct s { int n, m, *len /*~ AutoMap_Len(n) */; double **a /*~ "
                  "AutoMap_Len(n, m) */; struct "
                  "t **b /*~ AutoMap_Len(n + 1, len[i] + i) */; }" USED,
     "s",
     "s 32/8 | INT@0*2+4 | len ARRAY@8 -> INT length@0, a ARRAY@16 -> s.a length@0, b ARRAY@24 -> s.b\n"
     "s.a 8/8 | |  ROW@0 -> DOUBLE\ns.b 8/8 | |  ROW@0 -> t\nt 4/4 | INT@0 |\n"},
    {"FlexibleArrayMembers",
     STDINT_BEGIN
     "struct row { short n : 5, m[2]; double v[]; /*~ AutoMap_Len(n + m[1]) */ };\nstruct s { int n; struct "
     "row *one, **all "
     "/*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 24/8 | INT@0 | one ARRAY_LATE@8 -> byte of struct row+8, all ARRAY@16 -> byte of struct row * length@0\n"
     "byte of struct row 1/8 | BYTE@0 |\nbyte of struct row * 8/8 | |  ARRAY_LATE@0 -> byte of struct row+8\n"},
    {"PointersToPointers",
     STDINT_BEGIN "struct s { int n; struct s **p /*~ AutoMap_Len(n) */; char **w /*~ AutoMap_Len(n) */ /*~ "
                  "AutoMap_String */; }" USED,
     "s",
     "s 24/8 | INT@0 | p ARRAY@8 -> s * length@0, w ARRAY@16 -> string length@0\ns * 8/8 | |  LINK@0 -> s\n"
     "string 8/8 | |  STRING@0\n"},
    {"Strings",
     STDINT_BEGIN "struct s { char *a /*~ AutoMap_String */; const unsigned char *b[2] /*~ AutoMap_String */; }" USED,
     "s", "s 24/8 | | a STRING@0, b STRING@8*2+8\n"},
    {"LeftOut",
     STDINT_BEGIN
     "struct in { int i; void *p, *q[2]; };\nstruct s { void *p /*~ AutoMap_Ignore */; struct in in[2] /*~ "
     "AutoMap_Ignore */; int k /*~ AutoMap_Ignore */; long l; }" USED,
     "s", "s 88/8 | LONG@80 | p IGNORE@0, in IGNORE@16*2+32, in IGNORE@24*2+32, in IGNORE@32*2+32\n"},
    {"InsideOfAnything",
     STDINT_BEGIN "struct s { int n; double *d /*~ AutoMap_Len(n) */, *at /*~ AutoMap_Inside */; }" USED, "s",
     "s 24/8 | INT@0 | d ARRAY@8 -> DOUBLE length@0, at INSIDE@16\n"},
    {"ArraysOfPlaces",
     STDINT_BEGIN "struct c { int id; };\nstruct t { char c; struct c hook; };\nstruct s { int n; double *d /*~ "
                  "AutoMap_Len(n * n) */, **rows /*~ AutoMap_Inside */ /*~ AutoMap_Len(n) */; struct c **hooks /*~ "
                  "AutoMap_Len(n) */ /*~ AutoMap_Inside(t.hook) */; void **any /*~ AutoMap_Len(n) */ /*~ "
                  "AutoMap_Inside */; }" USED,
     "s",
     "s 40/8 | INT@0 | d ARRAY@8 -> DOUBLE, rows ARRAY@16 -> void * length@0, hooks ARRAY@24 -> t.hook * length@0, any "
     "ARRAY@32 "
     "-> void * length@0\n"
     "void * 8/8 | |  INSIDE@0\nt.hook * 8/8 | |  LINK@0 -> t+4\nt 8/4 | CHAR@0 INT@4 |\n"},
    {"Weak",
     STDINT_BEGIN
     "struct hook { struct hook *next /*~ AutoMap_Inside(t.hook) */, *back /*~ AutoMap_Inside(t.hook) */ /*~ "
     "AutoMap_Weak */; };\nstruct t { int id; struct hook hook; };\nstruct s { int n; struct s *up /*~ "
     "AutoMap_Weak */, *near[2] /*~ AutoMap_Weak */, **all /*~ AutoMap_Weak */ /*~ AutoMap_Len(n) */, "
     "**kids /*~ AutoMap_Len(n) */; double *at /*~ AutoMap_Weak */ /*~ AutoMap_Inside */; void **in /*~ "
     "AutoMap_Len(n) */ /*~ AutoMap_Inside */ /*~ AutoMap_Weak */, *any /*~ AutoMap_Any(n: 1 = t, 2 = s) "
     "*/ /*~ AutoMap_Weak */; }" USED,
     "s",
     "s 72/8 | INT@0 | up WEAK@8 -> s, near WEAK@16*2+8 -> s, all ARRAY@32 -> weak s * length@0, kids ARRAY@40 -> s * "
     "length@0, at "
     "WEAK_INSIDE@48, in ARRAY@56 -> weak void * length@0, any ANY@64 1=WEAK -> t 2=WEAK -> s\n"
     "weak s * 8/8 | |  WEAK@0 -> s\ns * 8/8 | |  LINK@0 -> s\nweak void * 8/8 | |  WEAK_INSIDE@0\n"
     "t 24/8 | INT@0 | hook.next LINK@8 -> t+8, hook.back WEAK@16 -> t+8\n"},
    {"IntrusiveList",
     STDINT_BEGIN "struct list { struct list *next /*~ AutoMap_Inside(task.links) */, *prev /*~ "
                  "AutoMap_Inside(struct task.links) */; };\nstruct task { int id; struct list links; }" USED,
     "task", "task 24/8 | INT@0 | links.next LINK@8 -> task+8, links.prev LINK@16 -> task+8\n"},
    {"ListsWithHeads",
     STDINT_BEGIN
     "struct hook { struct hook *next /*~ AutoMap_Inside(task.links, queue.head) */, *prev /*~ AutoMap_Inside */; };\n"
     "struct task { int id; struct hook links; };\nstruct queue { short n; struct hook head; }" USED,
     "queue",
     "queue 24/8 | SHORT@0 | head.next HEADED@8 0=LINK -> queue+8 1=LINK -> task+8, head.prev INSIDE@16\n"
     "task 24/8 | INT@0 | links.next HEADED@8 0=LINK -> queue+8 1=LINK -> task+8, links.prev INSIDE@16\n"},
    {"Any",
     STDINT_BEGIN "enum { NODE = 7 };\n#define LEAF 3\ntypedef struct { int v; } leaf;\nstruct node { short kind; void "
                  "*p /*~ AutoMap_Any(kind: LEAF = leaf, NODE = struct node, -1 = node, 'x' = leaf) */; }" USED,
     "node",
     "node 16/8 | SHORT@0 | p ANY@8 3=LINK -> leaf 7=LINK -> node -1=LINK -> node 120=LINK -> leaf\nleaf 4/4 "
     "| INT@0 |\n"},
    {"AnyThatIsAlwaysTheSame",
     STDINT_BEGIN
     "typedef struct { int v; } leaf;\nstruct s { int n; void *p /*~ AutoMap_Any(leaf) */, *q /*~ AutoMap_Any(leaf) */ "
     "/*~ AutoMap_Len(n) */, *d /*~ AutoMap_Any(double) */, **r /*~ AutoMap_Any(leaf) */ /*~ AutoMap_Len(n) */; char "
     "*b /*~ AutoMap_Any(int32_t) */ /*~ AutoMap_Len(n + 1) */; }" USED,
     "s",
     "s 48/8 | INT@0 | p LINK@8 -> leaf, q ARRAY@16 -> leaf length@0, d ARRAY@24 -> DOUBLE, r ARRAY@32 -> leaf * "
     "length@0, b ARRAY@40 -> "
     "INT32_T\nleaf 4/4 | INT@0 |\nleaf * 8/8 | |  LINK@0 -> leaf\n"},
    {"AnyOfNumbersAndStrings",
     STDINT_BEGIN
     "typedef long double real;\nenum e { E };\nstruct s { int k, n; void *p /*~ AutoMap_Any(k: 1 = unsigned char, 2 = "
     "AutoMap_String, 3 = real, 4 = s, 5 = enum e, 6 = long unsigned int) */ /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 16/8 | INT@0*2+4 | p ANY@8 1=ARRAY -> UNSIGNED_CHAR 2=STRING 3=ARRAY -> LONG_DOUBLE 4=ARRAY -> s 5=ARRAY -> "
     "UNSIGNED 6=ARRAY -> UNSIGNED_LONG\n"},
    {"Bytes", STDINT_BEGIN "struct s { unsigned char n; const void *p /*~ AutoMap_Len(n) */; }" USED, "s",
     "s 16/8 | UNSIGNED_CHAR@0 | p ARRAY@8 -> byte length@0\nbyte 1/16 | BYTE@0 |\n"},
    {"AnyByWhatItLeadsTo",
     STDINT_BEGIN
     "enum type { NUM = 1, BIN };\nstruct ast { enum type type; int line; };\nstruct num { struct ast base; double v; "
     "};\nstruct bin { struct ast base; int n; struct ast *l /*~ AutoMap_Any(->type: NUM = num, BIN = bin) */, **all "
     "/*~ AutoMap_Any(->type: NUM = num, BIN = bin) */ /*~ AutoMap_Len(n) */; }" USED,
     "bin",
     "bin 32/8 | UNSIGNED@0 INT@4*2+4 | l ANY_LATE@16 1=LINK -> num 2=LINK -> bin, all ARRAY@24 -> struct ast * "
     "length@8\n"
     "num 16/8 | UNSIGNED@0 INT@4 DOUBLE@8 |\nstruct ast * 8/8 | |  ANY_LATE@0 1=LINK -> num 2=LINK -> bin\n"},
    {"AnyByAnUnnamedEnumOfTheStruct",
     STDINT_BEGIN
     "struct leaf { int v; };\nstruct node { enum { LEAF = 3, NODE } kind; void *p /*~ AutoMap_Any(kind: LEAF "
     "= leaf, NODE = node) */; }" USED,
     "node", "node 16/8 | UNSIGNED@0 | p ANY@8 3=LINK -> leaf 4=LINK -> node\nleaf 4/4 | INT@0 |\n"},
    {"TaggedUnion",
     STDINT_BEGIN "struct s { int kind, n; union { struct s *one; double *many /*~ AutoMap_Len(n) */; char *text /*~ "
                  "AutoMap_String */; } u /*~ AutoMap_Any(kind: 0 = one, 1 = many, 2 = text) */; }" USED,
     "s", "s 16/8 | INT@0*2+4 | u ANY@8 0=LINK -> s 1=ARRAY -> DOUBLE 2=STRING\n"},
    {"TaggedUnionWithData",
     STDINT_BEGIN "struct s { int kind; __extension__ union { struct s *one; double value; }; /*~ AutoMap_Any(kind: "
                  "0 = one, 1 = "
                  "value) */ }" USED,
     "s", "s 16/8 | INT@0 BYTE@8*8+1 | (unnamed) ANY@8 0=LINK -> s 1=DATA\n"},
    {"NestedRecords",
     STDINT_BEGIN "struct s; struct e { char c; struct s *to; };\nstruct s { struct e one, many[3][2]; struct { struct "
                  "e deep[2]; int i; } un[4]; }" USED,
     "s",
     "s 272/8 | CHAR@0 CHAR@16*6+16 CHAR@112*4+40 CHAR@128*4+40 INT@144*4+40 | one.to LINK@8 -> s, many.to "
     "LINK@24*6+16 -> s, un.deep.to LINK@120*4+40 -> s, un.deep.to LINK@136*4+40 -> s\n"},
    {"BitFields", STDINT_BEGIN "struct s { unsigned n : 5, m : 9; double *d /*~ AutoMap_Len(n * m) */; }" USED, "s",
     "s 16/8 | BYTE@0*2+1 | d ARRAY@8 -> DOUBLE\n"},
    {"NamesThatRunTogether", // a's b_c and a_b's c
     STDINT_BEGIN "struct t { struct { int c; } a_b; struct { int b_c; } a; int p; };\n"
                  "struct a_b { int n, m; double *c /*~ AutoMap_Len(m) */; void *k /*~ AutoMap_Any(m: 2 = a_b) */;\n"
                  "  int **i /*~ AutoMap_Len(n) */ /*~ AutoMap_Inside(t.a_b.c) */; };\n"
                  "struct a { int n; float *b_c /*~ AutoMap_Len(n) */; struct a_b *x; void *b_k /*~ AutoMap_Any(n: "
                  "1 = a) */;\n"
                  "  int **i /*~ AutoMap_Len(n) */ /*~ AutoMap_Inside(t.a.b_c) */; }" USED,
     "a",
     "a 40/8 | INT@0 | b_c ARRAY@8 -> FLOAT length@0, x LINK@16 -> a_b, b_k ANY@24 1=LINK -> a, i ARRAY@32 -> "
     "t.a.b_c * length@0\n"
     "a_b 32/8 | INT@0*2+4 | c ARRAY@8 -> DOUBLE length@4, k ANY@16 2=LINK -> a_b, i ARRAY@24 -> t.a_b.c * length@0\n"
     "t.a.b_c * 8/8 | |  LINK@0 -> t+4\nt.a_b.c * 8/8 | |  LINK@0 -> t\nt 12/4 | INT@0*3+4 |\n"},
    {"ChosenMembersOfUnions", // they overlap pointers that are not selected
     STDINT_BEGIN
     "struct s { union { double d; struct s *p; } u /*~ AutoMap_Use(d) */; union { struct s *p; void *q; } "
     "v /*~ AutoMap_Use(p) */; }" USED,
     "s", "s 16/8 | DOUBLE@0 | v.p LINK@8 -> s\n"},
    {"AtomicPointersThatAreLeftOut",
     STDINT_BEGIN "struct in { int i; __extension__ _Atomic(struct s *) p; };\nstruct s { __extension__ "
                  "_Atomic(struct s *) "
                  "a /*~ AutoMap_Ignore */; struct in in /*~ AutoMap_Ignore */; struct s *next; }" USED,
     "s", "s 32/8 | | a IGNORE@0, in IGNORE@16, next LINK@24 -> s\n"},
    {"AlignedElements",
     STDINT_BEGIN
     "typedef double ad __attribute__((aligned(64)));\ntypedef float v4 __attribute__((vector_size(16)));\n"
     "struct s { int n; ad *a /*~ AutoMap_Len(n) */, *b /*~ AutoMap_Len(2) */; v4 *v /*~ AutoMap_Len(n) */; "
     "long double *l /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 40/8 | INT@0 | a ARRAY@8 -> ad length@0, b ARRAY@16 -> ad, v ARRAY@24 -> v4, l ARRAY@32 -> LONG_DOUBLE "
     "length@0\n"
     "ad 8/64 | DOUBLE@0 |\nv4 4/16 | FLOAT@0 |\n"},
    {"AnyOfWhatBeginsAlike",
     STDINT_BEGIN
     "struct base { short kind; int i; };\nstruct a { struct base base; double d; };\nstruct b { short kind; "
     "int i; char c; };\nstruct s { int k; struct base *p /*~ AutoMap_Any(k: 0 = base, 1 = a, 2 = b) */; "
     "}" USED,
     "s",
     "s 16/8 | INT@0 | p ANY@8 0=LINK -> base 1=LINK -> a 2=LINK -> b\nbase 8/4 | SHORT@0 INT@4 |\n"
     "a 16/8 | SHORT@0 INT@4 DOUBLE@8 |\nb 12/4 | SHORT@0 INT@4 CHAR@8 |\n"},
    {"OddNames",
     STDINT_BEGIN "typedef struct al_owner al_record; struct al_owner { int al_pointer; al_record *type, *a /*~ "
                  "AutoMap_Len(al_pointer) */; }" USED,
     "al_owner", "al_owner 24/8 | INT@0 | type LINK@8 -> al_owner, a ARRAY@16 -> al_owner length@0\n"},
};

const TableCase table_cases_cxx[] = {
    {"BasesAndPrivateFields",
     STDINT_BEGIN
     "namespace n {\nclass b { int len = 0; long *v = nullptr; /*~ AutoMap_Len(len + 1) */ public: b *up = "
     "nullptr; long at(int i) { return i < len ? v[i] : 0; } };\nclass d : b { const d *next_ = nullptr; "
     "char c = 0; public: d *get() const { return "
     "c ? nullptr : const_cast<d *>(next_); } }" USED "}\n",
     "n_d",
     "n::d 40/8 | INT@0 CHAR@32 | v ARRAY@8 -> LONG, up LINK@16 -> n::b, next_ LINK@24 -> n::d\n"
     "n::b 24/8 | INT@0 | v ARRAY@8 -> LONG, up LINK@16 -> n::b\n"},
    {"AnyOfDerivedClassesByATagOfTheirBase",
     STDINT_BEGIN
     "struct shape { signed char kind = 0; };\nstruct other { int o = 0; };\nnamespace n { struct disc : other, shape "
     "{ "
     "double r = 0; }; }\nstruct box : shape { shape *in = nullptr; /*~ AutoMap_Any(in->kind: -1 = n::disc, 'b' = box) "
     "*/ }" USED,
     "box",
     "box 16/8 | SIGNED_CHAR@0 | in ANY_LATE@8 -1=LINK -> n::disc+4 98=LINK -> box\n"
     "n::disc 16/8 | INT@0 SIGNED_CHAR@4 DOUBLE@8 |\n"},
    {"Templates",
     "#include <array>\n#include <utility>\n" STDINT_BEGIN
     "template <class T, int N> struct list { T x[N]; list *next; };\nstruct s { list<float, 3> *head; "
     "std::array<s *, 2> kids; std::pair<s *, int> p; }" USED,
     "s",
     "s 40/8 | INT@32 | head LINK@0 -> list<float, 3>, kids LINK@8*2+8 -> s, p.first LINK@24 -> s\n"
     "list<float, 3> 24/8 | FLOAT@0*3+4 | next LINK@16 -> list<float, 3>\n"},
    {"LeftOutObjects",
     STDINT_BEGIN "struct v { virtual int f() { return n; } int n = 0; };\nstruct s { v x /*~ AutoMap_Ignore */; "
                  "int &r /*~ "
                  "AutoMap_Ignore */; s *next; }" USED,
     "s", "s 32/8 | | x IGNORE@0, r IGNORE@16, next LINK@24 -> s\n"},
    {"PairsAndArraysOfTheLibrary",
     "#include <array>\n#include <utility>\n" STDINT_BEGIN
     "struct s { int n; std::array<double, 3> *a /*~ AutoMap_Len(n) */; "
     "std::pair<int, double> *p /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 24/8 | INT@0 | a ARRAY@8 -> DOUBLE, p ARRAY@16 -> std::pair<int, double> length@0\n"
     "std::pair<int, double> 16/8 | INT@0 DOUBLE@8 |\n"},
    {"ScopedEnumerators",
     STDINT_BEGIN "namespace n {\nenum class kind : short { leaf = 1, node };\nstruct leaf { char c; };\nstruct s { "
                  "kind k; void *p; /*~ AutoMap_Any(k: kind::leaf = leaf, n::kind::node = n::s) */ }" USED "}\n",
     "n_s", "n::s 16/8 | SHORT@0 | p ANY@8 1=LINK -> n::leaf 2=LINK -> n::s\nn::leaf 1/1 | CHAR@0 |\n"},
    {"EnumeratorsOfOneName", // chooses those of the named enumeration, or of the field's own
     STDINT_BEGIN "struct leaf { char c; };\nnamespace n {\nenum class kind { leaf = 1, node };\nenum class subkind "
                  ": char { "
                  "leaf = 4, node };\nenum { node = 6, old = 7 };\nusing alias = kind;\nstruct s { kind k; subkind "
                  "l; int m; void "
                  "*p /*~ AutoMap_Any(k: kind::leaf = leaf, alias::node = s) */, *q /*~ AutoMap_Any(l: leaf = leaf, "
                  "n::subkind::node = s) */, *r /*~ AutoMap_Any(m: kind::leaf = leaf, ::n::node = s, n::old = s) "
                  "*/; }" USED "}\n",
     "n_s",
     "n::s 40/8 | INT@0 CHAR@4 INT@8 | p ANY@16 1=LINK -> leaf 2=LINK -> n::s, q ANY@24 4=LINK -> leaf "
     "5=LINK -> "
     "n::s, r ANY@32 1=LINK -> leaf 6=LINK -> n::s 7=LINK -> n::s\nleaf 1/1 | CHAR@0 |\n"},
    {"EnumeratorsThatCannotBeNamed", // private ones, and those of template instances
     STDINT_BEGIN "struct leaf { char c; };\ntemplate <class T> struct v { enum tag : char { one = 5, two }; "
                  "tag t; T x; "
                  "void *p; /*~ AutoMap_Any(t: one = leaf, tag::two = leaf) */ };\nclass s { enum kind { none, some "
                  "= 3 }; "
                  "kind k = none; v<char> *w = nullptr; void *p = nullptr; /*~ AutoMap_Any(k: some = leaf) */ "
                  "public: void "
                  "*get() const { return k == some ? p : w; } }" USED,
     "s",
     "s 24/8 | UNSIGNED@0 | w LINK@8 -> v<char>, p ANY@16 3=LINK -> leaf\nv<char> 16/8 | CHAR@0*2+1 | p "
     "ANY@8 "
     "5=LINK -> leaf 6=LINK -> leaf\nleaf 1/1 | CHAR@0 |\n"},
    {"BasesInChoices", // a base need not be the first
     STDINT_BEGIN
     "struct other { double d; };\nstruct shape { int kind; };\nstruct circle : other, shape { float r; };\n"
     "struct ring : private circle { short s; };\nstruct s { int kind; const shape *p; /*~ AutoMap_Any(kind: "
     "1 = circle, 2 = shape, 3 = ring) */ }" USED,
     "s",
     "s 16/8 | INT@0 | p ANY@8 1=LINK -> circle+8 2=LINK -> shape 3=LINK -> ring+8\ncircle 16/8 | DOUBLE@0 "
     "INT@8 "
     "FLOAT@12 |\nshape 4/4 | INT@0 |\nring 24/8 | DOUBLE@0 INT@8 FLOAT@12 SHORT@16 |\n"},
    {"InstancesInChoices", // spaces do not matter
     STDINT_BEGIN "namespace n {\ntemplate <class T, int N> struct v { T x[N]; };\nstruct s { int k; v<int, 2> *q; "
                  "void *p; /*~ AutoMap_Any(k: 1 = v<int,2>, 2 = n::v< int , 2 >) */ }" USED "}\n",
     "n_s",
     "n::s 24/8 | INT@0 | q LINK@8 -> n::v<int, 2>, p ANY@16 1=LINK -> n::v<int, 2> 2=LINK -> n::v<int, 2>\n"
     "n::v<int, 2> 8/4 | INT@0*2+4 |\n"},
    {"ConstAndRestrict", STDINT_BEGIN "struct s { s *const a = nullptr; const s *b; volatile s *__restrict c; }" USED,
     "s", "s 24/8 | | a LINK@0 -> s, b LINK@8 -> s, c LINK@16 -> s\n"},
};

std::string table_name(const ::testing::TestParamInfo<TableCase> &info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(AutoLink, Tables, ::testing::ValuesIn(table_cases), table_name);
INSTANTIATE_TEST_SUITE_P(AutoLink, TablesCxx, ::testing::ValuesIn(table_cases_cxx), table_name);

/// Tests the functions that compute lengths: from the record itself, from the pointer if the record is inside another
/// one, and their results for invalid lengths.
TEST(Lengths, AreComputedFromTheFieldsBesideThePointer) {
  const Scratch scratch;
  scratch.write("s.h", STDINT_BEGIN
                "struct in { short n; float *rows[2] /*~ AutoMap_Len(n) */; char *c /*~ AutoMap_Len(n + 1) */; };\n"
                "struct s { int64_t a, b; uint64_t u; struct in in[3]; struct { int k; char *p /*~ AutoMap_Len(k) "
                "*/; } un[2]; struct in *one;\n"
                "  char *sum /*~ AutoMap_Len(a + b) */, *difference /*~ AutoMap_Len(a - b - 1) */,\n"
                "    *product /*~ AutoMap_Len(a * b) */, *quotient /*~ AutoMap_Len((a + 1) / b * 2) */,\n"
                "    *large /*~ AutoMap_Len(u) */, *mixed /*~ AutoMap_Len(1 + a * b - 6 / 2) */;\n"
                "  double (*m)[4] /*~ AutoMap_Len(a) */; }" USED);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink -o mpitypes.c").exit_code, 0);
  scratch.write("main.c", library + R"(
#include <stdio.h>
#include <string.h>
#include "al_routines.h"
const AL_TypeInfo AL_Basic[AL_BASIC_TYPES] = {{0}};
static const struct s zero;
static void print_one(AL_Type type, const void *s)
{
    uint64_t i, j;
    for (i = 0; i < type->n_pointers; i++)
        for (j = 0; j < type->pointers[i].count; j++) {
            const AL_Pointer *p = &type->pointers[i];
            const void *where = (const char *)s + p->offset + j * p->stride;
            if (p->length)
                printf("%s:%lld ", p->name, (long long)p->length(s, where));
        }
}
static void print(const struct s *s)
{
    print_one(AutoLink_s, s);
    print_one(AutoLink_in, &s->in[2]);
    printf("\n");
}
int main(void)
{
    struct s s = zero;
    int i;
    for (i = 0; i < 3; i++)
        s.in[i].n = (short)(10 + i);
    s.un[0].k = 7;
    s.un[1].k = 8;
    s.a = 20;
    s.b = 6;
    print(&s);
    s.a = INT64_MAX;
    s.b = 0;
    s.u = UINT64_MAX;
    print(&s);
    return 0;
}
)");
  const Finished run = scratch.run("gcc -std=c99" + warnings +
                                   "-fsanitize=undefined -fno-sanitize-recover=all -I " AUTOLINK_INCLUDE
                                   " main.c al_routines.c -o main && ./main");
  EXPECT_EQ(run.err, "");
  const std::string same = "in.rows:10 in.rows:11 in.rows:12 in.rows:10 in.rows:11 in.rows:12 in.c:11 "
                           "in.c:12 in.c:13 un.p:7 un.p:8 ";
  const std::string of_in = "rows:12 rows:12 c:13 ";
  const std::string none = "-9223372036854775808 ";
  EXPECT_EQ(run.out, same + "sum:26 difference:13 product:120 quotient:6 large:0 mixed:118 m:80 " + of_in + "\n" +
                         same + "sum:9223372036854775807 difference:9223372036854775806 product:0 quotient:" + none +
                         "large:-1 mixed:-2 m:" + none + of_in + "\n");
}

} // namespace
} // namespace automap::test
