# add_header_man_pages(<include folder> <header>...): installs manual pages of section 3, made of the comments of public
# headers by header_man_pages.awk. There is a page for each call, and for each class of C++. Doxygen, which makes the HTML
# manual of the same comments, would make one of all functions of a header, and the names of the calls would lead to that.
# The global property AUTOMAP_DOCUMENTED_HEADERS has the paths of all these headers.
function(add_header_man_pages include)
  find_program(AUTOMAP_AWK awk REQUIRED)
  mark_as_advanced(AUTOMAP_AWK)
  set(scripts ${PROJECT_SOURCE_DIR}/cmake/header_comments.awk ${PROJECT_SOURCE_DIR}/cmake/header_man_pages.awk)
  list(TRANSFORM scripts PREPEND -f OUTPUT_VARIABLE script_arguments)
  set(cxx_script ${PROJECT_SOURCE_DIR}/cmake/cxx_declarations.awk)
  set(pages ${CMAKE_CURRENT_BINARY_DIR}/man3)
  file(REMOVE_RECURSE ${pages})
  file(MAKE_DIRECTORY ${pages})
  foreach(header IN LISTS ARGN)
    cmake_path(SET source NORMALIZE ${CMAKE_CURRENT_SOURCE_DIR}/${include}/${header})
    set_property(GLOBAL APPEND PROPERTY AUTOMAP_DOCUMENTED_HEADERS ${source})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts} ${cxx_script} ${source})
    set(read ${CMAKE_COMMAND} -E cat ${source})
    if(header MATCHES "\\.hpp$")
      set(read ${AUTOMAP_AWK} -f ${cxx_script} ${source})
    endif()
    execute_process(COMMAND ${read}
      COMMAND ${AUTOMAP_AWK} -v header=${header} -v folder=${pages} -v release=${PROJECT_VERSION} ${script_arguments}
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
endfunction()
