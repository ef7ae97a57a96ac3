// A Fortran module of interoperable types and mpi_f08 datatypes. See languages.h.
//
// A type of Fortran has the layout that C gives the same components. Where the struct has another one, because it is
// aligned more strictly or something is left out, components of bytes fill what is missing.
#include "languages.h"

#include "line.h"
#include "model/names.h"
#include "model/quoted.h"
#include "show/emit.h"
#include "show/layout_rows.h"

#include "layout/construction.h"
#include "version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace automap {
namespace {

/// Why Fortran cannot express something.
struct NoFortran : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the name in Fortran, which knows letters of ASCII, digits and '_', at most 63, the first a letter.
std::string fortran_name(const std::string &name, const std::string &what) {
  const bool is_good = !name.empty() && name.size() <= 63 && llvm::isAlpha(name.front()) &&
                       llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (!is_good)
    throw NoFortran(what + " is called " + quoted(name) + ", which is no name in Fortran");
  return name;
}

/// A type of a component, with the size and alignment that Fortran gives it.
struct ComponentType {
  std::string text; // "real(c_double)"
  std::uint64_t size = 0, align = 1;
  std::string remark; // "unsigned in C"; empty: none
};

ComponentType integer_of(std::uint64_t size) {
  return {"integer(c_int" + std::to_string(8 * size) + "_t)", size, size, ""};
}

ComponentType byte_type() { return integer_of(1); }

/// Returns the type for one value of a basic type; bytes if MPI knows no more of it.
ComponentType type_of(layout::BasicType type) {
  static const std::map<std::string_view, const char *> kinds = {
      {"MPI_SHORT", "integer(c_short)"},
      {"MPI_INT", "integer(c_int)"},
      {"MPI_LONG", "integer(c_long)"},
      {"MPI_LONG_LONG", "integer(c_long_long)"},
      {"MPI_SIGNED_CHAR", "integer(c_signed_char)"},
      {"MPI_UNSIGNED_CHAR", "integer(c_signed_char)"},
      {"MPI_UNSIGNED_SHORT", "integer(c_short)"},
      {"MPI_UNSIGNED", "integer(c_int)"},
      {"MPI_UNSIGNED_LONG", "integer(c_long)"},
      {"MPI_UNSIGNED_LONG_LONG", "integer(c_long_long)"},
      {"MPI_FLOAT", "real(c_float)"},
      {"MPI_DOUBLE", "real(c_double)"},
      {"MPI_LONG_DOUBLE", "real(c_long_double)"},
      {"MPI_CHAR", "character(kind=c_char)"},
      {"MPI_C_BOOL", "logical(c_bool)"},
      {"MPI_CXX_BOOL", "logical(c_bool)"},
      {"MPI_C_FLOAT_COMPLEX", "complex(c_float_complex)"},
      {"MPI_C_DOUBLE_COMPLEX", "complex(c_double_complex)"},
      {"MPI_C_LONG_DOUBLE_COMPLEX", "complex(c_long_double_complex)"},
      {"MPI_CXX_FLOAT_COMPLEX", "complex(c_float_complex)"},
      {"MPI_CXX_DOUBLE_COMPLEX", "complex(c_double_complex)"},
      {"MPI_CXX_LONG_DOUBLE_COMPLEX", "complex(c_long_double_complex)"},
      {"MPI_AINT", "integer(MPI_ADDRESS_KIND)"},
      {"MPI_OFFSET", "integer(MPI_OFFSET_KIND)"},
      {"MPI_COUNT", "integer(MPI_COUNT_KIND)"}};
  const std::string_view name = layout::mpi_name(type.id);
  const std::uint64_t align = type.size_bytes / static_cast<std::uint64_t>(layout::numbers_in(type.id));
  const bool is_unsigned = name.find("UNSIGNED") != name.npos || name.find("UINT") != name.npos;
  if (name == "MPI_BYTE" || name == "MPI_PACKED")
    return byte_type();
  ComponentType out = integer_of(type.size_bytes); // MPI_INT64_T, MPI_UINT64_T, MPI_WCHAR
  if (const auto kind = kinds.find(name); kind != kinds.end())
    out = {kind->second, type.size_bytes, align, ""};
  out.remark = is_unsigned ? "unsigned in C" : "";
  return out;
}

class FortranPrinter {
public:
  FortranPrinter(const Survey &survey, const std::string &module, const std::string &suffix)
      : survey_(survey), module_(module), suffix_(suffix) {}

  std::string print() {
    claim(module_, "the module");
    for (std::size_t i = 0; i < survey_.records.size(); ++i)
      if (const Record &record = survey_.records[i]; !record.datatypes.empty())
        add_record(i);
    std::vector<std::string> files;
    for (const Input &input : survey_.inputs)
      files.push_back(input.path == "-" ? "standard input" : in_line(llvm::sys::path::filename(input.path)));
    std::string out = "! " + std::string(generated_mark) + AUTOMAP_VERSION + " from " + llvm::join(files, ", ") +
                      ".\n! Do not edit: change the structs and run automap again.\nmodule " + module_ +
                      "\n  use, intrinsic :: iso_c_binding\n  use mpi_f08\n  implicit none\n" + types_ + "\n" +
                      handles_ + "  logical, private, save :: automap_is_built = .false.\n\ncontains\n" + functions();
    return out + "end module\n";
  }

private:
  /// The type of a record, as Fortran lays it out.
  struct Known {
    std::string name;
    std::uint64_t size = 0, align = 1;
  };

  /// Adds what a record with datatypes needs. A view has datatypes of its own, but the type of its record.
  void add_record(std::size_t index) {
    const Record &record = survey_.records[index];
    if (record.view.empty() && !is_array(record))
      type_of_record(index);
    for (const Record::Datatype &datatype : record.datatypes) {
      const std::string handle =
          fortran_name(names::datatype(datatype.name), "the datatype of " + quoted(datatype.name));
      claim(handle, "the datatype of " + quoted(datatype.name));
      handles_ += "  type(MPI_Datatype), save :: " + handle + " = MPI_DATATYPE_NULL\n";
      build_ += build(record, handle);
      free_ += "    call MPI_Type_free(" + handle + ")\n";
    }
  }

  /// Fortran makes no difference between capital letters and others.
  void claim(const std::string &name, const std::string &what) {
    if (!taken_.insert(llvm::StringRef(name).lower()).second)
      throw NoFortran(what + " would be called " + quoted(name) +
                      ", as something else is in Fortran: -o names the module, a typedef a type");
  }

  const Known &type_of_record(std::size_t index) {
    if (const auto known = known_.find(index); known != known_.end())
      return known->second;
    const Record &record = survey_.records[index];
    const std::string what = quoted(describe(record));
    if (record.kind == "union")
      throw NoFortran(what + " is a union");
    Known out;
    out.name = record.qualified.empty()
                   ? "unnamed_" + std::to_string(++unnamed_)
                   : names::python(record.datatypes.empty() ? record.qualified : record.datatypes.front().name);
    constexpr llvm::StringLiteral intrinsic[] = {"integer",   "real",    "complex",
                                                 "character", "logical", "doubleprecision"};
    if (llvm::is_contained(intrinsic, llvm::StringRef(out.name).lower()))
      out.name += "_";
    fortran_name(out.name, what);
    claim(out.name, what);
    const std::string body = components(record, out);
    types_ += "\n  ! " + in_line(describe(record)) + ", " + in_line(record.location.file) + ":" +
              std::to_string(record.location.line) + "\n  type, bind(C) :: " + out.name + "\n" + body + "  end type\n";
    checks_.emplace_back(out.name, out.size);
    return known_.emplace(index, out).first->second;
  }

  /// Returns the lines of a type's components; sets its size and alignment.
  std::string components(const Record &record, Known &out) {
    const std::string what = quoted(describe(record));
    std::string text;
    std::set<std::string> used;
    std::uint64_t end = 0;
    unsigned paddings = 0;
    const auto add = [&](const ComponentType &type, const std::string &name, const std::vector<std::uint64_t> &extents,
                         std::string remark) {
      if (!used.insert(llvm::StringRef(name).lower()).second)
        throw NoFortran(what + " has two fields called " + quoted(name) + " in Fortran");
      std::string shape;
      std::uint64_t count = 1;
      for (const std::uint64_t extent : llvm::reverse(extents)) { // the first dimension is the innermost one
        shape += (shape.empty() ? "(" : ", ") + std::to_string(extent);
        count *= extent;
      }
      text += "    " + type.text + " :: " + name + (shape.empty() ? "" : shape + ")") +
              (remark.empty() ? "" : "  ! " + remark) + "\n";
      out.align = std::max(out.align, type.align);
      end += count * type.size;
    };
    const auto fill_to = [&](std::uint64_t offset) {
      if (offset > end)
        add(byte_type(), "padding_" + std::to_string(++paddings), {offset - end}, "");
    };
    for (const Field &field : record.fields) {
      const std::string subject = "field " + quoted(field.name) + " of " + what;
      if (field.is_base || field.is_vptr)
        throw NoFortran(what + " has " + (field.is_base ? "a base class" : "virtual functions"));
      if (field.content == Field::Content::bits || field.bit_width != 0)
        throw NoFortran(subject + " is a bit-field");
      if (field.element_count() == 0 || field.size_bytes == 0)
        continue;
      std::vector<std::uint64_t> extents = field.extents;
      const ComponentType type = component_type(field, extents);
      const std::uint64_t natural = llvm::alignTo(end, type.align);
      if (natural > field.offset_bytes || field.offset_bytes % type.align != 0)
        throw NoFortran(subject + " is at byte " + std::to_string(field.offset_bytes) +
                        ", where a Fortran compiler would not put it: " + what + " is packed");
      if (natural < field.offset_bytes)
        fill_to(field.offset_bytes);
      end = field.offset_bytes;
      add(type, field.name.empty() ? "unnamed_" + std::to_string(++unnamed_) : fortran_name(field.name, subject),
          extents, in_line(declaration_of(field)) + (type.remark.empty() ? "" : ", " + type.remark));
    }
    if (llvm::alignTo(end, out.align) > record.size_bytes)
      throw NoFortran(what + " is packed");
    if (llvm::alignTo(end, out.align) < record.size_bytes)
      fill_to(record.size_bytes);
    if (end == 0)
      throw NoFortran(what + " has no fields");
    out.size = record.size_bytes;
    return text;
  }

  /// Returns the type of a field's elements; may change the extents, because some elements are arrays in Fortran.
  ComponentType component_type(const Field &field, std::vector<std::uint64_t> &extents) {
    const auto as_bytes = [&](const char *remark) {
      ComponentType type = byte_type();
      extents = {field.size_bytes};
      type.remark = remark;
      return type;
    };
    if (field.content == Field::Content::record) {
      const Known &inner = type_of_record(field.record);
      if (inner.size != field.stride_bytes)
        return as_bytes("its bytes");
      return {"type(" + inner.name + ")", inner.size, inner.align, ""};
    }
    if (field.content == Field::Content::ignored) {
      constexpr std::uint64_t pointer_bytes = 8;
      if (llvm::StringRef(field.type).split('[').first.rtrim().ends_with("*") && field.stride_bytes == pointer_bytes)
        return {"type(c_ptr)", pointer_bytes, pointer_bytes, "not sent"};
      return as_bytes("not sent");
    }
    const ComponentType type = type_of(field.basic);
    if (field.stride_bytes != field.basic_count * field.basic.size_bytes)
      return as_bytes("its bytes");
    const std::uint64_t parts = field.basic_count * field.basic.size_bytes / type.size;
    if (parts != 1)
      extents.push_back(parts);
    return type;
  }

  /// Returns the items in brackets, on several lines if they are many.
  static std::string list(const std::vector<std::string> &items) {
    constexpr std::size_t width = 90;
    std::string out = "[";
    std::size_t column = 40;
    for (const std::string &item : items) {
      if (out.size() > 1)
        out += ", ";
      if (column + item.size() > width) {
        out += "&\n        ";
        column = 8;
      }
      out += item;
      column += item.size() + 2;
    }
    return out + "]";
  }

  static std::string numbers(const std::vector<std::int64_t> &items, const char *kind) {
    std::vector<std::string> texts;
    for (const std::int64_t item : items)
      texts.push_back(std::to_string(item) + kind);
    return list(texts);
  }

  /// Returns the calls that build a datatype, those of generated C.
  std::string build(const Record &record, const std::string &handle) {
    using Call = layout::ConstructionStep::Call;
    const layout::Construction steps =
        layout::construct(record.optimal.tree, static_cast<std::int64_t>(record.size_bytes));
    most_steps_ = std::max(most_steps_, steps.size());
    std::string out;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const layout::ConstructionStep &step = steps[i];
      const std::string count = std::to_string(step.count), result = i + 1 == steps.size() ? handle : step_name(i);
      const std::string first = operand(step.operands.front());
      const auto address = [](std::int64_t number) { return std::to_string(number) + "_MPI_ADDRESS_KIND"; };
      const std::string displacements = numbers(step.displacements, "_MPI_ADDRESS_KIND");
      const auto call = [&](const char *function, const std::vector<std::string> &arguments) {
        out += "    call " + std::string(function) + "(";
        std::size_t column = out.size() - out.rfind('\n');
        for (const std::string &argument : arguments) {
          if (column + argument.size() > 90) {
            out += "&\n        ";
            column = 8;
          }
          out += argument + ", ";
          column += argument.size() + 2;
        }
        out += (column + result.size() > 90 ? "&\n        " : "") + result + ")\n";
      };
      switch (step.call) {
      case Call::contiguous:
        call("MPI_Type_contiguous", {count, first});
        break;
      case Call::hvector:
        call("MPI_Type_create_hvector", {count, std::to_string(step.blocklengths[0]), address(step.stride), first});
        break;
      case Call::hindexed_block:
        call("MPI_Type_create_hindexed_block", {count, std::to_string(step.blocklengths[0]), displacements, first});
        break;
      case Call::hindexed:
        call("MPI_Type_create_hindexed", {count, numbers(step.blocklengths, ""), displacements, first});
        break;
      case Call::create_struct: {
        std::vector<std::string> types;
        for (const layout::Operand &one : step.operands)
          types.push_back(operand(one));
        call("MPI_Type_create_struct", {count, numbers(step.blocklengths, ""), displacements, list(types)});
        break;
      }
      case Call::resized:
        call("MPI_Type_create_resized", {first, address(step.lower_bound), address(step.extent)});
        break;
      }
    }
    out += "    call MPI_Type_commit(" + handle + ")\n";
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
      out += "    call MPI_Type_free(" + step_name(i) + ")\n";
    return out;
  }

  static std::string step_name(std::size_t i) { return "automap_step(" + std::to_string(i + 1) + ")"; }

  static std::string operand(const layout::Operand &operand) {
    if (const auto *basic = std::get_if<layout::BasicType>(&operand))
      return std::string(layout::mpi_name(basic->id));
    return step_name(std::get<std::size_t>(operand));
  }

  std::string functions() const {
    std::string declarations, checks;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      const auto &[name, size] = checks_[i];
      const std::string probe = "automap_probe_" + std::to_string(i + 1);
      declarations += "    type(" + name + "), pointer :: " + probe + " => null()\n";
      checks += "    if (storage_size(" + probe + ") /= " + std::to_string(8 * size) +
                ") error stop &\n        'the type " + name + " has not the size of its struct in C'\n";
    }
    const std::string build = names::build_all(suffix_), free = names::free_all(suffix_);
    return "  ! Builds all datatypes; another call does nothing. Call it between MPI_Init and MPI_Finalize.\n  "
           "subroutine " +
           build + "()\n    type(MPI_Datatype) :: automap_step(" + std::to_string(most_steps_) + ")\n" + declarations +
           "    if (automap_is_built) return\n" + checks + build_ +
           "    automap_is_built = .true.\n  end subroutine\n\n" + "  subroutine " + free +
           "()\n    if (.not. automap_is_built) return\n" + free_ +
           "    automap_is_built = .false.\n  end subroutine\n";
  }

  const Survey &survey_;
  const std::string module_, suffix_;
  std::string types_, handles_, build_, free_;
  std::map<std::size_t, Known> known_; // by index of the record
  std::set<std::string> taken_;
  std::vector<std::pair<std::string, std::uint64_t>> checks_; // names of types, and their sizes
  std::size_t most_steps_ = 1;
  unsigned unnamed_ = 0;
};

} // namespace

bool emit_fortran(const Survey &survey, const std::string &output, const std::string &suffix, llvm::raw_ostream &out,
                  std::string &why) {
  try {
    const std::string stem = output == "-" ? "automap_types" : llvm::sys::path::stem(output).str();
    out << FortranPrinter(survey, fortran_name(stem, "the module"), suffix).print();
    return true;
  } catch (const NoFortran &reason) {
    why = reason.what();
    return false;
  }
}

} // namespace automap
