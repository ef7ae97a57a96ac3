// Datatypes in generated code. See datatypes.h.
//
// Each datatype has a static function that runs the construction of its type tree; two functions build and free them
// all.
#include "datatypes.h"

#include "model/names.h"
#include "reductions.h"
#include "show/tree_text.h"

#include "layout/construction.h"
#include "layout/signature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <variant>

namespace automap {
namespace {

using layout::Construction;
using layout::ConstructionStep;
using layout::Operand;
using Call = ConstructionStep::Call;

/// Tags around declarations of datatypes, which tell clang's -Wtype-safety the type of their buffers. MPI is the tags'
/// kind in MPICH's header too, and may be a macro of the user's.
constexpr llvm::StringLiteral tags_on =
    R"(/* For <automap/typesafe_mpi.h> and clang's -Wtype-safety: what the buffers of each consist of. */
#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(type_tag_for_datatype)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#pragma push_macro("MPI")
#undef MPI
#define AUTOMAP_TAG(...) __attribute__((type_tag_for_datatype(MPI, __VA_ARGS__)))
#endif
#endif
#ifndef AUTOMAP_TAG
#define AUTOMAP_TAG(...)
#define AUTOMAP_NO_TAGS
#endif

)";
constexpr llvm::StringLiteral tags_off = R"(
#ifndef AUTOMAP_NO_TAGS
#pragma pop_macro("MPI")
#pragma clang diagnostic pop
#endif
#undef AUTOMAP_NO_TAGS
#undef AUTOMAP_TAG
)";

/// A macro before definitions of tagged datatypes. clang takes an initializer for a value that stands for the tag's
/// type, which MPI_DATATYPE_NULL does not; the macro gives it another name.
constexpr llvm::StringLiteral define_on = R"(
/* clang would take the value of a tagged definition for another name of the datatype: hide it. */
#ifdef __clang__
#define AUTOMAP_TEXT_OF(x) #x
#define AUTOMAP_TEXT(x) AUTOMAP_TEXT_OF(x)
#define AUTOMAP_DEFINE(name)                                                             \
    extern MPI_Datatype name##_defined __asm__(AUTOMAP_TEXT(__USER_LABEL_PREFIX__) #name); \
    MPI_Datatype name##_defined
#else
#define AUTOMAP_DEFINE(name) MPI_Datatype name
#endif
)";

bool has_tags(const std::vector<GeneratedType> &types) {
  return llvm::any_of(types, [](const GeneratedType &type) { return !type.c_type.empty(); });
}

bool has_operators(const std::vector<GeneratedType> &types) {
  return llvm::any_of(types, [](const GeneratedType &type) { return !type.reductions.empty(); });
}

/// Returns `items` between braces: on the current line, which is filled up to `column`, or on lines of their own,
/// indented by `indent` blanks.
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

class StepPrinter {
public:
  StepPrinter(const GeneratedType &type, const Construction &steps, llvm::raw_ostream &out)
      : type_(type), steps_(steps), out_(out) {}

  void print(std::size_t index) {
    const ConstructionStep &step = steps_[index];
    const std::string result = "&am_step[" + std::to_string(index) + "]";
    const bool has_arrays = !step.displacements.empty();
    if (has_arrays) {
      indent_ = "        ";
      out_ << "    {\n";
      print_arrays(step, index);
    } else {
      indent_ = "    ";
    }
    out_ << indent_ << "am_err = ";
    switch (step.call) {
    case Call::contiguous:
      print_call("MPI_Type_contiguous", {number(step.count), operand(step.operands[0]), result});
      break;
    case Call::hvector:
      print_call("MPI_Type_create_hvector", {number(step.count), number(step.blocklengths[0]), number(step.stride),
                                             operand(step.operands[0]), result});
      break;
    case Call::hindexed_block:
      print_call("MPI_Type_create_hindexed_block", {number(step.count), number(step.blocklengths[0]),
                                                    "am_displacements", operand(step.operands[0]), result});
      break;
    case Call::hindexed:
      print_call("MPI_Type_create_hindexed",
                 {number(step.count), "am_blocklengths", "am_displacements", operand(step.operands[0]), result});
      break;
    case Call::create_struct:
      print_call("MPI_Type_create_struct",
                 {number(step.count), "am_blocklengths", "am_displacements", "am_types", result});
      break;
    case Call::resized: {
      const bool whole = index + 1 == steps_.size();
      print_call("MPI_Type_create_resized",
                 {operand(step.operands[0]), number(step.lower_bound),
                  whole && !type_.extent_text.empty() ? type_.extent_text : number(step.extent), result});
      break;
    }
    }
    if (has_arrays)
      out_ << "    }\n";
    out_ << "    if (am_err != MPI_SUCCESS)\n        goto am_done;\n";
  }

private:
  static std::string number(std::int64_t value) { return std::to_string(value); }

  static std::string operand(const Operand &operand) {
    if (const auto *basic = std::get_if<layout::BasicType>(&operand))
      return std::string(layout::mpi_name(basic->id));
    return "am_step[" + std::to_string(std::get<std::size_t>(operand)) + "]";
  }

  void print_call(const char *function, const std::vector<std::string> &arguments) {
    out_ << function << '(' << llvm::join(arguments, ", ") << ");\n";
  }

  void print_array(const std::string &declarator, const std::vector<std::string> &items) {
    const std::string head = indent_ + declarator + "[" + std::to_string(items.size()) + "] = ";
    out_ << head << braced_list(items, indent_.size() + 4, head.size()) << ";\n";
  }

  template <typename Sequence, typename Text>
  static std::vector<std::string> to_texts(const Sequence &sequence, Text text) {
    std::vector<std::string> out;
    for (const auto &item : sequence)
      out.push_back(text(item));
    return out;
  }

  void print_arrays(const ConstructionStep &step, std::size_t index) {
    if (step.call != Call::hindexed_block)
      print_array("static const int am_blocklengths", to_texts(step.blocklengths, number));
    const bool outermost = index == outermost_ && step.displacements.size() <= 64;
    print_array("static const MPI_Aint am_displacements", to_texts(step.displacements, [&](std::int64_t displacement) {
                  std::string text;
                  if (outermost && type_.displacement_text)
                    text = type_.displacement_text(displacement);
                  return text.empty() ? number(displacement) : text;
                }));
    if (step.call == Call::create_struct)
      print_array("const MPI_Datatype am_types", to_texts(step.operands, operand));
  }

  /// Returns the step whose displacements are those of the whole datatype: the last one that is not a resize.
  static std::size_t outermost_of(const Construction &steps) {
    const ConstructionStep &last = steps.back();
    if (last.call == Call::resized)
      if (const auto *resized = std::get_if<std::size_t>(&last.operands.front()))
        return *resized;
    return steps.size() - 1;
  }

  const GeneratedType &type_;
  const Construction &steps_;
  const std::size_t outermost_ = outermost_of(steps_);
  llvm::raw_ostream &out_;
  std::string indent_;
};

void emit_build_one(const GeneratedType &type, const std::string &suffix, llvm::raw_ostream &out) {
  const Construction steps = layout::construct(type.tree, layout::Bounds{type.lower_bound, type.extent});
  const std::string handle = type.handle();
  const std::string head = "    MPI_Datatype am_step[" + std::to_string(steps.size()) + "] = ";
  out << "\nstatic int " << names::build_one(type.name) << "(void)\n{\n"
      << head << braced_list(std::vector<std::string>(steps.size(), "MPI_DATATYPE_NULL"), 8, head.size())
      << ";\n    int am_err;\n\n"
      << "    if (" << handle << " != MPI_DATATYPE_NULL)\n        return MPI_SUCCESS;\n\n";
  StepPrinter printer(type, steps, out);
  for (std::size_t i = 0; i < steps.size(); ++i)
    printer.print(i);
  out << "    am_err = " << names::helper("finish", suffix) << "(&am_step[" << steps.size() - 1 << "], "
      << type.tree.data_bytes() << ", \"" << handle << "\", &" << handle << ");\n";
  if (!type.fields.empty())
    out << "    if (am_err == MPI_SUCCESS)\n        am_err = AM_Type_set_fields(" << handle << ", &" << type.fields
        << ");\n";
  if (type.has_packing)
    out << "#ifdef " << runtime_macro << "\n    if (am_err == MPI_SUCCESS)\n        am_err = AM_Type_set_packing("
        << handle << ", " << names::pack(type.name) << ", " << names::unpack(type.name) << ");\n#endif\n";
  if (!type.reductions.empty())
    out << "    if (am_err == MPI_SUCCESS)\n        am_err = MPI_Op_create("
        << names::reduction_part("reduce", type.name) << ", 1, &" << names::reduction(type.name) << ");\n";
  out << "am_done:\n    " << names::helper("free", suffix) << "(am_step, " << steps.size()
      << ");\n    return am_err;\n}\n";
}

void emit_helpers(const std::string &suffix, llvm::raw_ostream &out) {
  out << "\n/* Frees those that are built; returns the first error. */\n"
         "static int "
      << names::helper("free", suffix)
      << "(MPI_Datatype *am_types, int am_count)\n"
         "{\n"
         "    int am_i, am_first = MPI_SUCCESS;\n\n"
         "    for (am_i = 0; am_i < am_count; am_i++) {\n"
         "        if (am_types[am_i] != MPI_DATATYPE_NULL) {\n"
         "            int am_err = MPI_Type_free(&am_types[am_i]);\n"
         "            if (am_first == MPI_SUCCESS)\n"
         "                am_first = am_err;\n"
         "        }\n"
         "    }\n"
         "    return am_first;\n"
         "}\n"
         "\n/*\n * Names and commits *am_type, then hands it over to *am_result. MPI_ERR_TYPE where MPI's "
         "basic types have not\n"
         " * the sizes that the compiler gave them: the MPI library was built for another ABI.\n */\n"
         "static int "
      << names::helper("finish", suffix)
      << "(MPI_Datatype *am_type, MPI_Count am_bytes, const char *am_name, MPI_Datatype *am_result)\n"
         "{\n"
         "    MPI_Count am_size = 0;\n"
         "    int am_err = MPI_Type_size_x(*am_type, &am_size);\n\n"
         "    if (am_err == MPI_SUCCESS && am_size != am_bytes)\n"
         "        am_err = MPI_ERR_TYPE;\n"
         "    if (am_err == MPI_SUCCESS)\n"
         "        am_err = MPI_Type_set_name(*am_type, am_name);\n"
         "    if (am_err == MPI_SUCCESS)\n"
         "        am_err = MPI_Type_commit(am_type);\n"
         "    if (am_err == MPI_SUCCESS) {\n"
         "        *am_result = *am_type;\n"
         "        *am_type = MPI_DATATYPE_NULL;\n"
         "    }\n"
         "    return am_err;\n"
         "}\n";
}

void emit_is_up(const std::string &suffix, llvm::raw_ostream &out) {
  out << "\n/* MPI_ERR_OTHER before MPI_Init and after MPI_Finalize, where types can be neither built nor "
         "freed. */\n"
         "static int "
      << names::helper("mpi_is_up", suffix)
      << "(void)\n"
         "{\n"
         "    int am_initialized = 0, am_finalized = 0;\n"
         "    int am_err = MPI_Initialized(&am_initialized);\n\n"
         "    if (am_err == MPI_SUCCESS)\n"
         "        am_err = MPI_Finalized(&am_finalized);\n"
         "    if (am_err == MPI_SUCCESS && (!am_initialized || am_finalized))\n"
         "        am_err = MPI_ERR_OTHER;\n"
         "    return am_err;\n"
         "}\n";
}

void emit_build_and_free(const std::vector<GeneratedType> &all, const std::string &suffix, llvm::raw_ostream &out) {
  const std::string is_up = names::helper("mpi_is_up", suffix);
  out << "\nint " << names::build_all(suffix) << "(void)\n{\n    int am_err = " << is_up << "();\n\n"
      << "    if (am_err != MPI_SUCCESS)\n        return am_err;\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string call = "am_err = " + names::build_one(all[i].name) + "();\n";
    out << (i == 0 ? "    " + call : "    if (am_err == MPI_SUCCESS)\n        " + call);
  }
  out << "    if (am_err != MPI_SUCCESS)\n        " << names::free_all(suffix) << "();\n    return am_err;\n}\n";

  if (all.empty()) {
    out << "\nint " << names::free_all(suffix) << "(void)\n{\n    return " << is_up << "();\n}\n";
    return;
  }
  std::vector<std::string> handles;
  for (const GeneratedType &one : all)
    handles.push_back("&" + one.handle());
  const std::string head = "    MPI_Datatype *const am_types[" + std::to_string(all.size()) + "] = ";
  out << "\nint " << names::free_all(suffix) << "(void)\n{\n"
      << head << braced_list(handles, 8, head.size()) << ";\n    int am_i, am_first = " << is_up << "();\n\n"
      << "    if (am_first != MPI_SUCCESS)\n        return am_first;\n"
      << "    for (am_i = 0; am_i < " << all.size()
      << "; am_i++) {\n        int am_err = " << names::helper("free", suffix)
      << "(am_types[am_i], 1);\n        if (am_first == MPI_SUCCESS)\n            am_first = am_err;\n    }\n";
  for (const GeneratedType &one : all)
    if (!one.reductions.empty()) {
      const std::string op = names::reduction(one.name);
      out << "    if (" << op << " != MPI_OP_NULL) {\n        int am_err = MPI_Op_free(&" << op
          << ");\n        if (am_first == MPI_SUCCESS)\n            am_first = am_err;\n    }\n";
    }
  out << "    return am_first;\n}\n";
}

void emit_signatures(const std::vector<GeneratedType> &types, llvm::raw_ostream &out) {
  out << "\n/*\n * Type signatures: the number of basic MPI elements, and a hash of their types in order. "
         "Datatypes with\n"
         " * the same two may be sent and received as each other; AM_Type_signature of automap/automap.h finds\n"
         " * them at run time.\n */\n";
  for (const GeneratedType &one : types) {
    const layout::Signature signature = layout::signature_of(one.tree);
    out << "#define " << names::element_count(one.name) << ' ' << signature.count << '\n'
        << "#define " << names::signature(one.name) << llvm::formatv(" 0x{0:x-16}ULL\n", signature.hash);
  }
}

} // namespace

std::string GeneratedType::handle() const { return names::datatype(name); }

void emit_without_cxx_bindings(llvm::raw_ostream &out) {
  out << "/* Without MPI's old C++ bindings, whose headers do not compile without warnings. */\n"
         "#ifndef OMPI_SKIP_MPICXX\n#define OMPI_SKIP_MPICXX 1\n#endif\n"
         "#ifndef MPICH_SKIP_MPICXX\n#define MPICH_SKIP_MPICXX 1\n#endif\n";
}

void emit_declarations(const std::vector<GeneratedType> &types, const std::string &suffix, const std::string &each,
                       llvm::raw_ostream &out) {
  const bool tagged = has_tags(types);
  out << "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  if (tagged)
    out << tags_on;
  out << "/* " << each << " */\n";
  for (const GeneratedType &one : types)
    out << "extern MPI_Datatype " << one.handle() << (one.c_type.empty() ? "" : " AUTOMAP_TAG(" + one.c_type + ")")
        << "; /* " << one.what << " */\n";
  if (has_operators(types))
    out << "\n/* Each is the operator for reductions of these structs; MPI_OP_NULL while not built. */\n";
  for (const GeneratedType &one : types)
    if (!one.reductions.empty())
      out << "extern MPI_Op " << names::reduction(one.name) << "; /* " << one.what << " */\n";
  if (tagged)
    out << tags_off;
  out << "\n/*\n * Builds and commits all of the above. Local; call it between MPI_Init and MPI_Finalize. A call when\n"
         " * they are built already does nothing. Returns MPI_SUCCESS or the MPI error code of the call that\n"
         " * failed, MPI_ERR_OTHER outside of MPI_Init and MPI_Finalize; then nothing is left built.\n */\n"
      << "int " << names::build_all(suffix) << "(void);\n"
      << "\n/*\n * Frees all of the above and sets them to MPI_DATATYPE_NULL. Local; call it before MPI_Finalize.\n"
         " * Returns MPI_SUCCESS or the first MPI error code.\n */\n"
      << "int " << names::free_all(suffix) << "(void);\n"
      << "\n#ifdef __cplusplus\n}\n#endif\n";
  emit_signatures(types, out);
}

void emit_prototypes(const std::vector<GeneratedType> &types, const std::string &suffix, llvm::raw_ostream &out) {
  out << "int " << names::build_all(suffix) << "(void);\nint " << names::free_all(suffix) << "(void);\n";
  emit_signatures(types, out);
  out << '\n';
}

void emit_runtime_include(const std::vector<GeneratedType> &types, bool always, llvm::raw_ostream &out) {
  if (!llvm::any_of(types, [](const GeneratedType &type) { return type.has_packing; }))
    return;
  out << "/* Where AutoMap's runtime is linked, AM_Pack and its like use the packing functions. */\n";
  if (always)
    out << "#ifndef " << runtime_macro << "\n#define " << runtime_macro << "\n#endif\n";
  out << "#ifdef " << runtime_macro << "\n#include <automap/automap.h>\n#endif\n";
}

void emit_definitions(const std::vector<GeneratedType> &types, const std::string &suffix, llvm::raw_ostream &out) {
  const bool tagged = has_tags(types);
  if (tagged)
    out << define_on;
  for (const GeneratedType &one : types)
    out << (one.c_type.empty() ? "MPI_Datatype " + one.handle() : "AUTOMAP_DEFINE(" + one.handle() + ")")
        << " = MPI_DATATYPE_NULL;\n";
  if (tagged)
    out << "#undef AUTOMAP_DEFINE\n";
  std::vector<ReducedType> reduced;
  for (const GeneratedType &one : types)
    if (!one.reductions.empty()) {
      out << "MPI_Op " << names::reduction(one.name) << " = MPI_OP_NULL;\n";
      reduced.push_back({one.name, static_cast<std::uint64_t>(one.extent), one.tree.data_bytes(), &one.reductions});
    }
  if (!types.empty()) // classes of C++ objects alone have no datatypes
    emit_helpers(suffix, out);
  emit_is_up(suffix, out);
  emit_reductions(reduced, suffix, out);
  for (const GeneratedType &one : types)
    emit_build_one(one, suffix, out);
  emit_build_and_free(types, suffix, out);
}

} // namespace automap
