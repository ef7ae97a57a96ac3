#!/usr/bin/env bash
# Runs all tests, from nothing: installs the packages that are missing (Debian), builds, and tests on MPICH,
# on Open MPI, with the address and undefined-behaviour sanitizers, those of threads with the thread sanitizer, and with
# a short run of the fuzzers. Each build is kept under build/, so the second run is quick.
#
#   test/run.sh [PRESET...]     presets: release openmpi asan+ubsan tsan fuzz; default: all five
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup-debian.sh

setup_packages build test
presets=("$@")
[ $# -gt 0 ] || presets=(release openmpi asan+ubsan tsan fuzz)

for preset in "${presets[@]}"; do
    printf '\n== %s\n' "$preset"
    mkdir -p build
    cmake --preset "$preset" >build/configure.log || { cat build/configure.log; exit 1; }
    cmake --build --preset "$preset"
    # What tries nothing but CMake's side or what compilers say is the same in all builds.
    case "$preset" in
        release) selection=() ;;
        openmpi) selection=(--exclude-regex '^consumer\.(subdirectory.*|wrong_arguments|package\.Makefiles\..*)$') ;;
        tsan) selection=(--label-regex '^threads$') ;;
        *) selection=(--exclude-regex '^consumer\.|^GeneratedCode/') ;;
    esac
    ctest --test-dir "build/$preset" --output-on-failure --parallel "$(nproc)" "${selection[@]}"
done
printf '\nAll tests passed: %s\n' "${presets[*]}"
