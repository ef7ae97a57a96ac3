#!/bin/sh
# Runs an MPI program with and without automap-run, and compares what it prints, in any order of lines.
#
#   compare_runs.sh AUTOMAP_RUN FOLDER COMMAND...
#
# Without automap-run if AUTOMAP_RUN is empty: the program is then linked to its library, which AUTOMAP_RUN=off turns off.
set -eu
automap_run=$1
folder=$2
shift 2
mkdir -p "$folder"

# run NAME COMMAND...: the lines that the command prints, sorted.
run() {
    name=$1
    shift
    "$@" >"$folder/$name.out" 2>"$folder/$name.err" || { cat "$folder/$name.out" "$folder/$name.err"; echo "$name: FAILED"; exit 1; }
    sort "$folder/$name.out" >"$folder/$name"
}

if [ -n "$automap_run" ]; then
    run without "$@"
    run with "$automap_run" "$@"
    AUTOMAP_SEND=packed run with_all_packed "$automap_run" "$@"
else
    AUTOMAP_RUN=off run without "$@"
    run with "$@"
    AUTOMAP_SEND=packed run with_all_packed "$@"
fi
[ -s "$folder/without" ] || { echo "FAILED: the program has printed nothing"; exit 1; }
for other in with with_all_packed; do
    diff "$folder/without" "$folder/$other" >"$folder/difference" || {
        head -n 40 "$folder/difference"
        echo "FAILED: $other automap-run, the program prints something else"
        exit 1
    }
done
echo "$(wc -l <"$folder/without") lines are equal"
