#!/usr/bin/env bash
# Builds the libraries with the newest MPI libraries, those of Debian's unstable, and tests them there:
#
#   test/newest.sh [mpich | openmpi | abi]...
#
# abi is one build for the standard ABI, which is tested with both libraries.
#
# As root, on Debian 12: makes a chroot under build/newest by debootstrap, which takes 2 GB. The automap command comes
# from build/release. The tests are those of the runtime, of AutoLink's transfers, the checker and automap-run. They allow for
# the known faults of each library, which are printed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/newest/root
export DEBIAN_FRONTEND=noninteractive
apt=(apt-get -o Acquire::Check-Valid-Until=false -qq)

if [ ! -e "$root/usr/bin/mpicc.openmpi" ]; then
    command -v debootstrap >/dev/null || "${apt[@]}" install -y debootstrap
    mkdir -p "$root"
    [ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase sid "$root"
    cp /etc/resolv.conf "$root/etc/"
    chroot "$root" "${apt[@]}" update
    chroot "$root" "${apt[@]}" install -y --no-install-recommends ccache cmake g++ gfortran libboost-dev libclang-cpp19 \
        libdw-dev libeigen3-dev libgtest-dev libmpich-dev libopenmpi-dev libxxhash-dev mawk mpich ninja-build \
        nlohmann-json3-dev openmpi-bin
fi
cmake --build build/release --target automap

mkdir -p "$root"/{proc,sys,source,build}
# The mounts end with this command, so that nobody who removes the chroot removes what is mounted there. /sys is for hwloc
# and UCX.
in_chroot() {
    unshare --mount bash -ec 'mount -t proc proc "$0/proc"; mount --bind /sys "$0/sys"; mount --bind . "$0/source"
mount -t tmpfs tmpfs "$0/dev/shm"; exec chroot "$0" "$@"' "$root" "$@"
}
cat >"$root/build/test_one" <<'EOF'
# test_one BUILD MPI ARGUMENT...: builds with these arguments of cmake, and tests with the mpiexec of one library.
set -eu
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 CCACHE_BASEDIR=/build
build=/build/$1 mpi=$2
shift 2
cmake -G Ninja -S /source -B "$build" -DCMAKE_BUILD_TYPE=Release "-DMPIEXEC_EXECUTABLE=/usr/bin/mpiexec.$mpi" \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DAUTOMAP_BUILD_TOOL=OFF \
    -DAUTOMAP_TEST_PURE_CODE=OFF -DAUTOMAP_TEST_TYPESAFE=OFF -DAUTOMAP_EXECUTABLE=/source/build/release/tool/automap "$@"
cmake --build "$build" -- -k 0
# Debian's alternatives name one library of the standard ABI.
mkdir -p "/build/abi_of_$mpi"
ln -sf /usr/lib/*/"libmpi_abi_$mpi.so.1.0.0" "/build/abi_of_$mpi/libmpi_abi.so.1"
export LD_LIBRARY_PATH="/build/abi_of_$mpi"
ctest --test-dir "$build" -j2 -LE "all|consumer|pages" --timeout 600 --output-on-failure || failed=1
"mpiexec.$mpi" -n 1 "$build/test/runtime/runtime_library_faults"
exit ${failed:-0}
EOF
[ $# -gt 0 ] || set -- mpich openmpi abi
failed=0
for which in "$@"; do
    if [ "$which" = abi ]; then
        mpis="mpich openmpi" options=(-DAUTOMAP_MPI_ABI=ON)
    else
        mpis=$which options=("-DMPI_C_COMPILER=mpicc.$which" "-DMPI_CXX_COMPILER=mpicxx.$which")
    fi
    for mpi in $mpis; do
        in_chroot /bin/sh /build/test_one "$which" "$mpi" "${options[@]}" || failed=1
    done
done
exit $failed
