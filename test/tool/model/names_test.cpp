#include "model/names.h"

#include <gtest/gtest.h>

namespace automap::names {
namespace {

TEST(Names, Datatypes) {
  EXPECT_EQ(datatype("cmdline"), "AutoMap_cmdline");
  EXPECT_EQ(datatype("ns::Vec3"), "AutoMap_ns_Vec3");
  EXPECT_EQ(datatype("größe"), "AutoMap_größe");
  EXPECT_EQ(datatype("ns::Vec<double, 3>"), "AutoMap_ns_Vec_double_3");
  EXPECT_EQ(datatype("Vec<double, 3>_view"), "AutoMap_Vec_double_3_view");
  EXPECT_TRUE(macro_safe_type("Vec<double, 3>").starts_with("automap_type_Vec_double_3_"));
  EXPECT_NE(macro_safe_type("Vec<double, 3>"), macro_safe_type("Vec<double, -3>"));
  EXPECT_NE(specialisation_guard("W<int *>"), specialisation_guard("W<int>"));
}

TEST(Names, SignaturesAreCalledAsTheirDatatypes) {
  EXPECT_EQ(element_count("ns::Vec<double, 3>_view"), "AUTOMAP_ELEMENTS_OF_ns_Vec_double_3_view");
  EXPECT_EQ(signature("größe"), "AUTOMAP_SIGNATURE_OF_größe");
}

TEST(Names, FunctionsWithAndWithoutSuffix) {
  EXPECT_EQ(build_all(""), "Build_MPI_Types");
  EXPECT_EQ(free_all(""), "Free_MPI_Types");
  EXPECT_EQ(build_all("particles"), "Build_MPI_Types_particles");
  EXPECT_EQ(helper("free", "particles"), "automap_free_particles");
}

TEST(Names, Files) {
  EXPECT_EQ(header_for("mpitypes.c"), "mpitypes.h");
  EXPECT_EQ(header_for("gen.d/my.types.cpp"), "gen.d/my.types.h");
  EXPECT_EQ(include_guard("gen/my-types.h", ""), "AUTOMAP_MY_TYPES_H");
  EXPECT_EQ(include_guard("gen/my-types.h", "b"), "AUTOMAP_MY_TYPES_H_b");
}

TEST(Names, OfAutoLink) {
  EXPECT_EQ(node_type("ns::Vec<double, 3>", ""), "AutoLink_ns_Vec_double_3");
  EXPECT_EQ(node_type("ns::Vec<double, 3>", "whole"), "AutoLink_ns_Vec_double_3_whole");
  EXPECT_EQ(node_part("length", "ns::node", "un.p"), "autolink_length_ns_node_un_p");
  EXPECT_NE(node_part("data", "Vec<double, 3>"), node_part("data", "Vec<double, -3>"));
  EXPECT_EQ(autolink_source("gen/mpitypes.c", ""), "gen/al_routines.c");
  EXPECT_EQ(autolink_source("types.cpp", ""), "al_routines.cpp");
  EXPECT_EQ(autolink_header("gen/mpitypes.cpp", "b"), "gen/al_routines_b.h");
  EXPECT_EQ(logbook("gen/mpitypes.c", ""), "gen/logbook.txt");
}

} // namespace
} // namespace automap::names
