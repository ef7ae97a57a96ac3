#!/bin/sh
# Times the patterns of test/run/patterns.c with and without automap-run, in turn, and prints the medians in
# microseconds and their ratios: how many times the time MPI alone takes.
#
#   test/bench/patterns.sh BUILD [RUNS [ROUNDS [RANKS]]]
set -eu
build=$1
runs=${2:-7}
rounds=${3:-50}
ranks=${4:-2}
mpiexec=$(sed -n 's/^MPIEXEC_EXECUTABLE:[^=]*=//p' "$build/CMakeCache.txt")
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
times=$(mktemp)
trap 'rm -f "$times"' EXIT
run=0
while [ $run -lt "$runs" ]; do
    "$mpiexec" -n "$ranks" "$build/test/run/run_patterns" "$rounds" 2>&1 >/dev/null | sed -n 's/^[a-z_0-9]* [0-9.]*$/mpi &/p' >>"$times"
    "$build"/preload/bin/automap-run "$mpiexec" -n "$ranks" "$build/test/run/run_patterns" "$rounds" 2>&1 >/dev/null |
        sed -n 's/^[a-z_0-9]* [0-9.]*$/run &/p' >>"$times"
    run=$((run + 1))
done
printf '%-22s %10s %12s %7s\n' pattern MPI automap-run ratio
sort -k1,2 -k3,3n "$times" | awk '
    { if (!($2 in first)) { first[$2] = ++n; names[n] = $2 } values[$1, $2, ++count[$1, $2]] = $3 }
    function median(side, name) { return values[side, name, int((count[side, name] + 1) / 2)] }
    END {
        for (i = 1; i <= n; ++i) {
            name = names[i]
            ratio = median("mpi", name) / median("run", name)
            printf "%-22s %10.1f %12.1f %7.2f\n", name, median("mpi", name), median("run", name), ratio
            if (name !~ /^dense/) { sum += log(ratio); ++gapped }
        }
        printf "%-22s %10s %12s %7.2f\n", "geometric mean of those with gaps", "", "", exp(sum / gapped)
    }'
