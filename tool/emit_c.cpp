// Survey → C99 or C++17 that builds the MPI datatypes.
//
// The source holds, in this order: checks that the compiler still sees the layout that automap saw; one
// static function for each datatype, which runs the construction of its type tree; and the functions
// that build and free them all.
#include "emit.h"
#include "emit_cxx_templates.h"
#include "emit_layout_checks.h"
#include "names.h"
#include "version.h"

#include "layout/construction.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace automap {
namespace {

using layout::Construction;
using layout::ConstructionStep;
using layout::Operand;
using Call = ConstructionStep::Call;

constexpr std::size_t line_width = 100;

/// A datatype that gets code, with the record it is of.
struct Emitted {
  const Record &record;
  const Record::Datatype &datatype;

  std::string handle() const { return names::datatype(datatype.name); }
};

std::vector<Emitted> emitted(const Survey &survey) {
  std::vector<Emitted> out;
  for (const Record &record : survey.records)
    for (const Record::Datatype &datatype : record.datatypes)
      out.push_back({record, datatype});
  return out;
}

/// The inputs by name alone: where they lie is nobody's business but the compiler's.
std::string input_names(const std::vector<Input> &inputs) {
  std::vector<std::string> names;
  for (const Input &input : inputs)
    names.push_back(input.path == "-" ? "standard input" : llvm::sys::path::filename(input.path).str());
  return llvm::join(names, ", ");
}

void emit_banner(const Survey &survey, const std::string &file, llvm::raw_ostream &out) {
  out << "/*\n * " << file << ": MPI datatypes for the structs of " << input_names(survey.inputs) << ".\n * "
      << generated_mark << AUTOMAP_VERSION
      << ". Do not edit: change the structs and run automap again.\n */\n";
}

/// `items` between braces: on the line that is full up to `column`, or on lines of their own, indented
/// by `indent` blanks.
std::string braced_list(const std::vector<std::string> &items, std::size_t indent, std::size_t column) {
  std::string line = "{" + llvm::join(items, ", ") + "}";
  if (column + line.size() < line_width)
    return line;
  std::string out = "{";
  column = line_width;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "}");
    if (column + 1 + item.size() >= line_width) {
      out += "\n" + std::string(indent, ' ') + item;
      column = indent + item.size();
    } else {
      out += ' ' + item;
      column += 1 + item.size();
    }
  }
  return out;
}

/// Names that the generated functions declare; a user's typedef may be called so too.
bool hidden_by_locals(llvm::StringRef spelling) {
  constexpr llvm::StringLiteral locals[] = {"step", "err", "blocklengths", "displacements", "types"};
  return llvm::any_of(locals, [&](llvm::StringRef local) { return spelling == local; });
}

class StepPrinter {
public:
  StepPrinter(const Emitted &emitted, const Construction &steps, llvm::raw_ostream &out)
      : record_(emitted.record), spelling_(macro_safe(emitted.record, emitted.datatype.spelling)),
        shadowed_(hidden_by_locals(spelling_)), steps_(steps), out_(out) {}

  void print(std::size_t index) {
    const ConstructionStep &step = steps_[index];
    const std::string result = "&step[" + std::to_string(index) + "]";
    const bool has_arrays = !step.displacements.empty();
    if (has_arrays) {
      indent_ = "        ";
      out_ << "    {\n";
      print_arrays(step, index);
    } else {
      indent_ = "    ";
    }
    out_ << indent_ << "err = ";
    switch (step.call) {
    case Call::contiguous:
      call("MPI_Type_contiguous", {number(step.count), operand(step.operands[0]), result});
      break;
    case Call::hvector:
      call("MPI_Type_create_hvector", {number(step.count), number(step.blocklengths[0]), number(step.stride),
                                       operand(step.operands[0]), result});
      break;
    case Call::hindexed_block:
      call("MPI_Type_create_hindexed_block", {number(step.count), number(step.blocklengths[0]),
                                              "displacements", operand(step.operands[0]), result});
      break;
    case Call::hindexed:
      call("MPI_Type_create_hindexed",
           {number(step.count), "blocklengths", "displacements", operand(step.operands[0]), result});
      break;
    case Call::create_struct:
      call("MPI_Type_create_struct", {number(step.count), "blocklengths", "displacements", "types", result});
      break;
    case Call::resized: {
      const bool whole = index + 1 == steps_.size();
      call("MPI_Type_create_resized",
           {operand(step.operands[0]), number(step.lower_bound),
            whole && !shadowed_ ? "(MPI_Aint)sizeof(" + spelling_ + ")" : number(step.extent), result});
      break;
    }
    }
    if (has_arrays)
      out_ << "    }\n";
    out_ << "    if (err != MPI_SUCCESS)\n        goto done;\n";
  }

private:
  static std::string number(std::int64_t value) { return std::to_string(value); }

  static std::string operand(const Operand &operand) {
    if (const auto *basic = std::get_if<layout::BasicType>(&operand))
      return std::string(layout::mpi_name(basic->id));
    return "step[" + std::to_string(std::get<std::size_t>(operand)) + "]";
  }

  void call(const char *function, const std::vector<std::string> &arguments) {
    out_ << function << '(' << llvm::join(arguments, ", ") << ");\n";
  }

  void array(const std::string &declarator, const std::vector<std::string> &items) {
    const std::string head = indent_ + declarator + "[" + std::to_string(items.size()) + "] = ";
    out_ << head << braced_list(items, indent_.size() + 4, head.size()) << ";\n";
  }

  template <typename Sequence, typename Text>
  static std::vector<std::string> texts(const Sequence &sequence, Text text) {
    std::vector<std::string> out;
    for (const auto &item : sequence)
      out.push_back(text(item));
    return out;
  }

  void print_arrays(const ConstructionStep &step, std::size_t index) {
    if (step.call != Call::hindexed_block)
      array("static const int blocklengths", texts(step.blocklengths, number));
    // The struct of the record itself: its displacements are those of fields.
    const bool of_record = !shadowed_ && step.call == Call::create_struct &&
                           step.displacements.size() <= 64 && index + 2 >= steps_.size();
    array("static const MPI_Aint displacements", texts(step.displacements, [&](std::int64_t displacement) {
            return of_record ? field_offset(displacement) : number(displacement);
          }));
    if (step.call == Call::create_struct)
      array("const MPI_Datatype types", texts(step.operands, operand));
  }

  std::string field_offset(std::int64_t displacement) const {
    for (const Field &field : record_.fields)
      if (!field.name.empty() && field.nameable && field.is_public &&
          field.content != Field::Content::ignored &&
          static_cast<std::int64_t>(field.offset_bytes) == displacement && field.size_bytes > 0)
        return "offsetof(" + spelling_ + ", " + field.name + ")";
    return number(displacement);
  }

  const Record &record_;
  const std::string spelling_;
  bool shadowed_; // a local name of the generated function hides the type: numbers stand for it
  const Construction &steps_;
  llvm::raw_ostream &out_;
  std::string indent_;
};

void emit_build_one(const Emitted &emitted, const std::string &suffix, llvm::raw_ostream &out) {
  const Construction steps =
      layout::construct(emitted.record.tree, static_cast<std::int64_t>(emitted.record.size_bytes));
  const std::string handle = emitted.handle();
  const std::string head = "    MPI_Datatype step[" + std::to_string(steps.size()) + "] = ";
  out << "\nstatic int " << names::build_one(emitted.datatype.name) << "(void)\n{\n"
      << head << braced_list(std::vector<std::string>(steps.size(), "MPI_DATATYPE_NULL"), 8, head.size())
      << ";\n    int err;\n\n"
      << "    if (" << handle << " != MPI_DATATYPE_NULL)\n        return MPI_SUCCESS;\n\n";
  StepPrinter printer(emitted, steps, out);
  for (std::size_t i = 0; i < steps.size(); ++i)
    printer.print(i);
  out << "    err = " << names::helper("finish", suffix) << "(&step[" << steps.size() - 1 << "], "
      << emitted.record.tree.data_bytes() << ", \"" << handle << "\", &" << handle << ");\n"
      << "done:\n    " << names::helper("free", suffix) << "(step, " << steps.size()
      << ");\n    return err;\n}\n";
}

void emit_helpers(const std::string &suffix, llvm::raw_ostream &out) {
  out << "\n/* Frees those that are built; returns the first error. */\n"
         "static int "
      << names::helper("free", suffix)
      << "(MPI_Datatype *types, int count)\n"
         "{\n"
         "    int i, first = MPI_SUCCESS;\n\n"
         "    for (i = 0; i < count; i++) {\n"
         "        if (types[i] != MPI_DATATYPE_NULL) {\n"
         "            int err = MPI_Type_free(&types[i]);\n"
         "            if (first == MPI_SUCCESS)\n"
         "                first = err;\n"
         "        }\n"
         "    }\n"
         "    return first;\n"
         "}\n"
         "\n/*\n * Names and commits *type, then hands it over to *result. MPI_ERR_TYPE where MPI's basic "
         "types have not\n"
         " * the sizes that the compiler gave them: the MPI library was built for another ABI.\n */\n"
         "static int "
      << names::helper("finish", suffix)
      << "(MPI_Datatype *type, MPI_Count bytes, const char *name, MPI_Datatype *result)\n"
         "{\n"
         "    MPI_Count size = 0;\n"
         "    int err = MPI_Type_size_x(*type, &size);\n\n"
         "    if (err == MPI_SUCCESS && size != bytes)\n"
         "        err = MPI_ERR_TYPE;\n"
         "    if (err == MPI_SUCCESS)\n"
         "        err = MPI_Type_set_name(*type, name);\n"
         "    if (err == MPI_SUCCESS)\n"
         "        err = MPI_Type_commit(type);\n"
         "    if (err == MPI_SUCCESS) {\n"
         "        *result = *type;\n"
         "        *type = MPI_DATATYPE_NULL;\n"
         "    }\n"
         "    return err;\n"
         "}\n"
         "\n/* MPI_ERR_OTHER before MPI_Init and after MPI_Finalize, where types can be neither built nor "
         "freed. */\n"
         "static int "
      << names::helper("mpi_is_up", suffix)
      << "(void)\n"
         "{\n"
         "    int initialized = 0, finalized = 0;\n"
         "    int err = MPI_Initialized(&initialized);\n\n"
         "    if (err == MPI_SUCCESS)\n"
         "        err = MPI_Finalized(&finalized);\n"
         "    if (err == MPI_SUCCESS && (!initialized || finalized))\n"
         "        err = MPI_ERR_OTHER;\n"
         "    return err;\n"
         "}\n";
}

void emit_build_and_free(const std::vector<Emitted> &all, const std::string &suffix, llvm::raw_ostream &out) {
  const std::string is_up = names::helper("mpi_is_up", suffix);
  out << "\nint " << names::build_all(suffix) << "(void)\n{\n    int err = " << is_up << "();\n\n"
      << "    if (err != MPI_SUCCESS)\n        return err;\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string call = "err = " + names::build_one(all[i].datatype.name) + "();\n";
    out << (i == 0 ? "    " + call : "    if (err == MPI_SUCCESS)\n        " + call);
  }
  out << "    if (err != MPI_SUCCESS)\n        " << names::free_all(suffix) << "();\n    return err;\n}\n";

  std::vector<std::string> handles;
  for (const Emitted &one : all)
    handles.push_back("&" + one.handle());
  const std::string head = "    MPI_Datatype *const types[" + std::to_string(all.size()) + "] = ";
  out << "\nint " << names::free_all(suffix) << "(void)\n{\n"
      << head << braced_list(handles, 8, head.size()) << ";\n    int i, first = " << is_up << "();\n\n"
      << "    if (first != MPI_SUCCESS)\n        return first;\n"
      << "    for (i = 0; i < " << all.size()
      << "; i++) {\n        int err = " << names::helper("free", suffix)
      << "(types[i], 1);\n        if (first == MPI_SUCCESS)\n            first = err;\n    }\n"
      << "    return first;\n}\n";
}

} // namespace

void emit_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  const std::string guard = names::include_guard(options.header_name, options.suffix);
  emit_banner(survey, options.header_name, out);
  out << "#ifndef " << guard << "\n#define " << guard << "\n\n";
  for (const Input &input : survey.inputs) {
    if (!input.include.empty())
      out << "#include " << input.include << '\n';
    else
      out << "/* The structs of " << input_names({input})
          << " must be declared before this file is included. */\n";
  }
  // Behind the structs' headers, as automap has read those: they may define what system headers look at.
  out << "#include <mpi.h>\n";
  out << "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
         "/* Each describes one struct, its extent is the struct's sizeof; MPI_DATATYPE_NULL while not "
         "built. */\n";
  for (const Emitted &one : emitted(survey))
    out << "extern MPI_Datatype " << one.handle() << "; /* " << one.datatype.spelling << " */\n";
  out << "\n/*\n * Builds and commits all of the above. Local; call it between MPI_Init and MPI_Finalize. A "
         "call when\n"
         " * they are built already does nothing. Returns MPI_SUCCESS or the MPI error code of the call "
         "that\n"
         " * failed, MPI_ERR_OTHER outside of MPI_Init and MPI_Finalize; then nothing is left built.\n */\n"
      << "int " << names::build_all(options.suffix) << "(void);\n"
      << "\n/*\n * Frees all of the above and sets them to MPI_DATATYPE_NULL. Local; call it before "
         "MPI_Finalize.\n"
         " * Returns MPI_SUCCESS or the first MPI error code.\n */\n"
      << "int " << names::free_all(options.suffix) << "(void);\n"
      << "\n#ifdef __cplusplus\n}\n#endif\n";
  if (options.cxx)
    emit_cxx_templates(survey, out);
  out << "\n#endif\n";
}

void emit_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  const std::vector<Emitted> all = emitted(survey);
  emit_banner(survey, options.source_name, out);
  if (options.cxx)
    out << "/* Without MPI's old C++ bindings, whose headers do not compile without warnings. */\n"
           "#ifndef OMPI_SKIP_MPICXX\n#define OMPI_SKIP_MPICXX 1\n#endif\n"
           "#ifndef MPICH_SKIP_MPICXX\n#define MPICH_SKIP_MPICXX 1\n#endif\n";
  const bool deprecated = std::ranges::any_of(
      survey.records, [](const Record &record) { return record.listed && record.deprecated; });
  if (options.cxx || deprecated)
    out << "#pragma GCC diagnostic push\n";
  if (options.cxx) // gcc and clang know the offsets of all fields, whatever the standard promises
    out << "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n"
           "#pragma GCC diagnostic ignored \"-Wignored-attributes\"\n";
  if (deprecated)
    out << "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n";
  out << "#include \"" << options.header_name << "\"\n\n";
  out << (options.cxx ? "#include <cstddef>\n#include <type_traits>\n\n" : "#include <stddef.h>\n\n");

  emit_layout_checks(survey, options, out);
  for (const Emitted &one : all)
    out << "MPI_Datatype " << one.handle() << " = MPI_DATATYPE_NULL;\n";
  emit_helpers(options.suffix, out);
  for (const Emitted &one : all)
    emit_build_one(one, options.suffix, out);
  emit_build_and_free(all, options.suffix, out);
  if (options.cxx || deprecated)
    out << "\n#pragma GCC diagnostic pop\n";
}

} // namespace automap
