// Datatypes in generated code: their declarations, and the functions that build and free them. What they
// describe - records or a type map - is the callers' business.
#pragma once

#include "layout/type_tree.h"

#include "llvm/Support/raw_ostream.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// The lines of generated code are shorter than this where they can be.
inline constexpr std::size_t line_width = 100;

/// A datatype that gets code.
struct GeneratedType {
  std::string name;   // the user's: "cmdline", "ns::Vec3"
  std::string what;   // what it describes, for people: "struct cmdline"
  std::string c_type; // the type of an element of its buffers: "struct cmdline"; empty: any
  layout::TypeTree tree = layout::TypeTree::empty();
  std::int64_t lower_bound = 0; // bytes
  std::int64_t extent = 0;      // bytes
  std::string extent_text;      // the extent as code: "(MPI_Aint)sizeof(struct cmdline)"; empty: the number

  /// A displacement of the outermost constructor as code: "offsetof(struct cmdline, age)"; empty text, or no
  /// function: the number.
  std::function<std::string(std::int64_t)> displacement_text;

  bool has_packing = false; // functions for it are generated, of which the runtime is told where it is linked

  std::string fields; // the AM_Record that AM_Type_set_fields is given; empty: it is not called

  std::string handle() const; // the MPI_Datatype: "AutoMap_cmdline"
};

/// For generated C++, before mpi.h is included: without the bindings that MPI no longer has.
void emit_without_cxx_bindings(llvm::raw_ostream &out);

/// For the generated header: the handles, Build_MPI_Types and Free_MPI_Types, callable from C and C++, and
/// the constants of the type signatures. `each` says in a comment what the handles are.
void emit_declarations(const std::vector<GeneratedType> &types, const std::string &suffix,
                       const std::string &each, llvm::raw_ostream &out);

/// For a source without a header: the same without the handles.
void emit_prototypes(const std::vector<GeneratedType> &types, const std::string &suffix,
                     llvm::raw_ostream &out);

/// The macro that is defined where AutoMap's runtime is linked.
inline constexpr std::string_view runtime_macro = "AUTOMAP_RUNTIME";

/// For the generated source, before the definitions: what they take from the runtime where that is linked, or
/// `always`.
void emit_runtime_include(const std::vector<GeneratedType> &types, bool always, llvm::raw_ostream &out);

/// For the generated source: their definitions.
void emit_definitions(const std::vector<GeneratedType> &types, const std::string &suffix,
                      llvm::raw_ostream &out);

} // namespace automap
