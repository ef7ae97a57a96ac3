#!/usr/bin/env python3
"""Configures AutoMap as the recipes for Spack and vcpkg do, which stand-ins for the two run.

    recipes.py <folder for builds>

The stand-ins know what the recipes use of Spack and vcpkg, and refuse everything else. Whether the packages that the
recipes depend on exist, only Spack and vcpkg can tell.
"""
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import types

TOP = pathlib.Path(__file__).resolve().parents[2]
RECIPES = TOP / "cmake/recipes"


def configure(build, arguments, expected):
    """Configures with the arguments, without a warning about them, and compares values in the cache."""
    command = ["cmake", "--fresh", "-S", str(TOP), "-B", str(build), "-G", "Ninja", "--warn-unused-vars", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or "not used by the project" in done.stderr:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE))
    for name, value in expected.items():
        if cache.get(name) != value:
            sys.exit(f"{build}: {name} is {cache.get(name)}, not {value}")
    print(f"{build.name}: configured")


class CMakePackage:
    """Stands for Spack's class of packages that CMake builds."""

    def __init__(self, variants, mpi):
        self.variants = variants
        self.spec = {"mpi": types.SimpleNamespace(mpicc=f"mpicc.{mpi}", mpicxx=f"mpicxx.{mpi}")}

    @staticmethod
    def define(name, value):
        return f"-D{name}={'ON' if value is True else 'OFF' if value is False else value}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.variants[variant])


def load_spack_package():
    """Returns the class of the recipe, the defaults of its variants, and the packages that it depends on."""
    variants, depends = {}, []
    module = types.ModuleType("spack.package")
    module.CMakePackage = CMakePackage
    module.license = module.version = lambda *_, **__: None
    module.variant = lambda name, default, description: variants.update({name: default})
    module.depends_on = lambda spec, **_: depends.append(re.split(r"[@ +]", spec)[0])
    sys.modules["spack"], sys.modules["spack.package"] = types.ModuleType("spack"), module
    spec = importlib.util.spec_from_file_location("automap", RECIPES / "spack/packages/automap/package.py")
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    return recipe.Automap, variants, depends


def check_spack(builds):
    package, variants, depends = load_spack_package()
    if package.git != TOP.as_uri():
        sys.exit(f"the recipe for Spack takes {package.git}")
    if not {"cmake", "llvm", "mpi", "nlohmann-json", "xxhash", "elfutils"} <= set(depends):
        sys.exit(f"the recipe for Spack depends on {depends}")
    for static in (variants["static_llvm"], not variants["static_llvm"]):
        for mpi in ("mpich", "openmpi"):
            arguments = package({"static_llvm": static}, mpi).cmake_args()
            configure(builds / f"spack-{mpi}{'-static' * static}", arguments,
                      {"AUTOMAP_STATIC_LLVM": "ON" if static else "OFF", "AUTOMAP_BUILD_TESTS": "OFF",
                       "MPI_C_COMPILER": f"/usr/bin/mpicc.{mpi}"})


def check_vcpkg(builds):
    port = json.loads((RECIPES / "vcpkg/automap/vcpkg.json").read_text())
    version = re.search(r"project\(AutoMap VERSION (\S+)", (TOP / "CMakeLists.txt").read_text())[1]
    if port["version"] != version:
        sys.exit(f"the port for vcpkg is of version {port['version']}, not {version}")
    (builds / "portfile.cmake").write_text(f"""
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCE_PATH STREQUAL "{TOP}")
    message(FATAL_ERROR "vcpkg_cmake_configure(${{ARGV}})")
  endif()
  list(JOIN arg_OPTIONS "\\n" options)
  file(WRITE "{builds}/options" "${{options}}")
endfunction()
foreach(name check_linkage cmake_install cmake_config_fixup copy_tools fixup_pkgconfig install_copyright)
  cmake_language(EVAL CODE "function(vcpkg_${{name}})\\nendfunction()")
endforeach()
include("{RECIPES}/vcpkg/automap/portfile.cmake")
""")
    subprocess.run(["cmake", "-P", builds / "portfile.cmake"], check=True)
    configure(builds / "vcpkg", (builds / "options").read_text().split("\n"),
              {"AUTOMAP_STATIC_LLVM": "ON", "AUTOMAP_BUILD_TESTS": "OFF", "LIBDW_LIBRARY": "OFF"})


if __name__ == "__main__":
    builds = pathlib.Path(sys.argv[1]).resolve()
    builds.mkdir(parents=True, exist_ok=True)
    check_spack(builds)
    check_vcpkg(builds)
