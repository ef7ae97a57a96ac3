# automap_which_mpi(<variable> <language>): the kind of the MPI library that find_package(MPI) has found for the
# language, as its mpi.h says: openmpi; or mpich, which stands for all that have MPICH's binary interface (MVAPICH,
# Intel MPI, Cray MPICH); or abi, the standard one, whose library is chosen when a program starts. Empty if it is none
# of these or cannot be told; <variable>_WHY_NOT then says why.
#
# Libraries for MPI are installed in a directory of this name, so that those for both can stand beside each other.
# The answer is not cached, because the same compiler may be for another library when CMake runs next.
include_guard()

function(automap_which_mpi variable language)
  set(extension_C c)
  set(extension_CXX cpp)
  # This never compiles; the compiler's message is the answer.
  set(source "#include <mpi.h>
#if defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0
#error automap_mpi_is_abi
#elif defined(OPEN_MPI)
#error automap_mpi_is_openmpi
#elif defined(MPICH) || defined(MPICH_VERSION) || defined(I_MPI_VERSION) || defined(MVAPICH2_VERSION) \\
    || defined(CRAY_MPICH_VERSION)
#error automap_mpi_is_mpich
#else
#error automap_mpi_is_neither
#endif
")
  try_compile(compiled
    SOURCE_FROM_VAR which_mpi.${extension_${language}} source
    LINK_LIBRARIES MPI::MPI_${language}
    OUTPUT_VARIABLE output
    NO_CACHE)
  set(kind "")
  set(why_not "")
  if(output MATCHES "automap_mpi_is_(openmpi|mpich|abi)")
    set(kind ${CMAKE_MATCH_1})
  elseif(output MATCHES "automap_mpi_is_neither")
    set(why_not "the mpi.h of '${MPI_${language}_COMPILER}' (${MPI_${language}_INCLUDE_DIRS}) is none of Open MPI, \
of MPICH, of a library with its binary interface, or of the standard ABI")
  else()
    set(why_not "'${CMAKE_${language}_COMPILER}' cannot compile the mpi.h of '${MPI_${language}_COMPILER}' \
(${MPI_${language}_INCLUDE_DIRS}):\n${output}")
  endif()
  set(${variable} "${kind}" PARENT_SCOPE)
  set(${variable}_WHY_NOT "${why_not}" PARENT_SCOPE)
endfunction()

# automap_look_at_mpiexec(<language>): warns, once, if MPIEXEC_EXECUTABLE and the compiler belong to different MPI
# libraries: each process would then be a rank 0 of its own. If there is no launcher beside the compiler, FindMPI takes
# `mpiexec`, which on Debian is Open MPI's.
function(automap_look_at_mpiexec language)
  get_property(has_looked GLOBAL PROPERTY AUTOMAP_HAS_LOOKED_AT_MPIEXEC)
  if(has_looked OR CMAKE_CROSSCOMPILING OR NOT MPIEXEC_EXECUTABLE)
    return()
  endif()
  set_property(GLOBAL PROPERTY AUTOMAP_HAS_LOOKED_AT_MPIEXEC TRUE)
  execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE version ERROR_QUIET RESULT_VARIABLE result
    TIMEOUT 3)
  if(NOT result EQUAL 0)
    return()
  elseif(version MATCHES "^[^\n]*\\((OpenRTE|Open MPI|PRRTE)\\)")
    set(its openmpi)
  elseif(version MATCHES "^(HYDRA build details|Intel\\(R\\) MPI)")
    set(its mpich)
  else() # a batch system's launcher starts both
    return()
  endif()
  automap_which_mpi(mpi ${language})
  if(NOT mpi OR mpi STREQUAL "abi" OR mpi STREQUAL its)
    return()
  endif()
  find_program(right NAMES mpiexec.${mpi} mpirun.${mpi} NO_CACHE)
  if(NOT right)
    set(right "<its mpiexec>")
  endif()
  message(NOTICE "AutoMap: MPIEXEC_EXECUTABLE is '${MPIEXEC_EXECUTABLE}', of ${its}, but programs are compiled for ${mpi} \
(by '${MPI_${language}_COMPILER}'): each process would be alone. -DMPIEXEC_EXECUTABLE=${right} starts them together.")
endfunction()
