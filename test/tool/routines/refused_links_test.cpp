// Tests the errors of --autolink for pointers that cannot be followed.
#include "hints.h"
#include "linked.h"

#include <filesystem>

namespace automap::test {
namespace {

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
  const std::string arguments = std::string("--autolink ") + (is_cxx ? "s.hpp -o m.cpp" : "s.h -o m.c");
  const Finished run = run_automap(scratch, "--depfile d " + arguments);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find(GetParam().expected), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(GetParam().also), std::string::npos) << run.err;
  for (const auto &file : std::filesystem::directory_iterator(scratch.path()))
    EXPECT_EQ(file.path().stem(), "s");
  expect_hints_help(scratch, arguments, run.err);
  if (test_all())
    expect_key_hints_help(scratch, arguments);
}

const Refusal refusals[] = {
    {"ValueThatTheFieldCannotHave",
     BEGIN
     "struct leaf { int q; };\nstruct s { signed char kind; void *p /*~ AutoMap_Any(kind: 127 = leaf, -128 = leaf, "
     "128 = leaf) */; }" USED,
     "s.h:3:85: error: the field 'kind' cannot have the value '128': it has 8 bits, one for the sign",
     "1 error generated."},
    {"NegativeValueOfAnUnsignedField",
     BEGIN "struct leaf { int q; };\nstruct s { unsigned long kind; void *p /*~ AutoMap_Any(kind: 7 = leaf, -1 = leaf) "
           "*/; }" USED,
     "error: the field 'kind' cannot have the value '-1': it has 64 bits", "1 error generated."},
    {"ValueThatABitFieldCannotHave",
     BEGIN "struct leaf { int q; };\nenum { THREE = 3, FOUR };\nstruct s { unsigned kind : 2; void *p /*~ "
           "AutoMap_Any(kind: THREE = leaf, FOUR = leaf) */; }" USED,
     "error: the field 'kind' cannot have the value 'FOUR': it has 2 bits", "1 error generated."},
    {"LengthThatDividesBy0", BEGIN "struct s { int n; int *p /*~ AutoMap_Len(n / (3 - 3)) */; }" USED,
     "s.h:2:42: error: the length 'n / (3 - 3)' divides by 0"},
    {"NegativeLength", BEGIN "enum { THREE = 3 };\nstruct s { int n; int *p /*~ AutoMap_Len(2 - THREE) */; }" USED,
     "s.h:3:42: error: the length '2 - THREE' is negative"},
    {"Double", BEGIN "struct s {\n  double *d;\n}" USED,
     "s.h:3:11: error: cannot map 'struct s': field 'd' points to 'double': the number of elements is not "
     "given",
     "s.h:3:12: note: leave it out with '/*~ AutoMap_Ignore */'\n"
     "    3 |   double *d;\n      |            ^\n      |             /*~ AutoMap_Ignore */\n"
     "s.h:3:12: note: or give the number of elements with '/*~ AutoMap_Len(n) */', where 'n' is computed "
     "from integer fields\n"
     "s.h:3:12: note: or mark it with '/*~ AutoMap_Inside */' if it points into what other pointers lead to\n"
     "    3 |   double *d;\n      |            ^\n      |             /*~ AutoMap_Inside */\n"},
    {"MemberOfAUnion",
     BEGIN "struct s {\n  int kind;\n  union { double *d; int i; } u /*~ AutoMap_Any(kind: 1 = d, 2 = i) "
           "*/;\n}" USED,
     "s.h:4:31: error: cannot map 'struct s': field 'u' has the member 'd', which points to 'double': the "
     "number of elements is not given",
     "s.h:4:20: note: or give the number of elements with '/*~ AutoMap_Len(n) */', where 'n' is computed "
     "from integer fields"},
    {"UnknownMember",
     BEGIN "struct s {\n  int kind;\n  union { double d; int i; } u /*~ AutoMap_Any(kind: 1 = d, 2 = k) "
           "*/;\n}" USED,
     "s.h:4:65: error: cannot map 'struct s': field 'u' is a union without a member 'k'",
     "s.h:4:3: note: its members are 'd' and 'i'"},
    {"Char", BEGIN "struct s { char *c; }" USED, "points to 'char': the number of elements is not given",
     "or mark it with '/*~ AutoMap_String */' if it ends with a NUL"},
    {"Void", BEGIN "struct s { void *v; }" USED, "points to 'void': the type of what it leads to is not given",
     "'/*~ AutoMap_Any(field: value = type, value = type) */'"},
    {"VoidBesideAnInteger", BEGIN "struct s { int k; void *v; }" USED, "points to 'void'",
     "'/*~ AutoMap_Any(field: value = type, value = type) */'\n"
     "s.h:2:26: note: or name the type with '/*~ AutoMap_Any(type) */' if it is always the same\n"
     "s.h:2:26: note: or give the number of bytes with '/*~ AutoMap_Len(n) */'\n1 error"},
    {"AnyOfOneUnknownType", BEGIN "struct s { void *v /*~ AutoMap_Any(t) */; }" USED,
     "s.h:2:36: error: cannot map 'struct s': field 'v' may point to 't', which is not a known struct, class, union or "
     "number"},
    {"AnyOfOneTypeOfAUnion", BEGIN "struct s { union { int i; float f; } u /*~ AutoMap_Any(i) */; }" USED,
     "field 'u' is a union: which member is active is not given"},
    {"AnyOfNumbersAmongStructs", BEGIN "struct s { int k; struct s *v /*~ AutoMap_Any(k: 1 = double) */; }" USED,
     "field 'v' points to 'struct s', not to numbers"},
    {"AnyOfStringsAmongStructs",
     BEGIN "struct s { int k; struct s *v /*~ AutoMap_Any(k: 1 = AutoMap_String) */; }" USED,
     "field 'v' points to 'struct s', not to characters"},
    {"AnyOfPointersWithoutLength", BEGIN "struct s { void **v /*~ AutoMap_Any(s) */; }" USED,
     "field 'v' points to pointers: the number of elements is not given"},
    {"AnyOfPointersByTheirOwner",
     BEGIN "struct s { int k; void **v /*~ AutoMap_Any(k: 1 = s) */ /*~ AutoMap_Len(k) */; "
           "}" USED,
     "field 'v' points to pointers, which 'AutoMap_Any' describes only by a field of the structs that they lead to"},
    {"AnyByAFieldOfAVoid", BEGIN "struct s { int k; void *v /*~ AutoMap_Any(->k: 1 = s) */; }" USED,
     "s.h:2:43: error: cannot map 'struct s': field 'v' points to 'void', whose fields are not known",
     "note: make it a pointer to the struct with which all that it leads to begin"},
    {"AnyByWhatAnotherPointerLeadsTo",
     BEGIN "struct s { int k; struct s *w, *v /*~ AutoMap_Any(w->k: 1 = s) */; }" USED,
     "field 'v' is described by what 'w' leads to",
     "note: write '->k' for a field of what the pointer itself leads to"},
    {"AnyByAMissingFieldOfTheTarget", BEGIN "struct s { int k; struct s *v /*~ AutoMap_Any(->m: 1 = s) */; }" USED,
     "s.h:2:49: error: 'struct s' has no field 'm'"},
    {"AnyByBitsOfTheTarget", BEGIN "struct s { int k : 3; struct s *v /*~ AutoMap_Any(->k: 1 = s) */; }" USED,
     "field 'v' leads to what a bit-field decides"},
    {"AnyOfAnArrayByItsElements",
     BEGIN "struct s { int k; struct s *v /*~ AutoMap_Any(->k: 1 = s) */ /*~ AutoMap_Len(k) */; }" USED,
     "field 'v' leads to an array, whose elements have one type"},
    {"AnyAndString", BEGIN "struct s { int k; char *v /*~ AutoMap_Any(k: 1 = s) */ /*~ AutoMap_String */; }" USED,
     "'AutoMap_String' contradicts another directive of the same declaration"},
    {"AnyOfNumbers", BEGIN "struct s { int k; double *v /*~ AutoMap_Any(k: 1 = s) */; }" USED,
     "s.h:2:27: error: cannot map 'struct s': field 'v' points to 'double', but 'AutoMap_Any' selects a "
     "struct",
     "note: make it a 'void *', or a pointer to the struct with which all of them begin"},
    {"AnyOfAnIncompleteEnum", BEGIN "enum later;\nstruct s { int k; enum later *v /*~ AutoMap_Any(k: 1 = s) */; }" USED,
     "field 'v' points to 'enum later', but 'AutoMap_Any' selects a struct",
     "note: make it a 'void *', or a pointer to the struct with which all of them begin"},
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
     "or mark it with '/*~ AutoMap_Inside */' if it points into what other pointers lead to"},
    {"ThreeStars", BEGIN "struct s { int n; struct s ***p /*~ AutoMap_Len(n) */; }" USED,
     "points to pointers, each of which points to a pointer: the number of elements is not given"},
    {"RowsWithoutLengths", BEGIN "struct s { int n; double **p /*~ AutoMap_Len(n) */; }" USED,
     "points to pointers, each of which points to 'double': the number of elements is not given",
     "or add '/*~ AutoMap_Inside */' if they point into what other pointers lead to, or make it an array of "
     "structs whose pointers have directives of their own"},
    {"WordsWithoutALength", BEGIN "struct s { int n; char **p /*~ AutoMap_Len(n) */; }" USED,
     "points to pointers, each of which points to 'char': the number of elements is not given",
     "or add '/*~ AutoMap_String */' if they are strings"},
    {"Function", BEGIN "struct s { void (*f)(void); }" USED, "field 'f' is a pointer to a function",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"},
    {"Union", BEGIN "union u { int i; float f; };\nstruct s { union u *u; }" USED,
     "points to the union 'union u': which member is active cannot be known"},
    {"StringsWithoutLength", BEGIN "struct s { char **w /*~ AutoMap_String */; }" USED,
     "points to strings: the number of elements is not given"},
    {"StringOfDoubles", BEGIN "struct s { double *w /*~ AutoMap_String */; }" USED,
     "s.h:2:22: error: 'AutoMap_String' is only for pointers to characters"},
    {"WideString", "// C++\n" BEGIN "struct s { wchar_t *w /*~ AutoMap_String */; }" USED, "points to wide characters"},
    {"LengthOfNoPointer", BEGIN "struct s { int n, k /*~ AutoMap_Len(n) */; }" USED,
     "'AutoMap_Len' is only for pointers"},
    {"InsideOfNoPointer", BEGIN "struct s { int n /*~ AutoMap_Inside */; }" USED,
     "'AutoMap_Inside' is only for pointers"},
    {"InsideOfNothing", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside(task.n) */; }" USED,
     "s.h:2:45: error: cannot map 'struct s': field 'p' points into 'task', which is not a known struct, "
     "class or union"},
    {"InsideOfAFieldThatIsNotThere", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside(s.m) */; }" USED,
     "s.h:2:47: error: 'struct s' has no field 'm'"},
    {"InsideWithoutAField", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside(s) */; }" USED,
     "error: expected 'AutoMap_Inside(record.field)'"},
    {"InsideAndLength", BEGIN "struct s { int n; int *p /*~ AutoMap_Inside */ /*~ AutoMap_Len(n) */; }" USED,
     "s.h:2:24: error: cannot map 'struct s': field 'p' has both 'AutoMap_Len' and 'AutoMap_Inside'",
     "note: keep one of 'AutoMap_Len' and 'AutoMap_Inside': the latter if another pointer leads to the "
     "array"},
    {"InsideAndString",
     BEGIN "struct s { int n; char **p /*~ AutoMap_Inside */ /*~ AutoMap_Len(n) */ /*~ AutoMap_String */; }" USED,
     "'AutoMap_String' contradicts another directive of the same declaration"},
    {"WeakNoPointer", BEGIN "struct s { int n /*~ AutoMap_Weak */; }" USED,
     "s.h:2:18: error: 'AutoMap_Weak' is only for pointers"},
    {"WeakStruct", BEGIN "struct t { int i; };\nstruct s { struct t t /*~ AutoMap_Weak */; }" USED,
     "'AutoMap_Weak' is only for pointers"},
    {"WeakAndLeftOut", BEGIN "struct s { struct s *p /*~ AutoMap_Weak */ /*~ AutoMap_Ignore */; }" USED,
     "s.h:2:44: error: 'AutoMap_Ignore' contradicts another directive of the same declaration"},
    {"WeakString", BEGIN "struct s { char *p /*~ AutoMap_String */ /*~ AutoMap_Weak */; }" USED,
     "'AutoMap_Weak' contradicts another directive of the same declaration"},
    {"WeakNumbers", BEGIN "struct s { double *p /*~ AutoMap_Weak */; }" USED,
     "field 'p' points to 'double', but 'AutoMap_Weak' alone is for pointers to structs",
     "note: add '/*~ AutoMap_Inside */' beside 'AutoMap_Weak' if it points into what other pointers lead to, or leave "
     "it out with '/*~ AutoMap_Ignore */'"},
    {"WeakVoid", BEGIN "struct s { void *p /*~ AutoMap_Weak */; }" USED,
     "field 'p' points to 'void', but 'AutoMap_Weak' alone is for pointers to structs"},
    {"WeakLinksWithoutLength", BEGIN "struct s { struct s **p /*~ AutoMap_Weak */; }" USED,
     "field 'p' points to a pointer: the number of elements is not given"},
    {"WeakArray", BEGIN "struct s { int n; struct s *p /*~ AutoMap_Weak */ /*~ AutoMap_Len(n) */; }" USED,
     "field 'p' has both 'AutoMap_Len' and 'AutoMap_Weak', but does not point to pointers",
     "note: write '/*~ AutoMap_Inside */' in place of 'AutoMap_Len': a weak pointer leads into an array that another "
     "pointer leads to"},
    {"WeakArrayByKind",
     BEGIN "struct s { int k; void *p /*~ AutoMap_Any(k: 1 = s, 2 = AutoMap_String) */ /*~ AutoMap_Weak */; }" USED,
     "field 'p' is weak, but leads to a string",
     "note: write '/*~ AutoMap_Inside */' beside 'AutoMap_Weak', and no other comment"},
    {"WeakByItsTarget",
     BEGIN "struct b { short t; };\nstruct s { struct b b; struct b *p /*~ AutoMap_Any(->t: 1 = s) */ /*~ AutoMap_Weak "
           "*/; }" USED,
     "field 'p' is weak, but what it leads to would have to be read to know its type"},
    {"WeakLinksByTheirTargets",
     BEGIN "struct s { int n, k; struct s **p /*~ AutoMap_Len(n) */ /*~ AutoMap_Any(->k: 1 = s) */ /*~ AutoMap_Weak "
           "*/; }" USED,
     "field 'p' points to weak pointers, for each of which a field would have to tell what it leads to",
     "note: make it an array of structs that have such a pointer and the field that decides its type, or write '/*~ "
     "AutoMap_Inside */' in place of 'AutoMap_Any'"},
    {"WeakLinksByKind",
     BEGIN "struct s { int n, k; struct s **p /*~ AutoMap_Len(n) */ /*~ AutoMap_Any(k: 1 = s) */ /*~ AutoMap_Weak */; "
           "}" USED,
     "field 'p' points to weak pointers, for each of which a field would have to tell what it leads to"},
    {"WeakWithHeads",
     BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(t.links, q.head) */ /*~ AutoMap_Weak */; };\nstruct t { "
           "int id; struct hook links; };\nstruct q { struct hook head; }" USED,
     "has both 'AutoMap_Weak' and an 'AutoMap_Inside' of several places",
     "note: write 'AutoMap_Inside' without places beside 'AutoMap_Weak'"},
    {"WeakEnd",
     BEGIN
     "struct s { int *begin /*~ AutoMap_Len(end - begin) */, *end /*~ AutoMap_Inside */ /*~ AutoMap_Weak */; }" USED,
     "is no pair with 'end', which stands elsewhere, has another type or has a directive of its own"},
    {"LengthBehindWeak",
     BEGIN "struct m { int n; };\nstruct s { struct m *m /*~ AutoMap_Weak */; int *p /*~ AutoMap_Len(m->n) */; }" USED,
     "a length cannot use what field 'm' leads to, because of its directives"},
    {"WeakRows", BEGIN "struct s { int n; double **p /*~ AutoMap_Len(n, n) */ /*~ AutoMap_Weak */; }" USED,
     "field 'p' has a second length and 'AutoMap_Weak'"},
    {"WeakMisspelt", BEGIN "struct s { struct s *p /*~ AutoMap_Week */; }" USED, "'AutoMap_Weak'"},
    {"AnyOfNoPointer", BEGIN "struct s { int n /*~ AutoMap_Any(n: 1 = s) */; }" USED,
     "'AutoMap_Any' is only for pointers and unions"},
    {"AnyByNoField", BEGIN "struct s { void *p /*~ AutoMap_Any(kind: 1 = s) */; }" USED,
     "s.h:2:36: error: 'struct s' has no field 'kind'"},
    {"AnyByADouble", BEGIN "struct s { double d; void *p /*~ AutoMap_Any(d: 1 = s) */; }" USED,
     "s.h:2:46: error: field 'd' is not an integer: it cannot decide what a pointer leads to"},
    {"AnyUnknownType", BEGIN "struct node { int k; void *p /*~ AutoMap_Any(k: 1 = nade) */; }" USED,
     "field 'p' may point to 'nade', which is not a known struct, class, union or number; did you mean 'node'?"},
    {"AnyUnknownValue", BEGIN "struct s { int k; void *p /*~ AutoMap_Any(k: ONE = s) */; }" USED,
     "s.h:2:46: error: 'ONE' is neither a number nor the name of a constant"},
    {"AnyTwice", BEGIN "enum { A = 2 };\nstruct s { int k; void *p /*~ AutoMap_Any(k: 0x2 = s, A = s) */; }" USED,
     "duplicate value 'A'"},
    {"AnyMalformed", BEGIN "struct s { int k; void *p /*~ AutoMap_Any(k = s) */; }" USED,
     "error: expected 'AutoMap_Any(field: value = type, value = type)'"},
    {"AnyBehindNothing", BEGIN "/*~ AutoMap_Any(k: 1 = s) */ struct s { int k; }" USED,
     "'AutoMap_Any' does not follow a pointer or a union that is a field"},
    {"UnionMember", BEGIN "struct s { int k; union { struct s *p; int i; } u /*~ AutoMap_Any(k: 1 = q) */; }" USED,
     "field 'u' is a union without a member 'q'"},
    {"UnionMemberWithPointers",
     BEGIN "struct in { void *p; };\nstruct s { int k; union { struct in in; int i; } u /*~ AutoMap_Any(k: 1 = in) "
           "*/; }" USED,
     "has the member 'in', which contains pointers",
     "or make the member a pointer to its present type, with '/*~ AutoMap_Len(n) */' if that is an array"},
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
    {"LengthInAnArray", BEGIN "struct i { int n; };\nstruct s { struct i i[2]; int *p /*~ AutoMap_Len(i.n) */; }" USED,
     "s.h:3:52: error: field 'i' is an array: name one of its elements, 'i[0]'"},
    {"LengthThatIsAnArray", BEGIN "struct s { int i[2]; int *p /*~ AutoMap_Len(i) */; }" USED,
     "error: field 'i' is an array: name one of its elements, 'i[0]'"},
    {"LengthAfterAnArray", BEGIN "struct s { int i[2]; int *p /*~ AutoMap_Len(i[2]) */; }" USED,
     "s.h:2:46: error: the array 'i' has only 2 elements"},
    {"LengthFromAnElementOfANumber", BEGIN "struct s { int i; int *p /*~ AutoMap_Len(i[0]) */; }" USED,
     "s.h:2:43: error: field 'i' is not an array", "s.h:2:16: note: it is declared here"},
    {"LengthFromAnArrayWithoutLength",
     BEGIN "struct s { int n; int *a /*~ AutoMap_Inside */, *p /*~ AutoMap_Len(a[n]) */; }" USED,
     "error: a length can use elements of field 'a' only if that has a length, too"},
    {"LengthFromAnArrayOfLateLength",
     BEGIN "struct s { int n; int *a /*~ AutoMap_Len(n) */, *b /*~ AutoMap_Len(a[0]) */, *p /*~ AutoMap_Len(b[0]) */; "
           "}" USED,
     "error: the number of elements of an array that a length uses must be known without what pointers lead to"},
    {"LengthBehindAPointerThatIsLeftOut",
     BEGIN
     "struct i { int n; };\nstruct s { struct i *i /*~ AutoMap_Ignore */; int *p /*~ AutoMap_Len(i->n) */; }" USED,
     "error: a length cannot use what field 'i' leads to, because of its directives"},
    {"PairOfWhichNothingIsSaid", BEGIN "struct s { double *begin, *end; }" USED,
     "field 'begin' points to 'double': the number of elements is not given",
     "note: or write '/*~ AutoMap_Len(end - begin) */' if its array ends where 'end' leads"},
    {"PairOfTwoTypes", BEGIN "struct s { double *begin /*~ AutoMap_Len(end - begin) */; float *end; }" USED,
     "field 'begin' is no pair with 'end', which stands elsewhere, has another type or has a directive of its own"},
    {"PairWithADirective",
     BEGIN "struct s { int n; double *begin /*~ AutoMap_Len(end - begin) */, *end /*~ AutoMap_Len(n) */; }" USED,
     "field 'begin' is no pair with 'end'"},
    {"PairInAUnion",
     BEGIN "struct s { union { double *begin /*~ AutoMap_Len(end - begin) */, *end; } u /*~ "
           "AutoMap_Use(begin) */; }" USED,
     "field 'begin' is no pair with 'end'"},
    {"PairOfOthers", BEGIN "struct s { double *a /*~ AutoMap_Len(end - begin) */, *begin, *end; }" USED,
     "error: field 'end' is not an integer: it cannot count elements"},
    {"RowsOfNumbers", BEGIN "struct s { int n; double *a /*~ AutoMap_Len(n, n) */; }" USED,
     "field 'a' has a second length, but does not point to pointers"},
    {"RowsOfPointers", BEGIN "struct s { int n; struct s ***a /*~ AutoMap_Len(n, n) */; }" USED,
     "field 'a' has rows that consist of pointers"},
    {"RowsOfRows", BEGIN "struct s { int n; double ***a /*~ AutoMap_Len(n, n, n) */; }" USED,
     "error: there may be one length, or two: of an array of pointers, and of what each of them leads to"},
    {"RowsInAnArray", BEGIN "struct s { int n; double **a[2] /*~ AutoMap_Len(n, n) */; }" USED,
     "field 'a' has a second length, but is not a single pointer to pointers"},
    {"IndexOfNoRow", BEGIN "struct s { int n; double **a /*~ AutoMap_Len(i, n) */; }" USED,
     "error: 'struct s' has no field 'i'"},
    {"HeadOfATree",
     BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(t.links, q.head) */; };\nstruct t { int id; struct hook "
           "links; };\nstruct q { struct hook head; } /*~ AutoMap_Tree */" USED,
     "leads back to 'q.head', whose struct is promised to have only one pointer to it"},
    {"HeadOfNoStruct",
     BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(t.links, q.head) */; };\nstruct t { int id; struct hook "
           "links; }" USED,
     "field 'next' points into 'q', which is not a known struct, class or union"},
    {"FlexibleArrayOfARoot", BEGIN "struct s { int n; double v[] /*~ AutoMap_Len(n) */; }" USED,
     "field 'v' is a flexible array member",
     "note: its elements are sent only with structs that a pointer leads to: remove 'AutoMap_TpUsed'"},
    {"FlexibleArrayBesidePointers",
     BEGIN "struct r { struct r *next; int n; double v[] /*~ AutoMap_Len(n) */; };\nstruct s { struct r *r; }" USED,
     "field 'r' points to 'struct r', which has pointers or needs constructors besides its flexible array member"},
    {"FlexibleArraysInAnArray",
     BEGIN
     "struct r { int n; double v[] /*~ AutoMap_Len(n) */; };\nstruct s { struct r *r /*~ AutoMap_Len(2) */; }" USED,
     "field 'r' leads to byte of struct r, whose size is known only to a single pointer to its beginning"},
    {"FlexibleArrayOfIndexedLength",
     BEGIN "struct r { int n, m[2]; double v[] /*~ AutoMap_Len(m[n]) */; };\nstruct s { struct r *r; }" USED,
     "field 'r' points to 'struct r', whose flexible array member needs one length of public fields that generated "
     "code "
     "can name"},
    {"LengthBehindTwoPointers",
     BEGIN
     "struct i { struct i *next; int n; };\nstruct s { struct i *i; int *p /*~ AutoMap_Len(i->next->n) */; }" USED,
     "error: a length may follow only one pointer"},
    {"LengthBehindANumber", BEGIN "struct s { int i; int *p /*~ AutoMap_Len(i->n) */; }" USED,
     "error: field 'i' is not a pointer to a struct"},
    {"LengthBehindAPointerInAUnion",
     BEGIN "struct i { int n; };\nstruct s { union { struct i *i; long l; } u /*~ AutoMap_Use(i) */; int *p /*~ "
           "AutoMap_Len(u.i->n) */; }" USED,
     "error: a length cannot follow field 'i', which is in a union"},
    {"LengthFromBitsBehindAPointer",
     BEGIN "struct i { unsigned n : 3; };\nstruct s { struct i *i; int *p /*~ AutoMap_Len(i->n) */; }" USED,
     "error: field 'i->n' is a bit-field that generated code cannot name"},
    {"LengthOfAMissingFieldBehindAPointer",
     BEGIN "struct i { int n; };\nstruct s { struct i *i; int *p /*~ AutoMap_Len(i->m) */; }" USED,
     "error: 'struct i' has no field 'm'"},
    {"BitsOfAnUnnamedStruct", BEGIN "struct s { struct { unsigned n : 3; int *p /*~ AutoMap_Len(n) */; } in; }" USED,
     "in 'struct (unnamed)': field 'p' needs a bit-field of a struct without a name"},
    {"Reference", "// C++\n" BEGIN "struct s { s &r; }" USED, "field 'r' is a reference"},
    {"StdAtomicPointer",
     "// C++\n#include <atomic>\n" BEGIN "struct s { std::atomic<s *> p; std::atomic<int> i; }" USED,
     "s.hpp:4:29: error: cannot map 'struct s': field 'p' has the type 'std::atomic<s *>', which is an "
     "atomic pointer",
     "note: AutoLink follows plain pointers: make it one, or leave it out with '/*~ AutoMap_Ignore */'"},
    {"IteratorOfAVector", "// C++\n#include <vector>\n" BEGIN "struct s { int n; std::vector<s>::iterator at; }" USED,
     "field 'at' has the type 'std::vector<s>::iterator', which refers to memory elsewhere"},
    {"UnionOfWhichNothingIsSaid", BEGIN "struct s {\n  int kind;\n  union { struct s *next; double x; } u;\n}" USED,
     "s.h:4:39: error: cannot map 'struct s': field 'u' has the type 'union (unnamed)', which cannot be "
     "mapped",
     "s.h:4:40: note: if a field beside it decides which member is active, which may be a pointer to follow, "
     "name that field with '/*~ AutoMap_Any(field: value = member, value = member) */'"},
    {"UnnamedUnionOfWhichNothingIsSaid",
     BEGIN "struct s {\n  int kind;\n  union { struct s *next; double x; };\n}" USED,
     "s.h:4:3: error: cannot map 'struct s': an unnamed field has the type 'union (unnamed)'",
     "s.h:4:38: note: if a field beside it decides which member is active"},
    {"FlexibleArray", BEGIN "struct s {\n  struct s *next;\n  int n;\n  double d[];\n}" USED,
     "s.h:5:10: error: cannot map 'struct s': field 'd' is a flexible array member: AutoLink sends the "
     "'sizeof' bytes "
     "of a node, not the elements after it",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */', make it a pointer with"},
    {"AlignedByATypedef",
     BEGIN "struct t { int i; };\ntypedef struct t at __attribute__((aligned(64)));\nstruct s { at *p; }" USED,
     "field 'p' points to 'at', which a typedef aligns to 64 bytes"},
    {"AnyOfWhatBeginsOtherwise",
     BEGIN "struct base { int kind; };\nstruct t { double d; struct base base; };\n"
           "struct s { int k; struct base *p /*~ AutoMap_Any(k: 1 = t) */; }" USED,
     "field 'p' may point to 't', which does not begin with the fields of 'struct base'"},
    {"AnyOfABase",
     "// C++\n" BEGIN
     "struct b { int i; };\nstruct d : b { int j; };\nstruct s { int k; d *p /*~ AutoMap_Any(k: 1 = b) "
     "*/; }" USED,
     "field 'p' may point to 'b', which does not begin with the fields of 'd'"},
    {"InsideOfAnotherType",
     BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(task.id) */; };\nstruct task { int id; struct "
           "hook h; }" USED,
     "field 'next' points to 'struct hook', but 'task.id' has the type 'int'"},
    {"VirtualTarget", "// C++\n" BEGIN "struct v { virtual void f(); int i; };\nstruct s { v *p; }" USED,
     "cannot link 'struct v': it has virtual functions"},
    {"PairOfOnePointer", BEGIN "struct s { double *a /*~ AutoMap_Len(a - a) */; }" USED,
     "field 'a' is not an integer: it cannot count elements"},
    {"FieldWithTheNameOfTheRow", BEGIN "struct s { int n, i; double **rows /*~ AutoMap_Len(n, i) */; }" USED,
     "'i' would mean the number of the pointer, and is a field of this struct"},
    {"InstancesWithoutEnd",
     "// C++\n" BEGIN "template <class T> struct node { node<T *> *next; };\nstruct s { node<int> n; }" USED,
     "is one of more than 500 instances of its template: one may need the next one"},
    {"PrivateTarget", "// C++\n" BEGIN "class s { struct in { int i; }; in *p; }" USED,
     "'in' is not public in its class: generated code could not name it",
     "declare a public alias beside it: 'public: using in_alias = in;'"},
};

INSTANTIATE_TEST_SUITE_P(AutoLink, RefusedLinks, ::testing::ValuesIn(refusals),
                         [](const auto &info) { return std::string(info.param.name); });

/// What the hint for a private target says.
TEST(PrivateTargets, ArePublicByAnAlias) {
  const Scratch scratch;
  scratch.write("s.hpp",
                "#pragma once\n" BEGIN "class s { struct in { int i; in *next; }; in *p; public: using in_alias = "
                "in; } /*~ AutoMap_TpUsed */;\n"
                "template <class T> class list { struct node { T x; node *next; }; node *head; public: using "
                "node_alias = node; };\nusing ints = list<int>" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string header = scratch.read("al_routines.h");
  EXPECT_TRUE(contains(header, " AutoLink_s_in_alias[1]")) << header;
  EXPECT_TRUE(contains(header, "node_alias[1]")) << header;
  if (asks_compilers()) {
    const Finished compiled = scratch.run("g++ -std=c++17" + warnings + MPI_INCLUDE_FLAGS +
                                          " -I " AUTOLINK_INCLUDE " -fsyntax-only al_routines.cpp m.cpp");
    EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
  }
}

/// In class templates, names are looked up from where the comment stands, in each instance.
TEST(NamesInClassTemplates, AreLookedUpInEachInstance) {
  const Scratch scratch;
  scratch.write("s.hpp", "#pragma once\n" BEGIN R"(
template <class T> struct other { T x; };
template <class T, int N> struct sized { T x[N]; };
template <class T, int N = 3> class out { public:
  struct leaf { T x; };
  struct node {
    int k; void *p /*~ AutoMap_Any(k: 1 = node, 2 = leaf, 3 = out<T>::leaf, 4 = other<T>, 5 = T, 6 = sized<T, N>) */;
    struct hook { hook *next /*~ AutoMap_Inside(node.h) */; } h;
  };
  using others = other<T>;
  using as_sized = sized<T, N>;
  node *n;
};
using of_int = out<int> /*~ AutoMap_TpUsed */;
using of_double = out<double>)" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string routines = scratch.read("al_routines.cpp");
  for (const char *target : {"out<int>::leaf", "out<double>::leaf", "other<int>", "other<double>"})
    EXPECT_TRUE(contains(routines, target)) << target;
  if (asks_compilers()) {
    const Finished compiled = scratch.run("g++ -std=c++17" + warnings + MPI_INCLUDE_FLAGS +
                                          " -I " AUTOLINK_INCLUDE " -fsyntax-only al_routines.cpp m.cpp");
    EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
  }
}

/// There, the parameters are those of the specialization.
TEST(NamesInClassTemplates, MayBeParametersOfPartialSpecializations) {
  const Scratch scratch;
  scratch.write("s.hpp", "#pragma once\n" BEGIN R"(
template <class T, int N> struct other { T x[N]; };
template <class A, class B> struct node;
template <class T, int N> struct node<T *, other<T, N>> {
  struct leaf { T x; };
  static constexpr int base = 20;
  int k; void *p /*~ AutoMap_Any(k: base = T, N = other<T, N>, 3 = leaf, 4 = node) */;
  T *numbers /*~ AutoMap_Len(N * k) */;
};
using first = node<float *, other<float, 7>> /*~ AutoMap_TpUsed */;
using second = node<long *, other<long, 9>>)" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string logbook = scratch.read("logbook.txt");
  for (const char *text : {"20 = an array of 1 float, 7 = one struct other<float, 7>",
                           "20 = an array of 1 long, 9 = one struct other<long, 9>"})
    EXPECT_TRUE(contains(logbook, text)) << logbook;
  if (asks_compilers()) {
    const Finished compiled = scratch.run("g++ -std=c++17" + warnings + MPI_INCLUDE_FLAGS +
                                          " -I " AUTOLINK_INCLUDE " -fsyntax-only al_routines.cpp m.cpp");
    EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
  }
}

TEST(NamesInClassTemplates, InstancesThatNothingElseNames) {
  const std::string before = "#pragma once\n" BEGIN "template <class T> struct leaf { T x; };\n"
                             "template <class T> struct node { ",
                    after = "int k; void *p /*~ AutoMap_Any(k: 1 = node, 2 = leaf<T>) */; };\nusing n = node<int>" USED;
  const Scratch scratch;
  scratch.write("refused.hpp", before + after);
  std::string named = after;
  named.replace(named.find("leaf<T>"), 7, "alias");
  scratch.write("hinted.hpp", before + "using alias = leaf<T>;" + named);
  const Finished refused = run_automap(scratch, "refused.hpp --autolink -o m.cpp");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(contains(refused.err, "declare it: 'using <alias> = leaf<T>;', and write <alias> here")) << refused.err;
  const Finished hinted = run_automap(scratch, "hinted.hpp --autolink -o m.cpp");
  EXPECT_EQ(hinted.exit_code, 0) << hinted.err;
}

} // namespace
} // namespace automap::test
