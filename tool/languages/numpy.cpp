// A Python module of NumPy dtypes. See languages.h.
#include "languages.h"

#include "flat_fields.h"
#include "line.h"
#include "model/names.h"
#include "model/quoted.h"
#include "show/emit.h"

#include "layout/construction.h"
#include "version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace automap {
namespace {

/// Returns the format of NumPy for one value of a basic type: "f8", "i4", "S1", "V16".
std::string format_of(layout::BasicType type) {
  const std::string_view name = layout::mpi_name(type.id);
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  const std::string size = std::to_string(type.size_bytes);
  if (has("BYTE") || has("PACKED"))
    return "V" + size;
  if (has("BOOL"))
    return "?";
  if (has("COMPLEX"))
    return "c" + size;
  if (has("FLOAT") || has("DOUBLE"))
    return "f" + size;
  if (name == "MPI_CHAR")
    return "S" + size;
  return (has("UNSIGNED") || has("UINT") ? "u" : "i") + size;
}

std::string shape_of(const std::vector<std::uint64_t> &extents) {
  std::string out = "(";
  for (const std::uint64_t extent : extents)
    out += std::to_string(extent) + ", ";
  out.resize(out.size() - (extents.size() == 1 ? 1 : 2)); // a tuple of one has a comma
  return out + ")";
}

std::string array_of(const std::string &element, const std::vector<std::uint64_t> &extents) {
  return extents.empty() ? element : "(" + element + ", " + shape_of(extents) + ")";
}

class NumpyPrinter {
public:
  NumpyPrinter(const Survey &survey, llvm::raw_ostream &out) : survey_(survey), out_(out) {}

  void print() {
    print_head();
    for (std::size_t i = 0; i < survey_.records.size(); ++i) {
      const Record &record = survey_.records[i];
      if (!record.listed || record.spelling.empty())
        continue;
      print_dtype(i);
      for (const Record::Datatype &datatype : record.datatypes)
        print_datatype(record, datatype);
    }
  }

private:
  void print_head() {
    std::vector<std::string> files;
    for (const Input &input : survey_.inputs)
      files.push_back(input.path == "-" ? "standard input" : in_line(llvm::sys::path::filename(input.path)));
    const std::string inputs = llvm::join(files, ", ");
    out_ << "# " << generated_mark << AUTOMAP_VERSION << " from " << inputs << ".\n"
         << "# Do not edit: change the structs and run automap again.\n"
            "\"\"\"NumPy dtypes with the compiler's offsets and sizes, and the MPI datatypes for them.\"\"\"\n\n"
            "import functools\n\n"
            "import numpy as np\n\n\n"
            "def _struct(size, *fields):\n"
            "    names, formats, offsets = zip(*fields) if fields else ((), (), ())\n"
            "    return np.dtype({\"names\": names, \"formats\": formats, \"offsets\": offsets, \"itemsize\": size})\n";
  }

  void print_dtype(std::size_t index) {
    const Record &record = survey_.records[index];
    std::string name = names::python(record.datatypes.empty() ? record.qualified : record.datatypes.front().name);
    while (!taken_.insert(name).second)
      name += "_";
    out_ << "\n\n# " << in_line(describe(record)) << ", " << in_line(record.location.file) << ":"
         << record.location.line << '\n'
         << name << " = " << dtype(record, "") << '\n';
    for (const Record::Datatype &datatype : record.datatypes)
      if (const std::string other = names::python(datatype.name); other != name && taken_.insert(other).second)
        out_ << other << " = " << name << '\n';
    names_.emplace(index, name);
  }

  /// Returns the dtype of a record as an expression, whose further lines begin with `indent`.
  std::string dtype(const Record &record, const std::string &indent) {
    if (is_array(record))
      return "np.dtype(" + array_of(element_of_record(record.fields.front(), indent), record.fields.front().extents) +
             ")";
    std::string out = "_struct(\n" + indent + "    " + std::to_string(record.size_bytes) + ",\n";
    for (const FlatField &field : flat_fields(survey_, record))
      out += indent + "    (" + c_string(field.name) + ", " + format(field, indent + "    ") + ", " +
             std::to_string(field.offset_bytes) + "),  # " + in_line(field.comment) + "\n";
    return out + indent + ")";
  }

  std::string format(const FlatField &flat, const std::string &indent) {
    if (flat.bit_bytes != 0)
      return "\"V" + std::to_string(flat.bit_bytes) + "\"";
    if (flat.field->content == Field::Content::basic)
      return basics(*flat.field);
    return array_of(element_of_record(*flat.field, indent), flat.field->extents);
  }

  /// Returns the dtype of one element of a field that is a record, or an array of these.
  std::string element_of_record(const Field &field, const std::string &indent) {
    const Record &record = survey_.records[field.record];
    const auto known = names_.find(field.record);
    return known != names_.end() ? known->second : dtype(record, indent);
  }

  /// Returns the format of a field of numbers.
  static std::string basics(const Field &field) {
    std::vector<std::uint64_t> extents = field.extents;
    const std::uint64_t dense = field.basic_count * field.basic.size_bytes;
    const std::string one = format_of(field.basic);
    if (field.stride_bytes != dense && field.element_count() > 1) { // elements with padding of their own
      const std::string inside = field.basic_count == 1 ? c_string(one) : array_of(c_string(one), {field.basic_count});
      return array_of("_struct(" + std::to_string(field.stride_bytes) + ", (\"value\", " + inside + ", 0))", extents);
    }
    if (one.front() == 'V')
      return array_of(c_string("V" + std::to_string(dense)), extents);
    if (field.basic_count != 1)
      extents.push_back(field.basic_count);
    if (one == "S1" && !extents.empty()) { // text: the last dimension is its length
      const std::string text = c_string("S" + std::to_string(extents.back()));
      extents.pop_back();
      return array_of(text, extents);
    }
    return array_of(c_string(one), extents);
  }

  /// Prints the function that makes a datatype, by the calls that generated C makes.
  void print_datatype(const Record &record, const Record::Datatype &datatype) {
    const layout::Construction steps =
        layout::construct(record.optimal.tree, static_cast<std::int64_t>(record.size_bytes));
    out_ << "\n\n@functools.cache\ndef " << names::datatype(datatype.name) << "():\n"
         << "    \"\"\"Returns the committed mpi4py datatype of " << in_line(names::python(datatype.name))
         << ".\"\"\"\n"
         << "    from mpi4py import MPI\n\n";
    for (std::size_t i = 0; i < steps.size(); ++i)
      out_ << "    t" << i << " = " << call(steps[i]) << '\n';
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
      out_ << "    t" << i << ".Free()\n";
    out_ << "    return t" << steps.size() - 1 << ".Commit()\n";
  }

  static std::string operand(const layout::Operand &operand) {
    if (const auto *basic = std::get_if<layout::BasicType>(&operand))
      return "MPI." + std::string(layout::mpi_name(basic->id).substr(4)); // without "MPI_"
    return "t" + std::to_string(std::get<std::size_t>(operand));
  }

  static std::string call(const layout::ConstructionStep &step) {
    using Call = layout::ConstructionStep::Call;
    const auto list = [](const auto &items, auto text) {
      std::string out = "[";
      for (const auto &item : items)
        out += (out.size() == 1 ? "" : ", ") + text(item);
      return out + "]";
    };
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    const auto numbers = [&](const std::vector<std::int64_t> &items) { return list(items, number); };
    const std::string first = operand(step.operands.empty() ? layout::Operand() : step.operands.front());
    switch (step.call) {
    case Call::contiguous:
      return first + ".Create_contiguous(" + number(step.count) + ")";
    case Call::hvector:
      return first + ".Create_hvector(" + number(step.count) + ", " + number(step.blocklengths[0]) + ", " +
             number(step.stride) + ")";
    case Call::hindexed_block:
      return first + ".Create_hindexed_block(" + number(step.blocklengths[0]) + ", " + numbers(step.displacements) +
             ")";
    case Call::hindexed:
      return first + ".Create_hindexed(" + numbers(step.blocklengths) + ", " + numbers(step.displacements) + ")";
    case Call::create_struct:
      return "MPI.Datatype.Create_struct(" + numbers(step.blocklengths) + ", " + numbers(step.displacements) + ", " +
             list(step.operands, [](const layout::Operand &one) { return operand(one); }) + ")";
    case Call::resized:
      return first + ".Create_resized(" + number(step.lower_bound) + ", " + number(step.extent) + ")";
    }
    return "";
  }

  const Survey &survey_;
  llvm::raw_ostream &out_;
  std::map<std::size_t, std::string> names_; // of records that have been printed
  std::set<std::string> taken_;              // names of the module
};

} // namespace

void emit_numpy(const Survey &survey, llvm::raw_ostream &out) { NumpyPrinter(survey, out).print(); }

} // namespace automap
