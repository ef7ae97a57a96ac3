#!/bin/sh
# Tests the options of automap-run: what it prints, and its exit status.
#
#   command.sh AUTOMAP_RUN PROGRAM FOLDER LAUNCHER...
set -u
automap_run=$1
program=$2
folder=$3
shift 3
mkdir -p "$folder"
cd "$folder" || exit 1
failed=0

# expect STATUS PATTERN OPTION...: runs the command, which must end with this status and print a line like this.
expect() {
    status=$1
    pattern=$2
    shift 2
    "$automap_run" "$@" >output 2>&1
    code=$?
    if [ $code -ne "$status" ] || ! grep -Eq -- "$pattern" output; then
        echo "FAILED: automap-run $*: exit status $code; expected $status and '$pattern'"
        cat output
        failed=1
    fi
}

expect 0 '^usage: automap-run' --help
expect 0 '^automap-run [0-9]' --version
expect 2 '^usage: automap-run'
expect 2 "automap-run: unknown option '--wrong'" --wrong "$@" "$program"
expect 2 'the library is mpich, openmpi or abi' --mpi=other "$@" "$program"
expect 2 'the value follows' --library
expect 2 "there is no library '/nowhere'" --library=/nowhere "$@" "$program"
expect 0 'libautomap_run.so$' --print-library "$@" "$program"
expect 0 'structs' "$@" "$program" 1
expect 0 'data with gaps: [0-9]+ times.*Packing took .*; MPI would have taken .* \(estimated\)' --report "$@" "$program" 1
expect 0 'patterns.c:[0-9]+ \(in_ring\): MPI_Isend of .*: [0-9]+ times, .* packed in .*, by MPI in ' --report "$@" "$program" 1
export AUTOMAP_SEND=mpi
expect 0 'MPI_Isend of .* left to MPI' --report "$@" "$program" 1
unset AUTOMAP_SEND
expect 0 'To pack them takes .* by MPI, and would take .* by AutoMap \(both estimated\)' --dry-run "$@" "$program" 1
expect 0 'MPI_Allgatherv of .*: [0-9]+ times, .* by MPI, .* by AutoMap' --dry-run "$@" "$program" 1
expect 0 'structs' --off "$@" "$program" 1
! grep -q automap-run output || { echo "FAILED: --off reports something"; failed=1; }
expect 0 'checked [0-9]+ messages, [1-9][0-9]* collective calls' --check "$@" "$program" 1
expect 0 'no errors found' --check "$@" "$program" 1
expect 0 'structs' --report=report.json "$@" "$program" 1
grep -q '"call":"MPI_Allgatherv".*"file":".*patterns.c".*"packing":"AutoMap"' report.json ||
    { echo "FAILED: the report in JSON:"; head -c 2000 report.json; failed=1; }
expect 0 'cannot write the report' --report=/nowhere/report "$@" "$program" 1

# A launcher that does not say which MPI library it belongs to: the options that the message names help.
printf '#!/bin/sh\n[ "$1" = --version ] || exec "%s" "$@"\n' "$1" >mpiexec
chmod +x mpiexec
launcher=$1
shift
library=$("$automap_run" --print-library "$launcher" "$@" "$program")
case $("$launcher" --version) in *HYDRA*) mpi=mpich ;; *) mpi=openmpi ;; esac
expect 2 'does not say which MPI library it belongs to: use --mpi=' ./mpiexec "$@" "$program" 1
option=$(grep -o -- "--mpi=$mpi" output) || { echo "FAILED: the message does not name --mpi=$mpi"; failed=1; }
for options in "$option" "--library=$library"; do
    expect 0 'data with gaps: [0-9]+ times' "$options" --report ./mpiexec "$@" "$program" 1
done
set -- "$launcher" "$@"

# One rank without the library exchanges messages with others that have it.
"$@" "$program" 1 messages >plain 2>/dev/null
AUTOMAP_SEND=packed "$1" -n 1 "$automap_run" "$program" 1 messages : -n 1 "$program" 1 messages >mixed 2>/dev/null
[ -s plain ] && diff plain mixed || { echo "FAILED: with one rank under automap-run, something else is received"; failed=1; }
[ $failed -eq 0 ] && echo passed
exit $failed
