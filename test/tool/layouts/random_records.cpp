// Random C headers. See random_records.h.
#include "random_records.h"

#include <array>

namespace automap::test {
namespace {

constexpr std::array basic_c_types = {"char",
                                      "signed char",
                                      "unsigned char",
                                      "short",
                                      "unsigned short",
                                      "int",
                                      "unsigned int",
                                      "long",
                                      "unsigned long",
                                      "long long",
                                      "unsigned long long",
                                      "float",
                                      "double",
                                      "long double",
                                      "_Bool",
                                      "float _Complex",
                                      "double _Complex",
                                      "long double _Complex",
                                      "enum plain_enum",
                                      "enum signed_enum",
                                      "real",
                                      "real_alias",
                                      "size_t",
                                      "const int",
                                      "volatile short"};

/// Types that offsetof and _Generic cannot distinguish, or do not know.
constexpr std::array other_c_types = {
    "int8_t",         "uint16_t",        "int32_t",     "uint64_t",          "wchar_t",
    "char16_t",       "char32_t",        "__int128",    "unsigned __int128", "_Float16",
    "__float128",     "_Complex int",    "_Atomic int", "_Atomic(short)",    "_Atomic(long long)",
    "_Atomic(_Bool)", "v4float",         "v2double",    "v8short",           "v16schar",
    "v2float",        "enum small_enum", "_Float32",    "_Float64",          "_Float32x",
    "_Float64x"};

struct CBitFieldType {
  const char *name;
  unsigned bits;
};
constexpr std::array c_bit_field_types = {
    CBitFieldType{"int", 32},          CBitFieldType{"unsigned int", 32},    CBitFieldType{"signed char", 8},
    CBitFieldType{"unsigned char", 8}, CBitFieldType{"short", 16},           CBitFieldType{"unsigned short", 16},
    CBitFieldType{"long", 64},         CBitFieldType{"long long", 64},       CBitFieldType{"unsigned long long", 64},
    CBitFieldType{"_Bool", 1},         CBitFieldType{"enum plain_enum", 32}, CBitFieldType{"enum signed_enum", 32},
    CBitFieldType{"uint16_t", 16}};

constexpr char other_types_preamble[] = R"(#include <stdint.h>
#include <uchar.h>
#include <wchar.h>
typedef float v4float __attribute__((vector_size(16)));
typedef float v2float __attribute__((vector_size(8)));
typedef double v2double __attribute__((vector_size(16)));
typedef short v8short __attribute__((vector_size(16)));
typedef signed char v16schar __attribute__((vector_size(16)));
enum __attribute__((packed)) small_enum { E, F };
)";

constexpr unsigned max_leaves = 300;

} // namespace

/// Returns several bit-fields of all widths. Some of them have no name or width, or are left out.
std::string RandomRecords::bit_fields() {
  std::string text;
  for (unsigned n = 1 + below(5); n > 0; --n) {
    const CBitFieldType &type = c_bit_field_types[below(c_bit_field_types.size())];
    if (one_in(6)) {
      text += std::string(type.name) + " : " + std::to_string(below(type.bits + 1)) + ";\n";
      continue;
    }
    const std::string name = new_name();
    std::string declaration = type.name + (" " + name) + " : " + std::to_string(1 + below(type.bits));
    if (one_in(12))
      declaration += " __attribute__((packed))";
    if (one_in(8)) { // left out, and so must share no byte with others
      annotations_[name] = {.kind = Annotation::Kind::ignored};
      declaration = "char : 0;\n" + declaration + " /*~ AutoMap_Ignore */;\nchar : 0";
    }
    text += declaration + ";\n";
  }
  return text;
}

/// Returns a basic type, or a small record.
std::string RandomRecords::small_type(std::vector<std::string> &leaves) {
  if (!known_.empty() && one_in(3)) {
    const Known &record = known_[below(static_cast<unsigned>(known_.size()))];
    if (record.leaves.size() < 30) {
      leaves.resize(leaves.size() + 3 * record.leaves.size()); // the paths are not used
      return "struct " + record.name;
    }
  }
  return basic_c_types[below(basic_c_types.size())];
}

/// Returns a union, and the comment that selects its bytes: on the field or, if that has no name, on the union itself.
std::string RandomRecords::union_body(std::vector<std::string> &leaves, std::string &annotation,
                                      const std::string &field) {
  std::string text = "union {\n";
  std::vector<std::string> names;
  for (unsigned n = 1 + below(4); n > 0; --n) {
    names.push_back(new_name());
    if (one_in(6))
      text += "unsigned " + names.back() + " : " + std::to_string(1 + below(32)) + ";\n";
    else
      text +=
          small_type(leaves) + " " + names.back() + (one_in(3) ? "[" + std::to_string(1 + below(3)) + "]" : "") + ";\n";
  }
  Annotation means{.kind = Annotation::Kind::bytes};
  annotation = " /*~ AutoMap_Bytes */";
  if (!one_in(4)) {
    means = {.kind = Annotation::Kind::use, .member = names[below(static_cast<unsigned>(names.size()))]};
    annotation = " /*~ AutoMap_Use(" + means.member + ") */";
  }
  annotations_[field.empty() ? "union " + names.front() : field] = means;
  return text + "}";
}

/// Returns declarations that offsetof does not support.
std::string RandomRecords::other_field(std::vector<std::string> &leaves) {
  leaves.push_back(""); // keeps the count right
  const std::string name = new_name();
  const std::string declarator = name + (one_in(3) ? "[" + std::to_string(below(4)) + "]" : "");
  std::string comment;
  switch (below(7)) {
  case 0:
  case 1:
    return bit_fields();
  case 2: {
    const std::string body = union_body(leaves, comment, name);
    return body + " " + declarator + comment + ";\n";
  }
  case 3: {
    const std::string body = union_body(leaves, comment, "");
    return body + comment + (one_in(2) ? ";\n" : " " + declarator + ";\n");
  }
  case 4:
    annotations_[name] = {.kind = Annotation::Kind::bytes};
    return small_type(leaves) + " " + declarator + " /*~ AutoMap_Bytes */;\n";
  case 5:
    annotations_[name] = {.kind = Annotation::Kind::ignored};
    return (one_in(2) ? "const char *" : small_type(leaves) + " ") + declarator + " /*~ AutoMap_Ignore */;\n";
  default:
    return std::string(other_c_types[below(other_c_types.size())]) + " " + declarator + ";\n";
  }
}

/// Returns one declaration, and adds the paths of its elements.
std::string RandomRecords::field(std::vector<std::string> &leaves, const std::string &prefix, int depth) {
  if (constructs_ == Constructs::all && one_in(3))
    return other_field(leaves);
  const std::string name = new_name();
  std::vector<unsigned> extents;
  if (below(3) == 0)
    extents.push_back(1 + below(4));
  if (!extents.empty() && below(3) == 0)
    extents.push_back(1 + below(3));
  std::string subscripts;
  std::vector<std::string> elements = {prefix + name};
  for (const unsigned extent : extents) {
    subscripts += "[" + std::to_string(extent) + "]";
    std::vector<std::string> next;
    for (const std::string &element : elements)
      for (unsigned i = 0; i < extent; ++i)
        next.push_back(element + "[" + std::to_string(i) + "]");
    elements = std::move(next);
  }
  const auto add = [&](const std::vector<std::string> &inner) {
    for (const std::string &element : elements)
      for (const std::string &path : inner)
        leaves.push_back(element + path);
  };
  const std::string aligned = below(8) == 0 ? " __attribute__((aligned(" + std::to_string(1u << below(6)) + ")))" : "";

  switch (below(6)) {
  case 0:
    if (!known_.empty()) {
      const Known &record = known_[below(static_cast<unsigned>(known_.size()))];
      if (leaves.size() + elements.size() * record.leaves.size() < max_leaves) {
        std::vector<std::string> inner;
        for (const std::string &leaf : record.leaves)
          inner.push_back("." + leaf);
        add(inner);
        return "struct " + record.name + " " + name + subscripts + aligned + ";\n";
      }
    }
    break;
  case 1:
    if (depth < 3) {
      std::vector<std::string> inner;
      const std::string body = fields(inner, ".", depth + 1);
      if (leaves.size() + elements.size() * inner.size() < max_leaves) {
        add(inner);
        return "struct {\n" + body + "} " + name + subscripts + ";\n";
      }
    }
    break;
  case 2:
    if (depth < 3 && below(2) == 0) { // an anonymous struct, whose fields belong to this record
      std::vector<std::string> inner;
      const std::string body = fields(inner, prefix, depth + 1);
      if (leaves.size() + inner.size() < max_leaves) {
        leaves.insert(leaves.end(), inner.begin(), inner.end());
        return "struct {\n" + body + "};\n";
      }
    }
    break;
  default:
    break;
  }
  add({""});
  return std::string(basic_c_types[below(basic_c_types.size())]) + " " + name + subscripts + aligned + ";\n";
}

std::string RandomRecords::fields(std::vector<std::string> &leaves, const std::string &prefix, int depth) {
  std::string text;
  for (unsigned n = 1 + below(6); n > 0; --n)
    text += field(leaves, prefix, depth);
  return text;
}

void RandomRecords::make(unsigned count) {
  header_ = "#include <stddef.h>\n/*~ AutoMap_Begin */\nenum plain_enum { A, B };\nenum signed_enum { C = "
            "-1, D };\n"
            "typedef double real;\ntypedef real real_alias;\n";
  if (constructs_ == Constructs::all)
    header_ += other_types_preamble;
  for (unsigned i = 0; i < count; ++i) {
    Known record{"r" + std::to_string(i), {}};
    const unsigned packing = below(6); // 0 is a pragma, 1 an attribute, 2 an alignment
    std::string body = fields(record.leaves, "", 0);
    const bool flexible = constructs_ == Constructs::all && one_in(10);
    if (flexible)
      body += std::string("int ") + new_name() + ";\n" + basic_c_types[below(basic_c_types.size())] + " " + new_name() +
              "[];\n";
    if (packing == 0)
      header_ += "#pragma pack(push, " + std::to_string(1u << below(4)) + ")\n";
    header_ += "struct " + record.name + " {\n" + body + "}";
    if (packing == 1)
      header_ += " __attribute__((packed))";
    if (packing == 2)
      header_ += " __attribute__((aligned(" + std::to_string(1u << below(7)) + ")))";
    header_ += " /*~ AutoMap_TpUsed */;\n";
    if (packing == 0)
      header_ += "#pragma pack(pop)\n";
    if (!flexible) // C allows it only at the end
      known_.push_back(std::move(record));
  }
  header_ += "/*~ AutoMap_End */\n";
}

std::string RandomRecords::oracle() const {
  std::string text = R"(#include "r.h"
#include <stdio.h>
#define TYPE(x) _Generic(x, char: "CHAR", signed char: "SIGNED_CHAR", unsigned char: "UNSIGNED_CHAR", \
    short: "SHORT", unsigned short: "UNSIGNED_SHORT", int: "INT", unsigned: "UNSIGNED", long: "LONG", \
    unsigned long: "UNSIGNED_LONG", long long: "LONG_LONG", unsigned long long: "UNSIGNED_LONG_LONG", \
    float: "FLOAT", double: "DOUBLE", long double: "LONG_DOUBLE", _Bool: "C_BOOL", \
    float _Complex: "C_FLOAT_COMPLEX", double _Complex: "C_DOUBLE_COMPLEX", long double _Complex: "C_LONG_DOUBLE_COMPLEX")
#define LEAF(T, path) printf("%zu MPI_%s\n", offsetof(T, path), TYPE(((T *)0)->path));
#define RECORD(T, name) printf(name " %zu %zu\n", sizeof(T), _Alignof(T));
int main(void) {
)";
  for (const Known &record : known_) {
    const std::string type = "struct " + record.name;
    text += "RECORD(" + type + ", \"" + record.name + "\")\n";
    for (const std::string &leaf : record.leaves)
      text += "LEAF(" + type + ", " + leaf + ")\n";
  }
  return text + "}\n";
}

} // namespace automap::test
