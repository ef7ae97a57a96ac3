// A header of C with HDF5's compound types. See languages.h.
#include "languages.h"

#include "flat_fields.h"
#include "line.h"
#include "model/names.h"
#include "model/quoted.h"
#include "show/emit.h"

#include "version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <string>
#include <vector>

namespace automap {
namespace {

/// Functions that the generated ones share.
constexpr const char *hdf5_helpers = R"(
#ifndef AUTOMAP_HDF5_HELPERS
#define AUTOMAP_HDF5_HELPERS
/* Adds a member, which is an array if it has dimensions, and closes its type. */
static inline int automap_h5_add(hid_t am_type, const char *am_name, size_t am_offset, hid_t am_member, unsigned am_rank,
                                 const hsize_t *am_dimensions)
{
    hid_t am_whole = am_member;
    int am_ok;

    if (am_member < 0)
        return 0;
    if (am_rank > 0)
        am_whole = H5Tarray_create2(am_member, am_rank, am_dimensions);
    am_ok = am_whole >= 0 && H5Tinsert(am_type, am_name, am_offset, am_whole) >= 0;
    if (am_rank > 0 && am_whole >= 0)
        H5Tclose(am_whole);
    H5Tclose(am_member);
    return am_ok;
}

/* Characters up to a NUL, or all of them. */
static inline hid_t automap_h5_text(size_t am_length)
{
    hid_t am_type = H5Tcopy(H5T_C_S1);

    if (am_type >= 0 && (H5Tset_size(am_type, am_length) < 0 || H5Tset_strpad(am_type, H5T_STR_NULLPAD) < 0)) {
        H5Tclose(am_type);
        am_type = -1;
    }
    return am_type;
}

/* The real and the imaginary part, called as h5py calls them. */
static inline hid_t automap_h5_complex(hid_t am_part)
{
    const size_t am_bytes = H5Tget_size(am_part);
    hid_t am_type = H5Tcreate(H5T_COMPOUND, 2 * am_bytes);

    if (am_type >= 0 && (H5Tinsert(am_type, "r", 0, am_part) < 0 || H5Tinsert(am_type, "i", am_bytes, am_part) < 0)) {
        H5Tclose(am_type);
        am_type = -1;
    }
    return am_type;
}

/* Copies a type without the gaps between its members. Closes the other one. */
static inline hid_t automap_h5_packed(hid_t am_type)
{
    if (am_type >= 0 && H5Tpack(am_type) < 0) {
        H5Tclose(am_type);
        am_type = -1;
    }
    return am_type;
}
#endif
)";

/// Returns the text as a part of a comment of C, which it cannot end.
std::string in_c_comment(const std::string &text) {
  std::string out = in_line(text);
  for (std::size_t at = 0; (at = out.find("*/", at)) != std::string::npos;)
    out.insert(at + 1, " ");
  return out;
}

/// Returns an expression for a new type of one value: "H5Tcopy(H5T_NATIVE_INT)".
std::string hdf5_type(layout::BasicType type) {
  static const std::map<std::string_view, const char *> natives = {
      {"MPI_SHORT", "SHORT"},       {"MPI_UNSIGNED_SHORT", "USHORT"},
      {"MPI_INT", "INT"},           {"MPI_UNSIGNED", "UINT"},
      {"MPI_LONG", "LONG"},         {"MPI_UNSIGNED_LONG", "ULONG"},
      {"MPI_LONG_LONG", "LLONG"},   {"MPI_UNSIGNED_LONG_LONG", "ULLONG"},
      {"MPI_SIGNED_CHAR", "SCHAR"}, {"MPI_UNSIGNED_CHAR", "UCHAR"},
      {"MPI_CHAR", "CHAR"},         {"MPI_FLOAT", "FLOAT"},
      {"MPI_DOUBLE", "DOUBLE"},     {"MPI_LONG_DOUBLE", "LDOUBLE"}};
  const std::string_view name = layout::mpi_name(type.id);
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (has("COMPLEX"))
    return std::string("automap_h5_complex(H5T_NATIVE_") +
           (has("LONG")     ? "LDOUBLE"
            : has("DOUBLE") ? "DOUBLE"
                            : "FLOAT") +
           ")";
  if (has("BYTE") || has("PACKED"))
    return "H5Tcreate(H5T_OPAQUE, " + std::to_string(type.size_bytes) + ")";
  if (const auto native = natives.find(name); native != natives.end())
    return std::string("H5Tcopy(H5T_NATIVE_") + native->second + ")";
  const bool is_unsigned = has("UINT") || has("BOOL");
  return std::string("H5Tcopy(H5T_NATIVE_") + (is_unsigned ? "UINT" : "INT") + std::to_string(8 * type.size_bytes) +
         ")";
}

class Hdf5Printer {
public:
  Hdf5Printer(const Survey &survey, const std::string &output, llvm::raw_ostream &out)
      : survey_(survey), output_(output), out_(out) {}

  void print() {
    const std::string guard =
        names::include_guard(output_ == "-" ? "automap_hdf5.h" : llvm::sys::path::filename(output_).str(), "");
    out_ << "/*\n * HDF5 types for structs: in memory as the compiler lays them out, and without gaps for files.\n * "
         << generated_mark << AUTOMAP_VERSION
         << ". Do not edit: change the structs and run automap again.\n */\n#ifndef " << guard << "\n#define " << guard
         << "\n\n#include <hdf5.h>\n#include <stddef.h>\n";
    for (const Input &input : survey_.inputs)
      if (!input.include.empty())
        out_ << "#include " << input.include << '\n';
    out_ << hdf5_helpers
         << "\n#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic push\n"
            "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n#endif\n";
    for (std::size_t i = 0; i < survey_.records.size(); ++i) {
      const Record &record = survey_.records[i];
      for (const Record::Datatype &datatype : record.datatypes)
        print_functions(i, datatype);
    }
    out_ << "\n#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif\n\n#endif\n";
  }

private:
  void print_functions(std::size_t index, const Record::Datatype &datatype) {
    const Record &record = survey_.records[index];
    const std::string what = in_c_comment(describe(record));
    const std::string name = names::datatype(datatype.name);
    const std::string memory = make(index);
    if (record.view.empty())
      out_ << "\n/* Does not compile if " << what << " has changed. */\ntypedef char automap_h5_size_" << name
           << "[sizeof(" << datatype.spelling << ") == " << record.size_bytes << " ? 1 : -1];\n";
    out_ << "\n/* " << what
         << ", in memory. The caller closes the type with H5Tclose; it is negative after an error. */\n"
         << "static inline hid_t " << name << "_hdf5(void)\n{\n    return " << memory
         << ";\n}\n\n/* The same without gaps, for files. */\n"
         << "static inline hid_t " << name << "_hdf5_file(void)\n{\n    return automap_h5_packed(" << memory
         << ");\n}\n";
  }

  /// Returns an expression for a new type of a record; prints its function before the first use.
  std::string make(std::size_t index) {
    if (const auto known = functions_.find(index); known != functions_.end())
      return known->second + "()";
    const Record &record = survey_.records[index];
    if (is_array(record)) {
      const Field &elements = record.fields.front();
      const std::string one = make(elements.record);
      std::vector<std::string> dimensions;
      const std::string rank = rank_and(elements.extents, dimensions);
      return begin(index, llvm::join(dimensions, "") + "    hid_t am_one = " + one +
                              ";\n    hid_t am_type = am_one < 0 ? -1 : H5Tarray_create2(am_one, " + rank +
                              ");\n\n    if (am_one >= 0)\n        H5Tclose(am_one);\n    return am_type;\n");
    }
    std::vector<std::string> dimensions;
    std::string body = "    hid_t am_type = H5Tcreate(H5T_COMPOUND, " + std::to_string(record.size_bytes) +
                       ");\n    int am_ok = am_type >= 0;\n\n";
    for (const FlatField &field : flat_fields(survey_, record)) {
      std::vector<std::uint64_t> extents;
      const std::string type = member(field, extents);
      body += "    am_ok = am_ok && automap_h5_add(am_type, " + c_string(field.name) + ", " + offset_of(record, field) +
              ", " + type + ", " + rank_and(extents, dimensions) + "); /* " + in_c_comment(field.comment) + " */\n";
    }
    body += "    if (!am_ok && am_type >= 0) {\n        H5Tclose(am_type);\n        am_type = -1;\n    }\n    return "
            "am_type;\n";
    return begin(index, llvm::join(dimensions, "") + body);
  }

  /// Prints the function of a record. Returns its call.
  std::string begin(std::size_t index, const std::string &body) {
    const Record &record = survey_.records[index];
    const std::string name = names::helper("h5_type_" + std::to_string(functions_.size() + 1),
                                           output_ == "-" ? "" : llvm::sys::path::stem(output_).str());
    functions_.emplace(index, name);
    out_ << "\n/* " << in_c_comment(describe(record)) << " */\nstatic inline hid_t " << name << "(void)\n{\n"
         << body << "}\n";
    return name + "()";
  }

  /// Returns the offset as the compiler has it, where code can name the field.
  static std::string offset_of(const Record &record, const FlatField &flat) {
    const Field &field = *flat.field;
    if (flat.owner == &record && !record.spelling.empty() && !field.name.empty() && field.nameable && field.is_public)
      return "offsetof(" + record.spelling + ", " + field.name + ")";
    return std::to_string(flat.offset_bytes);
  }

  /// Returns the arguments for the extents of an array, and adds the declaration of a variable for them.
  static std::string rank_and(const std::vector<std::uint64_t> &extents, std::vector<std::string> &dimensions) {
    if (extents.empty())
      return "0, NULL";
    std::string list;
    for (const std::uint64_t extent : extents)
      list += (list.empty() ? "" : ", ") + std::to_string(extent);
    const std::string name = "am_dimensions_" + std::to_string(dimensions.size());
    dimensions.push_back("    static const hsize_t " + name + "[] = {" + list + "};\n");
    return std::to_string(extents.size()) + ", " + name;
  }

  /// Returns an expression for the type of a field's elements, and the extents of their array.
  std::string member(const FlatField &flat, std::vector<std::uint64_t> &extents) {
    const Field &field = *flat.field;
    const auto opaque = [](std::uint64_t bytes) { return "H5Tcreate(H5T_OPAQUE, " + std::to_string(bytes) + ")"; };
    if (flat.bit_bytes != 0)
      return opaque(flat.bit_bytes);
    extents = field.extents;
    if (field.content == Field::Content::record && survey_.records[field.record].size_bytes == field.stride_bytes)
      return make(field.record);
    const std::uint64_t dense = field.basic_count * field.basic.size_bytes;
    if (field.content == Field::Content::record || (field.stride_bytes != dense && field.element_count() > 1)) {
      extents.clear(); // elements whose distance HDF5's arrays cannot have
      return opaque(field.size_bytes);
    }
    const std::string_view name = layout::mpi_name(field.basic.id);
    if (name == "MPI_BYTE")
      return opaque(dense);
    if (field.basic_count != 1)
      extents.push_back(field.basic_count);
    if (name == "MPI_CHAR" && !extents.empty()) { // the last dimension is the length of a text
      const std::uint64_t length = extents.back();
      extents.pop_back();
      return "automap_h5_text(" + std::to_string(length) + ")";
    }
    return hdf5_type(field.basic);
  }

  const Survey &survey_;
  const std::string output_;
  llvm::raw_ostream &out_;
  std::map<std::size_t, std::string> functions_; // by index of the record
};

} // namespace

void emit_hdf5(const Survey &survey, const std::string &output, llvm::raw_ostream &out) {
  Hdf5Printer(survey, output, out).print();
}

} // namespace automap
