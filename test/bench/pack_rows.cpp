// Rows of the benchmark of packing. See pack_rows.h. This file is compiled for this processor, so that the loops are as
// fast as possible, and once more for any processor (pack_plain_rows.cpp).
#include "pack_rows.h"

#include "pack_generated.h"
#include "pack_structs.h"
#include "pack_types.h"

#include <array>
#include <cstring>
#include <random>
#include <utility>

namespace automap::bench {
namespace {

MPI_Datatype committed(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}

/// Returns `fields` resized to an extent, and frees `fields`.
MPI_Datatype with_extent(MPI_Datatype fields, std::size_t extent) {
  MPI_Datatype out;
  MPI_Type_create_resized(fields, 0, static_cast<MPI_Aint>(extent), &out);
  MPI_Type_free(&fields);
  return out;
}

template <typename T> MPI_Datatype mpi_type();
template <> MPI_Datatype mpi_type<unsigned char>() { return MPI_UNSIGNED_CHAR; }
template <> MPI_Datatype mpi_type<float>() { return MPI_FLOAT; }
template <> MPI_Datatype mpi_type<double>() { return MPI_DOUBLE; }

/// Sets loops on typed memory as the functions of a row.
template <typename T, typename Pack, typename Unpack> void set_loops(Row &row, Pack pack, Unpack unpack) {
  row.pack = [=](const char *memory, char *packed) {
    pack(reinterpret_cast<const T *>(memory), reinterpret_cast<T *>(packed));
  };
  row.unpack = [=](const char *packed, char *memory) {
    unpack(reinterpret_cast<const T *>(packed), reinterpret_cast<T *>(memory));
  };
}

std::string of(const char *name, const char *type) { return std::string(name) + " (" + type + ")"; }
template <typename T> const char *type_name() { return sizeof(T) == 1 ? "byte" : sizeof(T) == 4 ? "float" : "double"; }

void set_generated(Row &row, Generated functions) {
  const auto count = static_cast<std::size_t>(row.count);
  row.generated_pack = [=](const char *memory, char *packed) { functions.pack(memory, count, packed); };
  row.generated_unpack = [=](const char *packed, char *memory) { functions.unpack(packed, count, memory); };
}

template <typename T> Row contig() {
  Row row{of("Contig", type_name<T>())};
  constexpr int n = 1 << 20;
  MPI_Type_contiguous(n, mpi_type<T>(), &row.type);
  row.memory = n * sizeof(T);
  set_loops<T>(
      row, [](const T *m, T *__restrict p) { std::memcpy(p, m, n * sizeof(T)); },
      [](const T *p, T *__restrict m) { std::memcpy(m, p, n * sizeof(T)); });
  return row;
}

Row struct_array(const std::string &name, int n) {
  Row row{name};
  const int lengths[] = {2, 64, 2, 1};
  const MPI_Aint places[] = {0, 8, 72, 88};
  const MPI_Datatype types[] = {MPI_INT, MPI_CHAR, MPI_DOUBLE, MPI_FLOAT};
  MPI_Datatype fields;
  MPI_Type_create_struct(4, lengths, places, types, &fields);
  row.type = with_extent(fields, sizeof(bench_packed)); // MPI rounds the extent up
  row.count = n;
  row.memory = static_cast<std::size_t>(n) * sizeof(bench_packed);
  const std::size_t bytes = row.memory;
  set_loops<char>(
      row, [=](const char *m, char *__restrict p) { std::memcpy(p, m, bytes); },
      [=](const char *p, char *__restrict m) { std::memcpy(m, p, bytes); });
  set_generated(row, generated_for_packed());
  return row;
}

/// Returns a row with one of each `step` elements, as a vector or as a resized element.
template <typename T, int step = 2> Row vector(const std::string &name, int n, bool resized) {
  Row row{of(name.c_str(), type_name<T>())};
  if (resized) {
    MPI_Type_create_resized(mpi_type<T>(), 0, step * sizeof(T), &row.type);
    row.count = n;
  } else {
    MPI_Type_vector(n, 1, step, mpi_type<T>(), &row.type);
  }
  row.memory = static_cast<std::size_t>(n) * step * sizeof(T);
  set_loops<T>(
      row,
      [=](const T *m, T *__restrict p) {
        for (int i = 0; i < n; ++i)
          p[i] = m[step * i];
      },
      [=](const T *p, T *__restrict m) {
        for (int i = 0; i < n; ++i)
          m[step * i] = p[i];
      });
  return row;
}

/// Returns a row of one-element blocks at indices. The loops read the index array.
template <typename T> Row indexed(const std::string &name, std::vector<int> indices) {
  Row row{of(name.c_str(), type_name<T>())};
  const int n = static_cast<int>(indices.size());
  MPI_Type_create_indexed_block(n, 1, indices.data(), mpi_type<T>(), &row.type);
  row.memory = (static_cast<std::size_t>(indices.back()) + 1) * sizeof(T);
  const auto shared = std::make_shared<std::vector<int>>(std::move(indices));
  set_loops<T>(
      row,
      [=](const T *m, T *__restrict p) {
        const int *at = shared->data();
        for (int i = 0; i < n; ++i)
          p[i] = m[at[i]];
      },
      [=](const T *p, T *__restrict m) {
        const int *at = shared->data();
        for (int i = 0; i < n; ++i)
          m[at[i]] = p[i];
      });
  return row;
}

/// Returns the indices of five of each ten elements, some of them adjacent (Figure 2).
std::vector<int> pattern(int n) {
  std::vector<int> out;
  for (int i = 0; i < n; ++i)
    out.push_back(10 * (i / 5) + std::array{0, 2, 3, 6, 8}[static_cast<std::size_t>(i % 5)]);
  return out;
}

/// Returns the same row with loops that know the pattern.
template <typename T> Row indexed_pattern(const std::string &name, int n) {
  Row row = indexed<T>(name, pattern(n / 5 * 5));
  const int periods = n / 5;
  set_loops<T>(
      row,
      [=](const T *m, T *__restrict p) {
        for (int i = 0; i < periods; ++i, m += 10, p += 5)
          p[0] = m[0], p[1] = m[2], p[2] = m[3], p[3] = m[6], p[4] = m[8];
      },
      [=](const T *p, T *__restrict m) {
        for (int i = 0; i < periods; ++i, m += 10, p += 5)
          m[0] = p[0], m[2] = p[1], m[3] = p[2], m[6] = p[3], m[8] = p[4];
      });
  return row;
}

/// Returns the indices of about half of the elements, without a period.
std::vector<int> irregular(int n) {
  std::mt19937 random(7);
  std::vector<int> out;
  for (int i = 0, at = 0; i < n; ++i, at += 1 + static_cast<int>(random() % 3))
    out.push_back(at);
  return out;
}

enum class Face { xy, xz, yz };

/// Returns a face of a cube of n³ elements, in which elements with adjacent x are adjacent.
template <typename T> Row face(const std::string &name, int n, Face which) {
  Row row{of(name.c_str(), type_name<T>())};
  const std::size_t side = static_cast<std::size_t>(n);
  if (which == Face::xy)
    MPI_Type_contiguous(n * n, mpi_type<T>(), &row.type);
  else if (which == Face::xz)
    MPI_Type_vector(n, n, n * n, mpi_type<T>(), &row.type);
  else
    MPI_Type_vector(n * n, 1, n, mpi_type<T>(), &row.type);
  row.memory = side * side * side * sizeof(T);
  switch (which) {
  case Face::xy:
    set_loops<T>(
        row, [=](const T *m, T *__restrict p) { std::memcpy(p, m, side * side * sizeof(T)); },
        [=](const T *p, T *__restrict m) { std::memcpy(m, p, side * side * sizeof(T)); });
    break;
  case Face::xz:
    set_loops<T>(
        row,
        [=](const T *m, T *__restrict p) {
          for (std::size_t z = 0; z < side; ++z)
            for (std::size_t x = 0; x < side; ++x)
              p[z * side + x] = m[z * side * side + x];
        },
        [=](const T *p, T *__restrict m) {
          for (std::size_t z = 0; z < side; ++z)
            for (std::size_t x = 0; x < side; ++x)
              m[z * side * side + x] = p[z * side + x];
        });
    break;
  case Face::yz:
    set_loops<T>(
        row,
        [=](const T *m, T *__restrict p) {
          for (std::size_t i = 0; i < side * side; ++i)
            p[i] = m[i * side];
        },
        [=](const T *p, T *__restrict m) {
          for (std::size_t i = 0; i < side * side; ++i)
            m[i * side] = p[i];
        });
    break;
  }
  return row;
}

/// Returns 24 variables of 8³ cells in 80 blocks of 16³, one variable after the other.
Row flash() {
  Row row{"Flash I/O (double)"};
  constexpr std::size_t variables = 24, blocks = 80, side = 16, inner = 8, guard = 4;
  constexpr std::size_t y_step = side * variables, z_step = side * y_step, block_step = side * z_step;
  MPI_Datatype line, plane, block, variable;
  MPI_Type_vector(inner, 1, variables, MPI_DOUBLE, &line);
  MPI_Type_create_hvector(inner, 1, y_step * 8, line, &plane);
  MPI_Type_create_hvector(inner, 1, z_step * 8, plane, &block);
  MPI_Type_create_hvector(blocks, 1, block_step * 8, block, &variable);
  MPI_Datatype all;
  MPI_Type_create_hvector(variables, 1, 8, variable, &all);
  const MPI_Aint start = (guard * z_step + guard * y_step + guard * variables) * 8;
  MPI_Type_create_hindexed_block(1, 1, &start, all, &row.type);
  for (MPI_Datatype *each : {&line, &plane, &block, &variable, &all})
    MPI_Type_free(each);
  row.memory = blocks * block_step * 8;
  const auto each = [](auto visit) {
    std::size_t i = 0;
    for (std::size_t v = 0; v < variables; ++v)
      for (std::size_t b = 0; b < blocks; ++b)
        for (std::size_t z = guard; z < guard + inner; ++z)
          for (std::size_t y = guard; y < guard + inner; ++y) {
            const std::size_t at = b * block_step + z * z_step + y * y_step + guard * variables + v;
            for (std::size_t x = 0; x < inner; ++x)
              visit(i++, at + x * variables);
          }
  };
  set_loops<double>(
      row, [=](const double *m, double *__restrict p) { each([&](std::size_t i, std::size_t at) { p[i] = m[at]; }); },
      [=](const double *p, double *__restrict m) { each([&](std::size_t i, std::size_t at) { m[at] = p[i]; }); });
  return row;
}

template <typename T> void put(char *__restrict &p, const T &field) {
  std::memcpy(p, &field, sizeof field);
  p += sizeof field;
}
template <typename T> void get(const char *__restrict &p, T &field) {
  std::memcpy(&field, p, sizeof field);
  p += sizeof field;
}

/// Returns a row that packs, field by field, those of n structs whose indices `each` visits.
template <typename Struct, typename Each, typename Fields>
Row structs_of(const std::string &name, std::size_t n, MPI_Datatype type, Each each, Fields fields) {
  Row row{name};
  row.type = type;
  row.memory = n * sizeof(Struct);
  row.pack = [=](const char *memory, char *__restrict p) {
    const auto *s = reinterpret_cast<const Struct *>(memory);
    each([&](int i) { fields(s[i], [&](const auto &field) { put(p, field); }); });
  };
  row.unpack = [=](const char *__restrict p, char *memory) {
    auto *s = reinterpret_cast<Struct *>(memory);
    each([&](int i) { fields(s[i], [&](auto &field) { get(p, field); }); });
  };
  return row;
}

template <typename Struct, typename Fields>
Row structs(const std::string &name, int n, MPI_Datatype type, Fields fields) {
  const auto each = [=](auto visit) {
    for (int i = 0; i < n; ++i)
      visit(i);
  };
  Row row = structs_of<Struct>(name, static_cast<std::size_t>(n), type, each, fields);
  row.count = n;
  return row;
}

/// Returns the datatype of a struct as users write it: a block for each field.
template <typename Struct, typename Fields> MPI_Datatype struct_type(Fields fields) {
  Struct s;
  std::vector<int> lengths;
  std::vector<MPI_Aint> places;
  std::vector<MPI_Datatype> types;
  fields(s, [&]<typename T>(T &field) {
    using Element = std::remove_all_extents_t<T>;
    lengths.push_back(static_cast<int>(sizeof(T) / sizeof(Element)));
    places.push_back(reinterpret_cast<char *>(&field) - reinterpret_cast<char *>(&s));
    types.push_back(std::is_same_v<Element, char>    ? MPI_CHAR
                    : std::is_same_v<Element, short> ? MPI_SHORT
                    : std::is_same_v<Element, int>   ? MPI_INT
                    : std::is_same_v<Element, float> ? MPI_FLOAT
                                                     : MPI_DOUBLE);
  });
  MPI_Datatype out;
  MPI_Type_create_struct(static_cast<int>(types.size()), lengths.data(), places.data(), types.data(), &out);
  return with_extent(out, sizeof(Struct));
}

constexpr auto padded_fields = [](auto &s, auto visit) {
  visit(s.kind), visit(s.value), visit(s.id), visit(s.tag), visit(s.position);
};

constexpr auto mixed_fields = [](auto &s, auto visit) {
  visit(s.c0), visit(s.d0), visit(s.s0), visit(s.i0), visit(s.c1), visit(s.f0), visit(s.d1), visit(s.c2);
  visit(s.c3), visit(s.i1), visit(s.s1), visit(s.d2), visit(s.f1), visit(s.c4), visit(s.i2), visit(s.d3);
  visit(s.s2), visit(s.c5), visit(s.f2), visit(s.i3);
};

Row padded(const std::string &name, int n) {
  Row row = structs<bench_padded>(name, n, struct_type<bench_padded>(padded_fields), padded_fields);
  set_generated(row, generated_for_padded());
  return row;
}

Row mixed(const std::string &name, int n) {
  Row row = structs<bench_mixed>(name, n, struct_type<bench_mixed>(mixed_fields), mixed_fields);
  set_generated(row, generated_for_mixed());
  return row;
}

Row samples(const std::string &name, int n) {
  const auto fields = [](auto &s, auto visit) { visit(s.kind), visit(s.values), visit(s.id); };
  Row row = structs<bench_sample>(name, n, struct_type<bench_sample>(fields), fields);
  set_generated(row, generated_for_sample());
  return row;
}

/// Returns a row with a selection of many particles.
template <typename Struct, typename Fields> Row structs_by_index(const std::string &name, int n, Fields fields) {
  const auto places = std::make_shared<std::vector<int>>(irregular(n));
  MPI_Datatype one = struct_type<Struct>(fields), type;
  MPI_Type_create_indexed_block(n, 1, places->data(), one, &type);
  MPI_Type_free(&one);
  const auto each = [=](auto visit) {
    for (const int place : *places)
      visit(place);
  };
  return structs_of<Struct>(name, static_cast<std::size_t>(places->back()) + 1, type, each, fields);
}

/// Returns a row with the first columns of a grid of cells.
Row columns_of_structs(const std::string &name, int rows, int columns) {
  constexpr int pitch = 300;
  MPI_Datatype one = struct_type<bench_padded>(padded_fields), type;
  MPI_Type_vector(rows, columns, pitch, one, &type);
  MPI_Type_free(&one);
  const auto each = [=](auto visit) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        visit(i * pitch + j);
  };
  return structs_of<bench_padded>(name, static_cast<std::size_t>(rows * pitch), type, each, padded_fields);
}

/// Returns the rows next to one side of a cube that has a rim of equal width on each side.
template <typename T> Row ghost_rows(int inner) {
  constexpr int rim = 3;
  Row row{of(("3 ghost rows, " + std::to_string(inner)).c_str(), type_name<T>())};
  const int all = inner + 2 * rim;
  const int sizes[] = {all, all, all}, some[] = {inner, rim, inner}, starts[] = {rim, rim, rim};
  MPI_Type_create_subarray(3, sizes, some, starts, MPI_ORDER_C, mpi_type<T>(), &row.type);
  const auto pitch = static_cast<std::size_t>(all), length = static_cast<std::size_t>(inner);
  row.memory = pitch * pitch * pitch * sizeof(T);
  const auto each = [=](auto visit) {
    for (std::size_t i = rim; i < rim + length; ++i)
      for (std::size_t j = rim; j < 2 * rim; ++j)
        visit((i * pitch + j) * pitch + rim);
  };
  set_loops<T>(
      row,
      [=](const T *m, T *__restrict p) {
        each([&](std::size_t at) {
          std::memcpy(p, m + at, length * sizeof(T));
          p += length;
        });
      },
      [=](const T *p, T *__restrict m) {
        each([&](std::size_t at) {
          std::memcpy(m + at, p, length * sizeof(T));
          p += length;
        });
      });
  return row;
}

/// Returns the row of `make` with the datatype of Build_MPI_Types(), to which the generated functions are attached.
Row attached(Row (*make)(const std::string &, int), const std::string &name, int n, MPI_Datatype built) {
  Row row = make(name, n);
  MPI_Type_free(&row.type);
  MPI_Type_dup(built, &row.type);
  return row;
}

/// Returns the first row and the first column of a matrix of int, in the three forms of Figure 1 of the type trees
/// paper.
Row row_and_column(const std::string &name, int form) {
  Row row{name};
  constexpr int n = 1000;
  std::vector<int> lengths = {n}, places = {0}, single;
  for (int i = 0; i < n; ++i)
    single.push_back(i);
  for (int i = 1; i < n; ++i)
    lengths.push_back(1), places.push_back(i * n), single.push_back(i * n);
  if (form == 0) {
    MPI_Type_create_indexed_block(static_cast<int>(single.size()), 1, single.data(), MPI_INT, &row.type);
  } else if (form == 1) {
    MPI_Type_indexed(n, lengths.data(), places.data(), MPI_INT, &row.type);
  } else {
    MPI_Datatype column;
    MPI_Type_vector(n - 1, 1, n, MPI_INT, &column);
    const int ones[] = {n, 1};
    const MPI_Aint at[] = {0, n * 4};
    const MPI_Datatype types[] = {MPI_INT, column};
    MPI_Type_create_struct(2, ones, at, types, &row.type);
    MPI_Type_free(&column);
  }
  row.memory = std::size_t{n} * n * 4;
  set_loops<int>(
      row,
      [](const int *m, int *__restrict p) {
        std::memcpy(p, m, n * 4);
        for (int i = 1; i < n; ++i)
          p[n + i - 1] = m[i * n];
      },
      [](const int *p, int *__restrict m) {
        std::memcpy(m, p, n * 4);
        for (int i = 1; i < n; ++i)
          m[i * n] = p[n + i - 1];
      });
  return row;
}

Row triangle() {
  Row row{"lower triangle (double, 1000)"};
  constexpr int n = 1000;
  std::vector<int> lengths, places;
  for (int i = 0; i < n; ++i)
    lengths.push_back(i + 1), places.push_back(i * n);
  MPI_Type_indexed(n, lengths.data(), places.data(), MPI_DOUBLE, &row.type);
  row.memory = std::size_t{n} * n * 8;
  set_loops<double>(
      row,
      [](const double *m, double *__restrict p) {
        for (std::size_t i = 0; i < n; p += ++i)
          std::memcpy(p, m + i * n, (i + 1) * 8);
      },
      [](const double *p, double *__restrict m) {
        for (std::size_t i = 0; i < n; p += ++i)
          std::memcpy(m + i * n, p, (i + 1) * 8);
      });
  return row;
}

/// Returns six doubles of each of several atoms.
Row gather() {
  Row row{"6 doubles per index (4 Ki)"};
  constexpr int n = 4096, per_index = 6;
  std::vector<int> places = irregular(n);
  for (int &place : places)
    place *= per_index;
  MPI_Type_create_indexed_block(n, per_index, places.data(), MPI_DOUBLE, &row.type);
  row.memory = (static_cast<std::size_t>(places.back()) + per_index) * 8;
  const auto shared = std::make_shared<std::vector<int>>(std::move(places));
  set_loops<double>(
      row,
      [=](const double *m, double *__restrict p) {
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < per_index; ++j)
            p[i * per_index + j] = m[static_cast<std::size_t>((*shared)[i]) + j];
      },
      [=](const double *p, double *__restrict m) {
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < per_index; ++j)
            m[static_cast<std::size_t>((*shared)[i]) + j] = p[i * per_index + j];
      });
  return row;
}

} // namespace

std::vector<std::function<Row()>> make_rows() {
  constexpr int million = 1 << 20;
  std::vector<std::function<Row()>> out = {
      contig<float>,
      contig<double>,
      [] { return struct_array("Struct Array", 64 << 10); },
      [] { return vector<float>("Vector", million, false); },
      [] { return vector<double>("Vector", million, false); },
      [] { return vector<float>("Struct Vector", million, true); },
      [] { return vector<double>("Struct Vector", million, true); },
      [] { return indexed<float>("Indexed", pattern(million / 2)); },
      [] { return indexed<double>("Indexed", pattern(million / 2)); },
      [] { return face<float>("3D, XY Face", 256, Face::xy); },
      [] { return face<float>("3D, XZ Face", 256, Face::xz); },
      [] { return face<float>("3D, YZ Face", 256, Face::yz); },
      [] { return face<double>("3D, XY Face", 256, Face::xy); },
      [] { return face<double>("3D, XZ Face", 256, Face::xz); },
      [] { return face<double>("3D, YZ Face", 256, Face::yz); },
      flash,
      [] { return struct_array("Struct Array, 256", 256); },
      [] { return vector<float>("Vector, 4096", 4096, false); },
      [] { return vector<float, 3>("Every third, 4096", 4096, false); },
      [] { return vector<unsigned char, 3>("Every third, 16384", 16384, false); },
      [] { return vector<unsigned char, 4>("Every fourth, 16384", 16384, false); },
      [] { return indexed_pattern<float>("Indexed, known to the loop", million / 2); },
      [] { return indexed<float>("Indexed, 8000", pattern(8000)); },
      [] { return indexed<float>("Indexed, no period", irregular(million / 2)); },
      [] { return indexed<float>("Indexed, no period, 8000", irregular(8000)); },
      [] { return face<float>("3D, XZ Face, 64", 64, Face::xz); },
      [] { return padded("padded struct x 100000", 100'000); },
      [] { return padded("padded struct x 500", 500); },
      [] { return mixed("20 mixed fields x 100000", 100'000); },
      [] { return mixed("20 mixed fields x 500", 500); },
      [] { return samples("char, 200 doubles, int x 300", 300); },
      [] { return row_and_column("row + column, INDEXED_BLOCK", 0); },
      [] { return row_and_column("row + column, INDEXED", 1); },
      [] { return row_and_column("row + column, STRUCT_VEC", 2); },
      triangle,
      gather,
      [] { return ghost_rows<float>(64); },
      [] { return ghost_rows<double>(32); },
      [] { return structs_by_index<bench_padded>("padded struct x 500 by index", 500, padded_fields); },
      [] { return structs_by_index<bench_mixed>("20 mixed fields x 500 by index", 500, mixed_fields); },
      [] { return columns_of_structs("256 rows of 2 padded structs", 256, 2); },
      [] { return padded("1 padded struct", 1); },
      [] { return attached(padded, "1 padded struct, attached", 1, AutoMap_bench_padded); },
      [] { return padded("4 padded structs", 4); },
      [] { return attached(padded, "4 padded structs, attached", 4, AutoMap_bench_padded); },
      [] { return padded("16 padded structs", 16); },
      [] { return attached(padded, "16 padded structs, attached", 16, AutoMap_bench_padded); },
      [] { return mixed("4 x 20 mixed fields", 4); },
      [] { return attached(mixed, "4 x 20 mixed fields, attached", 4, AutoMap_bench_mixed); },
      [] { return attached(mixed, "20 mixed fields x 500, attached", 500, AutoMap_bench_mixed); },
      [] { return attached(mixed, "20 mixed fields x 100000, attached", 100'000, AutoMap_bench_mixed); },
  };
  for (auto &make : out)
    make = [inner = make] {
      Row row = inner();
      row.type = committed(row.type);
      return row;
    };
  return out;
}

} // namespace automap::bench
