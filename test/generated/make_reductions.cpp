// Writes a header of structs with AutoMap_Reduce, and a table of what MPI's own operators must make of each field:
//   make_reductions <c|cxx> <seed> <header> <table>
//
// The structs hold every basic type with every operator that MPI 4.0, section 6.9.2, allows for it, and random mixtures
// of these: arrays, nested structs with and without an AutoMap_Reduce of their own, packed structs, fields that are left
// out, and pairs. The lists of types and operators are those of the standard; they share nothing with automap.
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

struct Type {
  std::string name, number; // in the header, and the numbers that it consists of
  int numbers;
  std::string mpi;
  std::vector<std::string> operators;
  std::string after; // a directive of the field
};

std::vector<Type> types_of(bool cxx) {
  const std::vector<std::string> arithmetic = {"sum", "prod"}, order = {"sum", "prod", "min", "max"},
                                 logical = {"land", "lor", "lxor"}, bits = {"band", "bor", "bxor"};
  std::vector<std::string> address = order, integer;
  address.insert(address.end(), bits.begin(), bits.end());
  integer = address;
  integer.insert(integer.end(), logical.begin(), logical.end());
  std::vector<Type> types;
  const char *const integers[][2] = {{"signed char", "MPI_SIGNED_CHAR"},
                                     {"unsigned char", "MPI_UNSIGNED_CHAR"},
                                     {"short", "MPI_SHORT"},
                                     {"unsigned short", "MPI_UNSIGNED_SHORT"},
                                     {"int", "MPI_INT"},
                                     {"unsigned", "MPI_UNSIGNED"},
                                     {"long", "MPI_LONG"},
                                     {"unsigned long", "MPI_UNSIGNED_LONG"},
                                     {"long long", "MPI_LONG_LONG"},
                                     {"unsigned long long", "MPI_UNSIGNED_LONG_LONG"},
                                     {"int8_t", "MPI_INT8_T"},
                                     {"int16_t", "MPI_INT16_T"},
                                     {"int32_t", "MPI_INT32_T"},
                                     {"int64_t", "MPI_INT64_T"},
                                     {"uint8_t", "MPI_UINT8_T"},
                                     {"uint16_t", "MPI_UINT16_T"},
                                     {"uint32_t", "MPI_UINT32_T"},
                                     {"uint64_t", "MPI_UINT64_T"}};
  for (const auto &[name, mpi] : integers)
    types.push_back({name, name, 1, mpi, integer, ""});
  const char *const addresses[][2] = {
      {"MPI_Aint", "MPI_AINT"}, {"MPI_Count", "MPI_COUNT"}, {"MPI_Offset", "MPI_OFFSET"}};
  for (const auto &[name, mpi] : addresses)
    types.push_back({name, name, 1, mpi, address, ""});
  const char *const reals[][3] = {{"float", "MPI_FLOAT", "FLOAT"},
                                  {"double", "MPI_DOUBLE", "DOUBLE"},
                                  {"long double", "MPI_LONG_DOUBLE", "LONG_DOUBLE"}};
  for (const auto &[name, mpi, stem] : reals) {
    types.push_back({name, name, 1, mpi, order, ""});
    types.push_back({cxx ? std::string("std::complex<") + name + ">" : std::string(name) + " _Complex", name, 2,
                     std::string(cxx ? "MPI_CXX_" : "MPI_C_") + stem + "_COMPLEX", arithmetic, ""});
  }
  types.push_back({"bool", "bool", 1, cxx ? "MPI_CXX_BOOL" : "MPI_C_BOOL", logical, ""});
  types.push_back({"char", "char", 1, "MPI_BYTE", bits, " /*~ AutoMap_Bytes */"});
  return types;
}

/// MPI's pairs of a number and an int.
const char *const pairs[][2] = {{"short", "MPI_SHORT_INT"},   {"int", "MPI_2INT"},
                                {"long", "MPI_LONG_INT"},     {"float", "MPI_FLOAT_INT"},
                                {"double", "MPI_DOUBLE_INT"}, {"long double", "MPI_LONG_DOUBLE_INT"}};

std::string upper(std::string text) {
  for (char &c : text)
    c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

class Maker {
public:
  Maker(bool cxx, unsigned seed, const char *header, const char *table)
      : types_(types_of(cxx)), random_(seed), header_(header), table_(table) {
    header_ << "#pragma once\n#include <mpi.h>\n#include <stdint.h>\n"
            << (cxx ? "#include <complex>\n" : "#include <stdbool.h>\n") << "/*~ AutoMap_Begin */\n";
    table_ << "SEED(" << seed << ")\n";
  }

  void make_all() {
    for (const Type &type : types_) {
      make_matrix(type);
      for (const std::string &op : type.operators)
        if (below(3) == 0)
          make_uniform(type, op);
    }
    for (int i = 0; i < 40; ++i)
      make_random();
    header_ << "/*~ AutoMap_End */\n";
  }

private:
  /// A struct under construction.
  struct Struct {
    std::string members, entries; // of AutoMap_Reduce
    std::string rows;             // of the table, with '@' for the path to the struct
    int fields = 0;
  };

  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  template <typename Sequence> const auto &any_of(const Sequence &all) {
    return all[below(static_cast<unsigned>(std::size(all)))];
  }

  static void add_entry(Struct &to, const std::string &entry) {
    to.entries += (to.entries.empty() ? "" : ", ") + entry;
  }

  static std::string row(const Type &type, const std::string &op, const std::string &member, unsigned count) {
    return "FIELD(@" + member + ", " + type.number + ", " + std::to_string(type.numbers * static_cast<int>(count)) +
           ", " + type.mpi + ", " + std::to_string(count) + ", MPI_" + upper(op) + ")\n";
  }

  /// Adds a number or an array of them. `named` says whether the struct's own AutoMap_Reduce names it.
  void add_field(Struct &to, const Type &type, const std::string &op, bool named = true) {
    const std::string name = "f" + std::to_string(to.fields++);
    const unsigned count = below(2) == 0 ? 1 : 1 + below(6);
    std::string extents = count == 1 ? "" : "[" + std::to_string(count) + "]";
    if (count == 6 && below(2) == 0)
      extents = "[2][3]";
    to.members += "  " + type.name + " " + name + extents + type.after + ";\n";
    if (named)
      add_entry(to, name + ": " + op);
    to.rows += row(type, op, name, count);
  }

  void add_pair(Struct &to) {
    const auto &pair = any_of(pairs);
    const std::string n = std::to_string(to.fields++), value = "v" + n, loc = "l" + n, tag = "t" + n;
    const std::string op = below(2) == 0 ? "minloc" : "maxloc";
    to.members += "  " + std::string(pair[0]) + " " + value + ";\n  int " + loc + ";\n  char " + tag + "[3];\n";
    add_entry(to, value + ": " + op + "(" + loc + ", " + tag + ")");
    to.rows +=
        "PAIR(@" + value + ", " + pair[0] + ", " + pair[1] + ", MPI_" + upper(op) + ", @" + loc + ", @" + tag + ")\n";
  }

  void add_ignored(Struct &to) {
    const std::string name = "f" + std::to_string(to.fields++);
    to.members += "  double " + name + " /*~ AutoMap_Ignore */;\n";
    to.rows += "IGNORED(@" + name + ")\n";
  }

  static std::string at(std::string rows, const std::string &path) {
    for (std::size_t place = 0; (place = rows.find('@', place)) != std::string::npos; place += path.size())
      rows.replace(place, 1, path);
    return rows;
  }

  /// Adds a struct or an array of structs: with an operator of its own, whose fields the outer struct names, or to
  /// which the outer struct gives one operator.
  void add_nested(Struct &to, unsigned depth) {
    const std::string name = "f" + std::to_string(to.fields++);
    const unsigned count = below(2) == 0 ? 1 : 2 + below(2);
    Struct inner;
    std::string type;
    switch (below(3)) {
    case 0:
      type = "struct " + make_struct(depth + 1, inner);
      break;
    case 1: {
      for (unsigned i = 0, n = 1 + below(3); i < n; ++i) {
        const Type &field = any_of(types_);
        const std::string &op = any_of(field.operators);
        add_entry(to, name + ".f" + std::to_string(inner.fields) + ": " + op);
        add_field(inner, field, op, false);
      }
      type = "struct {\n" + inner.members + "  }";
      break;
    }
    default: {
      const Type &field = any_of(types_);
      const std::string &op = any_of(field.operators);
      for (unsigned i = 0, n = 1 + below(3); i < n; ++i)
        add_field(inner, field, op, false);
      add_entry(to, name + ": " + op);
      type = "struct {\n" + inner.members + "  }";
    }
    }
    to.members += "  " + type + " " + name + (count == 1 ? "" : "[" + std::to_string(count) + "]") + ";\n";
    for (unsigned i = 0; i < count; ++i)
      to.rows += at(inner.rows, "@" + name + (count == 1 ? "" : "[" + std::to_string(i) + "]") + ".");
  }

  /// Writes a random struct. Returns its name.
  std::string make_struct(unsigned depth, Struct &out) {
    for (unsigned i = 0, n = 1 + below(6); i < n; ++i) {
      const unsigned kind = below(10);
      if (kind == 0)
        add_ignored(out);
      else if (kind == 1)
        add_pair(out);
      else if (kind < 4 && depth < 2)
        add_nested(out, depth);
      else {
        const Type &type = any_of(types_);
        add_field(out, type, any_of(type.operators));
      }
    }
    if (out.entries.empty())
      add_field(out, types_.front(), "sum");
    return write(out, below(5) == 0);
  }

  std::string write(const Struct &from, bool packed) {
    const std::string name = "s" + std::to_string(structs_++);
    if (packed)
      header_ << "#pragma pack(push, 1)\n";
    header_ << "struct " << name << " {\n" << from.members << "} /*~ AutoMap_Reduce(" << from.entries << ") */;\n";
    if (packed)
      header_ << "#pragma pack(pop)\n";
    table_ << "BEGIN(" << name << ")\n" << at(from.rows, "") << "END(" << name << ")\n";
    return name;
  }

  void make_random() {
    Struct out;
    make_struct(0, out);
  }

  /// All operators of one type.
  void make_matrix(const Type &type) {
    Struct out;
    for (const std::string &op : type.operators)
      add_field(out, type, op);
    write(out, false);
    write(out, true);
  }

  /// A struct of nothing but numbers with one operator.
  void make_uniform(const Type &type, const std::string &op) {
    Struct out;
    for (unsigned i = 0, n = 1 + below(4); i < n; ++i)
      add_field(out, type, op);
    write(out, false);
  }

  const std::vector<Type> types_;
  std::mt19937 random_;
  std::ofstream header_, table_;
  int structs_ = 0;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  Maker(std::string(argv[1]) == "cxx", static_cast<unsigned>(std::stoul(argv[2])), argv[3], argv[4]).make_all();
  return 0;
}
