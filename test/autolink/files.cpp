// Tests files of structures under mpiexec: written by some ranks, read by others, and failures of one rank.
#include "failing_new.h"
#include "transfers.h"

#include "all_ranks.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace autolink::test;

namespace {

/// A path that all ranks have; the file is gone after the test.
struct Files : Transfers {
  void SetUp() override {
    Transfers::SetUp();
    int process = static_cast<int>(getpid());
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    const char *directory = std::getenv("TMPDIR");
    path = std::string(directory ? directory : "/tmp") + "/autolink_files_" + std::to_string(process) + ".al";
  }
  void TearDown() override {
    MPI_Barrier(comm);
    if (rank == 0)
      std::remove(path.c_str());
    EXPECT_FALSE(exists(path + ".new"));
    Transfers::TearDown();
  }

  static bool exists(const std::string &file) { return access(file.c_str(), F_OK) == 0; }

  int write_list(MPI_Comm of, int n) {
    Made made;
    const int code = AL_File_write(path.c_str(), n < 0 ? nullptr : make_list(made, static_cast<std::size_t>(n), 1),
                                   AutoLink_List, of);
    MPI_Barrier(comm);
    return code;
  }

  /// Expects the lists of n(0), n(1) … in the file, as many as `count`.
  template <typename N> void expect_lists(int count, N n) {
    AL_File file = AL_FILE_NULL;
    ASSERT_EQ(AL_File_open(path.c_str(), &file), MPI_SUCCESS);
    expect_lists(file, count, n);
    EXPECT_EQ(AL_File_close(&file), MPI_SUCCESS);
    EXPECT_EQ(file, AL_FILE_NULL);
  }
  template <typename N> static void expect_lists(AL_File file, int count, N n) {
    int found = -1;
    ASSERT_EQ(AL_File_count(file, &found), MPI_SUCCESS);
    ASSERT_EQ(found, count);
    for (int i = rank % count; i < count; i += size) {
      Made made;
      List *list = nullptr;
      ASSERT_EQ(AL_File_read(file, i, &list, AutoLink_List), MPI_SUCCESS) << AL_Error_string(AL_ERR_FILE);
      EXPECT_EQ(difference(make_list(made, static_cast<std::size_t>(n(i)), 1), list), "");
      EXPECT_EQ(AL_Free(list, AutoLink_List), MPI_SUCCESS);
    }
  }

  std::string path;
};

int class_of(int code) {
  int out = 0;
  AL_Error_class(code, &out);
  return out;
}

bool has(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST_F(Files, AreReadByAnyNumberOfRanks) {
  for (int writers = 1; writers <= size; ++writers) {
    MPI_Comm some = MPI_COMM_NULL;
    MPI_Comm_split(comm, rank < writers ? 0 : MPI_UNDEFINED, rank, &some);
    if (some != MPI_COMM_NULL) {
      Made made;
      // Lists of some bytes and of several blocks.
      List *const list =
          make_list(made, rank % 2 ? 60000 + static_cast<std::size_t>(rank) : static_cast<std::size_t>(rank + 1), 1);
      EXPECT_EQ(AL_File_write(path.c_str(), list, AutoLink_List, some), MPI_SUCCESS);
      MPI_Comm_free(&some);
    }
    MPI_Barrier(comm);
    expect_lists(writers, [](int i) { return i % 2 ? 60000 + i : i + 1; });
    MPI_Barrier(comm);
  }
}

template <typename T> void expect_copy(const std::string &path, int which, const T *expected) {
  AL_File file = AL_FILE_NULL;
  T *copy = nullptr;
  ASSERT_EQ(AL_File_open(path.c_str(), &file), MPI_SUCCESS);
  ASSERT_EQ(AL_File_read(file, which, &copy, type_of<T>()), MPI_SUCCESS);
  ASSERT_EQ(AL_File_close(&file), MPI_SUCCESS);
  EXPECT_EQ(difference(expected, copy), "");
  EXPECT_EQ(AL_Free(copy, type_of<T>()), MPI_SUCCESS);
}

TEST_F(Files, HoldAllKindsOfStructures) {
  for (const char *allocation : {"malloc", "arena"}) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "autolink_allocation", allocation);
    ASSERT_EQ(AL_Comm_set_info(MPI_COMM_WORLD, info), MPI_SUCCESS); // reading has its settings
    MPI_Info_free(&info);
    const auto check = [&](auto make) {
      Made mine, others;
      auto *const root = make(mine, rank);
      using T = std::remove_pointer_t<decltype(root)>;
      ASSERT_EQ(AL_File_write(path.c_str(), root, type_of<T>(), comm), MPI_SUCCESS);
      expect_copy(path, left(), make(others, left()));
      MPI_Barrier(comm);
    };
    check([](Made &made, int r) { return make_kinds(made, 100, static_cast<unsigned>(r)); });
    check([](Made &made, int r) { return make_graph(made, 20000, static_cast<unsigned>(r)); });
    check([](Made &made, int r) { return make_tree(made, 3000, static_cast<unsigned>(r)); });
    check([](Made &made, int r) { return make_map(made, 300, static_cast<unsigned>(r)); });
    check([](Made &made, int) { return make_figure3(made); });
  }
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_allocation", "malloc");
  AL_Comm_set_info(MPI_COMM_WORLD, info);
  MPI_Info_free(&info);
}

/// Some MPI libraries take what stands before a colon for a kind of file system.
TEST_F(Files, NamesMayHaveColons) {
  path += "-12:30:00.al";
  ASSERT_EQ(write_list(comm, 3), MPI_SUCCESS);
  EXPECT_TRUE(exists(path));
  MPI_Barrier(comm);
}

TEST_F(Files, NullIsAStructure) {
  ASSERT_EQ(write_list(comm, rank == 0 ? -1 : 3), MPI_SUCCESS);
  AL_File file = AL_FILE_NULL;
  List *list = reinterpret_cast<List *>(this);
  ASSERT_EQ(AL_File_open(path.c_str(), &file), MPI_SUCCESS);
  EXPECT_EQ(AL_File_read(file, 0, &list, AutoLink_List), MPI_SUCCESS);
  EXPECT_EQ(list, nullptr);
  EXPECT_EQ(AL_File_close(&file), MPI_SUCCESS);
}

TEST_F(Files, AnOpenFileStaysAsItIs) {
  ASSERT_EQ(write_list(comm, 1 + rank), MPI_SUCCESS);
  AL_File file = AL_FILE_NULL;
  ASSERT_EQ(AL_File_open(path.c_str(), &file), MPI_SUCCESS);
  MPI_Barrier(comm);
  ASSERT_EQ(write_list(comm, 10 + rank), MPI_SUCCESS);
  expect_lists(file, size, [](int i) { return 1 + i; });
  EXPECT_EQ(AL_File_close(&file), MPI_SUCCESS);
  expect_lists(size, [](int i) { return 10 + i; });
}

TEST_F(Files, WhatACrashHasLeftIsReplaced) {
  if (rank == 0)
    std::ofstream(path + ".new") << std::string(100000, 'x');
  MPI_Barrier(comm);
  ASSERT_EQ(write_list(comm, 2), MPI_SUCCESS);
  expect_lists(size, [](int) { return 2; });
}

/// If one rank fails, all return an error of its class, and the old file stays.
struct FailuresOfFiles : Files {
  template <typename Write> void expect_failure(int al_class, const std::string &part, Write write) {
    ASSERT_EQ(write_list(comm, 5), MPI_SUCCESS);
    const int code = write();
    EXPECT_EQ(class_of(code), al_class);
    const std::string text = AL_Error_string(code);
    EXPECT_TRUE(has(text, part)) << text;
    EXPECT_TRUE(text.starts_with("AL_File_write: ")) << text;
    MPI_Barrier(comm);
    EXPECT_FALSE(exists(path + ".new"));
    expect_lists(size, [](int) { return 5; });
    MPI_Barrier(comm);
  }
};

TEST_F(FailuresOfFiles, AWrongStructure) {
  const std::string who = size == 1 ? "AL_File_write: " : "AL_File_write: rank " + std::to_string(size - 1) + ": ";
  expect_failure(AL_ERR_STRUCTURE, who + path + ": ", [&] {
    Made made;
    Kinds *const kinds = make_kinds(made, 3, 1);
    if (rank == size - 1)
      kinds->n_numbers = -1;
    const int code = AL_File_write(path.c_str(), kinds, AutoLink_Kinds, comm);
    return code;
  });
}

/// Whichever of a rank's allocations fails, and all later ones, no rank waits for ever.
TEST_F(FailuresOfFiles, MemoryOfOneRankRunsOut) {
  ASSERT_EQ(write_list(comm, 5), MPI_SUCCESS);
  Made made;
  List *const list = make_list(made, 3000, 1);
  const std::uint64_t step = size > 2 ? 11 : 1; // that many ranks share few processors
  for (int bad = size > 2 ? 1 : 0; bad < std::min(size, 2); ++bad)
    for (const bool for_good : {false, true}) {
      int any_fails = 1;
      for (std::uint64_t at = 0; any_fails; at += step) {
        int failed = 0, code = MPI_SUCCESS;
        {
          const FailingNew failing(rank == bad ? at : ~std::uint64_t{0}, for_good);
          code = AL_File_write(path.c_str(), list, AutoLink_List, comm);
          failed = failing.has_failed();
        }
        MPI_Allreduce(&failed, &any_fails, 1, MPI_INT, MPI_MAX, comm);
        EXPECT_EQ(class_of(code), any_fails ? AL_ERR_MEMORY : MPI_SUCCESS) << at << ": " << AL_Error_string(code);
        if (any_fails)
          expect_lists(size, [](int) { return 5; });
        MPI_Barrier(comm);
      }
      ASSERT_EQ(write_list(comm, 5), MPI_SUCCESS);
    }
}

TEST_F(FailuresOfFiles, DifferentTypesOrPaths) {
  if (size == 1)
    GTEST_SKIP() << "one rank has one type";
  Made made;
  List *const list = make_list(made, 1, 1);
  Tree *const tree = make_tree(made, 1, 1);
  expect_failure(AL_ERR_TYPES, "different types", [&] {
    return rank == 1 ? AL_File_write(path.c_str(), tree, AutoLink_Tree, comm)
                     : AL_File_write(path.c_str(), list, AutoLink_List, comm);
  });
  expect_failure(AL_ERR_ARGUMENT, "different paths",
                 [&] { return AL_File_write((path + (rank == 1 ? "x" : "")).c_str(), list, AutoLink_List, comm); });
}

TEST_F(FailuresOfFiles, Intercommunicators) {
  if (size == 1)
    GTEST_SKIP() << "one rank is no two groups";
  MPI_Comm part, inter;
  MPI_Comm_split(comm, rank == 1, rank, &part);
  MPI_Intercomm_create(part, 0, comm, rank == 1 ? 0 : 1, 0, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  const List *const none = nullptr;
  EXPECT_EQ(class_of(AL_File_write(path.c_str(), none, AutoLink_List, inter)), AL_ERR_ARGUMENT);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);
}

TEST_F(FailuresOfFiles, WrongArguments) {
  List *const none = nullptr;
  expect_failure(AL_ERR_ARGUMENT, "the type is NULL",
                 [&] { return AL_File_write(path.c_str(), none, rank == 0 ? nullptr : AutoLink_List, comm); });
  expect_failure(AL_ERR_ARGUMENT, "the path is missing",
                 [&] { return AL_File_write(rank == size - 1 ? nullptr : path.c_str(), none, AutoLink_List, comm); });
  expect_failure(AL_ERR_FILE, "cannot be opened",
                 [&] { return AL_File_write("/nonexistent/directory/file.al", none, AutoLink_List, comm); });
}

/// The last rank may write no more than 4096 bytes, as on a full disk.
TEST_F(FailuresOfFiles, AFullDisk) {
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  expect_failure(AL_ERR_FILE, "cannot be written", [&] {
    Made made;
    List *const list = make_list(made, 100000, 1);
    const rlimit limit = {4096, before.rlim_max};
    if (rank == size - 1)
      setrlimit(RLIMIT_FSIZE, &limit);
    const int code = AL_File_write(path.c_str(), list, AutoLink_List, comm);
    setrlimit(RLIMIT_FSIZE, &before);
    return code;
  });
}

TEST_F(FailuresOfFiles, TheNameIsADirectory) {
  if (rank == 0)
    mkdir((path + ".d").c_str(), 0700);
  MPI_Barrier(comm);
  Made made;
  const int code = AL_File_write((path + ".d").c_str(), make_list(made, 3, 1), AutoLink_List, comm);
  EXPECT_EQ(class_of(code), AL_ERR_FILE);
  EXPECT_TRUE(has(AL_Error_string(code), "cannot be renamed")) << AL_Error_string(code);
  MPI_Barrier(comm);
  EXPECT_FALSE(exists(path + ".d.new"));
  if (rank == 0)
    rmdir((path + ".d").c_str());
}

/// Wrong calls of reading: their errors have texts, and outputs are unchanged.
TEST_F(Files, WrongReads) {
  ASSERT_EQ(write_list(comm, 3), MPI_SUCCESS);
  MPI_Errhandler world = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  AL_File file = AL_FILE_NULL;
  List *list = nullptr;
  const auto expect = [&](int code, int al_class, const std::string &part) {
    EXPECT_EQ(class_of(code), al_class);
    EXPECT_TRUE(has(AL_Error_string(code), part)) << AL_Error_string(code);
    EXPECT_EQ(list, nullptr);
  };
  expect(AL_File_open("/nonexistent/file.al", &file), AL_ERR_FILE, "AL_File_open: /nonexistent/file.al: ");
  EXPECT_EQ(file, AL_FILE_NULL);
  expect(AL_File_open(nullptr, &file), AL_ERR_ARGUMENT, "path");
  expect(AL_File_read(file, 0, &list, AutoLink_List), AL_ERR_ARGUMENT, "AL_FILE_NULL");
  ASSERT_EQ(AL_File_open(path.c_str(), &file), MPI_SUCCESS);
  expect(AL_File_read(file, size, &list, AutoLink_List), AL_ERR_ARGUMENT, "there is no structure");
  expect(AL_File_read(file, -1, &list, AutoLink_List), AL_ERR_ARGUMENT, "there is no structure -1");
  expect(AL_File_read(file, 0, &list, nullptr), AL_ERR_ARGUMENT, "type");
  expect(AL_File_read(file, 0, &list, AutoLink_Tree), AL_ERR_TYPES, "structure 0");
  expect(AL_File_count(file, nullptr), AL_ERR_ARGUMENT, "n is NULL");
  EXPECT_EQ(AL_File_close(&file), MPI_SUCCESS);
  EXPECT_EQ(AL_File_close(&file), MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, world);
}

} // namespace

int main(int argc, char **argv) {
  AL_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int failed = automap::test::run_on_ranks();
  AL_Finalize();
  return failed;
}
