// The list of layouts. See layouts.h.
#include "layouts.h"

#include "layout_makers.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace automap::test {
namespace {

constexpr auto realistic = Layout::Kind::realistic, adversarial = Layout::Kind::adversarial;

constexpr Layout all[] = {
    {"structs", realistic, "dataloops, section 3: struct array; with padding and mixed types", array_of_structs},
    {"structs-nested", realistic, "cells with an array of faces, as finite-volume codes have", nested_structs},
    {"structs-irregular", realistic, "C structs of forty members of any type and order", irregular_structs},
    {"submatrix", realistic, "optimal trees, section I: submatrices", submatrix},
    {"rows", realistic, "dataloops, section 3: vector of rows", rows},
    {"column", realistic, "dataloops, section 3: vector; ddtbench: FFT2", column},
    {"row-column", realistic, "optimal trees, figures 1 and 2", row_and_column},
    {"diagonal", realistic, "optimal trees, section I: diagonals", diagonal},
    {"band", realistic, "dense storage of a band matrix, row by row", band},
    {"triangle-lower", realistic, "a triangle of a dense matrix, as LAPACK stores it", lower_triangle},
    {"triangle-upper", realistic, "a triangle of a dense matrix, as LAPACK stores it", upper_triangle},
    {"face-xy", realistic, "dataloops, section 3: 3D face, XY", face_xy},
    {"face-xz", realistic, "dataloops, section 3: 3D face, XZ; ddtbench: NAS_MG_y", face_xz},
    {"face-yz", realistic, "dataloops, section 3: 3D face, YZ; ddtbench: NAS_MG_x", face_yz},
    {"halo", realistic, "all six faces of a block with ghost cells; ddtbench: NAS_LU, NAS_MG", halo},
    {"flash", realistic, "dataloops, section 3, figure 4: Flash I/O", flash},
    {"wrf", realistic, "ddtbench: WRF_x_vec", wrf},
    {"milc", realistic, "ddtbench: MILC_su3_zd", milc},
    {"milc-even", realistic, "MILC's even sites in lexicographic order", milc_even_sites},
    {"mesh-faces", realistic, "partition border of an unstructured mesh; ddtbench: SPECFEM3D_oc", mesh_faces},
    {"mesh-vertices", realistic, "gather of a cell's vertices; ddtbench: SPECFEM3D_cm", mesh_vertices},
    {"block-sparse", realistic, "block sparse row matrix, block by block", block_sparse},
    {"block-sparse-rows", realistic, "block sparse row matrix, row by row", block_sparse_rows},
    {"lammps-arrays", adversarial, "ddtbench: LAMMPS_full", lammps_arrays},
    {"lammps-atoms", adversarial, "ddtbench: LAMMPS_atomic, six doubles an atom", lammps_atoms},
    {"structs-mixed", adversarial, "structs of three kinds in random order", mixed_structs},
    {"random-gaps", adversarial, "1000 gaps in random order", random_gaps},
    {"random-2-gaps", adversarial, "two gaps in random order: short runs everywhere", two_random_gaps},
    {"random-types", adversarial, "four types in random order, aligned", random_types},
    {"fibonacci-gaps", adversarial, "Fibonacci word: squares and cubes everywhere, no fourth power", fibonacci_gaps},
    {"fibonacci-types", adversarial, "the same with two types", fibonacci_types},
    {"thue-morse-gaps", adversarial, "Thue-Morse word: squares of many sizes, no cube", thue_morse_gaps},
    {"thue-morse-types", adversarial, "the same with two types", thue_morse_types},
    {"de-bruijn", adversarial, "binary de Bruijn sequence: no long word occurs twice", de_bruijn},
};

} // namespace

std::span<const Layout> layouts() { return all; }

const Layout &layout_called(std::string_view name) {
  const Layout *const found = std::ranges::find(all, name, &Layout::name);
  if (found == std::end(all))
    throw std::out_of_range("no layout is called " + std::string(name));
  return *found;
}

std::size_t distinct_tokens(const layout::TypeMap &map) {
  using Token = std::tuple<BasicTypeId, BasicTypeId, std::int64_t>;
  std::vector<Token> tokens;
  for (std::size_t i = 1; i < map.size(); ++i)
    tokens.emplace_back(map[i - 1].type.id, map[i].type.id, map[i].displacement - map[i - 1].displacement);
  std::ranges::sort(tokens);
  return static_cast<std::size_t>(std::ranges::unique(tokens).begin() - tokens.begin());
}

layout::TypeMap aligned(layout::TypeMap map) {
  const std::int64_t first = map.empty() ? 0 : map[0].displacement;
  for (layout::TypeMapEntry &entry : map)
    entry.displacement -= first;
  return map;
}

} // namespace automap::test
