// Uses files and packed structures without MPI_Init: FILE is where a file may be.
#include "file/memory_file.h"

#include "figure3_routines.h"
#include "objects/transport.h"
#include "pointer_kinds_routines.h"
#include "structures.h"

#include <autolink/autolink.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace autolink::test;

namespace {

void require(bool condition, const std::string &what) {
  if (!condition) {
    std::fprintf(stderr, "failed: %s\n", what.c_str());
    std::_Exit(1);
  }
}

void require_success(int code) { require(code == MPI_SUCCESS, AL_Error_string(code)); }

void require_error(int code, int al_class, const std::string &text) {
  int got = 0;
  require(AL_Error_class(code, &got) == MPI_SUCCESS && got == al_class, "the class of an error");
  require(AL_Error_string(code) == text, AL_Error_string(code));
}

void write(const std::string &path, const FileBytes &bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void read_all(const std::string &path, int n, const Kinds *expected) {
  AL_File file = AL_FILE_NULL;
  int found = 0;
  require_success(AL_File_open(path.c_str(), &file));
  require_success(AL_File_count(file, &found));
  require(found == n, "the number of structures");
  std::vector<std::thread> threads; // several may read at once
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([=] {
      for (int i = t % n; i < n; ++i) {
        Kinds *copy = nullptr;
        require_success(AL_File_read(file, i, &copy, AutoLink_Kinds));
        require(difference(expected, copy).empty(), "the structure");
        require_success(AL_Free(copy, AutoLink_Kinds));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  require_success(AL_File_close(&file));
}

/// C++ objects, too, and their errors are exceptions.
void read_objects(const std::string &path) {
  const std::vector<std::string> texts = {"a", std::string(100'000, 'b')};
  write(path, file_of(objects::content_type_of<std::vector<std::string>>(),
                      std::vector<objects::Packets>{objects::messages_of(texts, {8192, 1024})}));
  const autolink::file_reader file(path);
  require(file.count() == 1, "the number of objects");
  require(file.read<std::vector<std::string>>(0) == texts, "the object");
  const std::string text = objects::thrown_by([&] { file.read<int>(0); });
  require(text.starts_with("autolink::file_reader: " + path + ": structure 0: ") &&
              text.ends_with("it has vector of string, and what is read is int32_t"),
          text);
  try {
    const autolink::file_reader missing("/nonexistent/file");
    require(false, "a file that is not there");
  } catch (const autolink::error &error) {
    require(error.al_class() == AL_ERR_FILE && error.code() != MPI_SUCCESS, error.what());
  }
}

} // namespace

int main(int argc, char **argv) {
  require(argc == 2, "arguments");
  const std::string path = argv[1];
  Made made;
  Kinds *const kinds = make_kinds(made, 100, 1);

  void *buffer = nullptr;
  std::size_t bytes = 0;
  Kinds *copy = nullptr;
  require_success(AL_Pack(kinds, AutoLink_Kinds, &buffer, &bytes));
  require_success(AL_Unpack(buffer, bytes, &copy, AutoLink_Kinds));
  require(difference(kinds, copy).empty(), "the unpacked structure");
  require_success(AL_Free(copy, AutoLink_Kinds));
  copy = nullptr;
  require_error(AL_Unpack(buffer, bytes - 1, &copy, AutoLink_Kinds), AL_ERR_MESSAGE,
                "AL_Unpack: the packed structure is truncated");
  std::free(buffer);

  FileBytes file = file_of(AutoLink_Kinds, {kinds, kinds, kinds});
  write(path, file);
  read_all(path, 3, kinds);
  setenv("AUTOLINK_ALLOCATION", "arena", 1); // the settings of the environment count
  read_all(path, 3, kinds);
  setenv("AUTOLINK_LIMIT_BYTES", "100", 1);
  AL_File opened = AL_FILE_NULL;
  require_success(AL_File_open(path.c_str(), &opened));
  require_error(AL_File_read(opened, 1, &copy, AutoLink_Kinds), AL_ERR_LIMIT,
                "AL_File_read: " + path +
                    ": structure 1: the structure is larger than the receiver's limit of 100 bytes, the setting "
                    "autolink_limit_bytes");
  unsetenv("AUTOLINK_LIMIT_BYTES");
  require_success(AL_File_close(&opened));

  require_error(AL_File_open("/nonexistent/file", &opened), AL_ERR_FILE,
                "AL_File_open: /nonexistent/file: it cannot be opened: No such file or directory");
  require_error(AL_File_open("/", &opened), AL_ERR_FILE, "AL_File_open: /: it cannot be read: Is a directory");
  const std::uint64_t last = open_memory(file).header().data_end() - 1;
  file[static_cast<std::size_t>(last)] ^= std::byte{1};
  write(path, file);
  require_success(AL_File_open(path.c_str(), &opened));
  const int code = AL_File_read(opened, 2, &copy, AutoLink_Kinds);
  const std::string text = AL_Error_string(code);
  require(text.starts_with("AL_File_read: " + path + ": structure 2: block 0 (bytes ") &&
              text.ends_with(" to " + std::to_string(last) + " of the file) is damaged"),
          text);
  require(!copy, "the output of a failure");
  std::thread([&] { require_error(code, AL_ERR_DAMAGED, "AutoLink: the file is not AutoLink's, or damaged"); }).join();
  require_success(AL_File_read(opened, 1, &copy, AutoLink_Kinds));
  require_success(AL_Free(copy, AutoLink_Kinds));
  require_success(AL_File_close(&opened));
  read_objects(path);
  std::remove(path.c_str());
  require(std::string(AL_Error_string(MPI_SUCCESS)) == "no error", "the text of no error");
  require(std::string(AL_Error_string(MPI_ERR_RANK)) == "an error of MPI", "the text of MPI's errors");
  return 0;
}
