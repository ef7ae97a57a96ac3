#[=======================================================================[
AutoMapTypes
------------

Generates MPI datatypes from annotated headers and compiles them into a target::

  add_automap_types(<target> <header>...
                    [OUTPUT <stem>]
                    [TYPES <name>...]
                    [SELECT <file>]
                    [LANGUAGE C|CXX]
                    [AUTOLINK]
                    [OPTIONS <arg>...])

``<target>``
  An executable or a library that compiles sources. It gets the generated source, the directory of the
  generated header and that of <automap/typesafe_mpi.h> as include directories, and the MPI library; a library
  hands the latter on to the targets of this build that link to it. If it links to AutoMap::mpi, the generated
  code gives AM_Pack and the other AM_ calls its packing functions; otherwise it needs nothing but MPI.
``<header>...``
  Headers with ``/*~ AutoMap_TpUsed */`` annotations, relative to the current source directory.
``OUTPUT <stem>``
  Name of the generated files, without extension. Default: ``mpitypes``. A program that takes several
  needs ``OPTIONS --suffix=<name>`` in all but one, so that their ``Build_MPI_Types`` differ, and
  ``--skip-included`` where one's header includes another's, which keeps each datatype in one of them (with
  ``AUTOLINK``, give all headers in one call instead). A warning tells of a header of this name beside a source of
  the target, which hides the generated one from that.
``TYPES <name>...``
  Structs to map beside the annotated ones: qualified names, globs or instances of templates, as ``--type``
  takes them.
``SELECT <file>``
  A YAML file that says of headers what annotations would, relative to the current source directory.
``LANGUAGE C|CXX``
  Language of the generated source, C99 or C++17, and in which the headers are read. Default: CXX where a
  header's extension says C++ (``.hpp``, ``.hh``, ``.hxx``), where the target has C++ sources and no C
  sources, or where the project does not use C; otherwise C.
``AUTOLINK``
  Follow pointers: ``al_routines.h`` and its source are generated too, and AutoLink is linked, whose functions
  ``autolink/autolink.h`` declares. ``logbook.txt`` beside them says what was found and decided. In C++,
  ``al_objects.hpp`` tells ``autolink/autolink.hpp`` about classes, whose objects it sends. An installed
  AutoMap needs ``find_package(AutoMap CONFIG REQUIRED COMPONENTS autolink)``. With ``OPTIONS --suffix=<name>``
  the files are ``al_routines_<name>.h`` and so on, and the types ``AutoLink_X_<name>``.
``OPTIONS <arg>...``
  More arguments for automap; see automap(1). For example ``--cost-model=mpi`` or ``--cost=vec=8``, which change
  what the cheapest datatype is. ``--packing`` and ``--fields`` link to AutoMap::mpi, for which an installed AutoMap
  needs ``find_package(AutoMap CONFIG REQUIRED COMPONENTS mpi)``. Not ``--from-typemap``, which reads no headers: call
  AutoMap::automap in a custom command for that.

The headers are parsed with the target's include directories, definitions and language standard, but for
those inside ``$<COMPILE_LANGUAGE:...>``: give them as ``OPTIONS -D...`` too, if structs depend on them. The
code is generated anew when a header, anything that it includes, or automap itself changes.

Example::

  find_package(AutoMap CONFIG REQUIRED)
  add_executable(exchange main.c)
  add_automap_types(exchange particle.h)

where ``main.c`` includes ``mpitypes.h``. With linked structures::

  find_package(AutoMap CONFIG REQUIRED COMPONENTS autolink)
  add_executable(exchange main.c)
  add_automap_types(exchange list.h AUTOLINK)

where ``main.c`` includes ``autolink/autolink.h`` and ``al_routines.h``.
#]=======================================================================]

include(${CMAKE_CURRENT_LIST_DIR}/AutoMapWhichMpi.cmake)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# Warns of headers beside the target's sources: compilers find these before the generated ones.
function(automap_look_for_hiding target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(stems ${target} AUTOMAP_STEMS)
  set(hiding "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(GET source PARENT_PATH place)
    foreach(stem IN LISTS stems)
      cmake_path(GET stem FILENAME name)
      set(header ${place}/${name}.h)
      if(EXISTS ${header} AND NOT header IN_LIST hiding AND NOT header STREQUAL source AND NOT header STREQUAL "${stem}.h")
        list(APPEND hiding ${header})
        message(WARNING "add_automap_types: ${header} hides the generated ${stem}.h from the sources beside it: remove "
          "it, or give another OUTPUT")
      endif()
    endforeach()
  endforeach()
endfunction()

function(add_automap_types target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "AUTOLINK" "OUTPUT;LANGUAGE;SELECT" "TYPES;OPTIONS")
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "add_automap_types: ${arg_KEYWORDS_MISSING_VALUES} needs a value")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "add_automap_types: there is no target '${target}'")
  endif()
  if(NOT TARGET AutoMap::automap)
    message(FATAL_ERROR "add_automap_types: AutoMap was installed without the automap command (AUTOMAP_BUILD_TOOL=OFF)")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    message(FATAL_ERROR "add_automap_types: '${target}' is an alias; name the target itself, '${aliased}'")
  endif()
  get_target_property(directory ${target} SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "add_automap_types: target '${target}' is made in ${directory}; call this there too")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
    message(FATAL_ERROR "add_automap_types: target '${target}' compiles no sources (${type})")
  endif()

  set(headers "")
  foreach(header IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE path)
    get_source_file_property(generated ${path} GENERATED)
    cmake_path(HAS_EXTENSION header is_file)
    if(NOT EXISTS ${path} AND NOT generated AND is_file)
      message(FATAL_ERROR "add_automap_types: there is no header ${path}, nor is one to be generated there")
    elseif(NOT EXISTS ${path} AND NOT generated)
      message(FATAL_ERROR "add_automap_types: '${header}' is neither a header nor a known argument")
    elseif(IS_DIRECTORY ${path})
      message(FATAL_ERROR "add_automap_types: '${header}' is a directory: name the headers in it")
    elseif(path MATCHES "\\.(c|cpp|cc|cxx|c\\+\\+|C)$")
      message(FATAL_ERROR
        "add_automap_types: '${header}' is a source, whose structs no other source knows: move them to a header")
    endif()
    list(APPEND headers ${path})
  endforeach()
  if(NOT headers)
    message(FATAL_ERROR "add_automap_types: no header given for target '${target}'")
  endif()

  set(select_args "")
  if(DEFINED arg_SELECT)
    cmake_path(ABSOLUTE_PATH arg_SELECT BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    if(NOT EXISTS ${arg_SELECT})
      message(FATAL_ERROR "add_automap_types: SELECT: there is no file '${arg_SELECT}'")
    endif()
    set(select_args --select=${arg_SELECT})
  endif()

  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT DEFINED arg_LANGUAGE)
    set(arg_LANGUAGE C)
    get_target_property(sources ${target} SOURCES)
    if(headers MATCHES "\\.(hpp|hh|hxx|h\\+\\+|H)(;|$)" OR NOT "C" IN_LIST languages
       OR (sources MATCHES "\\.(cpp|cc|cxx|c\\+\\+|C)(;|$)" AND NOT sources MATCHES "\\.c(;|$)"))
      set(arg_LANGUAGE CXX)
    endif()
  endif()
  if(arg_LANGUAGE STREQUAL "C")
    set(extension c)
    set(std_prefix gnu)
  elseif(arg_LANGUAGE STREQUAL "CXX")
    set(extension cpp)
    set(std_prefix gnu++)
  else()
    message(FATAL_ERROR "add_automap_types: LANGUAGE is '${arg_LANGUAGE}', not C or CXX")
  endif()
  if(NOT arg_LANGUAGE IN_LIST languages)
    message(FATAL_ERROR "add_automap_types: LANGUAGE ${arg_LANGUAGE} is not enabled in this project")
  endif()

  if(NOT DEFINED arg_OUTPUT)
    set(arg_OUTPUT mpitypes)
  endif()
  if(arg_OUTPUT MATCHES "[/\\]")
    message(FATAL_ERROR "add_automap_types: OUTPUT '${arg_OUTPUT}' is a file name without a directory")
  elseif(arg_OUTPUT MATCHES "\\.(c|cpp|cc|cxx|h|hpp)$")
    message(FATAL_ERROR "add_automap_types: OUTPUT '${arg_OUTPUT}' is a file name without its extension")
  endif()
  if("${arg_OPTIONS}" MATCHES "(^|;)(-o|--?(depfile|from-typemap)|--?format[=;](json|text))([^-]|$)")
    message(FATAL_ERROR "add_automap_types: OPTIONS ${CMAKE_MATCH_2} would have automap write something else than the "
      "code of the target; OUTPUT names its files")
  elseif("${arg_OPTIONS}" MATCHES "(^|;)--?autolink(=|;|$)")
    message(FATAL_ERROR "add_automap_types: OPTIONS --autolink: give the keyword AUTOLINK instead, which also adds the "
      "generated routines and AutoLink's library to the target")
  elseif("--" IN_LIST arg_OPTIONS)
    message(FATAL_ERROR "add_automap_types: OPTIONS --: give arguments for the compiler as OPTIONS --extra-arg=<arg>")
  endif()
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/automap/${target})
  set(stem ${directory}/${arg_OUTPUT})
  get_target_property(stems ${target} AUTOMAP_STEMS)
  if(stem IN_LIST stems)
    message(FATAL_ERROR "add_automap_types: target '${target}' has generated files called '${arg_OUTPUT}' already; "
      "give all headers in one call, or another OUTPUT with functions of other names, OPTIONS --suffix=${target}2 for "
      "example")
  endif()
  if(NOT stems) # once, after all sources of the target are known
    cmake_language(EVAL CODE "cmake_language(DEFER CALL automap_look_for_hiding [[${target}]])")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY AUTOMAP_STEMS ${stem})
  file(MAKE_DIRECTORY ${directory})

  set(runtime_library "")
  if("${arg_OPTIONS}" MATCHES "(^|;)(--?(packing|fields))(=[^;]*)?(;|$)")
    if(NOT TARGET AutoMap::mpi)
      message(FATAL_ERROR "add_automap_types: ${CMAKE_MATCH_2} needs AutoMap's runtime, AutoMap::mpi: "
        "find_package(AutoMap CONFIG REQUIRED COMPONENTS mpi)")
    endif()
    set(runtime_library AutoMap::mpi)
  endif()

  # The headers are read as the target's compiler reads them.
  set(compiler_args "")
  if(NOT "${arg_OPTIONS}" MATCHES "(^|;)--?compiler[=;]")
    string(REGEX MATCH "^ *([^- ][^ ]*)" launched "${CMAKE_${arg_LANGUAGE}_COMPILER_ARG1}") # CC="ccache gcc"
    if(launched)
      set(compiler_args --compiler=${CMAKE_MATCH_1})
    else()
      set(compiler_args --compiler=${CMAKE_${arg_LANGUAGE}_COMPILER})
    endif()
  endif()

  set(autolink_args "")
  set(autolink_library "")
  set(autolink_sources "")
  set(logbook "")
  if(arg_AUTOLINK)
    if(NOT TARGET AutoMap::autolink)
      message(FATAL_ERROR "add_automap_types: AUTOLINK needs the AutoLink library: "
        "find_package(AutoMap CONFIG REQUIRED COMPONENTS autolink)")
    endif()
    set(suffix "")
    if("${arg_OPTIONS}" MATCHES "(^|;)--?suffix[=;]([^;]+)")
      set(suffix _${CMAKE_MATCH_2})
    endif()
    set(autolink_stem ${directory}/al_routines${suffix})
    get_target_property(stems ${target} AUTOMAP_STEMS)
    if(autolink_stem IN_LIST stems)
      message(FATAL_ERROR "add_automap_types: target '${target}' has AutoLink's files already; give all headers in "
        "one call, or another OPTIONS --suffix=<name>")
    endif()
    set_property(TARGET ${target} APPEND PROPERTY AUTOMAP_STEMS ${autolink_stem})
    set(autolink_args --autolink)
    set(autolink_library AutoMap::autolink)
    set(autolink_sources ${autolink_stem}.${extension} ${autolink_stem}.h)
    if(arg_LANGUAGE STREQUAL "CXX")
      list(APPEND autolink_sources ${directory}/al_objects${suffix}.hpp)
    endif()
    set(logbook ${directory}/logbook${suffix}.txt)
  endif()

  if(NOT TARGET MPI::MPI_${arg_LANGUAGE})
    find_package(MPI REQUIRED COMPONENTS ${arg_LANGUAGE})
  endif()
  automap_look_at_mpiexec(${arg_LANGUAGE})

  set(type_args ${arg_TYPES})
  list(TRANSFORM type_args PREPEND --type=)
  set(includes $<FILTER:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,EXCLUDE,^$>)
  set(definitions $<FILTER:$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>,EXCLUDE,^$>)
  set(standard $<TARGET_PROPERTY:${target},${arg_LANGUAGE}_STANDARD>)
  add_custom_command(OUTPUT ${stem}.${extension} ${stem}.h ${autolink_sources} ${logbook}
    COMMAND AutoMap::automap ${headers} -o ${stem}.${extension} --depfile ${stem}.d ${compiler_args} ${autolink_args}
      ${type_args} ${select_args} ${arg_OPTIONS} --
      "$<$<BOOL:${standard}>:-std=${std_prefix}${standard}>"
      "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
    DEPENDS ${headers} ${arg_SELECT} $<TARGET_FILE:AutoMap::automap>
    DEPFILE ${stem}.d
    COMMENT "Generating MPI datatypes ${arg_OUTPUT}.${extension} for ${target}"
    COMMAND_EXPAND_LISTS
    VERBATIM)

  # Properties are set instead, because target_link_libraries() may not mix its two signatures and the caller has chosen one.
  target_sources(${target} PRIVATE ${stem}.${extension} ${stem}.h ${autolink_sources})
  target_include_directories(${target} BEFORE PUBLIC $<BUILD_INTERFACE:${directory}>)
  foreach(library MPI::MPI_${arg_LANGUAGE} AutoMap::headers ${runtime_library} ${autolink_library})
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES $<BUILD_INTERFACE:${library}>)
  endforeach()
endfunction()

cmake_policy(POP)
