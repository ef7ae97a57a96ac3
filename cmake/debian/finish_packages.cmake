# What Debian asks for beyond what is installed. CPack runs this before it makes the packages.
function(run_or_stop)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} COMPONENT)
  set(name ${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component})
  set(documents ${root}/usr/share/doc/${name})
  file(COPY ${CPACK_AUTOMAP_DEBIAN_FILES}/copyright DESTINATION ${documents})
  file(WRITE ${documents}/changelog.Debian
    "automap (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * Packages made from the source by cpack.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB_RECURSE pages ${root}/usr/share/man/*)
  run_or_stop(gzip -9n ${documents}/changelog.Debian ${pages})
  file(GLOB_RECURSE archives ${root}/*.a)
  if(archives)
    run_or_stop(strip --strip-debug --enable-deterministic-archives --remove-section=.comment ${archives})
  endif()
  if(EXISTS ${root}/usr/share/zsh/site-functions)
    file(RENAME ${root}/usr/share/zsh/site-functions ${root}/usr/share/zsh/vendor-completions)
  endif()
endforeach()

# A program that is run has one of the MPI libraries, and needs no other.
set(run ${CPACK_TEMPORARY_DIRECTORY}/automap_run)
file(GLOB_RECURSE binaries ${run}${CPACK_AUTOMAP_LIBDIR}/*)
file(WRITE ${CPACK_TEMPORARY_DIRECTORY}/debian/control "Source: automap\n\nPackage: automap-run\nArchitecture: any\n")
execute_process(COMMAND dpkg-shlibdeps -O ${binaries} WORKING_DIRECTORY ${CPACK_TEMPORARY_DIRECTORY}
  OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^.*Depends=|\n" "" needed "${needed}")
string(REPLACE ", " ";" needed "${needed}")
set(mpi_libraries ${needed})
list(FILTER mpi_libraries INCLUDE REGEX "^lib(mpich|openmpi)")
list(REMOVE_ITEM needed ${mpi_libraries})
list(JOIN mpi_libraries " | " mpi_libraries)
list(JOIN needed ", " needed)
set(CPACK_DEBIAN_AUTOMAP_RUN_PACKAGE_DEPENDS "${needed}, ${mpi_libraries}")
