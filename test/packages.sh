#!/usr/bin/env bash
# Makes the Debian packages, installs them in a fresh Debian, and builds other projects there:
#
#   test/packages.sh
#
# As root, on Debian 12: makes a chroot under build/packages by debootstrap, which takes 2 GB. Also runs a command that is
# linked statically against LLVM where there is no LLVM.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup-debian.sh
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2034 # setup_packages reads it
packages_packages="debootstrap dpkg-dev file lintian"
setup_packages build test packages
export DEBFULLNAME=${DEBFULLNAME:-AutoMap} DEBEMAIL=${DEBEMAIL:-automap@packages.debian.org}
say() { printf '\n== %s\n' "$*"; }

here=build/packages
root=$PWD/$here/root
build=$here/build
launcher=$(command -v ccache || true)
mkdir -p $here

say "Build"
configure() {
    cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DAUTOMAP_BUILD_TESTS=OFF \
        -DMPI_C_COMPILER=mpicc.openmpi -DMPIEXEC_EXECUTABLE=/usr/bin/mpiexec -DAUTOMAP_SECOND_MPI_C_COMPILER=mpicc.mpich \
        "-DCMAKE_C_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" "$@" >$here/configure.log
}
configure -DAUTOMAP_STATIC_LLVM=ON
cmake --build $build --target automap
cp $build/tool/automap $here/automap-static
configure -DAUTOMAP_STATIC_LLVM=OFF
cmake --build $build

say "Packages"
rm -rf $here/debs
(cd $build && cpack -B ../debs)
rm -rf $here/debs/_CPack_Packages
for package in "$here"/debs/*.deb; do
    dpkg-deb --field "$package" Package Depends
done
lintian --fail-on error --suppress-tags initial-upload-closes-no-bugs "$here"/debs/*.deb

say "A fresh Debian"
if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase bookworm "$root"
fi
if [ ! -e "$root/etc/apt/sources.list.d/updates.list" ]; then
    cp /etc/resolv.conf "$root/etc/"
    echo "deb http://deb.debian.org/debian bookworm-updates main
deb http://deb.debian.org/debian-security bookworm-security main" >"$root/etc/apt/sources.list.d/updates.list"
    chroot "$root" apt-get update -qq
fi
mkdir -p "$root"/{proc,debs,source}
trap 'umount -l "$root"/{source,debs,dev/pts,dev,sys,proc} 2>/dev/null' EXIT
mount -t proc proc "$root/proc"
mount -t sysfs sys "$root/sys"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"
mount --bind "$PWD/$here/debs" "$root/debs"
mount --bind "$PWD/test/consumer" "$root/source"
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "$@"; }
install_packages() { inside apt-get install -y -qq --no-install-recommends "$@" >$here/apt.log || { cat $here/apt.log; exit 1; }; }

say "The command that is linked statically, without LLVM"
inside apt-get remove -y -qq automap libllvm19 >$here/apt.log 2>&1
if inside sh -c 'ls -d /usr/lib/*/libLLVM* /usr/lib/llvm-* 2>/dev/null'; then
    echo "LLVM is installed" && exit 1
fi
cp $here/automap-static "$root/tmp/automap"
inside /tmp/automap --version
inside /tmp/automap /source/runtime/cell.h -o /tmp/mpitypes.c
grep -q AutoMap_cell "$root/tmp/mpitypes.c"

mapfile -t packages < <(cd $here/debs && ls)
for mpi in mpich openmpi; do
    say "The packages, with $mpi alone"
    case $mpi in
        mpich) launcher_package=mpich other=openmpi ;;
        openmpi) launcher_package=openmpi-bin other=mpich ;;
    esac
    inside apt-get remove -y -qq --auto-remove 'libmpich*' 'libopenmpi*' mpi-default-dev mpich openmpi-bin >$here/apt.log 2>&1
    install_packages cmake g++ ninja-build pkgconf make lib$mpi-dev "$launcher_package" "${packages[@]/#/\/debs/}"
    if inside sh -c "command -v mpicc.$other"; then
        echo "$other is installed, too" && exit 1
    fi
    inside automap --version
    # shellcheck disable=SC2016 # the inner shell expands it
    inside bash -euc '
        mpi=$1
        rm -rf /tmp/project
        # CMake, with all that is installed
        for project in project runtime; do
            cmake -S /source/$project -B /tmp/project/$project -G Ninja -DHOW=package -DTYPES_LANGUAGE=C -DLANGUAGE=C --no-warn-unused-cli \
                -DMPI_C_COMPILER=mpicc.$mpi -DMPI_CXX_COMPILER=mpicxx.$mpi -DMPIEXEC_EXECUTABLE=/usr/bin/mpiexec.$mpi
            cmake --build /tmp/project/$project
            ctest --test-dir /tmp/project/$project --output-on-failure
        done
        # pkg-config
        cd /tmp/project
        automap /source/runtime/cell.h -o mpitypes.c
        mpicc.$mpi -I. -I/source/runtime /source/runtime/attached.c mpitypes.c -o attached $(pkg-config --cflags --libs automap-mpi-$mpi)
        mpiexec.$mpi -n 1 ./attached | grep "attached: 1"
        mpicc.$mpi /source/runtime/list.c -o list $(pkg-config --cflags --libs automap-autolink-$mpi)
        mpiexec.$mpi -n 2 ./list | grep "list: 7 42"
        automap-run mpiexec.$mpi -n 2 ./list | grep "list: 7 42"
        automap-check mpiexec.$mpi -n 2 ./list 2>&1 | grep "automap-check: checked"
    ' bash $mpi
done

say "Both, manual pages and completion"
install_packages mpich libmpich-dev openmpi-bin libopenmpi-dev man-db bash-completion zsh
inside automap --version | grep "libraries for mpich and openmpi in /usr/lib/"
for page in automap automap-run automap-check AL_Send AM_Send; do
    inside man --where $page
done
inside bash /source/complete.bash /usr
inside zsh -f /source/complete.zsh
