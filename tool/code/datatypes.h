// Datatypes in generated code: their declarations, and the functions that build and free them. The same code serves
// records and type maps.
#pragma once

#include "model/reduction.h"

#include "layout/type_tree.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// A datatype in generated code.
struct GeneratedType {
  std::string name;   // the user's: "cmdline", "ns::Vec3"
  std::string what;   // the described type, for people: "struct cmdline"
  std::string c_type; // the type of a buffer's elements: "struct cmdline"; empty: any
  layout::TypeTree tree = layout::TypeTree::empty();
  std::int64_t lower_bound = 0; // bytes
  std::int64_t extent = 0;      // bytes
  std::string extent_text;      // the extent as code: "(MPI_Aint)sizeof(struct cmdline)"; empty: the number

  /// Returns a displacement of the outermost constructor as code: "offsetof(struct cmdline, age)". The number is used
  /// if the text is empty or there is no function.
  std::function<std::string(std::int64_t)> displacement_text;

  bool has_packing = false; // packing functions are generated, and given to the runtime if that is linked

  std::string fields; // the AM_Record for AM_Type_set_fields; empty: that is not called

  std::vector<Reduction> reductions; // how MPI's reductions combine two structs; empty: there is no operator

  std::string handle() const; // the name of the MPI_Datatype: "AutoMap_cmdline"
};

/// Prints, for C++ and before mpi.h, the macros that leave out the C++ bindings, which MPI no longer has.
void emit_without_cxx_bindings(llvm::raw_ostream &out);

/// Prints the declarations of a header: the handles, Build_MPI_Types and Free_MPI_Types, callable from C and C++, and
/// the constants of the type signatures. `each` is the comment that explains the handles.
void emit_declarations(const std::vector<GeneratedType> &types, const std::string &suffix, const std::string &each,
                       llvm::raw_ostream &out);

/// Prints the same declarations without the handles, in a source that has no header.
void emit_prototypes(const std::vector<GeneratedType> &types, const std::string &suffix, llvm::raw_ostream &out);

/// The macro that is defined if AutoMap's runtime is linked.
inline constexpr std::string_view runtime_macro = "AUTOMAP_RUNTIME";

/// Prints, before a source's definitions, the includes that these need if the runtime is linked, or `always`.
void emit_runtime_include(const std::vector<GeneratedType> &types, bool always, llvm::raw_ostream &out);

/// Prints a source's definitions of the handles and functions.
void emit_definitions(const std::vector<GeneratedType> &types, const std::string &suffix, llvm::raw_ostream &out);

} // namespace automap
