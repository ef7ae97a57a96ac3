#!/usr/bin/env bash
# Runs the tests, from nothing: installs the packages that are missing (Debian), builds, and tests. Each build is kept
# under build/, so that the second run is quick.
#
#   test/run.sh               what to run before a commit: release and openmpi, without what only `all` runs
#   test/run.sh all           everything, which is what CI runs
#   test/run.sh [all] PART... these parts alone
#   test/run.sh --list        the parts
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup-debian.sh

list="release     all that there is, on MPICH
openmpi     what depends on the MPI library, on Open MPI
asan+ubsan  in \`all\`: with the address and undefined-behaviour sanitizers
tsan        in \`all\`: programs with threads, with the thread sanitizer
fuzz        in \`all\`: a short run of each fuzzer"

tier=commit
parts=()
for argument in "$@"; do
    case $argument in
        all) tier=all ;;
        release | openmpi | asan+ubsan | tsan | fuzz) parts+=("$argument") ;;
        --list) echo "$list" && exit ;;
        *) sed -n '/^#  /s/^# *//p' "$0" >&2 && exit 2 ;;
    esac
done
if [ ${#parts[@]} -eq 0 ]; then
    parts=(release openmpi)
    [ $tier = commit ] || parts+=(asan+ubsan tsan fuzz)
fi
[ $tier = commit ] || export AUTOMAP_TEST_ALL=1
replay=ON
[[ " ${parts[*]} " != *" fuzz "* ]] || replay=OFF # the fuzzers begin with what is replayed

setup_packages build test $([ $tier = commit ] || echo all)
launcher=$(command -v ccache || true)
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros} # without these, ccache skips precompiled headers

# build PRESET [ARGUMENT...]: configures and builds; arguments are for cmake --build.
build() {
    mkdir -p build
    cmake --preset "$1" "-DAUTOMAP_REPLAY_CORPORA=$replay" \
        "-DCMAKE_C_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" \
        >build/configure.log || { cat build/configure.log && return 1; }
    cmake --build --preset "$@"
}

# build_part: builds the targets of the part, and what it takes from the release build.
build_part() {
    case $part in
        openmpi) build release --target automap automap_{mpi,autolink,check} autolink_object_cases || return ;;
        tsan) build release --target automap automap_{mpi,autolink,check} || return ;;
        asan+ubsan) build release --target tool_tests || return ;;
    esac
    build "$preset" "${targets[@]}"
}

# cpu_seconds: sets `cpu` to the processor time of all commands so far.
cpu_seconds() {
    times >build/times.log
    cpu=$(awk 'END { gsub(/[ms]/, " "); print int(60 * $1 + $2 + 60 * $3 + $4) }' build/times.log)
}

mkdir -p build
passed=0 failed=0 alone=""
summary="part        build  tests  in seconds of processor time"
for part in "${parts[@]}"; do
    printf '\n== %s\n' "$part"
    preset=$part targets=() select=() environment=() left_out=none
    [ $tier = all ] || left_out=all
    case $part in
        openmpi) select=(--exclude-regex '\.3$') left_out=all ;; # release runs these
        asan+ubsan) select=(--exclude-regex '^fuzz\.|\.4$') environment=(-u AUTOMAP_TEST_ALL) left_out="all|more_ranks" ;;
        tsan) select=(--label-regex '^threads$') ;;
        fuzz) preset=asan+ubsan targets=(--target fuzzers) select=(--label-regex '^fuzz$') ;;
    esac
    folder=build/$preset
    select+=(--label-exclude "^($left_out)\$")
    cpu_seconds
    before=$cpu
    if ! build_part; then
        failed=$((failed + 1)) summary+=$'\n'"$part does not build"
        continue
    fi
    cpu_seconds
    built=$cpu
    env "${environment[@]}" ctest --test-dir "$folder" --output-on-failure --no-tests=error --timeout 600 --parallel "$(nproc)" \
        "${select[@]}" --output-log build/tests.log || true
    cpu_seconds
    summary+=$(printf '\n%-11s %5d  %5d' "$part" $((built - before)) $((cpu - built)))
    read -r bad all < <(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' build/tests.log) ||
        bad=1 all=1
    failed=$((failed + bad)) passed=$((passed + all - bad))
    [ "$bad" = 0 ] || while IFS=: read -r _ test; do
        alone+=$'\n'"    ctest --test-dir $folder --output-on-failure -R '^$(sed 's/[].*+?^$()|\\[]/\\&/g' <<<"$test")\$'"
    done <"$folder/Testing/Temporary/LastTestsFailed.log"
done

printf '\n%s\n' "$summary"
[ -z "$alone" ] || printf '\nTo run a failed test alone:%s\n' "$alone"
total=$((passed + failed))
printf '\n%d%% tests passed, %d tests failed out of %d\n' $((100 * passed / total)) $failed $total
[ $failed = 0 ]
