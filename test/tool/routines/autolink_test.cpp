// Tests the output of --autolink for pointers: the tables in al_routines.c, printed by a program that is compiled with
// them, the diagnostics, and the files.
#include "automap_run.h"

#include <set>

namespace automap::test {
namespace {

#define BEGIN "#include <stdint.h>\n/*~ AutoMap_Begin */\n"
#define END "\n/*~ AutoMap_End */\n"
#define USED " /*~ AutoMap_TpUsed */;" END

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
uint64_t AL_walk_no_choice(AL_Walk *w, uint32_t p, const void *f) { return (void)w, (void)f, p; }
void *AL_restore_link(AL_Restore *r, AL_Made *m, uint64_t w) { return (void)r, (void)m, (void)w, (void *)0; }
void AL_restore_array(AL_Restore *r, uint32_t t, void *f, int64_t n) { (void)r, (void)t, (void)f, (void)n; }
void AL_restore_string(AL_Restore *r, uint32_t t, void *f) { (void)r, (void)t, (void)f; }
void AL_restore_inside(AL_Restore *r, void *f) { (void)r, (void)f; }
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
static const char *const kinds[] = {"", "LINK", "ARRAY", "STRING", "IGNORE", "INSIDE", "ANY", "DATA"};
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
        if (!is_basic && type->name[strlen(type->name) - 1] != '*' && strcmp(type->name, "string") != 0)
            printf(" NO ROUTINES");
        return;
    }
    for (i = 0; i < type->n_pointers; i++) {
        const AL_Pointer *p = &type->pointers[i];
        if (p->kind != AL_ANY && (n >= r->n_targets || r->targets[n++] != p->kind))
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
        target(p->target, p->bias);
        for (j = 0; j < p->n_choices; j++) {
            printf(" %d=%s", (int)p->choices[j].value, kinds[p->choices[j].kind]);
            target(p->choices[j].target, p->choices[j].bias);
        }
        if ((p->kind == AL_ARRAY) != (p->length != NULL) || (p->kind == AL_ANY) != (p->select != NULL))
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

const std::string warnings = " -Wall -Wextra -Wpedantic -Wconversion -Werror ";

struct Language {
  const char *header, *source, *dump;
  std::vector<std::string> compilers;
};
const Language c = {"s.h", "mpitypes.c", "dump.c",
                    tried<std::string>({"gcc -std=c99", "clang-19 -std=c99", "gcc -std=gnu17"})};
const Language cxx = {"s.hpp", "mpitypes.cpp", "dump.cpp",
                      tried<std::string>({"g++ -std=c++17", "clang++-19 -std=c++17", "g++ -std=c++20"})};

/// Returns the program's output, compiled by each compiler, which must agree. Returns the errors if something fails.
std::string dump(const Language &language, const std::string &source, const std::string &root,
                 const std::string &arguments = "") {
  const Scratch scratch;
  scratch.write(language.header, source);
  const Finished run = run_automap(scratch, std::string(language.header) + " --autolink -o " +
                                                language.source + " " + arguments);
  if (run.exit_code != 0)
    return run.err;
  scratch.write(language.dump, library + dump_program);
  const std::string routines = &language == &c ? "al_routines.c" : "al_routines.cpp";
  std::string printed;
  for (const std::string &compiler : language.compilers) {
    const Finished made = scratch.run(compiler + warnings + "-I " AUTOLINK_INCLUDE " -DROOT=AutoLink_" +
                                      root + " " + language.dump + " " + routines + " -o dump && ./dump");
    if (made.exit_code != 0)
      return compiler + ": " + made.err;
    EXPECT_TRUE(printed.empty() || printed == made.out) << compiler;
    printed = made.out;
  }
  // The datatypes generated at the same time must compile as well.
  const Finished types = scratch.run(language.compilers[0] + warnings + MPI_INCLUDE_FLAGS + " -c " +
                                     language.source + " -o types.o");
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
  EXPECT_EQ(dump(c, GetParam().source, GetParam().root), GetParam().expected);
}
TEST_P(TablesCxx, HoldEveryPointer) {
  EXPECT_EQ(dump(cxx, GetParam().source, GetParam().root), GetParam().expected);
}

const TableCase table_cases[] = {
    // Section 1.4 of the paper.
    {"PapersLinkedList",
     BEGIN "#define SIZE 1000\ntypedef struct LList *LL;\ntypedef struct LList\n{\n  float data[SIZE];\n"
           "  LL next;\n} LinkedList" USED,
     "LinkedList", "LinkedList 4008/8 | FLOAT@0*1000+4 | next LINK@4000 -> LinkedList\n"},
    {"Figure3",
     BEGIN "typedef struct { float angle[3]; } Triangle;\ntypedef struct { double radius; Triangle *inner; } "
           "Circle;\ntypedef struct { int id; Circle *first, *second; Triangle *third; } Square" USED,
     "Square",
     "Square 32/8 | INT@0 | first LINK@8 -> Circle, second LINK@16 -> Circle, third LINK@24 -> Triangle\n"
     "Circle 16/8 | DOUBLE@0 | inner LINK@8 -> Triangle\nTriangle 12/4 | FLOAT@0*3+4 |\n"},
    {"NoPointers", BEGIN "struct s { short a, b; double d; }" USED, "s", "s 16/8 | SHORT@0*2+2 DOUBLE@8 |\n"},
    {"NothingButPointers", BEGIN "struct s { struct s *l, *r; } /*~ AutoMap_Tree */" USED, "s",
     "s 16/8 tree | | l LINK@0 -> s, r LINK@8 -> s\n"},
    {"ArraysOfPointers", BEGIN "struct s { struct s *a[4], *b[2][3]; }" USED, "s",
     "s 80/8 | | a LINK@0*4+8 -> s, b LINK@32*6+8 -> s\n"},
    {"Lengths",
     BEGIN
     "struct t { int i; };\nstruct s { unsigned char n; double *d /*~ AutoMap_Len(n) */; struct t *t /*~ "
     "AutoMap_Len(2 * n - 1) */; const int (*m)[3][2] /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 32/8 | UNSIGNED_CHAR@0 | d ARRAY@8 -> DOUBLE, t ARRAY@16 -> t, m ARRAY@24 -> INT\nt 4/4 | INT@0 |\n"},
    {"PointersToPointers",
     BEGIN "struct s { int n; struct s **p /*~ AutoMap_Len(n) */; char **w /*~ AutoMap_Len(n) */ /*~ "
           "AutoMap_String */; }" USED,
     "s",
     "s 24/8 | INT@0 | p ARRAY@8 -> s *, w ARRAY@16 -> string\ns * 8/8 | |  LINK@0 -> s\n"
     "string 8/8 | |  STRING@0\n"},
    {"Strings",
     BEGIN
     "struct s { char *a /*~ AutoMap_String */; const unsigned char *b[2] /*~ AutoMap_String */; }" USED,
     "s", "s 24/8 | | a STRING@0, b STRING@8*2+8\n"},
    {"LeftOut",
     BEGIN
     "struct in { int i; void *p, *q[2]; };\nstruct s { void *p /*~ AutoMap_Ignore */; struct in in[2] /*~ "
     "AutoMap_Ignore */; int k /*~ AutoMap_Ignore */; long l; }" USED,
     "s", "s 88/8 | LONG@80 | p IGNORE@0, in IGNORE@16*2+32, in IGNORE@24*2+32, in IGNORE@32*2+32\n"},
    {"InsideOfAnything",
     BEGIN "struct s { int n; double *d /*~ AutoMap_Len(n) */, *at /*~ AutoMap_Inside */; }" USED, "s",
     "s 24/8 | INT@0 | d ARRAY@8 -> DOUBLE, at INSIDE@16\n"},
    {"ArraysOfPlaces",
     BEGIN "struct c { int id; };\nstruct t { char c; struct c hook; };\nstruct s { int n; double *d /*~ "
           "AutoMap_Len(n * n) */, **rows /*~ AutoMap_Inside */ /*~ AutoMap_Len(n) */; struct c **hooks /*~ "
           "AutoMap_Len(n) */ /*~ AutoMap_Inside(t.hook) */; void **any /*~ AutoMap_Len(n) */ /*~ "
           "AutoMap_Inside */; }" USED,
     "s",
     "s 40/8 | INT@0 | d ARRAY@8 -> DOUBLE, rows ARRAY@16 -> void *, hooks ARRAY@24 -> t.hook *, any "
     "ARRAY@32 "
     "-> void *\n"
     "void * 8/8 | |  INSIDE@0\nt.hook * 8/8 | |  LINK@0 -> t+4\nt 8/4 | CHAR@0 INT@4 |\n"},
    {"IntrusiveList",
     BEGIN "struct list { struct list *next /*~ AutoMap_Inside(task.links) */, *prev /*~ "
           "AutoMap_Inside(struct task.links) */; };\nstruct task { int id; struct list links; }" USED,
     "task", "task 24/8 | INT@0 | links.next LINK@8 -> task+8, links.prev LINK@16 -> task+8\n"},
    {"Any",
     BEGIN
     "enum { NODE = 7 };\n#define LEAF 3\ntypedef struct { int v; } leaf;\nstruct node { short kind; void "
     "*p /*~ AutoMap_Any(kind: LEAF = leaf, NODE = struct node, -1 = node, 'x' = leaf) */; }" USED,
     "node",
     "node 16/8 | SHORT@0 | p ANY@8 3=LINK -> leaf 7=LINK -> node -1=LINK -> node 120=LINK -> leaf\nleaf 4/4 "
     "| INT@0 |\n"},
    {"TaggedUnion",
     BEGIN
     "struct s { int kind, n; union { struct s *one; double *many /*~ AutoMap_Len(n) */; char *text /*~ "
     "AutoMap_String */; } u /*~ AutoMap_Any(kind: 0 = one, 1 = many, 2 = text) */; }" USED,
     "s", "s 16/8 | INT@0*2+4 | u ANY@8 0=LINK -> s 1=ARRAY -> DOUBLE 2=STRING\n"},
    {"TaggedUnionWithData",
     BEGIN "struct s { int kind; __extension__ union { struct s *one; double value; }; /*~ AutoMap_Any(kind: "
           "0 = one, 1 = "
           "value) */ }" USED,
     "s", "s 16/8 | INT@0 BYTE@8*8+1 | (unnamed) ANY@8 0=LINK -> s 1=DATA\n"},
    {"NestedRecords",
     BEGIN
     "struct s; struct e { char c; struct s *to; };\nstruct s { struct e one, many[3][2]; struct { struct "
     "e deep[2]; int i; } un[4]; }" USED,
     "s",
     "s 272/8 | CHAR@0 CHAR@16*6+16 CHAR@112*4+40 CHAR@128*4+40 INT@144*4+40 | one.to LINK@8 -> s, many.to "
     "LINK@24*6+16 -> s, un.deep.to LINK@120*4+40 -> s, un.deep.to LINK@136*4+40 -> s\n"},
    {"BitFields", BEGIN "struct s { unsigned n : 5, m : 9; double *d /*~ AutoMap_Len(n * m) */; }" USED, "s",
     "s 16/8 | BYTE@0*2+1 | d ARRAY@8 -> DOUBLE\n"},
    {"NamesThatRunTogether", // a's b_c and a_b's c
     BEGIN "struct t { struct { int c; } a_b; struct { int b_c; } a; int p; };\n"
           "struct a_b { int n, m; double *c /*~ AutoMap_Len(m) */; void *k /*~ AutoMap_Any(m: 2 = a_b) */;\n"
           "  int **i /*~ AutoMap_Len(n) */ /*~ AutoMap_Inside(t.a_b.c) */; };\n"
           "struct a { int n; float *b_c /*~ AutoMap_Len(n) */; struct a_b *x; void *b_k /*~ AutoMap_Any(n: "
           "1 = a) */;\n"
           "  int **i /*~ AutoMap_Len(n) */ /*~ AutoMap_Inside(t.a.b_c) */; }" USED,
     "a",
     "a 40/8 | INT@0 | b_c ARRAY@8 -> FLOAT, x LINK@16 -> a_b, b_k ANY@24 1=LINK -> a, i ARRAY@32 -> "
     "t.a.b_c *\n"
     "a_b 32/8 | INT@0*2+4 | c ARRAY@8 -> DOUBLE, k ANY@16 2=LINK -> a_b, i ARRAY@24 -> t.a_b.c *\n"
     "t.a.b_c * 8/8 | |  LINK@0 -> t+4\nt.a_b.c * 8/8 | |  LINK@0 -> t\nt 12/4 | INT@0*3+4 |\n"},
    {"ChosenMembersOfUnions", // they overlap pointers that are not selected
     BEGIN
     "struct s { union { double d; struct s *p; } u /*~ AutoMap_Use(d) */; union { struct s *p; void *q; } "
     "v /*~ AutoMap_Use(p) */; }" USED,
     "s", "s 16/8 | DOUBLE@0 | v.p LINK@8 -> s\n"},
    {"AtomicPointersThatAreLeftOut",
     BEGIN "struct in { int i; __extension__ _Atomic(struct s *) p; };\nstruct s { __extension__ "
           "_Atomic(struct s *) "
           "a /*~ AutoMap_Ignore */; struct in in /*~ AutoMap_Ignore */; struct s *next; }" USED,
     "s", "s 32/8 | | a IGNORE@0, in IGNORE@16, next LINK@24 -> s\n"},
    {"AlignedElements",
     BEGIN
     "typedef double ad __attribute__((aligned(64)));\ntypedef float v4 __attribute__((vector_size(16)));\n"
     "struct s { int n; ad *a /*~ AutoMap_Len(n) */, *b /*~ AutoMap_Len(2) */; v4 *v /*~ AutoMap_Len(n) */; "
     "long double *l /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 40/8 | INT@0 | a ARRAY@8 -> ad, b ARRAY@16 -> ad, v ARRAY@24 -> v4, l ARRAY@32 -> LONG_DOUBLE\n"
     "ad 8/64 | DOUBLE@0 |\nv4 4/16 | FLOAT@0 |\n"},
    {"AnyOfWhatBeginsAlike",
     BEGIN
     "struct base { short kind; int i; };\nstruct a { struct base base; double d; };\nstruct b { short kind; "
     "int i; char c; };\nstruct s { int k; struct base *p /*~ AutoMap_Any(k: 0 = base, 1 = a, 2 = b) */; "
     "}" USED,
     "s",
     "s 16/8 | INT@0 | p ANY@8 0=LINK -> base 1=LINK -> a 2=LINK -> b\nbase 8/4 | SHORT@0 INT@4 |\n"
     "a 16/8 | SHORT@0 INT@4 DOUBLE@8 |\nb 12/4 | SHORT@0 INT@4 CHAR@8 |\n"},
    {"OddNames",
     BEGIN "typedef struct al_owner al_record; struct al_owner { int al_pointer; al_record *type, *a /*~ "
           "AutoMap_Len(al_pointer) */; }" USED,
     "al_owner", "al_owner 24/8 | INT@0 | type LINK@8 -> al_owner, a ARRAY@16 -> al_owner\n"},
};

const TableCase table_cases_cxx[] = {
    {"BasesAndPrivateFields",
     BEGIN
     "namespace n {\nclass b { int len = 0; long *v = nullptr; /*~ AutoMap_Len(len + 1) */ public: b *up = "
     "nullptr; long at(int i) { return i < len ? v[i] : 0; } };\nclass d : b { const d *next_ = nullptr; "
     "char c = 0; public: d *get() const { return "
     "c ? nullptr : const_cast<d *>(next_); } }" USED "}\n",
     "n_d",
     "n::d 40/8 | INT@0 CHAR@32 | v ARRAY@8 -> LONG, up LINK@16 -> n::b, next_ LINK@24 -> n::d\n"
     "n::b 24/8 | INT@0 | v ARRAY@8 -> LONG, up LINK@16 -> n::b\n"},
    {"Templates",
     "#include <array>\n#include <utility>\n" BEGIN
     "template <class T, int N> struct list { T x[N]; list *next; };\nstruct s { list<float, 3> *head; "
     "std::array<s *, 2> kids; std::pair<s *, int> p; }" USED,
     "s",
     "s 40/8 | INT@32 | head LINK@0 -> list<float, 3>, kids LINK@8*2+8 -> s, p.first LINK@24 -> s\n"
     "list<float, 3> 24/8 | FLOAT@0*3+4 | next LINK@16 -> list<float, 3>\n"},
    {"LeftOutObjects",
     BEGIN "struct v { virtual int f() { return n; } int n = 0; };\nstruct s { v x /*~ AutoMap_Ignore */; "
           "int &r /*~ "
           "AutoMap_Ignore */; s *next; }" USED,
     "s", "s 32/8 | | x IGNORE@0, r IGNORE@16, next LINK@24 -> s\n"},
    {"PairsAndArraysOfTheLibrary",
     "#include <array>\n#include <utility>\n" BEGIN
     "struct s { int n; std::array<double, 3> *a /*~ AutoMap_Len(n) */; "
     "std::pair<int, double> *p /*~ AutoMap_Len(n) */; }" USED,
     "s",
     "s 24/8 | INT@0 | a ARRAY@8 -> DOUBLE, p ARRAY@16 -> std::pair<int, double>\n"
     "std::pair<int, double> 16/8 | INT@0 DOUBLE@8 |\n"},
    {"ScopedEnumerators",
     BEGIN "namespace n {\nenum class kind : short { leaf = 1, node };\nstruct leaf { char c; };\nstruct s { "
           "kind k; void *p; /*~ AutoMap_Any(k: kind::leaf = leaf, n::kind::node = n::s) */ }" USED "}\n",
     "n_s", "n::s 16/8 | SHORT@0 | p ANY@8 1=LINK -> n::leaf 2=LINK -> n::s\nn::leaf 1/1 | CHAR@0 |\n"},
    {"EnumeratorsOfOneName", // chooses those of the named enumeration, or of the field's own
     BEGIN "struct leaf { char c; };\nnamespace n {\nenum class kind { leaf = 1, node };\nenum class subkind "
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
     BEGIN "struct leaf { char c; };\ntemplate <class T> struct v { enum tag : char { one = 5, two }; "
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
     BEGIN
     "struct other { double d; };\nstruct shape { int kind; };\nstruct circle : other, shape { float r; };\n"
     "struct ring : private circle { short s; };\nstruct s { int kind; const shape *p; /*~ AutoMap_Any(kind: "
     "1 = circle, 2 = shape, 3 = ring) */ }" USED,
     "s",
     "s 16/8 | INT@0 | p ANY@8 1=LINK -> circle+8 2=LINK -> shape 3=LINK -> ring+8\ncircle 16/8 | DOUBLE@0 "
     "INT@8 "
     "FLOAT@12 |\nshape 4/4 | INT@0 |\nring 24/8 | DOUBLE@0 INT@8 FLOAT@12 SHORT@16 |\n"},
    {"InstancesInChoices", // spaces do not matter
     BEGIN "namespace n {\ntemplate <class T, int N> struct v { T x[N]; };\nstruct s { int k; v<int, 2> *q; "
           "void *p; /*~ AutoMap_Any(k: 1 = v<int,2>, 2 = n::v< int , 2 >) */ }" USED "}\n",
     "n_s",
     "n::s 24/8 | INT@0 | q LINK@8 -> n::v<int, 2>, p ANY@16 1=LINK -> n::v<int, 2> 2=LINK -> n::v<int, 2>\n"
     "n::v<int, 2> 8/4 | INT@0*2+4 |\n"},
    {"ConstAndRestrict",
     BEGIN "struct s { s *const a = nullptr; const s *b; volatile s *__restrict c; }" USED, "s",
     "s 24/8 | | a LINK@0 -> s, b LINK@8 -> s, c LINK@16 -> s\n"},
};

std::string table_name(const ::testing::TestParamInfo<TableCase> &info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(AutoLink, Tables, ::testing::ValuesIn(table_cases), table_name);
INSTANTIATE_TEST_SUITE_P(AutoLink, TablesCxx, ::testing::ValuesIn(table_cases_cxx), table_name);

/// Tests the functions that compute lengths: from the record itself, from the pointer if the record is inside another
/// one, and their results for invalid lengths.
TEST(Lengths, AreComputedFromTheFieldsBesideThePointer) {
  const Scratch scratch;
  scratch.write(
      "s.h", BEGIN
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
  EXPECT_EQ(run.out, same + "sum:26 difference:13 product:120 quotient:6 large:0 mixed:118 m:80 " + of_in +
                         "\n" + same +
                         "sum:9223372036854775807 difference:9223372036854775806 product:0 quotient:" + none +
                         "large:-1 mixed:-2 m:" + none + of_in + "\n");
}

struct Refusal {
  const char *name;
  const char *source;
  const char *expected; // on stderr
  const char *also = "";
};

void PrintTo(const Refusal &refusal, std::ostream *out) { *out << refusal.name; }

class RefusedLinks : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusedLinks, WithTheirPlaceAndReason) {
  const Scratch scratch;
  const bool is_cxx = std::string(GetParam().source).find("// C++") != std::string::npos;
  scratch.write(is_cxx ? "s.hpp" : "s.h", GetParam().source);
  const Finished run = run_automap(scratch, std::string("--autolink --depfile d ") +
                                                (is_cxx ? "s.hpp -o m.cpp" : "s.h -o m.c"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find(GetParam().expected), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(GetParam().also), std::string::npos) << run.err;
  for (const auto &file : std::filesystem::directory_iterator(scratch.path()))
    EXPECT_EQ(file.path().stem(), "s");
}

#undef BEGIN
#define BEGIN "/*~ AutoMap_Begin */\n"

const Refusal refusals[] = {
    {"Double", BEGIN "struct s {\n  double *d;\n}" USED,
     "s.h:3:11: error: cannot map 'struct s': field 'd' points to 'double': the number of elements is not "
     "given",
     "s.h:3:12: note: leave it out with '/*~ AutoMap_Ignore */'\n"
     "    3 |   double *d;\n      |            ^\n      |             /*~ AutoMap_Ignore */\n"
     "s.h:3:12: note: or say how many with '/*~ AutoMap_Len(n) */', 'n' being made of integer fields\n"
     "s.h:3:12: note: or say with '/*~ AutoMap_Inside */' that it points into what others lead to\n"
     "    3 |   double *d;\n      |            ^\n      |             /*~ AutoMap_Inside */\n"},
    {"MemberOfAUnion",
     BEGIN "struct s {\n  int kind;\n  union { double *d; int i; } u /*~ AutoMap_Any(kind: 1 = d, 2 = i) "
           "*/;\n}" USED,
     "s.h:4:31: error: cannot map 'struct s': field 'u' has the member 'd', which points to 'double': the "
     "number of elements is not given",
     "s.h:4:20: note: or say how many with '/*~ AutoMap_Len(n) */', 'n' being made of integer fields"},
    {"UnknownMember",
     BEGIN "struct s {\n  int kind;\n  union { double d; int i; } u /*~ AutoMap_Any(kind: 1 = d, 2 = k) "
           "*/;\n}" USED,
     "s.h:4:65: error: cannot map 'struct s': field 'u' is a union without a member 'k'",
     "s.h:4:3: note: its members are 'd' and 'i'"},
    {"Char", BEGIN "struct s { char *c; }" USED,
     "points to 'char': whether to a string, and how long, is not said",
     "or say with '/*~ AutoMap_String */' that it ends with a NUL"},
    {"Void", BEGIN "struct s { void *v; }" USED, "points to 'void': what it leads to is not said",
     "'/*~ AutoMap_Any(field: value = type, value = type) */'"},
    {"VoidBesideAnInteger", BEGIN "struct s { int k; void *v; }" USED, "points to 'void'",
     "'/*~ AutoMap_Any(field: value = type, value = type) */'\n1 error"},
    {"AnyOfNumbers", BEGIN "struct s { int k; double *v /*~ AutoMap_Any(k: 1 = s) */; }" USED,
     "s.h:2:27: error: cannot map 'struct s': field 'v' points to 'double', none of the structs of "
     "'AutoMap_Any'",
     "note: make it a 'void *', or a pointer to what all of these begin with"},
    {"AnyOfAnIncompleteEnum",
     BEGIN "enum later;\nstruct s { int k; enum later *v /*~ AutoMap_Any(k: 1 = s) */; }" USED,
     "field 'v' points to 'enum later', none of the structs of 'AutoMap_Any'",
     "note: make it a 'void *', or a pointer to what all of these begin with"},
    {"IncompleteEnum", BEGIN "enum later;\nstruct s { int k; enum later *v /*~ AutoMap_Len(k) */; }" USED,
     "field 'v' points to 'enum later', whose definition is not in this file or what it includes",
     "or include the definition"},
    {"Incomplete", BEGIN "struct s { struct later *l; }" USED,
     "field 'l' points to 'struct later', whose definition is not in this file or what it includes",
     "or include the definition"},
    {"OfALibrary", "#include <stdio.h>\n" BEGIN "struct s { FILE *f; }" USED,
     "field 'f' points to 'FILE', which belongs to a library: it means nothing on another rank"},
    {"PointerToPointer", BEGIN "struct s { struct s **p; }" USED,
     "points to a pointer: the number of elements is not given",
     "or say with '/*~ AutoMap_Inside */' that it points into what others lead to"},
    {"ThreeStars", BEGIN "struct s { int n; struct s ***p /*~ AutoMap_Len(n) */; }" USED,
     "points to pointers, and each of these points to a pointer: the number of elements is not given"},
    {"RowsWithoutLengths", BEGIN "struct s { int n; double **p /*~ AutoMap_Len(n) */; }" USED,
     "points to pointers, and each of these points to 'double': the number of elements is not given",
     "or say with '/*~ AutoMap_Inside */' as well that they point into what others lead to, or make it an "
     "array "
     "of a struct whose field says what it points to"},
    {"WordsWithoutALength", BEGIN "struct s { int n; char **p /*~ AutoMap_Len(n) */; }" USED,
     "points to pointers, and each of these points to 'char': whether to a string, and how long, is not said",
     "or say with '/*~ AutoMap_String */' as well that they are strings"},
    {"Function", BEGIN "struct s { void (*f)(void); }" USED, "field 'f' is a pointer to a function",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"},
    {"Union", BEGIN "union u { int i; float f; };\nstruct s { union u *u; }" USED,
     "points to the union 'union u': which member is alive cannot be known"},
    {"StringsWithoutLength", BEGIN "struct s { char **w /*~ AutoMap_String */; }" USED,
     "points to strings, and how many is not said"},
    {"StringOfDoubles", BEGIN "struct s { double *w /*~ AutoMap_String */; }" USED,
     "s.h:2:22: error: 'AutoMap_String' is only for pointers to characters"},
    {"WideString", "// C++\n" BEGIN "struct s { wchar_t *w /*~ AutoMap_String */; }" USED,
     "points to wide characters"},
    {"LengthOfNoPointer", BEGIN "struct s { int n, k /*~ AutoMap_Len(n) */; }" USED,
     "'AutoMap_Len' is only for pointers"},
    {"InsideOfNoPointer", BEGIN "struct s { int n /*~ AutoMap_Inside */; }" USED,
     "'AutoMap_Inside' is only for pointers"},
    {"InsideOfNothing", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside(task.n) */; }" USED,
     "s.h:2:45: error: cannot map 'struct s': field 'p' points into 'task', which is no record that is known "
     "here"},
    {"InsideOfAFieldThatIsNotThere", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside(s.m) */; }" USED,
     "s.h:2:47: error: 'struct s' has no field 'm'"},
    {"InsideWithoutAField", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside(s) */; }" USED,
     "error: expected 'AutoMap_Inside(record.field)'"},
    {"InsideAndLength", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside */ /*~ AutoMap_Len(n) */; }" USED,
     "s.h:2:24: error: cannot map 'struct s': field 'p' is both an array and a place inside of something",
     "note: say one of them: 'AutoMap_Inside' where another pointer leads to the array"},
    {"InsideAndString",
     BEGIN
     "struct s { int n; char **p /*~ AutoMap_Inside */ /*~ AutoMap_Len(n) */ /*~ AutoMap_String */; }" USED,
     "'AutoMap_String' contradicts what else is said of the same declaration"},
    {"AnyOfNoPointer", BEGIN "struct s { int n /*~ AutoMap_Any(n: 1 = s) */; }" USED,
     "'AutoMap_Any' is only for pointers and unions"},
    {"AnyByNoField", BEGIN "struct s { void *p /*~ AutoMap_Any(kind: 1 = s) */; }" USED,
     "s.h:2:36: error: 'struct s' has no field 'kind'"},
    {"AnyByADouble", BEGIN "struct s { double d; void *p /*~ AutoMap_Any(d: 1 = s) */; }" USED,
     "s.h:2:46: error: field 'd' is not an integer: it cannot tell what a pointer leads to"},
    {"AnyUnknownType", BEGIN "struct node { int k; void *p /*~ AutoMap_Any(k: 1 = nade) */; }" USED,
     "field 'p' may point to 'nade', which is no record that is known here; did you mean 'node'?"},
    {"AnyUnknownValue", BEGIN "struct s { int k; void *p /*~ AutoMap_Any(k: ONE = s) */; }" USED,
     "s.h:2:46: error: 'ONE' is neither a number nor an enumerator nor a macro"},
    {"AnyTwice",
     BEGIN "enum { A = 2 };\nstruct s { int k; void *p /*~ AutoMap_Any(k: 0x2 = s, A = s) */; }" USED,
     "the value 'A' stands here twice"},
    {"AnyMalformed", BEGIN "struct s { int k; void *p /*~ AutoMap_Any(k = s) */; }" USED,
     "error: expected 'AutoMap_Any(field: value = type, value = type)'"},
    {"AnyBehindNothing", BEGIN "/*~ AutoMap_Any(k: 1 = s) */ struct s { int k; }" USED,
     "'AutoMap_Any' does not follow a pointer or a union that is a field"},
    {"UnionMember",
     BEGIN "struct s { int k; union { struct s *p; int i; } u /*~ AutoMap_Any(k: 1 = q) */; }" USED,
     "field 'u' is a union without a member 'q'"},
    {"UnionMemberWithPointers",
     BEGIN
     "struct in { void *p; };\nstruct s { int k; union { struct in in; int i; } u /*~ AutoMap_Any(k: 1 = in) "
     "*/; }" USED,
     "has the member 'in', which has pointers in it",
     "or let the member be a pointer to what it is now: to an array with '/*~ AutoMap_Len(n) */', or to a "
     "struct"},
    {"TreeOfNoRecord", BEGIN "struct s { struct s *p /*~ AutoMap_Tree */; }" USED,
     "'AutoMap_Tree' does not follow a struct"},
    {"TargetThatCannotBeMapped",
     BEGIN "struct bad { void (*f)(void); };\nstruct s { struct bad *b; struct bad *c; }" USED,
     "s.h:2:21: error: cannot map 'struct bad': field 'f' is a pointer to a function",
     "s.h:3:24: note: it is linked because 'b' points to it"},
    {"TargetWithoutAName", BEGIN "struct s { struct { int i; } *p; }" USED,
     "it has no name that generated code could use"},
    {"TargetWithoutASize", BEGIN "struct e {};\nstruct s {\n  struct e *p;\n}" USED,
     "s.h:4:13: error: cannot map 'struct s': field 'p' points to 'struct e', which has no size",
     "leave it out with '/*~ AutoMap_Ignore */'"},
    {"ArrayOfTargetsWithoutASize",
     BEGIN "struct e { int none[0]; };\nstruct s { int n; struct e *p /*~ AutoMap_Len(n) */; }" USED,
     "field 'p' points to 'struct e', which has no size"},
    {"Atomic", BEGIN "struct s { struct s *_Atomic p; }" USED, "field 'p' is an atomic pointer"},
    {"LengthTooLarge", BEGIN "struct s { int *p /*~ AutoMap_Len(9223372036854775808) */; }" USED,
     "this number is too large for a length"},
    {"LengthInAnArray",
     BEGIN "struct i { int n; };\nstruct s { struct i i[2]; int *p /*~ AutoMap_Len(i.n) */; }" USED,
     "field 'i.n' is in the array 'i': which element is meant?"},
    {"BitsOfAnUnnamedStruct",
     BEGIN "struct s { struct { unsigned n : 3; int *p /*~ AutoMap_Len(n) */; } in; }" USED,
     "in 'struct (unnamed)': field 'p' needs a bit-field of a struct without a name"},
    {"Reference", "// C++\n" BEGIN "struct s { s &r; }" USED, "field 'r' is a reference"},
    {"StdAtomicPointer",
     "// C++\n#include <atomic>\n" BEGIN "struct s { std::atomic<s *> p; std::atomic<int> i; }" USED,
     "s.hpp:4:29: error: cannot map 'struct s': field 'p' has the type 'std::atomic<s *>', which is an "
     "atomic pointer",
     "note: AutoLink follows plain pointers: make it one, or leave it out with '/*~ AutoMap_Ignore */'"},
    {"IteratorOfAVector",
     "// C++\n#include <vector>\n" BEGIN "struct s { int n; std::vector<s>::iterator at; }" USED,
     "field 'at' has the type 'std::vector<s>::iterator', which refers to memory elsewhere"},
    {"SmartPointer", "// C++\n#include <memory>\n" BEGIN "struct s { std::unique_ptr<s> p; }" USED,
     "field 'p' has the type 'std::unique_ptr<s>', which is a pointer",
     "note: AutoLink follows plain pointers: add one, set from get(), and leave this one out with "
     "'/*~ AutoMap_Ignore */', so that it arrives empty; or make it a plain pointer"},
    {"UnionOfWhichNothingIsSaid",
     BEGIN "struct s {\n  int kind;\n  union { struct s *next; double x; } u;\n}" USED,
     "s.h:4:39: error: cannot map 'struct s': field 'u' has the type 'union (unnamed)', which cannot be "
     "mapped",
     "s.h:4:40: note: if a field beside it tells which member is alive, also a pointer that is to be "
     "followed, "
     "say so with '/*~ AutoMap_Any(field: value = member, value = member) */'"},
    {"UnnamedUnionOfWhichNothingIsSaid",
     BEGIN "struct s {\n  int kind;\n  union { struct s *next; double x; };\n}" USED,
     "s.h:4:3: error: cannot map 'struct s': an unnamed field has the type 'union (unnamed)'",
     "s.h:4:38: note: if a field beside it tells which member is alive"},
    {"FlexibleArray", BEGIN "struct s {\n  struct s *next;\n  int n;\n  double d[];\n}" USED,
     "s.h:5:10: error: cannot map 'struct s': field 'd' is a flexible array member: AutoLink sends the "
     "'sizeof' bytes "
     "of a node, not the elements behind it",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */', or make it a pointer with"},
    {"AlignedByATypedef",
     BEGIN
     "struct t { int i; };\ntypedef struct t at __attribute__((aligned(64)));\nstruct s { at *p; }" USED,
     "field 'p' points to 'at', which a typedef aligns to 64 bytes"},
    {"AnyOfWhatBeginsOtherwise",
     BEGIN "struct base { int kind; };\nstruct t { double d; struct base base; };\n"
           "struct s { int k; struct base *p /*~ AutoMap_Any(k: 1 = t) */; }" USED,
     "field 'p' may point to 't', which does not begin as 'struct base' does"},
    {"AnyOfABase",
     "// C++\n" BEGIN
     "struct b { int i; };\nstruct d : b { int j; };\nstruct s { int k; d *p /*~ AutoMap_Any(k: 1 = b) "
     "*/; }" USED,
     "field 'p' may point to 'b', which does not begin as 'd' does"},
    {"InsideOfAnotherType",
     BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(task.id) */; };\nstruct task { int id; struct "
           "hook h; }" USED,
     "field 'next' points to 'struct hook', but 'task.id' has the type 'int'"},
    {"VirtualTarget", "// C++\n" BEGIN "struct v { virtual void f(); int i; };\nstruct s { v *p; }" USED,
     "cannot link 'struct v': it has virtual functions"},
    {"VirtualTargetThatIsMarked", "// C++\n" BEGIN "struct v { virtual void f(); int i; v *next; }" USED,
     "cannot link 'struct v': it has virtual functions"},
    {"PrivateTarget", "// C++\n" BEGIN "class s { struct in { int i; }; in *p; }" USED,
     "'in' is not public in its class: generated code could not name it"},
};

INSTANTIATE_TEST_SUITE_P(AutoLink, RefusedLinks, ::testing::ValuesIn(refusals),
                         [](const auto &info) { return std::string(info.param.name); });

const std::string graph = BEGIN R"(typedef struct leaf { int v; } leaf;
struct node {
  int kind, n;
  struct node *next;
  double *values /*~ AutoMap_Len(n) */;
  char *name /*~ AutoMap_String */;
  double *at /*~ AutoMap_Inside */;
  int *value /*~ AutoMap_Inside(leaf.v) */;
  void *any /*~ AutoMap_Any(kind: 1 = leaf, 2 = struct node) */;
  void *scratch /*~ AutoMap_Ignore */;
} /*~ AutoMap_Tree */)" USED;

const std::string foreign_graph = R"(typedef struct leaf { int v; } leaf;
struct node {
  int kind, n;
  struct node *next;
  double *values;
  char *name;
  double *at;
  int *value;
  void *any;
  void *scratch;
};
)";

TEST(AutoLinkFiles, AreWrittenBesideTheOthersAndNamedInTheDepfile) {
  const Scratch scratch;
  scratch.write("s.h", graph);
  std::filesystem::create_directory(scratch / "gen");
  const Finished run = run_automap(scratch, "s.h --autolink -o gen/mpitypes.c --depfile gen/d");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::set<std::string> files;
  for (const auto &file : std::filesystem::directory_iterator(scratch / "gen"))
    files.insert(file.path().filename());
  EXPECT_EQ(files, (std::set<std::string>{"al_routines.c", "al_routines.h", "d", "logbook.txt", "mpitypes.c",
                                          "mpitypes.h"}));
  EXPECT_EQ(scratch.read("gen/d").substr(0, scratch.read("gen/d").find(':')),
            "gen/mpitypes.c gen/mpitypes.h gen/al_routines.c gen/al_routines.h gen/logbook.txt");
  EXPECT_NE(scratch.read("gen/d").find("\ns.h:\n"), std::string::npos); // make needs it if s.h is deleted
  EXPECT_EQ(run_automap(scratch, "s.h --autolink -o gen/mpitypes.c --suffix two").exit_code, 0);
  EXPECT_TRUE(scratch.has("gen/al_routines_two.c") && scratch.has("gen/al_routines_two.h") &&
              scratch.has("gen/logbook_two.txt"));
}

TEST(AutoLinkFiles, ReplaceNobodysFile) {
  for (const char *mine : {"al_routines.c", "al_routines.h", "logbook.txt"}) {
    const Scratch scratch;
    scratch.write("s.h", graph);
    scratch.write(mine, "mine\n");
    const Finished run = run_automap(scratch, "s.h --autolink");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("it exists and automap did not make it"), std::string::npos) << run.err;
    EXPECT_EQ(scratch.read(mine), "mine\n");
    EXPECT_FALSE(scratch.has("mpitypes.c"));
  }
}

TEST(AutoLinkFiles, AreTheSameEveryTimeAndEverywhere) {
  const Scratch one, two;
  for (const Scratch *scratch : {&one, &two}) {
    scratch->write("s.h", graph);
    ASSERT_EQ(run_automap(*scratch, "s.h --autolink").exit_code, 0);
    ASSERT_EQ(run_automap(*scratch, "s.h --autolink").exit_code, 0); // it replaces its own files
  }
  for (const char *file : {"al_routines.c", "al_routines.h", "logbook.txt", "mpitypes.c", "mpitypes.h"}) {
    EXPECT_EQ(one.read(file), two.read(file)) << file;
    EXPECT_EQ(one.read(file).find(one.path().string()), std::string::npos) << file;
  }
}

TEST(AutoLinkFiles, OneIncludedAfterTheOtherMakeOneProgram) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" + graph);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  scratch.write("all.c", "#include \"mpitypes.c\"\n#include \"al_routines.c\"\n");
  const Finished run = scratch.run("gcc -std=c99" + warnings + MPI_INCLUDE_FLAGS +
                                   " -I " AUTOLINK_INCLUDE " -c all.c -o all.o");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(AutoLinkFiles, ShadowNoTypesOfTheHeader) {
  const Scratch scratch;
  scratch.write(
      "s.h",
      "typedef int node, field, word, address, target, at, mark, known, tag, number, a, b, result;\n" BEGIN
      "struct s { int n; double *d /*~ AutoMap_Len(n * n + 1) */; struct s *next; }" USED);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  EXPECT_EQ(scratch.run("gcc -Wshadow -fsyntax-only -I " AUTOLINK_INCLUDE " al_routines.c").err, "");
}

TEST(AutoLinkFiles, DoNotCompileForAnotherStruct) {
  const std::pair<const char *, const char *> changes[] = {{"struct node *next", "leaf *next"},
                                                           {"int kind, n", "long kind, n"},
                                                           {"double *values", "float *values"}};
  for (const auto &[from, to] : changes) {
    const Scratch scratch;
    scratch.write("s.h", graph);
    ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
    std::string changed = graph;
    changed.replace(changed.find(from), std::string_view(from).size(), to);
    scratch.write("s.h", changed);
    const Finished run = scratch.run("gcc -std=c99 -I " AUTOLINK_INCLUDE " -c al_routines.c -o o");
    EXPECT_NE(run.exit_code, 0);
    EXPECT_NE(run.err.find("run automap again"), std::string::npos) << run.err;
  }
}

/// Returns the signature hash of the type `name`, as automap prints it.
std::string signature_hash(const std::string &records, const std::string &name) {
  const Scratch scratch;
  scratch.write("s.h", "/*~ AutoMap_Begin */\n" + records + " /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */\n");
  const Finished run = run_automap(scratch, "s.h --autolink -o mpitypes.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string code = scratch.read("al_routines.c");
  const auto at = code.find("UINT64_C(", code.find("const AL_TypeInfo AutoLink_" + name + "[1]"));
  return code.substr(at, code.find(')', at) + 1 - at);
}

/// autolink/wire-format.md shows this hash.
TEST(SignatureHash, IsThatOfTheTextThatIsWrittenDown) { // xxh3_64 of "4:175aa5f7b00f9345 11(List)"
  EXPECT_EQ(signature_hash("typedef struct List { double data[4]; struct List *next; } List", "List"),
            "UINT64_C(0x2ebcc3dd9d1eff73)");
}

/// One record may have several fields of one type.
TEST(SignatureHash, TellsTheFieldsThatPointersLeadTo) {
  const auto of = [](const std::string &annotation) {
    return signature_hash("struct hook { struct hook *next /*~ " + annotation +
                              " */; };\nstruct item { int id; struct hook a, b; }",
                          "item");
  };
  EXPECT_NE(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside(item.b)"));
  EXPECT_NE(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside"));
  EXPECT_EQ(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside(struct item . a)"));
}

const RunCase runs[] = {
    {"LogbookSaysWhatWasFoundAndDecided",
     {{"s.h", graph}},
     "s.h --autolink",
     0,
     {{"logbook.txt",
       "struct node, s.h:3\n  node type AutoLink_node, datatype AutoMap_node\n  because it is marked\n"},
      {"logbook.txt", "  a tree: no two pointers lead to the same object\n"},
      {"logbook.txt", "  'next' (line 5) points to one struct node\n"},
      {"logbook.txt", "  'values' (line 6) points to an array of 'n' double\n"},
      {"logbook.txt", "  'name' (line 7) points to a string\n"},
      {"logbook.txt", "  'at' (line 8) points to a place inside of what other pointers lead to\n"},
      {"logbook.txt", "  'value' (line 9) points to the field 'v' of one struct leaf\n"},
      {"logbook.txt", "  'any' (line 10) depends on 'kind': 1 = one struct leaf, 2 = one struct node\n"},
      {"logbook.txt", "  'scratch' (void *) is left out: it arrives as NULL\n"},
      {"logbook.txt", "  because 'value' of node points to it\n"}}},
    {"LogbookSaysHowManyThereAre",
     {{"s.h",
       BEGIN "struct s { struct s *two[2]; int kind; void *any[3] /*~ AutoMap_Any(kind: 1 = s) */; }" USED}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "'two' (line 2) holds 2 pointers, each to one struct s\n"},
      {"logbook.txt", "'any' (line 2) has 3 elements, each of which depends on 'kind': 1 = one struct s\n"}}},
    {"LogbookSaysWhatIsFoundInStructsWithoutAName",
     {{"s.h", BEGIN "struct s {\n  struct { struct s *next; };\n"
                    "  struct { int n; struct { double *a /*~ AutoMap_Len(n) */; int n; } in[2]; "
                    "void *p /*~ AutoMap_Ignore */; } out; }" USED}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "  'next' (line 3) points to one struct s\n"},
      {"logbook.txt", "  'out.in' is an array of 2 struct (unnamed), whose pointers are followed\n"},
      {"logbook.txt", "  'out.in.a' (line 4) points to an array of 'n' double\n"},
      {"logbook.txt", "  'out.p' (void *) is left out: it arrives as NULL\n"}}},
    {"LogbookSaysWhyARecordIsNoNode",
     {{"s.hpp", BEGIN "struct part { int i; };\n"
                      "struct whole { part p; whole *next; } /*~ AutoMap_TpUsed */;\n"
                      "struct base { int i; virtual ~base() {} }" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"logbook.txt", "struct part, s.hpp:2\n  no node type: it lies inside of others\n"},
      {"logbook.txt", "struct base, s.hpp:4\n  no node type: it has virtual functions, and a received object "
                      "would have none\n"}}},
    {"LogbookQuotesLengthsThatAreNoNumbers",
     {{"s.h", BEGIN "struct s { int n; double *a /*~ AutoMap_Len(8) */, *b /*~ AutoMap_Len(n) */; }" USED}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "points to an array of 8 double\n"},
      {"logbook.txt", "points to an array of 'n' double\n"}}},
    {"IntrusiveListsWithHeadsElsewhereCannotBeFollowed", // a pointer to the head leads to nothing inside an element
     {{"s.h", "#pragma once\n" BEGIN "struct list_head { struct list_head *next, *prev; };\n"
              "struct queue { int n; struct list_head tasks; } /*~ AutoMap_TpUsed */;\n"
              "struct task { int id; struct list_head links; }" USED}},
     "s.h --autolink -o m.c",
     0,
     {{"err", "field 'tasks' has pointers that lead to a 'struct list_head' by itself each, not to what is "
              "around it; lists that several members belong to, as a head and its elements, cannot be "
              "followed: say 'AutoMap_Ignore' behind the pointers in 'struct list_head'"}}},
    {"IntrusiveListsThatLeadToBasesAreWarnedOf",
     {{"s.hpp",
       "#pragma once\n" BEGIN "struct hook { hook *next, *prev; };\nstruct task : hook { int id; }" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"err", "s.hpp:4:15: warning: its base 'hook' has pointers that lead to a 'hook' by itself each, not "
              "to what is around it; for a list, make it a member, and name that with "
              "'AutoMap_Inside(record.member)' behind the pointers in 'hook'"}}},
    {"LeftOutObjectsThatHaveConstructorsAreWarnedOf",
     {{"s.hpp", "#pragma once\n#include <string>\n" BEGIN
                "struct s {\n  std::string name; /*~ AutoMap_Ignore */ int n;\n  int *p; /*~ "
                "AutoMap_Ignore */\n}" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"err", "s.hpp:5:15: warning: field 'name' is left out, and no 'std::string' arrives in its place"},
      {"!err", "field 'p'"}}},
};

AUTOMAP_TEST_RUNS(AutoLink, runs);

TEST(IntrusiveLists, OfWhichNothingIsSaidAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &inside) {
    scratch.write("s.h",
                  "#pragma once\n" BEGIN "struct list_head { struct list_head *next, *prev; " + inside +
                      " };\nstruct pair { struct pair *a, *b; };\n"
                      "struct task {\n  int id;\n  struct list_head links;\n  struct pair *pair; }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    return run.err;
  };
  EXPECT_NE(
      warnings("").find("s.h:7:20: warning: field 'links' has pointers that lead to a 'struct list_head' by "
                        "itself each, not to what is around it; for a list, say "
                        "'AutoMap_Inside(task.links)' behind the pointers in 'struct list_head'"),
      std::string::npos)
      << warnings("");
  EXPECT_EQ(warnings("/*~ AutoMap_Inside(task.links) */"), "");
  EXPECT_EQ(warnings("int n;"), ""); // such nodes may be single
}

TEST(Hooks, ThatPointersCannotLeadBackToAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &queue) {
    scratch.write("s.h", "#pragma once\n" BEGIN
                         "struct hook { struct hook *next /*~ AutoMap_Inside(task.links) */, "
                         "*prev /*~ AutoMap_Inside(task.links) */; };\n"
                         "struct task { int id; struct hook links; };\nstruct queue {\n  int n; " +
                             queue + "; }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    return run.err;
  };
  EXPECT_NE(warnings("struct hook head")
                .find("s.h:6:22: warning: field 'head' is a 'struct hook' whose pointers lead to "
                      "'task.links': one that leads "
                      "back here would be taken for one to 'task.links'; let the list end with NULL, or at "
                      "an element"),
            std::string::npos)
      << warnings("struct hook head");
  EXPECT_EQ(warnings("struct hook *head /*~ AutoMap_Inside(task.links) */"), "");
}

/// Scoped enumerations are instantiated by compilers on demand.
TEST(Enumerators, OfClassTemplatesAreKnown) {
  for (const char *value : {"leaf", "kind::leaf"}) {
    const bool qualified = value[0] == 'k';
    const Scratch scratch;
    scratch.write("s.hpp", std::string("#pragma once\n" BEGIN
                                       "struct leaf { int i; };\ntemplate <class T> struct holder {\n"
                                       "  enum class kind : char { other, leaf };\n  struct s { ") +
                               (qualified ? "int" : "kind") +
                               " k; T t; void *p; /*~ AutoMap_Any(k: " + value +
                               " = leaf) */ } in;\n};\nusing one = holder<int>; /*~ AutoMap_TpUsed */\n"
                               "using two = holder<double>; /*~ AutoMap_TpUsed */\n/*~ AutoMap_End */\n");
    const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const std::string &compiler : tried<std::string>({"g++", "clang++-19"})) {
      const Finished made = scratch.run(
          compiler + warnings + "-Wold-style-cast -fsyntax-only -I " AUTOLINK_INCLUDE " al_routines.cpp");
      EXPECT_EQ(made.exit_code, 0) << made.err;
    }
  }
}

TEST(Enumerators, OfWhichNoneOrSeveralAreMeantAreRefused) {
  const Scratch scratch;
  const auto said = [&](const std::string &value) {
    scratch.write("s.hpp",
                  BEGIN "namespace m {\nenum class one { leaf = 1 };\nenum class two { leaf = 2 };\n}\n"
                        "struct s { int kind; void *p; /*~ AutoMap_Any(kind: " +
                      value + " = s) */ }" USED);
    const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
    EXPECT_EQ(run.exit_code, 1);
    return run.err;
  };
  const std::string leaf = said("leaf"), other = said("m::one::other");
  EXPECT_NE(
      leaf.find("s.hpp:6:53: error: 'leaf' is an enumerator of several enumerations: name the one that is "
                "meant, 'enumeration::leaf'"),
      std::string::npos)
      << leaf;
  EXPECT_NE(other.find("'m::one::other' is neither a number nor an enumerator nor a macro"),
            std::string::npos)
      << other;
}

TEST(Lengths, MayNameNumbers) {
  const Scratch scratch;
  const std::string before =
      "#define EIGHT (8)\n#define CHILDREN EIGHT\n#define HEX 0x10u\n#define TEXT \"8\"\n"
      "#define LOOP LOOP\nenum { DIM = 3, BELOW = -1 };\n" BEGIN;
  scratch.write("numbers.h", before + "struct s { int n; double *a /*~ AutoMap_Len(2 * CHILDREN) */, *b /*~ "
                                      "AutoMap_Len(n * DIM - HEX) */; }" USED);
  scratch.write("written.h", before + "struct s { int n; double *a /*~ AutoMap_Len(2 * 8) */, *b /*~ "
                                      "AutoMap_Len(n * 3 - 16) */; }" USED);
  const auto routines = [&](const std::string &header) {
    EXPECT_EQ(run_automap(scratch, header + " --autolink -o m.c").exit_code, 0);
    std::string text = scratch.read("al_routines.c");
    for (std::size_t at; (at = text.find("/*")) != std::string::npos;) // they have the lengths as written
      text.erase(at, text.find("*/", at) + 2 - at);
    for (std::size_t at; (at = text.find(header)) != std::string::npos;)
      text.erase(at, header.size());
    return text.substr(text.find('{'));
  };
  EXPECT_EQ(routines("numbers.h"), routines("written.h"));
  EXPECT_EQ(run_automap(scratch, "numbers.h -o m.c").exit_code, 0); // pointers are left out
  const auto error = [&](const std::string &name) {
    scratch.write("s.h", before + "struct s { int n; double *a /*~ AutoMap_Len(" + name + ") */; }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 1);
    return run.err;
  };
  EXPECT_NE(error("BELOW").find("'struct s' has no field 'BELOW'"), std::string::npos);
  for (const std::string name : {"TEXT", "LOOP"})
    EXPECT_NE(error(name).find("the macro '" + name + "' is no number"), std::string::npos);
}

/// The constants are macros with expressions, variables, and template arguments.
TEST(Lengths, MayNameConstants) {
  const Scratch scratch;
  const std::string before =
      "#define BITS 3\n#define SHIFTED (1 << BITS)\n#define MIXED (2 * (top - 7) + 9 % 5 / 2)\n"
      "constexpr int top = 9;\n" BEGIN;
  scratch.write("constants.hpp", before + R"(
template <class T, int N> struct of { int n; T *a /*~ AutoMap_Len(N) */, *b /*~ AutoMap_Len(N * n) */; };
template <class T, int N> struct of<T *, N> { T *a /*~ AutoMap_Len(N) */; };
using first = of<double, 5>; /*~ AutoMap_TpUsed */
using second = of<double *, 7>; /*~ AutoMap_TpUsed */
struct s { static constexpr long own = 11; double *a /*~ AutoMap_Len(SHIFTED) */, *b /*~ AutoMap_Len(MIXED) */, )" +
                                     "*c /*~ AutoMap_Len(own) */, *d /*~ AutoMap_Len(top - 1) */; }" USED);
  const Finished run = run_automap(scratch, "constants.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string code = scratch.read("al_routines.cpp");
  for (const char *length : {"8", "6", "11", "5", "7"})
    EXPECT_NE(code.find(std::string("return INT64_C(") + length + ");"), std::string::npos) << length << '\n'
                                                                                            << code;
}

TEST(Links, BesideACountAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &fields) {
    scratch.write("s.h", "#pragma once\n" BEGIN
                         "struct point { int id; };\nstruct node { struct node *next; };\n"
                         "struct s { " +
                             fields + " }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    return run.err;
  };
  EXPECT_NE(warnings("int id, n_points; struct point *points;")
                .find("warning: field 'points' is followed to one 'point'; if there are 'n_points' of them, "
                      "say so with "
                      "'/*~ AutoMap_Len(n_points) */', if not, with '/*~ AutoMap_Len(1) */'"),
            std::string::npos);
  for (const char *counted :
       {"int n; struct point *points;", "long numPoints; struct point *point;",
        "int point_count, id; struct point *point;", "int size; struct point *vertices;"})
    EXPECT_NE(warnings(counted).find("is followed to one 'point'"), std::string::npos) << counted;
  for (const char *other :
       {"int n; struct point *origin;", "int n; struct node *nodes;", "int id; struct point *points;",
        "int n, count; struct point *points;", "int n; struct point *points /*~ AutoMap_Len(1) */;"})
    EXPECT_EQ(warnings(other), "") << other;
}

TEST(PointersIntoArrays, OfWhichNothingIsSaidAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &corner, const std::string &more, const std::string &tree) {
    scratch.write("s.h", "#pragma once\n" BEGIN "struct vertex { double at[3]; }" + tree +
                             ";\n"
                             "struct face {\n  struct vertex *corner[3]" +
                             corner + ";\n  int n; struct vertex **more /*~ AutoMap_Len(n) */" + more +
                             "; };\n"
                             "struct branch { int n; struct branch *below /*~ AutoMap_Len(n) */; };\n"
                             "struct mesh {\n  int n, m; struct vertex *verts /*~ AutoMap_Len(n) */;\n"
                             "  struct face *faces /*~ AutoMap_Len(m) */;\n"
                             "  struct branch *root; }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    return run.err;
  };
  const std::string text =
      "field 'corner' leads to a 'struct vertex' by itself, not into the array that 'verts' of 'struct mesh' "
      "leads to; for an element of it, say 'AutoMap_Inside' behind the field, for one by itself "
      "'AutoMap_Len(1)'";
  const std::string said = warnings("", "", "");
  EXPECT_NE(said.find("s.h:5:18: warning: " + text), std::string::npos) << said;
  EXPECT_EQ(said.find("field 'root'"), std::string::npos) << said; // branches are in arrays below it
  EXPECT_NE(said.find("remark: field 'more' leads to a 'struct vertex' by itself"), std::string::npos)
      << said;
  EXPECT_NE(scratch.read("logbook.txt").find("remark, line 5: " + text), std::string::npos);
  EXPECT_EQ(warnings(" /*~ AutoMap_Inside */", " /*~ AutoMap_Inside */", ""), "");
  EXPECT_EQ(warnings(" /*~ AutoMap_Len(1) */", " /*~ AutoMap_Inside */", ""), "");
  EXPECT_EQ(warnings("", "", " /*~ AutoMap_Tree */"), "");
}

TEST(PointersIntoArrays, AreWarnedOfBesideTheArray) {
  const auto warnings = [](const std::string &array, const std::string &current) {
    const Scratch scratch;
    scratch.write("s.h", "#pragma once\n" BEGIN "struct part { int i; };\n"
                         "struct pool { int n; struct part " +
                             array + ";\n  struct part *current" + current + "; }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    return run.err;
  };
  const std::string text =
      "s.h:5:16: warning: field 'current' leads to a 'struct part' by itself, not into the array ";
  const std::pair<const char *, const char *> arrays[] = {
      {"*parts /*~ AutoMap_Len(n) */", "that 'parts' of 'struct pool' leads to; for an element of it, say"},
      {"parts[8]", "'parts'; for an element of it, say 'AutoMap_Inside' behind the field"}};
  for (const auto &[array, expected] : arrays) {
    const std::string said = warnings(array, "");
    EXPECT_NE(said.find(text + expected), std::string::npos) << said;
    for (const char *comment : {" /*~ AutoMap_Inside */", " /*~ AutoMap_Len(1) */"})
      EXPECT_EQ(warnings(array, comment), "");
  }
  EXPECT_EQ(warnings("part", ""), ""); // not an array
}

TEST(AutoMapAny, OnAUnionIsToBeReplacedByIgnore) {
  const std::pair<const char *, const char *> unions[] = {{"union { struct s *a[3]; int i; }", "s.h:4:35"},
                                                          {"union { struct s *a[3]; int i; } u", "s.h:4:37"}};
  for (const auto &[declaration, place] : unions) {
    const auto run = [&](const std::string &comment) {
      const Scratch scratch;
      scratch.write("s.h", std::string(BEGIN "struct s {\n  int k;\n  ") + declaration + " /*~ " + comment +
                               " */;\n}" USED);
      return run_automap(scratch, "s.h --autolink -o m.c");
    };
    const std::string said = run("AutoMap_Any(k: 1 = a, 2 = i)").err;
    EXPECT_NE(said.find(std::string(place) +
                        ": note: leave it out with '/*~ AutoMap_Ignore */' in place of what is "
                        "said of it, or let the member be"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find(" ^\n1 error"), std::string::npos) << "a fix-it: " << said;
    EXPECT_EQ(run("AutoMap_Ignore").exit_code, 0);
  }
}

TEST(SelectFile, SaysOfPointersWhatAnnotationsSay) {
  const Scratch marked, selected;
  marked.write("s.h", graph);
  ASSERT_EQ(run_automap(marked, "s.h --autolink").exit_code, 0);
  selected.write("s.h", foreign_graph);
  selected.write("s.yaml", R"(types:
  - name: node
    tree: true
    length: {values: n}
    string: [name]
    inside: [at]
    any: {any: 'kind: 1 = leaf, 2 = struct node'}
    ignore: [scratch]
)");
  // A list of fields and a map from fields to places are allowed, but not both in one map.
  const Finished run = run_automap(selected, "s.h --autolink --select s.yaml");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("field 'value' points to 'int'"), std::string::npos) << run.err;
  std::string yaml = selected.read("s.yaml");
  yaml.replace(yaml.find("inside: [at]"), 12, "inside: {value: leaf.v, at: anything}");
  selected.write("s.yaml", yaml);
  ASSERT_EQ(run_automap(selected, "s.h --autolink --select s.yaml").exit_code, 0);
  const auto routines = [](const Scratch &scratch) {
    const std::string text = scratch.read("al_routines.c");
    return text.substr(text.find("static const AL_Run"));
  };
  EXPECT_EQ(routines(selected), routines(marked));
}

TEST(SelectFile, WrongWordsAboutPointersAreReported) {
  const std::pair<const char *, const char *> wrong[] = {
      {"any: {any: 'kind = leaf'}", "s.yaml:3:17: error: expected 'field: value = type, value = type'"},
      {"any: {any: 'kand: 1 = leaf'}", "s.yaml:3:17: error: 'struct node' has no field 'kand'"},
      {"string: [next]", "s.yaml:3:14: error: 'string' is only for pointers to characters"},
      {"inside: {at: leaf}", "s.yaml:3:18: error: expected 'record.field' or 'anything'"},
      {"tree: yes", "s.yaml:3:11: error: expected true or false"}};
  for (const auto &[line, expected] : wrong) {
    const Scratch scratch;
    scratch.write("s.h", foreign_graph);
    scratch.write("s.yaml", std::string("types:\n  - name: node\n    ") + line + "\n");
    const Finished run = run_automap(scratch, "s.h --autolink --select s.yaml");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find(expected), std::string::npos) << run.err;
  }
}

TEST(WithoutAutoLink, WhatIsSaidOfPointersLeavesThemOut) {
  const Scratch scratch;
  std::string source = graph;
  source.replace(source.find("  struct node *next;\n"), 21, "");
  scratch.write("s.h", source);
  const Finished run = run_automap(scratch, "s.h --format=json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const llvm::json::Array records = records_of(run.out);
  const llvm::json::Object *node = find_record(records, "node");
  ASSERT_TRUE(node);
  EXPECT_EQ(layout_line(*node), "56/8 | MPI_INT@0*2+4 | | 0");
  EXPECT_EQ(run_automap(scratch, "s.h").exit_code, 0);
  EXPECT_FALSE(scratch.has("al_routines.c"));
}

TEST(AutoLinkFiles, OfSeveralHeadersShareTheirNodes) {
  const Scratch scratch;
  scratch.write("leaf.h", "#pragma once\n" BEGIN "struct leaf { int v; };" END);
  scratch.write("a.h", "#include \"leaf.h\"\n" BEGIN "struct a { struct leaf *l; }" USED);
  scratch.write("b.h", "#include \"leaf.h\"\n" BEGIN "struct b { struct leaf *l; struct b *next; }" USED);
  const Finished run = run_automap(scratch, "a.h b.h --autolink");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string text = scratch.read("al_routines.c");
  const std::string definition = "const AL_TypeInfo AutoLink_leaf[1] = ";
  ASSERT_NE(text.find(definition), std::string::npos);
  EXPECT_EQ(text.find(definition), text.rfind(definition));
  const Finished made =
      scratch.run("gcc -std=c99" + warnings + "-I " AUTOLINK_INCLUDE " -c al_routines.c -o o");
  EXPECT_EQ(made.exit_code, 0) << made.err;
}

TEST(AutoLinkFiles, RecordsWithTwoNamesHaveOneType) {
  const Scratch scratch;
  scratch.write("s.h", BEGIN
                "struct a { struct a *n; } /*~ AutoMap_TpUsed */;\ntypedef struct a b /*~ AutoMap_TpUsed "
                "*/;" END);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  scratch.write("main.c", "#include \"al_routines.h\"\nint f(void) { return AutoLink_a == AutoLink_b; }\n");
  const Finished run = scratch.run("gcc -c main.c -I " AUTOLINK_INCLUDE
                                   " -o o && gcc -c al_routines.c -I " AUTOLINK_INCLUDE " -o p");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

} // namespace
} // namespace automap::test
