// Random C++ headers. See random_classes.h.
#include "random_classes.h"

#include <algorithm>
#include <array>

namespace automap::test {
namespace {

constexpr std::array basic_types = {
    "bool",     "char",         "signed char", "unsigned char", "short",     "unsigned short",
    "int",      "unsigned int", "long",        "unsigned long", "long long", "unsigned long long",
    "float",    "double",       "long double", "wchar_t",       "char8_t",   "char16_t",
    "char32_t", "std::byte",    "plain_enum",  "small_enum",    "wide_enum"};

constexpr std::array other_types = {"std::int8_t",
                                    "std::int32_t",
                                    "std::uint16_t",
                                    "uint64_t",
                                    "__int128",
                                    "_Float16",
                                    "v4float",
                                    "std::complex<float>",
                                    "std::complex<double>",
                                    "std::complex<long double>",
                                    "std::atomic<int>",
                                    "std::atomic<bool>",
                                    "std::atomic<double>",
                                    "const int",
                                    "volatile short",
                                    "float _Complex",
                                    "double _Complex"};

struct BitFieldType {
  const char *name;
  unsigned bits;
};
constexpr std::array bit_field_types = {BitFieldType{"bool", 1},           BitFieldType{"int", 32},
                                        BitFieldType{"unsigned int", 32},  BitFieldType{"signed char", 8},
                                        BitFieldType{"short", 16},         BitFieldType{"long long", 64},
                                        BitFieldType{"unsigned long", 64}, BitFieldType{"small_enum", 8},
                                        BitFieldType{"wide_enum", 64},     BitFieldType{"std::uint16_t", 16}};

constexpr std::array namespaces = {"", "", "geo", "geo::mesh", "geo::inline current"};

constexpr char preamble[] = R"(#include <array>
#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
/*~ AutoMap_Begin */
enum plain_enum { enum_a, enum_b };
enum class small_enum : unsigned char { a, b };
enum class wide_enum : long { a = -1, b };
typedef float v4float __attribute__((vector_size(16)));
)";

/// Types whose names are hard to write: hidden by functions and variables, specialized or instantiated explicitly,
/// local to functions, and templates with parameters of each kind.
constexpr char hard_names[] = R"(
namespace hard {
struct hidden { int i; };
int hidden(int);
enum hue : short { red, green = -3 };
inline short hue;
enum class wide : unsigned long { low, top = ~0ul };
struct point { int x; void move(int) const noexcept; };
inline int object;
int function(int);
inline constexpr char text[] = "t";
template <class... T> struct of { short s; char c; };
template <auto... V> struct values { int i; };
template <class T, T... V> struct constants { short s; };
template <template <class...> class T> struct by_template { char c[3]; };
template <int &R> struct by_reference { char c; };
template <const char *P> struct by_address { char c; };
template <class T> struct special { char c; };
template <> struct special<point> { double d; };
template <> struct special<enum hue> { short s[2]; };
using other_name = point *;
template <> struct special<other_name> { long l; };
template struct of<point, enum wide>;
template struct constants<enum hue, red>;
inline auto local() { struct inside { int x; char c; }; return inside{}; }
inline auto local_number() { enum class inside : char { a }; return inside::a; }
inline auto unnamed() { struct { short x; char c; } v{}; return v; }
inline namespace version { struct inner { int i; }; }
}
)";

/// Fields of such types. "$" stands for a random type as an argument, "#" for a random value.
constexpr std::array hard_fields = {"struct hard::hidden",
                                    "enum hard::hue",
                                    "hard::of<$>",
                                    "hard::of<$, $>",
                                    "hard::values<#>",
                                    "hard::values<#, #>",
                                    "hard::of<hard::values<#>, $>",
                                    "hard::constants<enum hard::hue, hard::red, hard::green>",
                                    "hard::constants<unsigned char, 200, 'a'>",
                                    "hard::constants<unsigned long, 0xffffffffffffffff>",
                                    "hard::by_template<hard::of>",
                                    "hard::by_reference<hard::object>",
                                    "hard::by_address<hard::text>",
                                    "hard::special<$>",
                                    "std::pair<struct hard::hidden, hard::special<hard::point>>",
                                    "std::array<hard::special<enum hard::hue>, 2>",
                                    "decltype(hard::local())",
                                    "decltype(hard::local_number())",
                                    "decltype(hard::unnamed())",
                                    "hard::inner"};
constexpr std::array hard_arguments = {"int",
                                       "struct hard::hidden",
                                       "enum hard::hue",
                                       "hard::wide",
                                       "hard::point",
                                       "hard::point *",
                                       "hard::inner",
                                       "const volatile int *const *",
                                       "int[3]",
                                       "long (&)[2]",
                                       "struct hard::hidden &&",
                                       "int (*)(char, ...)",
                                       "void(enum hard::hue) noexcept",
                                       "int (*(*)(struct hard::hidden))[2]",
                                       "int hard::point::*",
                                       "void (hard::point::*)(int) const noexcept",
                                       "decltype(hard::local())",
                                       "decltype(hard::local_number())",
                                       "decltype(hard::unnamed())",
                                       "decltype(nullptr)",
                                       "hard::special<hard::point>",
                                       "hard::of<struct hard::hidden, hard::of<>>",
                                       "unsigned long long"};
constexpr std::array hard_values = {"3",
                                    "-7L",
                                    "(unsigned short)9",
                                    "(unsigned char)200",
                                    "(signed char)-1",
                                    "'x'",
                                    "L'y'",
                                    "true",
                                    "0xffffffffffffffff",
                                    "(-0x7fffffffffffffff - 1)",
                                    "hard::red",
                                    "(enum hard::hue)5",
                                    "hard::wide::top",
                                    "&hard::object",
                                    "&hard::function",
                                    "hard::text",
                                    "&hard::point::x",
                                    "&hard::point::move",
                                    "nullptr",
                                    "(int *)nullptr"};

constexpr unsigned max_weight = 200;

} // namespace

/// Returns a class that can be a field, or null if none is small enough.
const RandomClasses::Known *RandomClasses::known_class(unsigned max_weight_left) {
  if (known_.empty())
    return nullptr;
  const Known &known = known_[below(static_cast<unsigned>(known_.size()))];
  return known.abstract || known.weight > max_weight_left ? nullptr : &known;
}

/// Returns a std::array, std::pair or std::tuple of any types.
std::string RandomClasses::standard_type(Body &body) {
  if (body.weight > 60)
    return "std::pair<char, short>";
  const unsigned before = body.weight;
  std::string text;
  switch (below(3)) {
  case 0: {
    const unsigned count = below(4);
    text = "std::array<" + type(body, false) + ", " + std::to_string(count) + ">";
    body.weight = before + (body.weight - before) * count;
    break;
  }
  case 1:
    text = "std::pair<" + type(body, false);
    text += ", " + type(body, false) + ">";
    break;
  default:
    text = "std::tuple<" + type(body, false);
    for (unsigned n = below(4); n > 0; --n)
      text += ", " + type(body, false);
    text += ">";
  }
  return text;
}

/// Returns a type whose name is hard to write.
std::string RandomClasses::hard_type(Body &body) {
  body.weight += 4;
  std::string text;
  for (const char letter : std::string(pick(hard_fields)))
    text += letter == '$'   ? std::string(pick(hard_arguments))
            : letter == '#' ? std::string(pick(hard_values))
                            : std::string(1, letter);
  return text;
}

/// Returns a type without qualifiers; T is a template argument.
std::string RandomClasses::type(Body &body, bool of_template) {
  if (of_template && one_in(2)) {
    body.weight += 10;
    return "T";
  }
  if (one_in(4))
    if (const Known *known = known_class(max_weight / 8)) {
      body.weight += known->weight;
      return "::" + known->name; // a private base of the same name must not hide it
    }
  if (one_in(7))
    return standard_type(body);
  if (one_in(7))
    return hard_type(body);
  ++body.weight;
  return pick(basic_types);
}

std::string RandomClasses::bit_fields(Body &body) {
  std::string text;
  for (unsigned n = 1 + below(5); n > 0; --n) {
    const BitFieldType bits = pick(bit_field_types);
    if (one_in(6)) {
      text += std::string(bits.name) + " : " + std::to_string(below(bits.bits + 1)) + ";\n";
      continue;
    }
    const std::string name = new_name("f");
    std::string declaration = bits.name + (" " + name) + " : " + std::to_string(1 + below(bits.bits));
    body.weight += 2;
    if (one_in(10)) { // left out, and so must share no byte with others
      annotations_[name] = {.kind = Annotation::Kind::ignored};
      declaration = "char : 0;\n" + declaration + " /*~ AutoMap_Ignore */;\nchar : 0";
    }
    text += declaration + ";\n";
  }
  return text;
}

std::string RandomClasses::union_field(Body &body) {
  const bool anonymous = one_in(2);
  const std::string field = new_name("f");
  std::string text = "union {\n";
  std::vector<std::string> names;
  for (unsigned n = 1 + below(3); n > 0; --n) {
    names.push_back(new_name("f"));
    text += std::string(pick(basic_types)) + " " + names.back() +
            (one_in(3) ? "[" + std::to_string(1 + below(5)) + "]" : "") + ";\n";
  }
  body.weight += 8;
  Annotation means{.kind = Annotation::Kind::bytes};
  std::string comment = " /*~ AutoMap_Bytes */";
  if (!one_in(4)) {
    means = {.kind = Annotation::Kind::use, .member = pick(names)};
    comment = " /*~ AutoMap_Use(" + means.member + ") */";
  }
  annotations_[anonymous ? "union " + names.front() : field] = means;
  return text + "}" + (anonymous ? "" : " " + field) + comment + ";\n";
}

/// Returns members that take no space.
std::string RandomClasses::no_data(const std::string &class_name) {
  switch (below(7)) {
  case 0:
    return "static int " + new_name("s") + ";\n";
  case 1:
    return "static constexpr int " + new_name("s") + " = 3;\n";
  case 2:
    return "int " + new_name("m") + "() const { return 1; }\n";
  case 3:
    return "using " + new_name("t") + " = double;\n";
  case 4:
    return "enum class " + new_name("e") + " : short { x, y };\n";
  case 5:
    return "friend class " + class_name + ";\n";
  default:
    return "static void " + new_name("m") + "(int);\n";
  }
}

/// Returns one or several declarations.
std::string RandomClasses::field(Body &body, bool of_template, int depth) {
  body.empty = false;
  const std::string name = new_name("f");
  switch (below(16)) {
  case 0:
  case 1:
    return bit_fields(body);
  case 2:
    return union_field(body);
  case 3:
    annotations_[name] = {.kind = Annotation::Kind::ignored};
    return pick(std::array{"void *", "int &", "const std::byte *", "double "}) + name + " /*~ AutoMap_Ignore */;\n";
  case 4:
    annotations_[name] = {.kind = Annotation::Kind::bytes};
    body.weight += 16;
    return std::string(pick(basic_types)) + " " + name + " /*~ AutoMap_Bytes */;\n";
  case 5:
  case 6:
    if (packed_ || pragma_packed_ || depth > 0)
      break; // see below
    if (const Known *known = known_class(max_weight / 4)) {
      body.weight += known->weight;
      body.overlapping = true;
      return "[[no_unique_address]] ::" + known->name + " " + name + ";\n";
    }
    break;
  case 7:
    if (depth < 2 && !of_template) {
      const std::string nested = new_name("n");
      const Body inner = fields(false, depth + 1);
      body.weight += inner.weight;
      return std::string(one_in(2) ? "struct " : "class ") + nested + " {\n" + inner.text + "};\n" + nested + " " +
             name + ";\n";
    }
    break;
  case 8:
    body.weight += 1;
    return "alignas(" + std::to_string(16u << below(2)) + ") " + pick(basic_types) + " " + name + ";\n";
  case 9:
  case 10:
    body.weight += 2;
    return std::string(pick(other_types)) + " " + name + ";\n";
  case 11: {
    const std::string written = standard_type(body);
    return written + " " + name + ";\n";
  }
  case 12:
    ++body.weight;
    return std::string("mutable ") + pick(basic_types) + " " + name + ";\n";
  default:
    break;
  }
  const unsigned before = body.weight;
  std::string text = type(body, of_template) + " " + name;
  if (one_in(3)) {
    const unsigned count = 1 + below(3);
    const bool dependent = of_template && one_in(2);
    text += "[" + (dependent ? "N" : std::to_string(count)) + "]";
    body.weight = before + (body.weight - before) * (dependent ? 4 : count);
  }
  return text + ";\n";
}

RandomClasses::Body RandomClasses::fields(bool of_template, int depth) {
  Body body;
  for (unsigned n = 1 + below(5); n > 0 && body.weight < max_weight; --n) {
    if (one_in(3))
      body.text += pick(std::array{"public:\n", "private:\n", "protected:\n"});
    body.text += field(body, of_template, depth);
  }
  return body;
}

/// Returns " : public a, private b", or nothing. A base that is not empty occurs only once, at any level, because
/// otherwise the names of its fields would be ambiguous.
std::string RandomClasses::bases(Known &made) {
  std::string text;
  std::set<std::string> direct;
  for (unsigned n = below(4); n > 0 && !known_.empty(); --n) {
    const Known &base = known_[below(static_cast<unsigned>(known_.size()))];
    if (base.final || base.weight + made.weight > max_weight || !direct.insert(base.name).second ||
        std::ranges::any_of(base.ancestors, [&](const auto &name) { return made.ancestors.contains(name); }))
      continue;
    text += std::string(text.empty() ? " : " : ", ") +
            pick(std::array{"", "public ", "public ", "private ", "protected "}) + "::" + base.name;
    made.weight += base.weight;
    made.empty = made.empty && base.empty;
    made.abstract = made.abstract || base.abstract;
    made.polymorphic = made.polymorphic || base.polymorphic;
    made.ancestors.insert(base.ancestors.begin(), base.ancestors.end());
  }
  return text;
}

void RandomClasses::make_class() {
  const std::string space = pick(namespaces), own = new_name("c");
  // The name omits the inline namespace.
  const std::string visible = space == "geo::inline current" ? "geo" : space;
  Known made{.name = (visible.empty() ? "" : visible + "::") + own, .empty = true, .ancestors = {}};
  std::string attribute, pragma;
  packed_ = pragma_packed_ = false;
  switch (below(12)) {
  case 0:
    pragma = "#pragma pack(push, " + std::to_string(1u << below(4)) + ")\n";
    pragma_packed_ = true;
    break;
  case 1:
    attribute = "__attribute__((packed)) ";
    packed_ = true;
    break;
  case 2:
    attribute = "__attribute__((aligned(" + std::to_string(1u << below(6)) + "))) ";
    break;
  case 3:
    attribute = "alignas(64) ";
    break;
  default:
    break;
  }
  const std::string derived_from = one_in(2) ? bases(made) : "";
  Body body;
  if (!one_in(5))
    body = fields(false, 0);
  made.weight += body.weight;
  made.empty = made.empty && body.empty;
  made.final = one_in(8);

  // The tail padding of a class may be used only if it is not a POD. The compilers disagree on this if a constructor is
  // "= default", or if a field is [[no_unique_address]]. They also disagree on such fields in packed classes.
  std::string members;
  if (body.overlapping || one_in(3))
    members += "public:\n" + own + "();\n";
  if (one_in(10))
    members += "public:\n" + own + "(const " + own + " &);\n";
  while (one_in(3))
    members += no_data(own);
  if (one_in(5) && (!made.empty || one_in(3))) {
    made.polymorphic = true;
    made.empty = false;
    made.abstract = made.abstract || one_in(8);
    members += "public:\n";
    if (one_in(3))
      members += "virtual ~" + own + "();\n";
    members += "virtual void " + new_name("v") + "()" + (made.abstract ? " = 0" : "") + ";\n";
  }
  if (!made.empty)
    made.ancestors.insert(made.name);

  header_ += pragma + (space.empty() ? "" : "namespace " + space + " {\n") + (one_in(2) ? "struct " : "class ") +
             attribute + own + (made.final ? " final" : "") + derived_from + " {\n" +
             (one_in(2) ? members + body.text : body.text + members) + "} /*~ AutoMap_TpUsed */;\n" +
             (space.empty() ? "" : "}\n") + (pragma.empty() ? "" : "#pragma pack(pop)\n");
  known_.push_back(std::move(made));
}

void RandomClasses::make_template() {
  Known made{.name = new_name("t"), .empty = true, .ancestors = {}};
  const std::string derived_from = one_in(3) ? bases(made) : "";
  packed_ = pragma_packed_ = false;
  const Body body = fields(true, 0);
  made.weight += body.weight;
  made.empty = false;
  header_ += "template <class T, int N> " + std::string(one_in(2) ? "struct " : "class ") + made.name + derived_from +
             " {\n" + body.text + (body.overlapping ? "public:\n" + made.name + "();\n" : "") + "};\n";
  templates_.push_back(std::move(made));
}

/// Adds an alias of a template instance.
void RandomClasses::make_alias() {
  const Known &of = templates_[below(static_cast<unsigned>(templates_.size()))];
  Known made = of;
  made.name = new_name("a");
  Body body;
  const std::string argument = type(body, false);
  const std::string instance = of.name + "<" + argument + ", " + std::to_string(1 + below(4)) + ">";
  if (!instances_.insert(instance).second)
    return make_class();
  made.weight += 4 * body.weight;
  made.ancestors.insert(of.name); // the fields of all instances have the same names
  header_ += "using " + made.name + " = " + instance + "; /*~ AutoMap_TpUsed */\n";
  known_.push_back(std::move(made));
}

void RandomClasses::make(unsigned count) {
  header_ = std::string(preamble) + hard_names;
  for (unsigned i = 0; i < count; ++i) {
    if (templates_.empty() || one_in(15))
      make_template();
    if (one_in(8))
      make_alias();
    else
      make_class();
  }
  header_ += "/*~ AutoMap_End */\n";
}

} // namespace automap::test
