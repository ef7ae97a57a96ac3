#!/usr/bin/env bash
# Shows AutoMap at work, from nothing: installs the packages that are missing (Debian), builds and
# installs AutoMap under build/, generates MPI datatypes for an annotated header, and lets two ranks
# exchange the structs, a list whose elements are graphs, and C++ objects. AutoMap is built for MPICH and
# Open MPI if both are there, for one of them if that is there, and otherwise for MPICH, which is installed.
# Run it again at any time; the second run is quick.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup-debian.sh

bold= plain=
if [ -t 1 ]; then bold=$'\033[1m' plain=$'\033[0m'; fi
say() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }

# quiet TEXT COMMAND...: says TEXT and how far the command is, by the lines "[7/42] ..." of ninja, whose numbers begin
# again for the second MPI library. What it prints goes to build/demo.log, and to the terminal only if it fails.
quiet() {
    local text=$1 line shown=-1 percent
    shift
    printf '%s' "$text"
    "$@" 2>&1 | tee build/demo.log | while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        if [ $percent -lt $((shown - 50)) ]; then
            text+=", then for $second"
            if [ -t 1 ]; then printf '\r%s' "$text"; else printf ', then for %s' "$second"; fi
            shown=-10
        fi
        if [ -t 1 ]; then
            printf '\r%s %3d %%' "$text" $percent
            shown=$percent
        elif [ $percent -ge $((shown + 10)) ]; then
            shown=$((percent / 10 * 10))
            printf ' %d %%' $shown
        fi
    done || { echo; cat build/demo.log; exit 1; }
    echo
}

mpis=()
for mpi in mpich openmpi; do
    if command -v mpicc.$mpi && command -v mpiexec.$mpi; then mpis+=("$mpi"); fi
done >/dev/null

say "Packages"
if [ ${#mpis[@]} -eq 0 ]; then
    setup_packages build mpich
    mpis=(mpich)
else
    setup_packages build
fi
echo "all there"
mpi=${mpis[0]}
second=${mpis[1]-}
if [ "$(id -u)" -eq 0 ]; then # Open MPI asks for these
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
export OMPI_MCA_rmaps_base_oversubscribe=1

say "Building and installing AutoMap for ${mpis[*]} into build/install (some minutes the first time)"
mkdir -p build
quiet "configuring" cmake --fresh -S . -B build/demo -G Ninja -DAUTOMAP_BUILD_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$PWD/build/install" \
    -DMPI_C_COMPILER=mpicc.$mpi -DMPI_CXX_COMPILER=mpicxx.$mpi -DMPIEXEC_EXECUTABLE="$(command -v mpiexec.$mpi)" \
    -DAUTOMAP_SECOND_MPI_C_COMPILER="${second:+mpicc.$second}"
quiet "compiling" cmake --build build/demo
quiet "installing" cmake --install build/demo
export PATH="$PWD/build/install/bin:$PATH"
automap --version

say "automap examples/structs/struct.h --format=text"
automap examples/structs/struct.h --format=text

say "automap struct.h -o mpitypes.c, then mpicc.$mpi: what the header became"
rm -rf build/by-hand
mkdir -p build/by-hand
cp examples/structs/struct.h examples/structs/main.c build/by-hand
(
    cd build/by-hand
    automap struct.h -o mpitypes.c
    sed -n '/^static int automap_build_particle/,/^}/p' mpitypes.c
    mpicc.$mpi -Wall -Wextra main.c mpitypes.c -o structs
)

say "mpiexec.$mpi -n 2 ./structs"
mpiexec.$mpi -n 2 build/by-hand/structs

say "automap molecule.h --autolink: a list whose elements are graphs; logbook.txt"
mkdir -p build/by-hand/links
library=$(find "$PWD/build/install" -path "*/$mpi/libautomap_autolink.a")
cp examples/links/molecule.h examples/links/main.c build/by-hand/links
(
    cd build/by-hand/links
    automap molecule.h --autolink
    cat logbook.txt
    mpicc.$mpi -Wall -Wextra -I ../../install/include main.c al_routines.c "$library" -lstdc++ -o links
)

say "mpiexec.$mpi -n 2 ./links"
mpiexec.$mpi -n 2 build/by-hand/links/links

say "automap scene.hpp --autolink -o mpitypes.cpp: C++ objects, with containers, smart pointers and derived classes"
mkdir -p build/by-hand/objects
cp examples/objects/scene.hpp examples/objects/main.cpp build/by-hand/objects
(
    cd build/by-hand/objects
    automap scene.hpp --autolink -o mpitypes.cpp
    sed -n '/^class Scene/,$p' logbook.txt
    mpicxx.$mpi -std=c++17 -Wall -Wextra -I ../../install/include main.cpp "$library" -o objects
)

say "mpiexec.$mpi -n 2 ./objects"
mpiexec.$mpi -n 2 build/by-hand/objects/objects

for mpi in "${mpis[@]}"; do
    say "All with CMake and $mpi: find_package(AutoMap), add_automap_types(structs struct.h), (links molecule.h AUTOLINK), and so on"
    quiet "configuring" cmake -S examples -B "build/examples/$mpi" -G Ninja -DCMAKE_PREFIX_PATH="$PWD/build/install" \
        -DMPI_C_COMPILER=mpicc.$mpi -DMPI_CXX_COMPILER=mpicxx.$mpi -DMPIEXEC_EXECUTABLE="$(command -v mpiexec.$mpi)"
    quiet "compiling" cmake --build "build/examples/$mpi"
    ctest --test-dir "build/examples/$mpi" --output-on-failure
done
