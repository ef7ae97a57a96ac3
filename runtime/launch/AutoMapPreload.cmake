# add_preloaded_library(<target> COMMAND <file>)
#
# Links and installs a library that programs are started with. It exports what exports.map in the calling folder names.
# Its command is configured from <file>, "<name>.in", in the source folder, with its manual page "<name>.1.in" beside it.
# In the build tree, the commands stand in preload/<bin>, so that they find the libraries as after an installation. There
# is a folder for each MPI library, so that the libraries for both can be installed side by side.
file(RELATIVE_PATH preloaded_libraries_from_bin
  /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR}/automap)
set(preload_bin ${PROJECT_BINARY_DIR}/preload/${CMAKE_INSTALL_BINDIR})
# The launcher that examples name: there may be several called mpiexec.
get_filename_component(example_launcher "${MPIEXEC_EXECUTABLE}" NAME)
if(NOT example_launcher)
  set(example_launcher mpiexec)
endif()
set(launch_folder ${CMAKE_CURRENT_LIST_DIR})
set(launch_template ${launch_folder}/launch.sh.in)

function(add_preloaded_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMMAND" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_COMMAND)
    message(FATAL_ERROR "add_preloaded_library(<target> COMMAND <file>): got ${ARGV}")
  endif()
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL LINKER:--version-script=${exports})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX LINK_DEPENDS ${exports}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/preload/${automap_mpi_libdir})
  get_filename_component(name ${arg_COMMAND} NAME_WLE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${launch_template})
  file(READ ${launch_template} launch)
  string(CONFIGURE "${launch}" launch @ONLY)
  configure_file(${arg_COMMAND} ${preload_bin}/${name} @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  get_filename_component(folder ${arg_COMMAND} DIRECTORY)
  configure_file(${folder}/${name}.1.in ${name}.1 @ONLY)
  install(TARGETS ${target} LIBRARY DESTINATION ${automap_mpi_libdir} COMPONENT automap_run)
  if(AUTOMAP_FIRST_MPI) # its build has the command, for all MPI libraries
    return()
  endif()
  install(PROGRAMS ${preload_bin}/${name} TYPE BIN COMPONENT automap_run)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT automap_run)
  install(FILES ${launch_folder}/completion.bash RENAME ${name}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT automap_run)
  install(FILES ${launch_folder}/_automap-run
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT automap_run)
endfunction()
