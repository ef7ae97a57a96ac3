// Support for the tests under mpiexec.
#pragma once

#include "figure3_routines.h"
#include "pointer_kinds_routines.h"
#include "structures.h"
#include "weak_kinds_routines.h"

#include <autolink/autolink.h>

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace autolink::test {

/// This process in MPI_COMM_WORLD.
inline int rank = 0, size = 0;

inline int right() { return (rank + 1) % size; }
inline int left() { return (rank + size - 1) % size; }

/// Gives each test a communicator of its own, whose errors return.
struct Transfers : testing::Test {
  void SetUp() override {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
  void TearDown() override { MPI_Comm_free(&comm); }

  void set(const std::map<std::string, std::string> &values) {
    MPI_Info info;
    MPI_Info_create(&info);
    for (const auto &[key, value] : values)
      MPI_Info_set(info, ("autolink_" + key).c_str(), value.c_str());
    ASSERT_EQ(AL_Comm_set_info(comm, info), MPI_SUCCESS);
    MPI_Info_free(&info);
  }

  /// Sends the list to the next rank while an equal one arrives from the previous rank. `flags` are those of the call.
  void expect_arrival(const List *list, int flags) {
    AL_Request request;
    List *received = nullptr;
    ASSERT_EQ(AL_Isend_flags(list, AutoLink_List, right(), 0, comm, flags, &request), MPI_SUCCESS);
    ASSERT_EQ(AL_Recv(&received, AutoLink_List, left(), 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(difference(list, received), "");
    AL_Free(received, AutoLink_List);
  }

  MPI_Comm comm = MPI_COMM_NULL;
};

template <typename T> AL_Type type_of();
template <> inline AL_Type type_of<List>() { return AutoLink_List; }
template <> inline AL_Type type_of<Tree>() { return AutoLink_Tree; }
template <> inline AL_Type type_of<Graph>() { return AutoLink_Graph; }
template <> inline AL_Type type_of<City>() { return AutoLink_City; }
template <> inline AL_Type type_of<Kinds>() { return AutoLink_Kinds; }
template <> inline AL_Type type_of<Cell>() { return AutoLink_Cell; }
template <> inline AL_Type type_of<Twig>() { return AutoLink_Twig; }
template <> inline AL_Type type_of<Square>() { return AutoLink_Square; }

/// Expects an error of this class and an untouched root. The text must contain `word` and name the call, unless memory
/// ran out.
template <typename T> void expect_failure(int code, int al_class, T *received, const char *word) {
  int got = 0;
  AL_Error_class(code, &got);
  EXPECT_EQ(got, al_class);
  EXPECT_EQ(received, nullptr);
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0, error_class = 0;
  MPI_Error_string(code, text, &length);
  EXPECT_NE(std::string(text).find(word), std::string::npos) << text;
  EXPECT_TRUE(std::string(text).starts_with("AL_") || al_class == AL_ERR_MEMORY) << text;
  MPI_Error_class(code, &error_class);
  EXPECT_NE(error_class, code);
}

} // namespace autolink::test
