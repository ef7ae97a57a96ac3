// Tests the oracle itself with hand-written types whose layout is fixed by the ABI, read from the debug information of
// gcc and clang. Offsets that the compiler can compute are checked with it as well.
#include "automap_run.h"
#include "layout_comparison.h"

#include <sstream>

namespace automap::test {
namespace {

struct CompiledLayout {
  const char *name;
  const char *source; // defines struct S, and in C++ a variable
  const char *layout; // "TYPE@offset", without MPI_; TYPE*n for n adjacent elements
  bool cplusplus = false;
  FlattenOptions options = {};
};

/// Returns the elements in the form of `layout`.
std::string in_short(const std::vector<Element> &elements) {
  std::ostringstream text;
  for (std::size_t i = 0; i < elements.size();) {
    std::size_t n = 1;
    while (i + n < elements.size() && elements[i + n].type == elements[i].type &&
           elements[i + n].offset_bytes == elements[i].offset_bytes + n * elements[i].size_bytes)
      ++n;
    text << (i ? " " : "") << elements[i].type.substr(4);
    if (n > 1)
      text << '*' << n;
    text << '@' << elements[i].offset_bytes;
    i += n;
  }
  return text.str();
}

std::string flattened_by(const std::string &compiler, const CompiledLayout &one) {
  const Scratch scratch;
  scratch.write("s.cpp", one.source);
  const Finished run =
      scratch.run(compiler + (one.cplusplus ? " -std=gnu++20 -x c++" : " -std=gnu17 -x c") + " -w -g -c s.cpp -o s.o");
  if (run.exit_code != 0)
    return run.err;
  const DwarfLayouts layouts(scratch / "s.o");
  const DwarfLayouts::Record *record = layouts.find("S");
  if (!record)
    return "no struct S";
  const Flattened flattened = layouts.flatten(*record, one.options);
  return flattened.refusal.empty() ? in_short(flattened.elements) : "refused: " + flattened.refusal;
}

void PrintTo(const CompiledLayout &one, std::ostream *out) { *out << one.name; }

const Annotation ignored{.kind = Annotation::Kind::ignored, .member = ""};
const Annotation bytes{.kind = Annotation::Kind::bytes, .member = ""};
Annotation use(const char *member) { return {.kind = Annotation::Kind::use, .member = member}; }

const CompiledLayout compiled_layouts[] = {
    {"Padding", "struct S { char c; double d[3]; int i, j; }; _Static_assert(sizeof(struct S) == 40, \"\");",
     "CHAR@0 DOUBLE*3@8 INT*2@32"},
    {"Nested", "struct I { short a; char b; }; struct S { struct I i[2]; struct { long c; }; };",
     "SHORT@0 CHAR@2 SHORT@4 CHAR@6 LONG@8"},
    {"Packed", "struct __attribute__((packed)) S { char c; double d; long double l; };",
     "CHAR@0 DOUBLE@1 LONG_DOUBLE@9"},
    {"NamedIntegers",
     "#include <stdint.h>\n#include <wchar.h>\n#include <uchar.h>\ntypedef int32_t id; struct S { id a; "
     "uint8_t b[2]; wchar_t c; char16_t d; uint_least16_t e; intptr_t f; };",
     "INT32_T@0 UINT8_T*2@4 WCHAR@8 UINT16_T@12 UNSIGNED_SHORT@14 LONG@16"},
    {"OwnInt8", "typedef int int8_t; struct S { int8_t a; };", "INT@0"},
    {"Enums",
     "enum A { x }; enum B { y = -1 }; enum __attribute__((packed)) C { z }; struct S { enum A a; enum B b; "
     "enum C c; };",
     "UNSIGNED@0 INT@4 UNSIGNED_CHAR@8"},
    {"Complex", "struct S { float _Complex f; long double _Complex l; _Complex int i; };",
     "C_FLOAT_COMPLEX@0 C_LONG_DOUBLE_COMPLEX@16 INT*2@48"},
    {"NoBasicType", "struct S { char c; __int128 i; _Float16 h; };", "CHAR@0 BYTE*18@16"},
    {"Atomic", "struct S { _Atomic int i; _Atomic(char) c; const volatile long l; };", "INT@0 CHAR@4 LONG@8"},
    {"Vector", "typedef float v4 __attribute__((vector_size(16))); struct S { char c; v4 v[2]; };",
     "CHAR@0 FLOAT*8@16"},
    {"BitFields", "struct S { int a : 3, b : 7, : 8, c : 2; int : 0; unsigned d : 1; _Bool e : 1; };",
     "BYTE*3@0 BYTE@4"}, // bits 0 … 2 and 3 … 9; 18 … 19; 32; 33
    {"StraddlingBitField", "struct __attribute__((packed)) S { int a : 5; long long b : 40; char c; };",
     "BYTE*6@0 CHAR@6"},
    {"IgnoredBitField",
     "struct S { int a : 5; int b : 7; int c : 9; int : 0; int d : 2; };",
     "BYTE*3@0 BYTE@4",
     false,
     {.annotations = {{"b", ignored}}}},
    {"FlexibleArray", "struct S { int n; double d[]; }; struct S s;", "INT@0"},
    {"EmptyArray", "struct S { int n; double d[0]; }; ", "INT@0"},
    {"Pointer", "struct S { int n; char *p; };", "refused: pointer"},
    {"IgnoredPointer", "struct S { int n; char *p[2]; int m; };", "INT@0 INT@24", false, {.ignore_pointers = true}},
    {"Union", "union U { int i; double d; }; struct S { union U u; };", "refused: union"},
    {"UnionByField",
     "union U { int i; double d; }; struct S { char c; union U u[2]; };",
     "CHAR@0 INT@8 INT@16",
     false,
     {.annotations = {{"u", use("i")}}}},
    {"UnionByItself",
     "struct S { char c; union { int i; short s[3]; }; };",
     "CHAR@0 SHORT*3@4",
     false,
     {.annotations = {{"union i", use("s")}}}},
    {"Bytes",
     "struct S { char c; union { int i; double d; } u; int *p; };",
     "CHAR@0 BYTE*16@8",
     false,
     {.annotations = {{"u", bytes}, {"p", bytes}}}},
    {"Bool", "struct S { _Bool b; };", "C_BOOL@0"},
    {"CxxBool", "struct S { bool b; wchar_t w; char8_t c; char32_t d; } s;", "CXX_BOOL@0 WCHAR@4 UINT8_T@8 UINT32_T@12",
     true},
    {"Bases",
     "struct A { A(); int a; char b; }; struct E {}; class S : A, public E { char c; static int d; }; S *s; "
     "static_assert(sizeof(S) == 8);",
     "INT@0 CHAR*2@4", true},
    {"Virtual", "struct A { virtual void f(); char a; }; struct S : A { char b; void f() override; }; S *s;",
     "CHAR*2@8", true},
    {"VirtualBase", "struct A { int a; }; struct S : virtual A { int b; }; S *s;", "refused: virtual base class", true},
    {"NoUniqueAddress",
     "struct E {}; struct T { T(); int a; char b; }; struct S { [[no_unique_address]] E e; int i; "
     "[[no_unique_address]] T t; char c; }; S *s; static_assert(sizeof(S) == 12);",
     "INT*2@0 CHAR*2@8", true},
    {"Template", "template <class T, int n> struct V { T v[n]; }; struct S { V<double, 3> v; char c; } s;",
     "DOUBLE*3@0 CHAR@24", true},
    {"Alias", "template <class T, int n> struct V { T v[n]; }; using S = V<short, 2>; S s;", "SHORT*2@0", true},
    {"StandardTypes",
     "#include <array>\n#include <atomic>\n#include <complex>\n#include <cstddef>\n#include <tuple>\n"
     "struct S { std::array<int, 3> a; std::pair<char, double> p; std::tuple<int, char> t; "
     "std::complex<float> c; std::byte b; std::atomic<short> s; } s;",
     "INT*3@0 CHAR@16 DOUBLE@24 CHAR@32 INT@36 CXX_FLOAT_COMPLEX@40 BYTE@48 SHORT@50", true},
    {"EnumClass", "enum class A : short { x }; enum class B : unsigned char { y }; struct S { A a; B b; } s;",
     "SHORT@0 UNSIGNED_CHAR@2", true},
    {"Reference", "struct S { int &r; }; S *s;", "refused: reference", true},
};

using DwarfLayout = AskingCompilers<::testing::TestWithParam<CompiledLayout>>;

TEST_P(DwarfLayout, IsThatOfTheAbi) {
  const CompiledLayout &one = GetParam();
  EXPECT_EQ(flattened_by("g++ -fno-eliminate-unused-debug-types -femit-class-debug-always", one), one.layout);
  std::string used = one.source; // in C, clang omits what is not used
  if (!one.cplusplus)
    used += "\nstruct S *used;\n";
  CompiledLayout with_variable = one;
  with_variable.source = used.c_str();
  EXPECT_EQ(flattened_by("clang++-19 -fstandalone-debug", with_variable), one.layout);
}

INSTANTIATE_TEST_SUITE_P(CompiledLayout, DwarfLayout, ::testing::ValuesIn(compiled_layouts),
                         [](const auto &one) { return std::string(one.param.name); });

using DwarfLayoutClang = AskingCompilers<>;

TEST_F(DwarfLayoutClang, VectorOfThree) {
  const CompiledLayout one{"", "typedef float v3 __attribute__((ext_vector_type(3))); struct S { v3 v[2]; char c; } s;",
                           ""};
  EXPECT_EQ(flattened_by("clang-19", one), "FLOAT*3@0 FLOAT*3@16 CHAR@32");
}

TEST_F(DwarfLayoutClang, Dwarf3BitFields) {
  const CompiledLayout one{"", "struct S { int a : 5; unsigned b : 20; int c : 9; long d : 33; } s;", ""};
  EXPECT_EQ(flattened_by("clang-19 -gdwarf-3", one), "BYTE*6@0 BYTE*5@8");
}

TEST_F(DwarfLayout, TellsWhereRecordsAre) {
  const Scratch scratch;
  scratch.write("s.hpp", "namespace n {\ninline namespace v1 {\nstruct Outer {\n  struct Inner;\n  int i;\n};"
                         "\nstruct Outer::Inner { char c; };\n}\n}\nusing I = n::Outer::Inner;\nI i;\n");
  ASSERT_EQ(scratch.run("g++ -g -x c++ -c s.hpp -o s.o").exit_code, 0);
  const DwarfLayouts layouts(scratch / "s.o");
  const DwarfLayouts::Record *inner = layouts.find("n::Outer::Inner");
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(layouts.find("I"), inner);
  EXPECT_EQ(inner->line, 7u);
  EXPECT_EQ(inner->file, (scratch / "s.hpp").string());
  EXPECT_EQ(inner->size_bytes, 1u);
}

} // namespace
} // namespace automap::test
