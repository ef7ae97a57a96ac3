"""The recipe of AutoMap for Spack. It builds the branch main of the checkout that it stands in."""

from pathlib import Path

from spack.package import *

try:  # since Spack 1.0
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:  # earlier, spack.package has it
    pass


class Automap(CMakePackage):
    """MPI datatypes from annotated C and C++ structs, faster messages for data with gaps, and messages of lists, trees,
    graphs and C++ objects."""

    git = Path(__file__).resolve().parents[5].as_uri()
    license("Apache-2.0")

    version("main", branch="main")

    variant("static_llvm", default=False, description="Link the command automap statically against LLVM")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("xxhash@0.8:", type="build")
    depends_on("llvm@19.1 +clang", type=("build", "link"))
    depends_on("mpi@3.1:")
    depends_on("elfutils")  # automap-run and automap-check

    def cmake_args(self):
        mpi = self.spec["mpi"]
        return [
            self.define("AUTOMAP_BUILD_TESTS", False),
            self.define("MPI_C_COMPILER", mpi.mpicc),
            self.define("MPI_CXX_COMPILER", mpi.mpicxx),
            self.define_from_variant("AUTOMAP_STATIC_LLVM", "static_llvm"),
        ]
