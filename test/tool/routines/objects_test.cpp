// Tests what --autolink says of classes whose objects travel as C++ objects, and what it writes about them.
#include "linked.h"

#include <filesystem>

namespace automap::test {
namespace {

constexpr char head[] = "#pragma once\n#include <functional>\n#include <map>\n#include <memory>\n#include <set>\n"
                        "#include <string>\n#include <vector>\n" BEGIN;

struct RefusedClass {
  const char *name;
  const char *source; // in which 'c' is marked
  const char *expected;
  const char *also = "";
};

void PrintTo(const RefusedClass &refused, std::ostream *out) { *out << refused.name; }

class RefusedClasses : public ::testing::TestWithParam<RefusedClass> {};

TEST_P(RefusedClasses, WithTheirPlaceAndReason) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + GetParam().source + USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, GetParam().expected)) << run.err;
  EXPECT_TRUE(contains(run.err, GetParam().also)) << run.err;
  EXPECT_FALSE(scratch.has("al_objects.hpp"));
}

const RefusedClass refused_classes[] = {
    {"Reference", "class c { std::string s; int &r; }",
     "error: cannot send 'class c' as a C++ object: field 'r' is a reference, which cannot be bound again",
     "note: leave it out with '/*~ AutoMap_Ignore */': it then keeps what the constructor gives it"},
    {"Function", "class c { std::string s; std::function<void()> f; }",
     "field 'f' has the type 'std::function<void ()>', which refers to memory elsewhere"},
    {"Characters", "class c { std::string s; const char *text; }",
     "field 'text' is a pointer to characters, which owns nothing", "use std::string"},
    {"Void", "class c { std::string s; void *p; }", "field 'p' is a pointer to void"},
    {"PointerToAFunction", "class c { std::string s; void (*p)(int); }", "field 'p' is a pointer to a function"},
    {"HandleOfAThreadLibrary", "#include <pthread.h>\nclass c { std::string s; pthread_t t; }",
     "field 't' is a 'pthread_t', which means nothing on another rank"},
    {"LengthOfAPointer", "class c { std::vector<int> v; int n; double *d /*~ AutoMap_Len(n) */; }",
     "field 'd' has a comment that is about pointers of C: in a C++ object, a plain pointer owns nothing"},
    {"ArrayBehindAPointer", "class c { std::unique_ptr<int[]> p; }",
     "field 'p' (std::unique_ptr<int[]>) leads to an array whose length it does not know: use std::vector",
     "note: write '/*~ AutoMap_Len(n) */' after it, where 'n' is a field with the length"},
    {"ArraysInAContainer", "class c { std::vector<std::unique_ptr<int[]>> v; }",
     "leads to an array whose length it does not know: use std::vector", "note: leave it out"},
    {"Volatile", "class c { std::string s; volatile int v; }", "field 'v' is volatile"},
    {"ConstElements", "class c { std::map<int, const std::string> m; }",
     "field 'm' holds a 'const std::basic_string<char>', which nobody could fill in"},
    {"WeakContainer", "class c { std::vector<c *> v /*~ AutoMap_Weak */; }", "'AutoMap_Weak' is only for pointers"},
    {"KeysThatArePointers", "class c { std::set<int *> s; }", "field 's' has keys that are plain pointers"},
    {"ProtectedDestructor",
     "class e { public: std::string s; protected: ~e() = default; };\nclass c { std::vector<e> v; }",
     "cannot send 'class e' as a C++ object: its destructor is not public"},
    {"BitsBesideIgnoredOnes", "class c { std::string s; unsigned keep /*~ AutoMap_Ignore */ : 4; unsigned sent : 4; }",
     "field 'keep' shares a byte with bit-fields that travel"},
    {"WrongMakeIsTheOnlyError",
     "class c { std::string s; c(int); public: static int create(); } /*~ AutoMap_Make(create) */",
     "must be a static member or free function", "1 error generated"},
    {"ArrayOfAnExpression", "class c { int n; std::unique_ptr<int[]> p /*~ AutoMap_Len(n + 1) */; }",
     "field 'p' needs a length that is an integer field of the class alone"},
    {"ArrayOfWhatCannotBeMade",
     "class e { public: e(int); };\nclass c { int n; std::unique_ptr<e[]> p /*~ AutoMap_Len(n) */; }",
     "cannot send 'class e' as a C++ object: it has no constructor without arguments"},
    {"Deleter", "struct d { void operator()(int *) const; };\nclass c { std::unique_ptr<int, d> p; }",
     "field 'p' (std::unique_ptr<int, d>) has a deleter of its own"},
    {"HeldByAContainer", "class c { std::vector<std::map<int, std::function<void()>>> v; }",
     "field 'v' holds a 'std::map<int, std::function<void ()>>', which holds a 'std::function<void ()>', which "
     "refers to memory elsewhere"},
    {"ComparisonWithState", "class c { std::set<int, bool (*)(int, int)> s; }",
     "compares or hashes by a function that it holds, which cannot travel"},
    {"UnnamedUnion", "class c { std::string s; union { int *p; double d; } u; }",
     "cannot send 'union (unnamed)' as a C++ object: it has no name that generated code could use"},
    {"UnionOfPointers", "union u { int *p; double d; };\nclass c { std::string s; u m; }",
     "cannot send 'union u' as a C++ object: it is a union, and which member is active is known only at run time",
     "note: 'u' is needed: 'm' of c holds it"},
    {"ElementsThatCannotBeMade", "class e { public: e(int); };\nclass c { std::vector<e> v; }",
     "s.hpp:9:7: error: cannot send 'class e' as a C++ object: it has no constructor without arguments",
     "note: add one, or name a function that makes an object with '/*~ AutoMap_Make(function) */'"},
    {"PrivateConstructor", "class c { std::string s; c(); }", "its constructor without arguments is not public",
     "note: make it public, or name a function that makes an object with '/*~ AutoMap_Make(function) */'"},
    {"AbstractBase", "class b { public: virtual ~b(); virtual void f() = 0; };\nclass c { std::unique_ptr<b> p; }",
     "field 'p' leads to a 'b', and no class that derives from it can be sent",
     "include the headers of the classes that derive from it here"},
    {"AliasOfAContainer", "typedef std::vector<std::function<void()>> c",
     "s.hpp:9:46: error: cannot send 'class std::vector<std::function<void ()>>' as a C++ object: it holds a "
     "'std::function<void ()>', which refers to memory elsewhere"},
    {"AliasWithADeleter", "struct d { void operator()(int *) const; };\nusing c = std::vector<std::unique_ptr<int, d>>",
     "it holds a 'std::unique_ptr<int, d>', which has a deleter of its own"},
    {"AliasOfCharacters", "typedef std::vector<char *> c",
     "it holds a 'char *', which is a pointer to characters, which owns nothing", "note: use std::string\n"},
    {"AliasOfWhatCannotBeMade", "class e { public: e(int); std::string s; };\ntypedef std::map<int, e> c",
     "cannot send 'class e' as a C++ object: it has no constructor without arguments",
     "note: 'e' is needed: std::map<int, e> holds it"},
    {"AliasOfAnAdapter", "#include <queue>\ntypedef std::queue<int> c",
     "cannot send 'class std::queue<int>' as a C++ object: it has the type 'std::queue<int>', which owns its elements"},
    {"UnionOfOwners", "class c { union { std::string s; int i; }; public: c(); ~c(); }",
     "a member without a name is a union, and which member is active is known only at run time",
     "note: use std::variant"},
    {"DestructorBesideAPointer", "class c { int n; double *d; public: ~c(); }",
     "cannot map 'class c': it has a destructor of its own"},
    {"BaseOfALibrary", "class c : public std::vector<int> { std::string s; }",
     "its base 'std::vector<int>' is a class of a library"},
    {"Undefined", "class u;\nclass c { std::unique_ptr<u> p; }",
     "field 'p' holds a 'u', whose definition is not in this file"},
    {"MakeOfAPrivateClass",
     "class c { std::string s; c(int); struct maker { static c create(); }; } /*~ AutoMap_Make(maker::create) */",
     "error: 'maker::create' is not public"},
    {"LocalClass", "inline auto f() { struct local { std::string s; }; return local(); }\nclass c { decltype(f()) v; }",
     "cannot send 'struct local' as a C++ object: 'local' is local to a function: generated code could not name it"},
    {"InstancesWithoutEnd",
     "template <class T> struct node { std::string s; node<T *> *next; };\nclass c { std::string s; node<int> n; }",
     "it is one of more than 500 instances of its template: one may need the next one", "needed: 'next' of node<int"},
    {"PaddingThatOthersMayHave",
     "struct p { p() {} int i; char c; };\nclass c { [[no_unique_address]] p a; char in_its_padding; std::string s; }",
     "field 'a' has [[no_unique_address]], so that other members may be in the padding at its end",
     "take the attribute away, or leave it out with '/*~ AutoMap_Ignore */'"},
    {"PaddingOfBytesThatOthersMayHave",
     "struct p { p() {} int i; char c; };\nclass c { [[no_unique_address]] p a /*~ AutoMap_Bytes */; std::string s; }",
     "field 'a' has [[no_unique_address]]"},
    {"PaddingOfABaseThatOthersMayHave",
     "struct p { p() {} int i; char c; };\nstruct q { [[no_unique_address]] p a; };\n"
     "class c : public q { char in_its_padding; std::string s; }",
     "cannot send 'struct q' as a C++ object: field 'a' has [[no_unique_address]]"},
    {"StorageForObjects",
     "template <class T> class slot { alignas(T) unsigned char room_[sizeof(T)]; public: slot(); ~slot(); };\n"
     "class c { slot<std::string> v; }",
     "cannot send 'class slot<std::basic_string<char>>' as a C++ object: field 'room_' may have another object in its "
     "bytes: slot<std::basic_string<char>> copies or destroys its objects by code of its own",
     "or write '/*~ AutoMap_Bytes */' after it if its bytes are its value"},
    {"StorageInAUnionThatIsCopied",
     "class slot { union room { char bytes[8]; double d; } rooms_[4]; public: slot(); slot(const slot &); };\n"
     "class c { std::string s; slot v; }",
     "field 'rooms_' may have another object in its bytes"},
    {"StorageInABase",
     "struct room { alignas(8) std::byte bytes[8]; };\nclass slot : room { public: slot(); slot &operator=(const slot "
     "&); };\n"
     "class c { std::string s; slot v; }",
     "cannot send 'class slot' as a C++ object: a base of it may have another object in its bytes"},
    {"StorageOfTheStandardLibrary", "class c { std::string s; std::aligned_storage_t<8, 8> room; }",
     "field 'room' has the type 'std::aligned_storage<8, 8>::type', which AutoLink cannot send"},
    {"StorageOfALibrary", "#include <boost/optional.hpp>\nclass c { int i; boost::optional<std::string> o; }",
     "s.hpp:10:47: error: cannot send 'class c' as a C++ object: field 'o' needs 'boost::optional_detail::",
     "s.hpp:10:47: note: leave it out with '/*~ AutoMap_Ignore */'"},
    {"ClassInANamespaceOfTheStandardLibrary",
     "#include <filesystem>\nclass c { std::filesystem::directory_entry e; std::string s; }",
     "field 'e' has the type 'std::filesystem::directory_entry', which AutoLink cannot send",
     "note: leave it out with '/*~ AutoMap_Ignore */': it then keeps what the constructor gives it\n"},
    {"BytesInANamespaceOfTheStandardLibrary",
     "#include <filesystem>\nclass c { std::filesystem::file_status e; std::string s; }",
     "field 'e' has the type 'std::filesystem::file_status', which AutoLink cannot send",
     "or write '/*~ AutoMap_Bytes */' after it if its bytes are its value"},
    {"ExceptionPointer", "#include <exception>\nclass c { std::exception_ptr e; std::string s; }",
     "which belongs to this process: it means nothing on another rank"},
    {"OpenFile", "#include <cstdio>\nclass c { FILE *f; std::string s; }",
     "field 'f' leads to a FILE, which means nothing on another rank", "1 error generated"},
    {"StructOfASystemHeader", "#include <ctime>\nclass c { std::tm t; std::string s; }",
     "field 't' needs 'tm': field 'tm_zone' is a pointer to characters",
     "note: leave it out with '/*~ AutoMap_Ignore */': it then keeps what the constructor gives it"},
    {"BaseTwice", "struct a { std::string s; };\nstruct b : a { int i; };\nstruct c : b, a { int j; }",
     "cannot send 'struct c' as a C++ object: its base 'a' is also a base of another of its bases",
     "note: derive from it once, or make it a member"},
    {"DeletedNew",
     "class e { public: std::string s; static void *operator new(std::size_t) = delete; };\n"
     "class c { std::shared_ptr<e> p; }",
     "cannot send 'class e' as a C++ object: its operator new or delete is deleted or not public"},
    {"PrivateDelete",
     "class e { public: std::string s; private: void operator delete(void *); };\nclass f : public e {};\n"
     "class c { std::unique_ptr<f> p; }",
     "cannot send 'class f' as a C++ object: its operator new or delete is deleted or not public"},
    {"BaseOfALibraryThatCannotBeAMember", "#include <stdexcept>\nclass c : std::runtime_error { int i; }",
     "its base 'std::runtime_error' is a class of a library", "1 error generated.\n"},
    {"ValuesOfAnArray", "#include <valarray>\nclass c { std::valarray<double> v; }",
     "field 'v' has the type 'std::valarray<double>', which owns its elements",
     "AutoMap_Ignore */', or keep the elements in a std::vector\n"},
    {"ElementOfAMap", "class c { std::map<int, std::string> m; std::map<int, std::string>::value_type *p; }",
     "field 'p' leads to an element of a map, which is no object that pointers can lead to",
     "note: let it lead to the value in that"},
    {"SharedVoid", "class c { std::shared_ptr<void> p; }", "field 'p' leads to void"},
    {"Atomic", "class c { std::string s; _Atomic(int) a; }", "AutoLink cannot send"},
    {"UnknownMake", "class c { std::string s; c(int); } /*~ AutoMap_Make(create) */",
     "error: 'create' is no function of c, nor one that is declared around it"},
    {"MakeOfAnotherClass", "int create();\nclass c { std::string s; c(int); } /*~ AutoMap_Make(create) */",
     "error: 'create' must be a static member"},
    {"PrivateArrived", "class c { std::string s; void f(); public: c(); } /*~ AutoMap_Arrived(f) */",
     "error: 'f' is not public"},
    {"ArrivedWithArguments", "class c { std::string s; public: void f(int); } /*~ AutoMap_Arrived(f) */",
     "error: 'f' must be a member function without parameters, or a free function of a 'c &'"},
    {"MisspeltArrived", "class c { std::string s; public: void fix(); } /*~ AutoMap_Arrived(fxi) */",
     "error: 'fxi' is no function of c, nor one that is declared around it", "1 error generated"},
    {"ArrivedOfAStructOfC",
     "class c { int n; double *d /*~ AutoMap_Len(n) */; void fix(); } /*~ AutoMap_Arrived(fix) */",
     "error: 'AutoMap_Make' and 'AutoMap_Arrived' are for C++ objects, and 'c' is a struct of C: let containers or "
     "smart pointers own what its plain pointers lead to"},
    {"ArrivedInAStructOfC",
     "struct a { int n; void fix(); } /*~ AutoMap_Arrived(fix) */;\n"
     "struct b { a held; };\nstruct c { int n; b *all /*~ AutoMap_Len(n) */; }",
     "for C++ objects, and 'c', which has or leads to a 'a', is a struct of C", "1 error generated"},
    {"ArrivedOfWhatWillEnd", "class c { std::string s; public: void f() &&; } /*~ AutoMap_Arrived(f) */",
     "error: 'f' must be a member function without parameters"},
    {"ArrayOfALengthThatIsLeftOut",
     "class c { int n /*~ AutoMap_Ignore */ = 3; std::unique_ptr<int[]> p /*~ AutoMap_Len(n) */; }",
     "field 'p' needs a length that is an integer field of the class alone, and travels"},
    {"PointerToAString", "class c { int n; std::string *s; }", "field 's' points to",
     "note: or let a std::vector, std::string or std::unique_ptr own what it leads to"},
    {"ArrayOfUnknownLength", "class c { std::string s; int more[] /*~ AutoMap_Ignore */; }",
     "field 'more' is an array of unknown length", "note: use std::vector\n"},
    {"NumberOfNoType", "class c { std::string s; __int128 n; }",
     "field 'n' has the type '__int128', which AutoLink cannot send",
     "or write '/*~ AutoMap_Bytes */' after it if its bytes are its value"},
    {"FreedPointer", "class c { std::string s; double *d; public: ~c() noexcept { if (d) { delete[] this->d; } } }",
     "field 'd' is a plain pointer, which owns nothing in a C++ object, and the destructor frees what it leads to",
     "note: let a std::vector, std::string or std::unique_ptr own that, or leave it out"},
    {"FreedPointerOfAnInstance",
     "template <class T> class b { std::string s; T *d; public: ~b() { ::free(d); } };\nusing c = b<double>",
     "field 'd' is a plain pointer, which owns nothing in a C++ object, and the destructor frees what it leads to"},
    {"FreedWeakPointer", "class c { int n; double *d /*~ AutoMap_Weak */; public: ~c() { delete[] d; } }",
     "field 'd' is a plain pointer, which owns nothing in a C++ object, and the destructor frees what it leads to"},
    {"FreedPointersOfANode", "struct c { c *left, *right; ~c() { delete left; delete right; } }",
     "field 'right' is a plain pointer, which owns nothing in a C++ object, and the destructor frees what it leads to",
     "note: let a std::vector, std::string or std::unique_ptr own that, or leave it out"},
    {"PointerToUnknownNumber", "class c { int n; double *d; }", "field 'd' points to 'double'",
     "note: or let a std::vector, std::string or std::unique_ptr own what it leads to, so that the class is a C++ "
     "object\n"},
    {"ArrivedOfAField", "class c { std::string s /*~ AutoMap_Arrived(f) */; }", "AutoMap_Arrived"},
};

INSTANTIATE_TEST_SUITE_P(AutoLink, RefusedClasses, ::testing::ValuesIn(refused_classes),
                         [](const auto &info) { return info.param.name; });

/// Compiles program.cpp with the headers of MPI, AutoMap and AutoLink.
Finished compile_program(const Scratch &scratch, const std::string &compiler = "g++ -std=c++17") {
  return scratch.run(compiler + " " MPI_INCLUDE_FLAGS " " RUNTIME_INCLUDE_FLAG " -I " AUTOLINK_INCLUDE
                                " -fsyntax-only program.cpp");
}

/// All that is generated compiles, in one file for the time that it takes, and so do the functions that are made of it.
void expect_compiles(const Scratch &scratch, const std::string &type) {
  if (!asks_compilers())
    return;
  scratch.write("program.cpp", "#include \"al_objects.hpp\"\n#include \"al_routines.cpp\"\n#include \"m.cpp\"\n"
                               "#include <autolink/autolink.hpp>\n"
                               "auto bytes(const " +
                                   type +
                                   " &object) { return autolink::pack(object); }\n"
                                   "auto object(const std::vector<std::byte> &bytes) { return autolink::unpack<" +
                                   type + ">(bytes); }\n");
  const std::string without_cxx_bindings = " -DMPICH_SKIP_MPICXX=1 -DOMPI_SKIP_MPICXX=1"; // which have warnings
  for (const std::string compiler : {"g++ -std=c++17", "clang++-19 -std=c++20"}) {
    if (compiler.starts_with("clang") && !test_all())
      continue;
    const Finished compiled = compile_program(scratch, compiler + without_cxx_bindings + warnings);
    EXPECT_EQ(compiled.exit_code, 0) << compiler << '\n' << compiled.err;
  }
}

TEST(Objects, OfClassesThatCannotBeSentAreLeftOutBehindPointers) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + R"(
struct base { virtual ~base() = default; };
struct good : base { int i = 0; };
struct also_good : private std::hash<int>, good { std::string s; };
struct bad : good { std::function<void()> f; };
struct hidden : private base { int i = 0; };
template <class B, class T> struct mixin : B { T value; virtual void f() {} };
template <class T> struct mixin<base, T *> { int no_base; };
using of_mixins = mixin<mixin<good, char>, int>;
using without_base = mixin<base, int *>;
template <class T> struct wrong : base { typename T::none member; };
template <class T> struct abstract : base { virtual void f() = 0; };
template <class T> struct outer { T t; struct inner : base { T t; }; template <class U> struct more : base { U u; }; };
struct names { abstract<int> *a; wrong<int> *b; outer<int>::more<long> *c; outer<mixin<base, short>> *d; };
template <class T> struct box { std::vector<T> all; };
class c { std::vector<std::shared_ptr<const base>> all; std::unique_ptr<box<mixin<good, bool>>> one; }
)" + USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "warning: 'bad' derives from 'base', but its objects cannot be sent: field 'f' has the "
                                "type 'std::function<void ()>'"))
      << run.err;
  const std::string objects = scratch.read("al_objects.hpp");
  EXPECT_TRUE(contains(objects, "using derived = types<struct ::base, struct ::good, struct ::also_good, "
                                "struct ::mixin<good, char>, struct ::mixin<mixin<good, char>, int>, "
                                "struct ::mixin<base, short>, struct ::mixin<good, bool>, struct ::outer<int>::inner, "
                                "struct ::outer<int>::more<long>>;"))
      << objects;
  EXPECT_FALSE(contains(objects, "bad"));
  expect_compiles(scratch, "c");
}

/// Such as the number of an open file, which the destructor closes.
TEST(Objects, WhoseNumbersMayStandForMoreAreWarnedOf) {
  const auto is_warned_of = [](const std::string &members, const std::string &mark = "") {
    const Scratch scratch;
    scratch.write("s.hpp", std::string(head) + "void close(int);\nclass file { " + members + " }" + mark +
                               ";\nclass c { std::string s; file f; }" + USED);
    const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const bool is_warned = contains(run.err, "warning: the destructor of 'file' does something");
    EXPECT_EQ(is_warned, contains(run.err, "note: if they stand for something, leave them out with "));
    EXPECT_EQ(is_warned, contains(run.err, "note: otherwise, mark the class with '/*~ AutoMap_TpUsed */'"));
    EXPECT_EQ(is_warned, contains(run.err, "warning"));
    return is_warned;
  };
  EXPECT_TRUE(is_warned_of("int fd_; public: ~file() { close(fd_); }"));
  EXPECT_TRUE(is_warned_of("int fd_; bool is_open_; public: ~file();"));
  EXPECT_FALSE(is_warned_of("int fd_; public: ~file() { close(fd_); }", " /*~ AutoMap_TpUsed */"));
  EXPECT_FALSE(
      is_warned_of("int fd_; public: ~file() { close(fd_); } void open() {}", " /*~ AutoMap_Arrived(open) */"));
  EXPECT_FALSE(is_warned_of("int fd_ /*~ AutoMap_Ignore */; bool is_open_; public: ~file() { close(fd_); }"));
  EXPECT_FALSE(is_warned_of("int n_; public: ~file() {}"));
  EXPECT_FALSE(is_warned_of("int n_; public: ~file() = default;"));
  EXPECT_FALSE(is_warned_of("int n_; public: virtual ~file();"));
  EXPECT_FALSE(is_warned_of("int n_; std::string s; public: ~file();"));
  EXPECT_FALSE(is_warned_of("double x_; public: ~file();"));
}

/// Bytes are no storage where nothing manages it, or where the user says what they are.
TEST(Objects, HaveBytesThatAreTheirValue) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + R"(
struct quiet { alignas(8) char text[16]; union { int i; char c[4]; } u; ~quiet() {} };
struct told { alignas(8) char text[16] /*~ AutoMap_Bytes */; ~told(); };
struct number { union { int i; float f; } u; char text[16]; int n; ~number(); std::string s; };
struct c { std::string s; quiet q; told t; number n; })" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
}

TEST(Objects, WithoutUsableNewAreLeftOutBehindPointers) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + R"(
struct base { virtual ~base() = default; };
struct good : base { int i = 0; static void *operator new(std::size_t n) { return ::operator new(n); }
                     static void operator delete(void *p) { ::operator delete(p); } };
struct bad : base { int i = 0; static void *operator new(std::size_t) = delete; };
struct placed : base { int i = 0; static void *operator new(std::size_t, void *p) { return p; } };
struct by_value { std::string s; static void *operator new(std::size_t) = delete; };
class c { std::unique_ptr<base> p; std::vector<by_value> v; }
)" + USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "warning: 'bad' derives from 'base', but its objects cannot be sent: its operator new "
                                "or delete is deleted or not public"))
      << run.err;
  EXPECT_TRUE(contains(scratch.read("al_objects.hpp"), "using derived = types<struct ::base, struct ::good>;"))
      << scratch.read("al_objects.hpp");
  expect_compiles(scratch, "c");
}

TEST(Objects, NameWhatIsHardToName) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + R"(
namespace outer { inline namespace v1 {
template <class T, int n> struct box { T values[n]; std::vector<T> more; enum class kind { a } k; };
int stat(int);
struct stat { std::string s; };
enum number { one };
} }
using alias = outer::box<std::pair<outer::number, const char[4]>*, 3>;
struct error { virtual ~error() = default; std::string s; };
struct types : error { int i = 0; };
typedef struct { std::string s; std::vector<outer::box<int, -(-2)>> boxes; } only_by_typedef;
class c {
public:
  struct outer::stat a;
  std::map<std::string, only_by_typedef> b;
  std::shared_ptr<outer::box<outer::number, 1>> d[2][3];
  struct { int x; unsigned y : 3; } e;
  long double (*array)[3] = nullptr;
  std::unique_ptr<error> f;
private:
  struct part { virtual ~part() = default; };
  class piece : part {
    enum { first } kind;
    struct piece_of_piece { std::string s; friend class c; };
    std::vector<piece_of_piece> more;
    explicit piece(int);
  public:
    static piece create();
    void arrived() {}
  } /*~ AutoMap_Make(create) */ /*~ AutoMap_Arrived(arrived) */;
  struct other_piece : part { std::unique_ptr<c> owner; };
  std::map<int, piece> g;
  std::weak_ptr<const part> h;
  outer::box<other_piece, 2> i;
})" + USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  expect_compiles(scratch, "c");
}

TEST(Objects, OfSeveralInputsAreToldOnce) {
  const Scratch scratch;
  scratch.write("base.hpp", std::string(head) + "struct base { virtual ~base() = default; std::string s; };\n"
                                                "struct holder { std::unique_ptr<base> p; }" USED);
  scratch.write("one.hpp", "#pragma once\n#include \"base.hpp\"\n" BEGIN "struct one : base { int i = 0; }" USED);
  scratch.write("two.hpp", "#pragma once\n#include \"base.hpp\"\n" BEGIN "struct two : base { int i = 0; }" USED);
  const Finished run = run_automap(scratch, "one.hpp two.hpp --autolink -o m.cpp --suffix x");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string objects = scratch.read("al_objects_x.hpp");
  EXPECT_TRUE(contains(objects, "using derived = types<struct ::base, struct ::one, struct ::two>;")) << objects;
  EXPECT_TRUE(contains(objects, "AUTOMAP_AL_OBJECTS_X_HPP_x")) << objects;
  EXPECT_EQ(objects.find("object_type<struct base>"), objects.rfind("object_type<struct base>"));
}

/// A program can have one description of a class, also with --suffix: another one does not compile.
TEST(Objects, OfTwoDescriptionsAreRefused) {
  if (!asks_compilers())
    return;
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + "class c { public: std::string s; int more = 0; }" USED);
  scratch.write("s.yaml", "types:\n  - {name: c, ignore: [more]}\n");
  ASSERT_EQ(run_automap(scratch, "s.hpp --autolink -o m.cpp").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "s.hpp --autolink -o m.cpp --suffix=same").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "s.hpp --autolink --select s.yaml -o m.cpp --suffix=other").exit_code, 0);
  const auto compile = [&](const std::string &other) {
    scratch.write("program.cpp", "#include \"al_objects.hpp\"\n#include \"al_objects_" + other + ".hpp\"\n");
    return scratch.run("g++ -std=c++17 -I " AUTOLINK_INCLUDE " -fsyntax-only program.cpp");
  };
  EXPECT_EQ(compile("same").exit_code, 0);
  EXPECT_TRUE(
      contains(compile("other").err, "another header that automap has generated describes class c differently"));
}

TEST(Objects, AreDescribedInASelectionFile) {
  const Scratch scratch;
  scratch.write("s.hpp", R"(#pragma once
#include <functional>
#include <vector>
namespace n {
class e { public: e(int); static e create(); };
class c { public: std::vector<e> v; std::function<void()> f; };
inline void rebuild(c &) {}
})");
  scratch.write("s.yaml", "types:\n  - {name: 'n::e', make: create, datatype: false}\n"
                          "  - {name: 'n::c', arrived: rebuild}\n");
  const Finished refused = run_automap(scratch, "s.hpp --select s.yaml --autolink -o m.cpp");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(contains(refused.err, "note: leave it out with 'ignore: [f]' in 's.yaml'")) << refused.err;
  scratch.write("s.yaml", "types:\n  - {name: 'n::e', make: create, datatype: false}\n"
                          "  - {name: 'n::c', arrived: rebuild, ignore: [f]}\n");
  const Finished run = run_automap(scratch, "s.hpp --select s.yaml --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string objects = scratch.read("al_objects.hpp");
  EXPECT_TRUE(contains(objects, "static class ::n::e make() { return ::n::e::create(); }")) << objects;
  EXPECT_TRUE(contains(objects, "static void arrived(class ::n::c &object) { ::n::rebuild(object); }")) << objects;
  expect_compiles(scratch, "n::c");
}

TEST(Objects, AreNotTakenForStructsOfC) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) +
                             "struct node { int n; double *values /*~ AutoMap_Len(n) */; node *next; }" USED "\n" BEGIN
                             "struct plain { int a; double b[3]; }" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string objects = scratch.read("al_objects.hpp");
  EXPECT_FALSE(contains(objects, "node"));
  EXPECT_TRUE(contains(objects, "template struct autolink::expose<struct plain, &plain::a, &plain::b>;")) << objects;
  expect_compiles(scratch, "std::vector<plain>");
}

/// Whether a class is an object depends on what it holds, whatever is beside that. Beside a plain pointer, what has a
/// datatype makes no object, so that the length of what that owns has to be told.
TEST(Objects, MayHaveMembersInAnyOrder) {
  struct Member {
    const char *type;
    bool is_plain = false;
  };
  const Member members[] = {{"int", true},
                            {"std::pair<int, int>", true},
                            {"std::tuple<int, double>", true},
                            {"std::array<std::bitset<9>, 2>", true},
                            {"std::complex<double>", true},
                            {"std::chrono::seconds", true},
                            {"std::optional<int>"},
                            {"std::variant<int, double>"},
                            {"std::pair<int, std::optional<int>>"},
                            {"std::tuple<std::array<std::variant<int, char>, 2>>"},
                            {"std::array<std::string, 2>"},
                            {"std::filesystem::path"},
                            {"std::unique_ptr<int>"},
                            {"std::shared_ptr<int>"},
                            {"std::map<int, int>"},
                            {"std::set<int>"},
                            {"std::deque<int>"},
                            {"with_virtual"},
                            {"with_destructor"},
                            {"with_optional"}};
  std::string includes = "#pragma once\n", classes, plain, exposed;
  for (const char *header : {"array", "bitset", "chrono", "complex", "deque", "filesystem", "map", "memory", "optional",
                             "set", "string", "tuple", "utility", "variant"})
    includes += "#include <" + std::string(header) + ">\n";
  includes += BEGIN "struct with_virtual { virtual ~with_virtual() = default; };\n"
                    "struct with_destructor { int i; ~with_destructor() {} };\n"
                    "struct with_optional { std::optional<int> o; };\n";
  std::vector<std::string> names;
  const auto add = [&](std::string &to, const Member &a, const std::string &b, const std::string &name) {
    to += "struct " + name + " { " + a.type + " a; " + b + " b; } /*~ AutoMap_TpUsed */;\n";
    to += "struct " + name + "_ { " + b + " b; " + a.type + " a; } /*~ AutoMap_TpUsed */;\n";
    names.push_back(name);
  };
  std::vector<std::string> structs; // of C
  for (std::size_t i = 0; i < std::size(members); ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      add(classes, members[i], members[j].type, "c" + std::to_string(i) + "_" + std::to_string(j));
    add(members[i].is_plain ? plain : classes, members[i], "int *", "p" + std::to_string(i));
    if (members[i].is_plain) {
      structs.push_back(names.back());
      names.pop_back();
    }
  }
  const Scratch scratch;
  scratch.write("s.hpp", includes + classes + END);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string objects = scratch.read("al_objects.hpp");
  for (const std::string &name : names) {
    EXPECT_TRUE(contains(objects, "expose<struct " + name + ", &" + name + "::a, &" + name + "::b>")) << name;
    EXPECT_TRUE(contains(objects, "expose<struct " + name + "_, &" + name + "_::b, &" + name + "_::a>")) << name;
  }
  EXPECT_EQ(names.size(), 20 * 21 / 2 + 20 - structs.size());
  scratch.write("p.hpp", includes + plain + END);
  const Finished refused = run_automap(scratch, "p.hpp --autolink -o m.cpp");
  for (const std::string &name : structs)
    for (const char *order : {"", "_"})
      EXPECT_TRUE(
          contains(refused.err, "cannot map 'struct " + name + order + "': field 'b' points to 'int': the number"))
          << refused.err;
}

/// What a class of numbers leaves out, or has weak pointers to, makes it no struct of C.
TEST(Objects, MayBeNumbersBesideWhatIsLeftOut) {
  const Scratch scratch;
  std::string classes = "#include <list>\n#include <mutex>\n";
  const char *const members[] = {"double *m /*~ AutoMap_Ignore */ = nullptr",
                                 "void *m /*~ AutoMap_Ignore */ = nullptr",
                                 "std::function<int(int)> m /*~ AutoMap_Ignore */",
                                 "std::mutex m /*~ AutoMap_Ignore */",
                                 "std::vector<int> m /*~ AutoMap_Ignore */",
                                 "int (*m)(int) /*~ AutoMap_Ignore */ = nullptr",
                                 "int *m[2] /*~ AutoMap_Ignore */ = {}",
                                 "int (*m)[2] = nullptr /*~ AutoMap_Ignore */",
                                 "c0 *m /*~ AutoMap_Weak */ = nullptr"};
  for (std::size_t i = 0; i < std::size(members); ++i)
    classes += "struct c" + std::to_string(i) + " { int n; " + members[i] + "; void fix() {} } /*~ AutoMap_TpUsed */" +
               (i % 2 == 1 ? " /*~ AutoMap_Arrived(fix) */" : "") + ";\n";
  scratch.write("s.hpp",
                std::string(head) + classes +
                    "struct unmade { unmade(int); int n; double *m /*~ AutoMap_Ignore */; } "
                    "/*~ AutoMap_TpUsed */;\n"
                    "struct all { std::list<c0> a; std::list<c1> b; std::list<c2> c; std::list<c3> d; "
                    "std::list<c4> e; std::list<c5> f; std::list<c6> g; std::list<c7> h; std::list<c8> i; }" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string objects = scratch.read("al_objects.hpp");
  for (std::size_t i = 0; i < std::size(members); ++i)
    EXPECT_TRUE(contains(objects, "expose<struct c" + std::to_string(i) + ", ")) << i;
  EXPECT_FALSE(contains(objects, "unmade"));
  EXPECT_TRUE(contains(scratch.read("logbook.txt"), "autolink::send does not take it: it has no constructor without"))
      << scratch.read("logbook.txt");
  EXPECT_TRUE(contains(scratch.read("m.h"), "AutoMap_unmade")) << scratch.read("m.h");
  expect_compiles(scratch, "all");
}

/// What has no datatype because of what it leaves out, or of where weak pointers lead, is an object alone.
TEST(Objects, MayLeaveOutAndHaveWeakPointers) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + R"(#include <list>
struct named { std::string s; };
struct a0 { int n; a0 *parent /*~ AutoMap_Weak */ = nullptr; virtual ~a0() {} } /*~ AutoMap_TpUsed */;
struct a1 { int n = 0; int *d /*~ AutoMap_Ignore */ = nullptr; ~a1() { delete d; } } /*~ AutoMap_TpUsed */;
struct impl;
struct a2 { int n = 0; impl *hidden /*~ AutoMap_Ignore */ = nullptr; a2(); ~a2(); } /*~ AutoMap_TpUsed */;
struct a3 { int n = 0; double *e /*~ AutoMap_Weak */ = nullptr; } /*~ AutoMap_TpUsed */;
struct a4 { int n = 0; named *e /*~ AutoMap_Weak */ = nullptr; } /*~ AutoMap_TpUsed */;
struct a5 { int n = 0; std::vector<int> *e[2] /*~ AutoMap_Weak */ = {}; } /*~ AutoMap_TpUsed */;
struct a6 { int n = 0; a0 *e /*~ AutoMap_Weak */ = nullptr; } /*~ AutoMap_TpUsed */;
struct a7 { int n = 0; struct link { a7 *to /*~ AutoMap_Weak */ = nullptr; named *name /*~ AutoMap_Weak */ = nullptr; } all[2]; }
  /*~ AutoMap_TpUsed */;
struct a8 { int n = 0; a8 *up /*~ AutoMap_Weak */ = nullptr; ~a8() {} } /*~ AutoMap_TpUsed */;
struct a9 : a1 { a1 one; int bits : 3 /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */;
// Destructors that free something else.
struct cached { std::string s; double *cache /*~ AutoMap_Ignore */ = nullptr; };
struct b0 { std::string s; cached *d = nullptr; ~b0() { if (d) delete d->cache; } } /*~ AutoMap_TpUsed */;
struct b1 { std::string s; b1 *p = nullptr; std::vector<b1 *> all /*~ AutoMap_Ignore */;
            ~b1() noexcept(true) { for (b1 *p : all) delete p; } } /*~ AutoMap_TpUsed */;
struct b2 { std::string s; int **p = nullptr; ~b2() { delete p[0]; } } /*~ AutoMap_TpUsed */;
// Not told about what no object does.
struct d0 { int k; std::string s /*~ AutoMap_Ignore */; void fix() {} } /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(fix) */;
struct base { void fix() {} };
struct d1 : base { std::string s; } /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(fix) */;
struct all { std::list<a0> a; std::list<a1> b; std::list<a2> c; std::list<a3> d; std::list<a4> e; std::list<a5> f;
             std::list<a6> g; std::list<a7> h; std::list<a8> i; std::list<a9> j; std::list<b0> k; std::list<b1> l;
             std::list<b2> m; std::list<d0> n; std::list<d1> o; })" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const std::string objects = scratch.read("al_objects.hpp");
  for (const char *name : {"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "d0", "d1"})
    EXPECT_TRUE(contains(objects, std::string("expose<struct ") + name)) << name;
  expect_compiles(scratch, "all");
  scratch.write("p.hpp", std::string(head) + "struct c { int n = 1; double *p = nullptr; }" USED);
  const Finished ignoring = run_automap(scratch, "p.hpp --autolink --ignore-pointers -o p.cpp --suffix p");
  EXPECT_EQ(ignoring.exit_code, 0) << ignoring.err;
  EXPECT_TRUE(contains(scratch.read("al_objects_p.hpp"), "expose<struct c, &c::n>;"));
}

TEST(Objects, MayBeOfALibraryAlone) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + "struct cell { std::vector<int> v; };\n"
                                             "typedef std::map<int, cell> cells /*~ AutoMap_TpUsed */;\n"
                                             "using shared = std::shared_ptr<cell>" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(scratch.read("al_objects.hpp"), "expose<struct cell, &cell::v>"));
  EXPECT_FALSE(contains(scratch.read("al_objects.hpp"), "expose<class"));
  EXPECT_TRUE(contains(scratch.read("logbook.txt"),
                       "class std::map<int, cell>, s.hpp:10\n"
                       "  C++ objects of it travel because it is marked; AutoLink's headers describe it\n"));
  expect_compiles(scratch, "cells");
  expect_compiles(scratch, "shared");
}

TEST(Objects, HaveWeakPointers) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + "struct c { int a; std::vector<std::unique_ptr<c>> kids; c *next, *up /*~ "
                                             "AutoMap_Weak */, *near[2] /*~ AutoMap_Weak */; }" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string objects = scratch.read("al_objects.hpp");
  EXPECT_TRUE(contains(objects, "  using weak = std::index_sequence<3, 4>;\n")) << objects;
  EXPECT_TRUE(contains(scratch.read("logbook.txt"), "NULL unless what they lead to travels anyway: up, near\n"))
      << scratch.read("logbook.txt");
  expect_compiles(scratch, "c");
}

/// A member that fits into padding moves no other.
TEST(Objects, WhosePaddingHasAMemberNowDoNotCompile) {
  const std::pair<std::string, std::string> around[] = {
      {"int n; ", "std::string s; "},
      {"virtual ~c() = default; std::string s; int n; ", ""},
      {"std::string s; unsigned b : 3, d : 4; ", ""},
      {"std::string s; int n /*~ AutoMap_Ignore */; ", ""},
  };
  for (const auto &[before, after] : around) {
    const Scratch scratch;
    const auto write = [&](const std::string &added) {
      scratch.write("s.hpp", std::string(head) + "struct c { " + before + added + after + "}" USED);
    };
    write("");
    ASSERT_EQ(run_automap(scratch, "s.hpp --autolink -o m.cpp").exit_code, 0);
    if (!asks_compilers())
      return;
    scratch.write("program.cpp", "#include \"al_objects.hpp\"\n");
    for (const std::string added : {"", "char added; "}) {
      SCOPED_TRACE(before + added + after);
      write(added);
      const Finished compiled = compile_program(scratch, "g++ -std=c++17" + warnings);
      EXPECT_EQ(compiled.exit_code == 0, added.empty()) << compiled.err;
      EXPECT_EQ(contains(compiled.err, "run automap again"), !added.empty()) << compiled.err;
    }
  }
}

/// A member that does not fit into padding, also in a class with a base or with members that are left out or private.
TEST(Objects, WhoseClassHasChangedDoNotCompile) {
  const std::pair<std::string, std::string> changes[] = {
      {"struct c { int a; std::string s; ", "double added; "},
      {"struct c : b { std::map<int, int> m; ", "std::vector<double> added; "},
      {"struct c { std::vector<int> v /*~ AutoMap_Ignore */; std::map<int, int> m; ", "std::vector<double> added; "},
      {"class c { std::vector<int> v; public: const int n = 3; std::map<int, int> m; ", "std::vector<double> added; "},
  };
  for (const auto &[before, added] : changes) {
    const Scratch scratch;
    const auto write = [&](const std::string &members) {
      scratch.write("s.hpp",
                    std::string(head) + "struct b { virtual ~b() = default; std::string s; };\n" + members + "}" USED);
    };
    write(before);
    ASSERT_EQ(run_automap(scratch, "s.hpp --autolink -o m.cpp").exit_code, 0);
    expect_compiles(scratch, "c");
    if (!asks_compilers())
      return;
    write(before + added);
    const Finished compiled = compile_program(scratch);
    EXPECT_NE(compiled.exit_code, 0) << before;
    EXPECT_TRUE(contains(compiled.err, "this class has changed since automap read it")) << compiled.err;
  }
}

TEST(Objects, WarnOfConstMembersThatConstructorsSet) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + "class c { std::string s; const int n, one = 1; const double d /*~ "
                                             "AutoMap_Ignore */; public: c(int i = 0) : n(i), d(i) {} }" USED);
  const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(contains(run.err,
                       "warning: field 'n' is const, so it does not travel: where 'c' arrives, it has what the "
                       "receiver's constructor gives it"))
      << run.err;
  EXPECT_TRUE(contains(run.err, "1 warning generated")) << run.err;
}

TEST(Objects, OfClassesThatAutomapHasNotReadDoNotCompile) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) + "struct c { std::string s; }" USED);
  ASSERT_EQ(run_automap(scratch, "s.hpp --autolink -o m.cpp").exit_code, 0);
  if (!asks_compilers())
    return;
  scratch.write("program.cpp", "#include \"al_objects.hpp\"\n#include <autolink/autolink.hpp>\n"
                               "struct other { std::string s; };\n"
                               "void f(const other &o) { autolink::send(o, 0, 0, MPI_COMM_WORLD); }\n");
  const Finished compiled = compile_program(scratch);
  EXPECT_NE(compiled.exit_code, 0);
  EXPECT_TRUE(contains(compiled.err, "AutoLink does not know this type: give the header of the class to"))
      << compiled.err;
}

TEST(Objects, ThatCannotBeMovedSayWhatToDo) {
  const Scratch scratch;
  scratch.write("s.hpp", std::string(head) +
                             "#include <list>\nstruct c { int n = 0; c() = default; c(const c &) = delete; }" USED);
  ASSERT_EQ(run_automap(scratch, "s.hpp --autolink -o m.cpp").exit_code, 0);
  if (!asks_compilers())
    return;
  const auto compile = [&](const std::string &flags, const std::string &statement) {
    scratch.write("program.cpp", "#include \"al_objects.hpp\"\n#include <autolink/autolink.hpp>\n"
                                 "void f() { c one; std::vector<c> all(2); std::list<c> list; " +
                                     statement + "; }\n");
    return compile_program(scratch, "g++ " + flags);
  };
  const std::string send_a_pointer = "this object cannot be moved: send a smart pointer to it";
  const std::pair<const char *, std::string> refused[] = {
      {"autolink::recv<c>(0, 0, MPI_COMM_WORLD)", send_a_pointer},
      {"autolink::gather(one, 0, MPI_COMM_WORLD)", send_a_pointer},
      {"autolink::unpack<c>({})", "this object cannot be moved: pack a smart pointer to it"},
      {"autolink::file_reader().read<c>(0)", "this object cannot be moved: write a smart pointer to it"},
      {"autolink::recv(all, 0, 0, MPI_COMM_WORLD)",
       "elements that cannot be moved cannot be added to a vector when they arrive: let it be a list, or hold smart "
       "pointers to them"}};
  for (const auto &[statement, text] : refused) {
    const Finished compiled = compile("-std=c++17", statement);
    EXPECT_NE(compiled.exit_code, 0) << statement;
    EXPECT_TRUE(contains(compiled.err, text)) << statement << compiled.err;
  }
  const Finished moved = compile("-std=c++17", "autolink::send(all, 0, 0, MPI_COMM_WORLD); "
                                               "autolink::recv(list, 0, 0, MPI_COMM_WORLD)");
  EXPECT_EQ(moved.exit_code, 0) << moved.err;
  EXPECT_TRUE(contains(compile("-std=c++14", "").err, "need C++17: compile with -std=c++17 or later"));
}

} // namespace
} // namespace automap::test
