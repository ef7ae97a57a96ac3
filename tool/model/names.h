// The one place for every identifier and file name that automap generates.
#pragma once

#include <string>
#include <string_view>

namespace automap::names {

/// Returns the handle of a datatype: "cmdline" → "AutoMap_cmdline", "ns::Vec3" → "AutoMap_ns_Vec3".
std::string datatype(std::string_view qualified);

/// Returns the handle of a datatype's operator: "cmdline" → "AutoMap_cmdline_op".
std::string reduction(std::string_view qualified);

/// Return the constants of a datatype's type signature: "AUTOMAP_ELEMENTS_OF_cmdline", "AUTOMAP_SIGNATURE_OF_cmdline".
std::string element_count(std::string_view qualified);
std::string signature(std::string_view qualified);

/// Return the functions that copy structs to dense bytes and back: "AutoMap_pack_cmdline", "AutoMap_unpack_cmdline".
std::string pack(std::string_view qualified);
std::string unpack(std::string_view qualified);

/// Returns AutoLink's type of a record: "LList" → "AutoLink_LList"; with a suffix "AutoLink_LList_particles".
std::string node_type(std::string_view qualified, std::string_view suffix);

/// Returns the name of something static that belongs to a record or a field: "length", "ns::node", "in.p" →
/// "autolink_length_ns_node_in_p".
std::string node_part(std::string_view what, std::string_view qualified, std::string_view path = "");

/// Return the files beside "gen/mpitypes.c": "gen/al_routines.c", "gen/al_routines.h", "gen/logbook.txt";
/// with a suffix "gen/al_routines_particles.c".
std::string autolink_source(std::string_view source_path, std::string_view suffix);
std::string autolink_header(std::string_view source_path, std::string_view suffix);
std::string logbook(std::string_view source_path, std::string_view suffix);

/// Returns the header about C++ objects beside "gen/mpitypes.cpp": "gen/al_objects.hpp".
std::string objects_header(std::string_view source_path, std::string_view suffix);

/// Returns the static function that builds one datatype: "automap_build_cmdline".
std::string build_one(std::string_view qualified);

/// Returns a static function of a datatype's operator: "automap_reduce_cmdline", "automap_combine_cmdline".
std::string reduction_part(std::string_view what, std::string_view qualified);

/// Returns a typedef for a type whose name has commas, at which macros would split it: "automap_type_Vec_double_3_" and
/// digits that distinguish it from Vec<double, -3>.
std::string macro_safe_type(std::string_view qualified);

/// Returns the name for a class of C++ objects that is not public: "autolink_type_Tree_Node_" and digits, so that no
/// other class has it.
std::string exposed_type(std::string_view qualified);

/// Returns the function that counts a record's fields: "automap_fields_of_cmdline".
std::string field_count(std::string_view qualified, std::string_view suffix);

/// Returns a static helper of one generated file: "free" → "automap_free", with a suffix "automap_free_particles".
std::string helper(std::string_view name, std::string_view suffix);

/// Returns "Build_MPI_Types"; with a suffix "Build_MPI_Types_particles".
std::string build_all(std::string_view suffix);

/// Returns "Free_MPI_Types"; with a suffix "Free_MPI_Types_particles".
std::string free_all(std::string_view suffix);

/// Returns the name of a type in Python: "ns::Vec3" → "ns_Vec3"; "class" → "class_", because that is a keyword there.
std::string python(std::string_view qualified);

/// Returns the header beside a source: "gen/mpitypes.cpp" → "gen/mpitypes.h".
std::string header_for(std::string_view source_path);

/// Returns the include guard of a generated header: "mpitypes.h" → "AUTOMAP_MPITYPES_H"; with a suffix
/// "AUTOMAP_MPITYPES_H_particles".
std::string include_guard(std::string_view header_path, std::string_view suffix);

/// Returns a macro that prevents a second specialisation for an instance of a template:
/// "AUTOMAP_DATATYPE_struct_Vec_double_3_" and digits.
std::string specialisation_guard(std::string_view spelling);

} // namespace automap::names
