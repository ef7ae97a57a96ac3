// Files whose data have gaps in memory, by all of MPI's calls. Prints hashes of what is read and of the files.
//
//   files FOLDER
#include "memory.h"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace automap::test {
namespace {

/// The datatypes of the test: a padded struct, and every third of some numbers.
std::vector<MPI_Datatype> make_types() {
  std::vector<MPI_Datatype> out(2);
  const std::array lengths{1, 1, 2};
  const std::array<MPI_Aint, 3> places{0, 4, 16};
  const std::array types{MPI_CHAR, MPI_INT, MPI_DOUBLE};
  MPI_Type_create_struct(3, lengths.data(), places.data(), types.data(), &out[0]);
  MPI_Type_vector(400, 1, 3, MPI_INT, &out[1]);
  for (MPI_Datatype &type : out)
    MPI_Type_commit(&type);
  return out;
}

class Files {
public:
  explicit Files(std::string folder) : folder_(std::move(folder)), types_(make_types()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  void run() {
    for (std::size_t i = 0; i < types_.size(); ++i)
      for (const char *representation : {"native", "external32"}) {
        log_.print("type %zu %s rank %d:", i, representation, rank_);
        if (*representation == 'n' || i == 1) // MPI's files of external32 hold elements of one type
          write_and_read(types_[i], i == 0 ? 700 : 5, representation);
        log_.print("\n");
      }
    log_.print_all();
    for (MPI_Datatype &type : types_)
      MPI_Type_free(&type);
  }

private:
  void log(MPI_Status &status, MPI_Datatype type) {
    int count = 0;
    MPI_Get_count(&status, type, &count);
    log_.print(" (%d)", count);
  }

  void write_and_read(MPI_Datatype type, int count, const char *representation) {
    MPI_File file;
    const std::string path = folder_ + "/data";
    MPI_File_open(MPI_COMM_WORLD, path.c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    const MPI_Datatype etype = *representation == 'e' ? MPI_INT : MPI_BYTE;
    if (MPI_File_set_view(file, 0, etype, etype, representation, MPI_INFO_NULL) != MPI_SUCCESS) {
      log_.print(" not supported"); // by Open MPI
      MPI_File_close(&file);
      return;
    }
    int bytes = 0, unit = 0;
    MPI_Type_size(type, &bytes);
    MPI_Type_size(etype, &unit);
    const MPI_Offset part = MPI_Offset(bytes) * count / unit, mine = part * rank_;
    Memory written(type, count, static_cast<unsigned>(rank_)), read(type, count, 77);
    MPI_Status status;
    MPI_Request request;
    const auto check = [&] {
      log(status, type);
      log_.print(read);
      read.fill(77);
      written.fill(static_cast<unsigned>(++changes_ + rank_));
      MPI_Barrier(MPI_COMM_WORLD);
    };

    MPI_File_write_at(file, mine, written.data(), count, type, &status);
    log(status, type);
    MPI_File_read_at(file, mine, read.data(), count, type, &status);
    check();
    MPI_File_write_at_all(file, mine, written.data(), count, type, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, mine, read.data(), count, type, MPI_STATUS_IGNORE);
    check();
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_write(file, written.data(), count, type, &status);
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_read(file, read.data(), count, type, &status);
    check();
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_write_all(file, written.data(), count, type, &status);
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_read_all(file, read.data(), count, type, &status);
    check();
    MPI_File_iwrite_at(file, mine, written.data(), count, type, &request);
    MPI_Wait(&request, &status);
    MPI_File_iread_at(file, mine, read.data(), count, type, &request);
    MPI_Wait(&request, &status);
    check();
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_iwrite(file, written.data(), count, type, &request);
    MPI_Wait(&request, &status);
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_iread(file, read.data(), count, type, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check();
    MPI_File_write_at_all_begin(file, mine, written.data(), count, type);
    MPI_File_write_at_all_end(file, written.data(), &status);
    MPI_File_read_at_all_begin(file, mine, read.data(), count, type);
    MPI_File_read_at_all_end(file, read.data(), &status);
    check();
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_write_all_begin(file, written.data(), count, type);
    MPI_File_write_all_end(file, written.data(), MPI_STATUS_IGNORE);
    MPI_File_seek(file, mine, MPI_SEEK_SET);
    MPI_File_read_all_begin(file, read.data(), count, type);
    MPI_File_read_all_end(file, read.data(), MPI_STATUS_IGNORE);
    check();
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_File_write_ordered(file, written.data(), count, type, &status);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_File_read_ordered(file, read.data(), count, type, &status);
    check();

    // What the file has, as bytes.
    std::vector<char> raw(static_cast<std::size_t>(part * unit * size_));
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, 0, raw.data(), static_cast<int>(raw.size()), MPI_BYTE, &status);
    unsigned long sum = 0;
    for (const char each : raw)
      sum = sum * 31 + static_cast<unsigned char>(each);
    log_.print(" file %016lx", sum);
    MPI_File_close(&file);
  }

  std::string folder_;
  std::vector<MPI_Datatype> types_;
  int rank_ = 0, size_ = 0, changes_ = 0;
  Log log_;
};

} // namespace
} // namespace automap::test

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  automap::test::Files(argc > 1 ? argv[1] : ".").run();
  MPI_Finalize();
}
