# Installs the Debian packages that are missing. Scripts that run at the top of a checkout source this file.
#
#   . cmake/setup-debian.sh
#   setup_packages build mpich  # for building and using AutoMap, with MPICH
#   setup_packages build test   # for running the tests, with both MPI libraries
#   setup_packages all          # for those tests, too, that only `test/run.sh all` runs
#   setup_packages bench        # for the benchmark of AutoLink: the libraries that it compares with
#
# Does nothing, quickly, if all are installed. On other systems it prints what is needed and goes on.

packages_build="g++ cmake ninja-build llvm-19-dev libclang-19-dev clang-19 nlohmann-json3-dev libxxhash-dev libdw-dev pkgconf"
packages_mpich="mpich libmpich-dev"
packages_test="$packages_mpich make groff-base doxygen gfortran openmpi-bin libopenmpi-dev libgtest-dev libclang-rt-19-dev clang-14 \
libxml2-utils python3-numpy python3-mpi4py libhdf5-mpich-dev libboost-dev libeigen3-dev libgsl-dev libzstd-dev"
packages_all="chromium-headless-shell"
packages_bench="libboost-mpi-dev libboost-serialization-dev libcereal-dev"

setup_packages() {
    local group wanted="" missing="" package
    for group in "$@"; do
        eval "wanted=\"\$wanted \$packages_$group\""
    done
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian. Needed are these Debian packages' equivalents:$wanted"
        return 0
    fi
    for package in $wanted; do
        if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
            missing="$missing $package"
        fi
    done
    [ -n "$missing" ] || return 0
    echo "Installing, in a minute or two:$missing"
    local as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These Debian packages are missing:$missing" >&2
            echo "Install them as root: apt-get install$missing" >&2
            return 1
        fi
        as_root=sudo
    fi
    # shellcheck disable=SC2086 # the list is meant to be split
    $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}
