// Random C headers. See random_records.h.
#include "random_records.h"

#include <array>

namespace automap::test {
namespace {

constexpr std::array basic_types = {"char",
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

constexpr unsigned max_leaves = 300;

} // namespace

/// One declaration; adds the paths of its elements.
std::string RandomRecords::field(std::vector<std::string> &leaves, const std::string &prefix, int depth) {
  const std::string name = "f" + std::to_string(next_name_++);
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
  const std::string aligned =
      below(8) == 0 ? " __attribute__((aligned(" + std::to_string(1u << below(6)) + ")))" : "";

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
    if (depth < 3 && below(2) == 0) { // an anonymous struct: its fields are ours
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
  return std::string(basic_types[below(basic_types.size())]) + " " + name + subscripts + aligned + ";\n";
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
  for (unsigned i = 0; i < count; ++i) {
    Known record{"r" + std::to_string(i), {}};
    const unsigned packing = below(6); // 0: pragma, 1: attribute, 2: alignment
    const std::string body = fields(record.leaves, "", 0);
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
